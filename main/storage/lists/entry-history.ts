import type { EntryOver } from '../../../shared/schema/lists.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import type { ListedEntry } from '../../domain/lists/entry.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { shownChange, shownEntry } from './shown.ts'
import type { WatchlistVersionsTable } from './tables.ts'

interface Held {
  readonly row: Pick<WatchlistVersionsTable, 'id' | 'version' | 'imported_at'>
  /** Number of the content; null: the version does not have the entry. */
  readonly n: number | null
}

const contentOf = (sql: SyncStatements, n: number | null): ListedEntry | null => {
  const row =
    n === null ? undefined : sql.get<{ content: string }>('select content from watchlist_contents where n = ?', n)
  return row === undefined ? null : (JSON.parse(row.content) as ListedEntry)
}

/** One entry as a version has it, and what became of it from version to version. */
export const entryOver = (sql: SyncStatements, asked: WatchlistVersionsTable, id: string): EntryOver => {
  const rows = sql.all<Held['row']>(
    'select id, version, imported_at from watchlist_versions where list = ? and version is not null order by version',
    asked.list,
  )
  const held = rows.map((row): Held => ({
    row,
    n:
      sql.get<{ n: number }>('select n from watchlist_members where version_id = ? and entry_id = ?', row.id, id)?.n ??
      null,
  }))
  const history: EntryOver['history'] = []
  let since: EntryOver['since'] = null
  held.forEach(({ row, n }, place) => {
    const before = held[place - 1]?.n ?? null
    const version = row.version ?? 0
    if (n !== before) {
      const { change, fields } = shownChange(id, contentOf(sql, before), contentOf(sql, n))
      history.unshift({ version, imported_at: toTimestamp(row.imported_at), change, fields: [...fields] })
    }
    if (version > (asked.version ?? 0)) return
    if (n === null) since = null
    else if (before === null)
      since = { version, imported_at: toTimestamp(row.imported_at), earliest_kept: place === 0 && version > 1 }
  })
  const entry = contentOf(sql, held.find(({ row }) => row.id === asked.id)?.n ?? null)
  const inForce = sql.get<{ in_force: number | null }>(
    'select in_force from watchlists where key = ?',
    asked.list,
  )?.in_force
  return {
    version: asked.version ?? 0,
    in_force: inForce === asked.id,
    entry: entry === null ? null : shownEntry(entry),
    since,
    history,
  }
}
