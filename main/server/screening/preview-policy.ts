import { setImmediate as untilNextTurn } from 'node:timers/promises'
import type { ScreeningPolicy, ScreeningPreview } from '../../../shared/schema/screening.ts'
import type { ScreeningHitsTable, ScreeningSubjectsTable } from '../../storage/screening/tables.ts'
import { factSetsOf } from '../../storage/screening/told-names.ts'
import type { SyncStatements } from '../../storage/sqlite/statements.ts'
import type { LoadedLists } from './lists-at-work.ts'
import { comparedWith, optionsOf, searchAgain, settingsOf } from './screen-subject.ts'

/** Subjects with hits that are compared at most, and others. */
const withHitsMax = 5_000
const othersMax = 2_000
/** What a slice of comparing takes before others get their turn. */
const sliceMs = 20

type Hit = Pick<ScreeningHitsTable, 'list' | 'entry_id' | 'state'>

const withHits = (sql: SyncStatements): number[] =>
  sql
    .all<{ n: number }>(
      "select distinct subject_n as n from screening_hits where state <> 'gone' order by 1 limit ?",
      withHitsMax,
    )
    .map(({ n }) => n)

const others = (sql: SyncStatements, taken: number): number[] => {
  const left =
    sql.get<{ subjects: number }>(
      "select count(*) as subjects from screening_subjects s where not exists (select 1 from screening_hits h where h.subject_n = s.n and h.state <> 'gone')",
    )?.subjects ?? 0
  if (left === 0) return []
  // Every k-th by its place, so that the whole register is looked at, however it grew.
  const every = Math.max(1, Math.ceil(left / taken))
  return sql
    .all<{ n: number }>(
      `select n from (select s.n, row_number() over (order by s.n) as place from screening_subjects s where not exists (select 1 from screening_hits h where h.subject_n = s.n and h.state <> 'gone'))
       where (place - 1) % ? = 0 order by n`,
      every,
    )
    .map(({ n }) => n)
}

const keyOf = (list: string, entry: string): string => JSON.stringify([list, entry])

/** Screens by a policy that is not in force, slice by slice, and counts what would become of the hits. */
export const previewPolicy = async (
  sql: SyncStatements,
  loaded: LoadedLists,
  policy: ScreeningPolicy,
  monoMs: () => number,
): Promise<ScreeningPreview> => {
  const options = optionsOf(settingsOf(policy, loaded))
  const { isListed } = comparedWith(loaded, options)
  const counts = { open: { stays: 0, goes: 0 }, true_match: { stays: 0, goes: 0 }, false_match: { stays: 0, goes: 0 } }
  let fresh = 0
  let compared = 0
  let until = monoMs() + sliceMs
  for (const n of [...withHits(sql), ...others(sql, othersMax)]) {
    const row = sql.get<ScreeningSubjectsTable>('select * from screening_subjects where n = ?', n)
    if (row === undefined) continue
    const hits = sql.all<Hit>('select list, entry_id, state from screening_hits where subject_n = ?', n)
    const found = new Set(
      searchAgain({ loaded, screener: loaded.screener, options }, row, await factSetsOf(sql, row), hits).map(
        ({ match: { list, entry } }) => keyOf(list, entry.id),
      ),
    )
    for (const { list, entry_id: entry, state } of hits) {
      if (state === 'gone') continue
      const stays = found.delete(keyOf(list, entry)) || (state === 'true_match' && isListed(list, entry))
      counts[state][stays ? 'stays' : 'goes'] += 1
    }
    fresh += found.size
    compared += 1
    if (monoMs() < until) continue
    await untilNextTurn()
    until = monoMs() + sliceMs
  }
  return {
    subjects: sql.get<{ subjects: number }>('select count(*) as subjects from screening_subjects')?.subjects ?? 0,
    compared,
    ...counts,
    fresh,
  }
}
