import { create, type StoreApi, type UseBoundStore } from 'zustand'
import { bulkTriageMax } from '../../shared/api/alerts.ts'
import { bulkMax } from '../../shared/api/case-bulk.ts'
import { dispositionsMax } from '../../shared/api/screening.ts'

type Selected<I> = {
  /** Ids of the selected rows, in the order in which they were selected. */
  readonly ids: readonly I[]
}

/** The selected rows of one list. */
export type Selection<I> = {
  readonly use: UseBoundStore<StoreApi<Selected<I>>>
  /** The most that one bulk request takes. */
  readonly max: number
  /** Selects exactly these, up to `max`. */
  readonly only: (ids: readonly I[]) => void
  readonly clear: () => void
  /** Adds or removes one row. */
  readonly toggle: (id: I) => void
  readonly add: (more: readonly I[]) => void
}

/** Makes the selection of a list. */
export const makeSelection = <I>(max: number): Selection<I> => {
  const use = create<Selected<I>>(() => ({ ids: [] }))
  const only = (ids: readonly I[]): void => use.setState({ ids: [...new Set(ids)].slice(0, max) })
  return {
    use,
    max,
    only,
    clear: () => use.setState({ ids: [] }),
    toggle: (id) => {
      const { ids } = use.getState()
      if (ids.includes(id)) use.setState({ ids: ids.filter((other) => other !== id) })
      else only([...ids, id])
    },
    add: (more) => only([...use.getState().ids, ...more]),
  }
}

/** Cases selected in the queue. */
export const caseSelection = makeSelection<number>(bulkMax)

/** Alerts selected for triage. */
export const alertSelection = makeSelection<number>(bulkTriageMax)

/** Hits selected for a disposition. */
export const hitSelection = makeSelection<string>(dispositionsMax)

/** Of a list of which nothing can be selected. */
export const noSelection = makeSelection<string>(0)

/** The most transactions that are marked in one step: each is sealed by itself. */
const markedMax = 100

/** Transactions selected for a finding. */
export const transactionSelection = makeSelection<string>(markedMax)
