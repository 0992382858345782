import { setImmediate as untilNextTurn } from 'node:timers/promises'
import type { Refusal } from '../../../shared/api/errors.ts'
import { ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { SearchedList } from '../../../shared/schema/screening.ts'
import type { LedgerTx } from '../../storage/ledger/ledger.ts'
import { systemActor } from '../../storage/ledger/ledger.ts'
import type { ScreeningStore } from '../../storage/screening/screening-store.ts'
import type { ScreeningSubjectsTable } from '../../storage/screening/tables.ts'
import { waitingTold } from '../../storage/screening/told-names.ts'
import type { LoadedLists } from './lists-at-work.ts'
import { screenRegistered, screenTold } from './screen-subject.ts'
import type { Screening } from './screen-subject.ts'

/** What screening of those who wait stands on. */
export interface WaitingParts {
  readonly store: ScreeningStore
  readonly loaded: () => LoadedLists
  readonly searched: () => SearchedList[]
  /** Closed, or no list counts any more. */
  readonly isOver: () => boolean
}

const atOnce = 50
/** What a chunk may take of the time of others: its transaction holds everybody up. */
const chunkMs = 40

/** Screens one after the other until the time of a chunk is over. Answers whether more are left. */
const inTime = async <T>(
  rows: readonly T[],
  monoMs: () => number,
  screen: (row: T) => Promise<unknown>,
): Promise<boolean> => {
  const until = monoMs() + chunkMs
  let screened = 0
  for (const row of rows) {
    await screen(row)
    screened += 1
    if (monoMs() > until) break
  }
  return screened < rows.length || rows.length === atOnce
}

/** Screens the subjects that came or changed, then the names that activities told of known ones, chunk by chunk. */
export const screenWaiting = async ({
  store,
  loaded,
  searched,
  isOver,
}: WaitingParts): Promise<Result<void, Refusal>> => {
  const { env, ledger } = store
  const monoMs = (): number => env.clock.monoMs()
  const screening = (tx: LedgerTx, lists: readonly SearchedList[]): Screening => ({
    tx,
    random: env.random,
    loaded: loaded(),
    lists,
    policy: store.policy(),
  })
  const subjects = async (tx: LedgerTx): Promise<boolean> => {
    const lists = searched()
    const rows = await tx.sql.all<ScreeningSubjectsTable>(
      'select * from screening_subjects where waiting is not null order by n limit ?',
      atOnce,
    )
    return inTime(rows, monoMs, (row) => screenRegistered(screening(tx, lists), row, row.waiting ?? 'intake'))
  }
  const told = async (tx: LedgerTx): Promise<boolean> => {
    const lists = searched()
    return inTime(await waitingTold(tx.sql, atOnce), monoMs, (row) => screenTold(screening(tx, lists), row))
  }
  for (const chunk of [subjects, told]) {
    for (let left = true; left && !isOver();) {
      const done = await ledger.write(systemActor, async (tx) => ok(await chunk(tx)))
      if (!done.ok) return done
      left = done.value
      await untilNextTurn()
    }
  }
  return ok(undefined)
}
