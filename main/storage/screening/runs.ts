import type { ScreeningRun } from '../../../shared/schema/screening.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import type { LedgerTx } from '../ledger/ledger.ts'
import type { Statements, SyncStatements } from '../sqlite/statements.ts'
import type { ScreeningRunsTable } from './tables.ts'

/** What changed of one list since the register was compared with it. */
export interface ListChange {
  readonly key: string
  /** Null: the list is in force no longer. */
  readonly version: string | null
  /** Digests of the entries that were added or changed, by id. */
  readonly changed: ReadonlyMap<string, string>
  readonly removed: readonly string[]
}

/** Ids of added and changed entries by list; null: everything is compared. */
export type Scope = Readonly<Record<string, readonly string[]>> | null

/** A re-screening that has not ended. */
export interface OpenRun {
  readonly n: number
  readonly reason: ScreeningRunsTable['reason']
  readonly scope: Scope
  readonly through: number
  readonly reached: number
}

/** Ids that one statement removes at most. */
const idsAtOnce = 500

/** The versions of the lists that the register was compared with. */
export const screenedVersions = (sql: SyncStatements): ReadonlyMap<string, string> =>
  new Map(
    sql
      .all<{ key: string; version: string }>('select key, version from screened_lists')
      .map(({ key, version }) => [key, version]),
  )

/** Digests of the entries of a list that the register was compared with. */
export const screenedDigests = (sql: SyncStatements, list: string): Map<string, string> =>
  new Map(
    sql
      .all<{ entry_id: string; digest: string }>('select entry_id, digest from screened_entries where list = ?', list)
      .map(({ entry_id: id, digest }) => [id, digest]),
  )

const begin = async (
  tx: LedgerTx,
  uid: string,
  reason: ScreeningRunsTable['reason'],
  lists: ScreeningRun['lists'],
  scope: Scope,
): Promise<void> => {
  const { through, subjects } = (await tx.sql.get<{ through: number; subjects: number }>(
    'select coalesce(max(n), 0) as through, count(*) as subjects from screening_subjects',
  )) ?? { through: 0, subjects: 0 }
  await tx.sql.run(
    'insert into screening_runs (uid, reason, started_at, finished_at, lists, changed, through, reached, subjects, done, found, gone) values (?, ?, ?, null, ?, ?, ?, 0, ?, 0, 0, 0)',
    uid,
    reason,
    tx.nowMs,
    JSON.stringify(lists),
    scope === null ? null : JSON.stringify(scope),
    through,
    subjects,
  )
}

/** Begins the re-screening that a change of the policy asks for: everybody against everything. */
export const beginFullRun = (tx: LedgerTx, uid: string): Promise<void> => begin(tx, uid, 'policy_changed', [], null)

/**
 * Begins the re-screening that changed lists ask for. The entries themselves are noted by `noteEntries` afterwards:
 * killed in between, they are found changed once more.
 */
export const beginListRun = async (tx: LedgerTx, uid: string, changes: readonly ListChange[]): Promise<void> => {
  for (const { key, removed } of changes) {
    for (let from = 0; from < removed.length; from += idsAtOnce) {
      await tx.sql.run(
        'update screening_hits set gone_at = ? where list = ? and gone_at is null and entry_id in (select value from json_each(?))',
        tx.nowMs,
        key,
        JSON.stringify(removed.slice(from, from + idsAtOnce)),
      )
    }
  }
  const lists = changes.map(({ key, version, changed, removed }) => ({
    key,
    version,
    entries: changed.size,
    removed: removed.length,
  }))
  await begin(
    tx,
    uid,
    'list_changed',
    lists,
    Object.fromEntries(changes.map(({ key, changed }) => [key, [...changed.keys()]])),
  )
}

/** Notes entries that the begun run is about. */
export const noteEntries = async (
  tx: LedgerTx,
  list: string,
  entries: readonly (readonly [id: string, digest: string])[],
): Promise<void> => {
  await tx.sql.run(
    `insert into screened_entries (list, entry_id, digest) select ?, json_extract(value, '$[0]'), json_extract(value, '$[1]') from json_each(?) where true
     on conflict (list, entry_id) do update set digest = excluded.digest`,
    list,
    JSON.stringify(entries),
  )
}

/** Notes that a list was taken account of: what it removed is forgotten, and its version is the one that counts. */
export const noteVersion = async (tx: LedgerTx, { key, version, removed }: ListChange): Promise<void> => {
  for (let from = 0; from < removed.length; from += idsAtOnce) {
    await tx.sql.run(
      'delete from screened_entries where list = ? and entry_id in (select value from json_each(?))',
      key,
      JSON.stringify(removed.slice(from, from + idsAtOnce)),
    )
  }
  if (version === null) await tx.sql.run('delete from screened_lists where key = ?', key)
  else
    await tx.sql.run(
      'insert into screened_lists (key, version) values (?, ?) on conflict (key) do update set version = excluded.version',
      key,
      version,
    )
}

/** The oldest run that has not ended. */
export const openRun = (sql: SyncStatements): OpenRun | null => {
  const row = sql.get<ScreeningRunsTable>('select * from screening_runs where finished_at is null order by n limit 1')
  return row === undefined
    ? null
    : {
        n: row.n,
        reason: row.reason,
        scope: row.changed === null ? null : (JSON.parse(row.changed) as Scope),
        through: row.through,
        reached: row.reached,
      }
}

/** The numbers of the next subjects of a run. */
export const nextSubjects = (sql: SyncStatements, { through }: OpenRun, reached: number, most: number): number[] =>
  sql
    .all<{ n: number }>(
      'select n from screening_subjects where n > ? and n <= ? order by n limit ?',
      reached,
      through,
      most,
    )
    .map(({ n }) => n)

/** Notes how far a run has come. */
export const noteProgress = async (
  tx: { readonly sql: Statements },
  n: number,
  progress: { readonly reached: number; readonly done: number; readonly found: number; readonly gone: number },
): Promise<void> => {
  await tx.sql.run(
    'update screening_runs set reached = ?, done = done + ?, found = found + ?, gone = gone + ? where n = ?',
    progress.reached,
    progress.done,
    progress.found,
    progress.gone,
    n,
  )
}

/** Ends a run; what it was about is not needed any more. */
export const endRun = async (tx: LedgerTx, n: number): Promise<void> => {
  await tx.sql.run("update screening_runs set finished_at = ?, changed = '{}' where n = ?", tx.nowMs, n)
}

/** A run as the interface shows it. */
export const runItem = (row: ScreeningRunsTable): ScreeningRun => ({
  id: row.uid,
  reason: row.reason,
  started_at: toTimestamp(row.started_at),
  finished_at: row.finished_at === null ? null : toTimestamp(row.finished_at),
  lists: JSON.parse(row.lists) as ScreeningRun['lists'],
  subjects: row.subjects,
  done: row.done,
  found: row.found,
  gone: row.gone,
})

/** The run under way, else the last one. */
export const latestRun = (sql: SyncStatements): ScreeningRun | null => {
  const row = sql.get<ScreeningRunsTable>(
    'select * from screening_runs order by finished_at is not null, case when finished_at is null then n else -n end limit 1',
  )
  return row === undefined ? null : runItem(row)
}

/** The runs that a subject was part of, newest first. */
export const runsOfSubject = (sql: SyncStatements, subject: number, most: number): ScreeningRun[] =>
  sql
    .all<ScreeningRunsTable>(
      'select * from screening_runs where through >= ? and reached >= ? order by n desc limit ?',
      subject,
      subject,
      most,
    )
    .map(runItem)
