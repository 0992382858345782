import { create } from 'zustand'
import { bulkMax } from '../../shared/api/cases.ts'

type Selection = {
  /** Ids of the selected cases, in the order in which they were selected. */
  readonly ids: readonly number[]
}

export const useSelection = create<Selection>(() => ({ ids: [] }))

/** Selects exactly these, up to what one bulk request takes. */
export const selectOnly = (ids: readonly number[]): void => useSelection.setState({ ids: [...new Set(ids)].slice(0, bulkMax) })
export const clearSelection = (): void => useSelection.setState({ ids: [] })

/** Adds or removes one case. */
export const toggleSelected = (id: number): void => {
  const { ids } = useSelection.getState()
  if (ids.includes(id)) useSelection.setState({ ids: ids.filter((other) => other !== id) })
  else selectOnly([...ids, id])
}

export const addToSelection = (more: readonly number[]): void => selectOnly([...useSelection.getState().ids, ...more])
