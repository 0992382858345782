import type { ListChange } from '../../../shared/schema/lists.ts'
import type { ListedEntry } from '../../domain/lists/entry.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { ChangeCounts } from './list-store.ts'
import { shownChange } from './shown.ts'

const addedSql =
  'from watchlist_members b where b.version_id = ? and not exists (select 1 from watchlist_members a where a.version_id = ? and a.entry_id = b.entry_id)'
const removedSql =
  'from watchlist_members a where a.version_id = ? and not exists (select 1 from watchlist_members b where b.version_id = ? and b.entry_id = a.entry_id)'
const changedSql =
  'from watchlist_members b join watchlist_members a on a.version_id = ? and a.entry_id = b.entry_id and a.n <> b.n where b.version_id = ?'

const count = (sql: SyncStatements, text: string, one: number, other: number): number =>
  sql.get<{ count: number }>(`select count(*) as count ${text}`, one, other)?.count ?? 0

/**
 * How many entries differ between two versions, by their ids in the database. Each content is kept once, so that equal
 * ones have one number.
 */
export const countChanges = (sql: SyncStatements, from: number, to: number): ChangeCounts => ({
  added: count(sql, addedSql, to, from),
  removed: count(sql, removedSql, from, to),
  changed: count(sql, changedSql, from, to),
})

interface ChangeRow {
  readonly entry_id: string
  readonly before: string | null
  readonly after: string | null
}

const changesSql = `
  with changes (entry_id, old_n, new_n) as (
    select b.entry_id, null, b.n ${addedSql}
    union all select a.entry_id, a.n, null ${removedSql}
    union all select b.entry_id, a.n, b.n ${changedSql}
  )
  select entry_id, o.content as before, w.content as after from changes
  left join watchlist_contents o on o.n = old_n left join watchlist_contents w on w.n = new_n
  where ? is null or ? = case when old_n is null then 'added' when new_n is null then 'removed' else 'changed' end
  order by entry_id limit ? offset ?`

const parsed = (content: string | null): ListedEntry | null =>
  content === null ? null : (JSON.parse(content) as ListedEntry)

/** A page of what differs between two versions, by the id of the entry. */
export const readChanges = (
  sql: SyncStatements,
  versions: { readonly from: number; readonly to: number },
  change: ListChange['change'] | null,
  limit: number,
  offset: number,
): readonly ListChange[] => {
  const { from, to } = versions
  return sql
    .all<ChangeRow>(changesSql, to, from, from, to, from, to, change, change, limit, offset)
    .map(({ entry_id: id, before, after }) => shownChange(id, parsed(before), parsed(after)))
}
