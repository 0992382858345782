import { createHash } from 'node:crypto'
import { toTimestamp } from '../../../shared/schema/text.ts'
import type { ListedEntry } from '../../domain/lists/entry.ts'
import { canonicalJson } from '../../seal/canonical.ts'
import type { JsonValue } from '../../seal/canonical.ts'
import { contentsDigest } from '../lists/contents-digest.ts'
import type { WatchlistContentsTable, WatchlistVersionsTable } from '../lists/tables.ts'
import type { KpiReportsTable } from '../reports/tables.ts'
import type { SyncStatements } from '../sqlite/statements.ts'

interface Sealed {
  readonly type: string
  readonly subject: string
  readonly actor: string
  readonly at: string
  readonly pub: Readonly<Record<string, JsonValue | undefined>>
}

/** Whoever alters rows need not leave them readable: what cannot be read does not hold. */
const holds = (comparison: () => boolean): boolean => {
  try {
    return comparison()
  } catch {
    return false
  }
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

/** What an entry of the workspace says; null where there is none. */
const sealedIn = (sql: SyncStatements, entry: string): Sealed | null => {
  const row = sql.get<{ payload: Buffer }>(
    'select payload from entries where id = ? and chain = 0',
    Buffer.from(entry, 'hex'),
  )
  try {
    return row === undefined ? null : (JSON.parse(row.payload.toString('utf8')) as Sealed)
  } catch {
    // A damaged entry has a finding of its own.
    return null
  }
}

/** Contents read at a time. */
const batch = 2_000

// A later Unicode can have lower letters that the release which read the list did not know.
const isAsRead = ({ hash, names, content }: Pick<WatchlistContentsTable, 'hash' | 'names' | 'content'>): boolean =>
  sha256(content).equals(hash) &&
  (JSON.parse(content) as ListedEntry).names.map(({ text }) => text.toLowerCase()).join('\n') === names.toLowerCase()

/** How many contents of lists are not what their hash says, or are searched by other names than they have. */
const alteredContents = (sql: SyncStatements): number => {
  let altered = 0
  let after = 0
  for (;;) {
    const rows = sql.all<Pick<WatchlistContentsTable, 'n' | 'hash' | 'names' | 'content'>>(
      'select n, hash, names, content from watchlist_contents where n > ? order by n limit ?',
      after,
      batch,
    )
    altered += rows.filter((row) => !holds(() => isAsRead(row))).length
    const last = rows.at(-1)
    if (last === undefined) return altered
    after = last.n
  }
}

interface Counted {
  readonly entries: number
  /** The digest of the contents; null where the entry seals none. */
  readonly contents: string | null
}

/**
 * Whether a version is the one that an entry put in force. Entries of releases that sealed no digest of the contents
 * are held against the counts alone.
 */
const isVersionOf = (row: WatchlistVersionsTable, { pub }: Sealed, counted: Counted): boolean =>
  pub['version'] === row.version &&
  pub['sha256'] === row.sha256 &&
  pub['bytes'] === row.bytes &&
  pub['format'] === row.format &&
  pub['skipped'] === row.skipped &&
  pub['names'] === row.names &&
  pub['published_at'] === (row.published_at === null ? null : toTimestamp(row.published_at)) &&
  pub['entries'] === row.entries &&
  row.entries === counted.entries &&
  canonicalJson(pub['parts'] ?? {}) === canonicalJson(JSON.parse(row.parts) as JsonValue) &&
  (pub['contents_sha256'] === undefined || pub['contents_sha256'] === counted.contents)

/**
 * What a folder sealed before it joined a hub counts here too, though the projection leaves it out (Y-14): it says what
 * its own rows were.
 */
const activationsSql = `select cast(payload as text) as payload from entries where chain = 0 and json_valid(cast(payload as text))
  and json_extract(cast(payload as text), '$.type') = 'screening_list.in_force' and json_extract(cast(payload as text), '$.dev') = ? order by n desc`

/** What this device has put in force of each list, the newest first. */
const activationsOf = (sql: SyncStatements, deviceId: string): ReadonlyMap<string, readonly Sealed[]> =>
  Map.groupBy(
    sql.all<{ payload: string }>(activationsSql, deviceId).map(({ payload }) => JSON.parse(payload) as Sealed),
    ({ subject }) => subject,
  )

const differs = 'a version of a list that names are screened against is not the one that was put in force'

const versionProblems = async (
  sql: SyncStatements,
  activations: ReadonlyMap<string, readonly Sealed[]>,
  isExplained: boolean,
): Promise<string[]> => {
  const problems: string[] = []
  for (const row of sql.all<WatchlistVersionsTable>(
    'select * from watchlist_versions where version is not null order by id',
  )) {
    const sealed = activations.get(row.list)?.find(({ pub }) => pub['version'] === row.version)
    const entries =
      sql.get<{ count: number }>('select count(*) as count from watchlist_members where version_id = ?', row.id)
        ?.count ?? 0
    const counted: Counted = {
      entries,
      contents: sealed?.pub['contents_sha256'] === undefined ? null : await contentsDigest(sql, row.id),
    }
    const isSealed = sealed === undefined ? isExplained : holds(() => isVersionOf(row, sealed, counted))
    if (!isSealed) problems.push(differs)
  }
  return problems
}

/**
 * Of a version that nothing here put in force, a sealed hub explains that: the entry was set aside, or is of an earlier
 * epoch of the device.
 */
const inForceProblems = (
  sql: SyncStatements,
  activations: ReadonlyMap<string, readonly Sealed[]>,
  isExplained: boolean,
): string[] =>
  [...activations].flatMap(([list, ofList]) => {
    const row = sql.get<Pick<WatchlistVersionsTable, 'version'>>(
      'select v.version from watchlists w join watchlist_versions v on v.id = w.in_force and v.list = w.key where w.key = ?',
      list,
    )
    const isLast = row !== undefined && ofList[0]?.pub['version'] === row.version
    const isAnothers = row !== undefined && isExplained && !ofList.some(({ pub }) => pub['version'] === row.version)
    return isLast || isAnothers ? [] : ['another version of a list is in force than was put in force last, or none']
  })

const listProblems = async (sql: SyncStatements, deviceId: string, isExplained: boolean): Promise<string[]> => {
  const altered = alteredContents(sql)
  const activations = activationsOf(sql, deviceId)
  return [
    ...(altered === 0 ? [] : [`${altered} entries of lists that names are screened against are not as they were read`]),
    ...(await versionProblems(sql, activations, isExplained)),
    ...inForceProblems(sql, activations, isExplained),
  ]
}

const isTime = (value: JsonValue | undefined, ms: number): boolean =>
  typeof value === 'string' && Date.parse(value) === ms

const isReportOf = (row: KpiReportsTable, { type, actor, at, pub }: Sealed): boolean =>
  type === 'kpi.reported' &&
  pub['format'] === undefined &&
  pub['sha256'] === row.sha256 &&
  sha256(row.figures).toString('hex') === row.sha256 &&
  isTime(pub['from'], row.from_at) &&
  isTime(pub['to'], row.to_at) &&
  isTime(at, row.made_at) &&
  actor === row.made_by

/**
 * KPI reports whose figures are not those that were sealed. One whose entry is not here was set aside with it, where a
 * hub explains that (L-85).
 */
const kpiProblems = (sql: SyncStatements, isExplained: boolean): string[] => {
  const wrong = sql.all<KpiReportsTable>('select * from kpi_reports').filter((row) => {
    const sealed = sealedIn(sql, row.entry)
    return sealed === null ? !isExplained : !holds(() => isReportOf(row, sealed))
  }).length
  return wrong === 0 ? [] : [`${wrong} KPI reports differ from what was sealed of them`]
}

/**
 * L-87: rows that no applier makes, of which an entry of the workspace seals what they say: versions of lists that
 * names are screened against, and KPI reports.
 *
 * @param isExplained whether a sealed hub explains entries that are not here
 */
export const sealedCopyProblems = async (
  sql: SyncStatements,
  deviceId: string,
  isExplained: boolean,
): Promise<string[]> => [...(await listProblems(sql, deviceId, isExplained)), ...kpiProblems(sql, isExplained)]
