import type { FoundOf, SearchReason } from '../../../shared/schema/search.ts'
import type { ListedEntry } from '../../domain/lists/entry.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { foundMost, shownOf } from './finding.ts'
import type { SearchCandidate, Finding, SearchReads } from './finding.ts'
import { beginningRange } from './question.ts'
import type { Question } from './question.ts'
import { reasonOfId, reasonOfName, reasonOfWords } from './reasons.ts'

type Entry = FoundOf<'list_entry'>
type List = FoundOf<'list'>

interface EntryRow {
  readonly list: string
  readonly entry_id: string
  readonly content: string
}
interface ListRow {
  readonly key: string
  readonly title: string
  readonly holds: List['holds']
}

/** Contents that are looked at: earlier versions of a list have some of their own. */
const lookedAt = 200

const titleOf = (sql: SyncStatements, key: string): string =>
  sql.get<{ title: string }>('select title from watchlist_settings where key = ?', key)?.title ?? key

const shownEntry =
  ({ sql }: SearchReads) =>
  ({ list, entry_id: id, content }: EntryRow, reason: SearchReason): Entry => {
    const entry = JSON.parse(content) as ListedEntry
    return {
      kind: 'list_entry',
      list,
      list_title: titleOf(sql, list),
      id,
      name: entry.names[0]?.text ?? id,
      entry_kind: entry.kind,
      reason,
    }
  }

/** By the publisher's id, in the current version of each list. */
const byId = ({ sql }: SearchReads, question: Question): SearchCandidate<string, EntryRow>[] =>
  question.spellings.flatMap((spelling) => {
    const [from, to] = question.takesBeginnings ? beginningRange(spelling) : [spelling, `${spelling}\u0000`]
    return sql
      .all<EntryRow>(
        `select w.key as list, m.entry_id, c.content from watchlists w
         cross join watchlist_members m on m.version_id = w.in_force and m.entry_id >= ? and m.entry_id < ?
         cross join watchlist_contents c on c.n = m.n limit ?`,
        from,
        to,
        foundMost,
      )
      .flatMap((row) => {
        const reason = reasonOfId(question, 'id', row.entry_id)
        return reason === null ? [] : [{ key: `${row.list}:${row.entry_id}`, row, reason }]
      })
  })

/** By words of the names; what only an earlier version has is left out. */
const byName = ({ sql }: SearchReads, question: Question): SearchCandidate<string, EntryRow>[] =>
  question.match === null
    ? []
    : sql
        .all<EntryRow>(
          `select c.list, m.entry_id, c.content from (
             select rowid as n from listed_words where listed_words match ? order by rowid desc limit ${lookedAt}
           ) found cross join watchlist_contents c on c.n = found.n
           cross join watchlists w on w.key = c.list
           cross join watchlist_members m on m.version_id = w.in_force and m.entry_id = c.content ->> '$.id' and m.n = c.n
           order by found.n desc limit ?`,
          question.match,
          foundMost,
        )
        .map((row) => {
          const names = (JSON.parse(row.content) as ListedEntry).names.map(({ text }) => text)
          return { key: `${row.list}:${row.entry_id}`, row, reason: reasonOfName(question, 'name', names) }
        })

/** Entries of the lists that names are screened against. */
export const findListEntries = (reads: SearchReads, question: Question): Finding<Entry> =>
  shownOf([...byId(reads, question), ...byName(reads, question)], shownEntry(reads))

const shownList = ({ key, title, holds }: ListRow, reason: SearchReason): List => ({
  kind: 'list',
  list: key,
  title,
  holds,
  reason,
})

/** Lists by key and title: there are few. */
const byTitle = ({ sql }: SearchReads, question: Question): SearchCandidate<string, ListRow>[] =>
  sql
    .all<ListRow>(
      `select w.key, coalesce(s.title, w.key) as title, 'names' as holds from watchlists w left join watchlist_settings s on s.key = w.key
       union all select key, name, 'values' from lists order by 2`,
    )
    .flatMap((row) => {
      const key = reasonOfId(question, 'id', row.key)
      const reason =
        key !== null && (key.how === 'exact' || question.takesBeginnings)
          ? key
          : reasonOfWords(question, 'title', row.title)
      return reason === null ? [] : [{ key: `${row.holds}:${row.key}`, row, reason }]
    })

/** Lists that rules read, by a value that counts now. */
const byValue = ({ sql, nowMs }: SearchReads, question: Question): SearchCandidate<string, ListRow>[] =>
  question.spellings.flatMap((spelling) =>
    sql
      .all<ListRow & { value: string }>(
        `select l.key, l.name as title, 'values' as holds, v.value from list_values v cross join lists l on l.key = v.list
         where v.value = ? and (v.expires_at is null or v.expires_at > ?) order by l.key limit ?`,
        spelling,
        nowMs,
        foundMost,
      )
      .flatMap((row) => {
        const reason = reasonOfId(question, 'value', row.value)
        return reason === null ? [] : [{ key: `values:${row.key}`, row, reason }]
      }),
  )

/** Lists by key and title, and those that hold a value. */
export const findLists = (reads: SearchReads, question: Question): Finding<List> =>
  shownOf([...byValue(reads, question), ...byTitle(reads, question)], shownList)
