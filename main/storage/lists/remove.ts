import type { Refusal } from '../../../shared/api/errors.ts'
import type { ListVersionUse, VersionKept } from '../../../shared/schema/lists.ts'
import { ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import type { EntryDraft, LedgerTx } from '../ledger/ledger.ts'
import type { Statements } from '../sqlite/statements.ts'
import type { WatchlistVersionsTable } from './tables.ts'

interface Count {
  readonly version: string
  readonly count: number
}

/** Hits say which version they were found in. */
const hitsSql =
  "select json_extract(match, '$.list_version') as version, count(*) as count from screening_hits where list = ? group by 1"

/** Sealed dispositions say it too, and whoever asks why somebody was cleared must be able to look. */
const dispositionsSql = `select json_extract(cast(e.payload as text), '$.pub.list_version') as version, count(*) as count from screening_dispositions d join entries e on e.n = d.n
  where json_extract(cast(e.payload as text), '$.pub.list') = ? group by 1`

const countsOf = (rows: readonly Count[]): ReadonlyMap<string, number> =>
  new Map(rows.map(({ version, count }) => [version, count]))

/**
 * The versions of a list, newest first, with what each is needed for. The newest number stays, so that none is ever
 * given twice.
 */
export const versionsInUse = async (sql: Statements, key: string): Promise<ListVersionUse[]> => {
  const inForce =
    (await sql.get<{ in_force: number | null }>('select in_force from watchlists where key = ?', key))?.in_force ?? null
  const hits = countsOf(await sql.all<Count>(hitsSql, key))
  const dispositions = countsOf(await sql.all<Count>(dispositionsSql, key))
  const rows = await sql.all<WatchlistVersionsTable>(
    'select * from watchlist_versions where list = ? and version is not null order by version desc',
    key,
  )
  return rows.map((row, place): ListVersionUse => {
    const version = row.version ?? 0
    const use = { hits: hits.get(String(version)) ?? 0, dispositions: dispositions.get(String(version)) ?? 0 }
    const kept: VersionKept | null =
      row.id === inForce
        ? 'in_force'
        : place === 0
          ? 'newest'
          : use.hits > 0
            ? 'hits'
            : use.dispositions > 0
              ? 'dispositions'
              : null
    return { version, imported_at: toTimestamp(row.imported_at), entries: row.entries, ...use, kept }
  })
}

/**
 * A version of a list is no longer kept on this device. The reason is a person's words, so it is bound by digest only.
 */
const versionRemoved = (key: string, row: WatchlistVersionsTable, reason: string): EntryDraft => ({
  case: 'workspace',
  type: 'screening_list.version_removed',
  subject: key,
  pub: {
    version: row.version,
    sha256: row.sha256,
    entries: row.entries,
    published_at: row.published_at === null ? null : toTimestamp(row.published_at),
  },
  withheld: { reason },
})

/**
 * Takes the number from a version that nothing refers to, and seals that; its entries are forgotten afterwards, by its
 * id.
 */
export const removeVersionTx = async (
  tx: LedgerTx,
  key: string,
  version: number,
  reason: string,
): Promise<Result<{ readonly id: number } | { readonly because: VersionKept | 'unknown' }, Refusal>> => {
  const use = (await versionsInUse(tx.sql, key)).find((one) => one.version === version)
  if (use === undefined) return ok({ because: 'unknown' })
  if (use.kept !== null) return ok({ because: use.kept })
  const row = await tx.sql.get<WatchlistVersionsTable>(
    'select * from watchlist_versions where list = ? and version = ?',
    key,
    version,
  )
  if (row === undefined) return ok({ because: 'unknown' })
  await tx.sql.run('update watchlist_versions set version = null where id = ?', row.id)
  await tx.append(versionRemoved(key, row, reason))
  return ok({ id: row.id })
}
