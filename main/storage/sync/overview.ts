import type { DeviceCounts, Holdings } from '../../sync/device/workspace.ts'
import type { SyncReads } from '../../sync/reads.ts'
import type { Vault } from '../ledger/vault.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { createCaseStandings } from './case-standings.ts'
import { createConflictViews } from './conflict-views.ts'
import { createNews } from './news.ts'
import { createSetAside } from './set-aside.ts'

/** What the window shows of sync. */
export interface SyncOverview extends SyncReads, DeviceCounts, Holdings {
  /** When the oldest own entry that no hub has was sealed, by the clock that sealed it; null: none waits. */
  oldestWaitingMs(): number | null
  /** What is left of cases that were granted, and of own entries that no hub has (Y-99). */
  afterWipe(): { readonly cases: number; readonly setAside: number }
  /** Numbers and titles of the cases that are here, by uid. */
  namesOf(uids: readonly string[]): Promise<ReadonlyMap<string, { readonly number: string; readonly title: string }>>
}

/** Makes the views of sync over what is committed. */
export const createSyncOverview = ({
  sql,
  vault,
}: {
  readonly sql: SyncStatements
  readonly vault: Vault
}): SyncOverview => ({
  ...createCaseStandings(sql),
  ...createConflictViews({ sql, vault }),
  ...createNews(sql),
  waiting: () => sql.get<{ waiting: number }>('select count(*) as waiting from pending')?.waiting ?? 0,
  oldestWaitingMs: () => {
    const at = sql.get<{ at: string }>(
      "select json_extract(cast(e.payload as text), '$.at') as at from entries e where e.n = (select min(n) from pending)",
    )?.at
    return at === undefined ? null : Date.parse(at)
  },
  afterWipe: () =>
    sql.get<{ cases: number; setAside: number }>(
      'select (select count(*) from chains where id <> 0) as cases, (select count(*) from set_aside) as "setAside"',
    ) ?? { cases: 0, setAside: 0 },
  refused: () =>
    sql.get<{ refused: number }>('select count(*) as refused from standings where refused_entry is not null')
      ?.refused ?? 0,
  openConflicts: () =>
    sql.get<{ open: number }>('select count(*) as open from conflicts where settled is null')?.open ?? 0,
  numbersWith: (beginning) =>
    sql
      .all<{ number: string }>('select number from cases where number like ?', `${beginning}%`)
      .map(({ number }) => number),
  deviceName: (kid) => sql.get<{ name: string }>('select name from keys where kid = ?', kid)?.name ?? null,
  namesOf: (uids) => {
    const rows = sql.all<{ uid: string; number: string; title: string }>(
      'select uid, number, title from cases where uid in (select value from json_each(?))',
      JSON.stringify(uids),
    )
    return Promise.resolve(new Map(rows.map(({ uid, number, title }) => [uid, { number, title }])))
  },
  ...createSetAside({ sql, vault }),
})
