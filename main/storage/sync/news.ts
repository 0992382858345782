import type { CaseNews } from '../../../shared/schema/sync.ts'
import type { SyncReads } from '../../sync/reads.ts'
import type { SyncStatements } from '../sqlite/statements.ts'

const listed = 200

type NewsRow = {
  readonly case_id: number
  readonly case_number: string
  readonly title: string
  readonly entries: number
  readonly latest: number
  readonly total: number
}

/**
 * Entries of other devices by arrival; the hub's own (receipts of evidence, words about conflicts) are no news by
 * themselves.
 */
const newsSql = `select c.id as case_id, c.number as case_number, c.title, count(*) as entries, max(e.n) as latest, count(*) over () as total
  from entries e join cases c on c.id = e.chain
  where e.n > ? and e.kid not in (select kid from device union select kid from hub)
  group by c.id order by latest desc limit ${listed}`

/** Makes the read of what others wrote, by the order of arrival on this device. */
export const createNews = (sql: SyncStatements): Pick<SyncReads, 'news'> => ({
  news: (since) => {
    const cursor = sql.get<{ cursor: number | null }>('select max(n) as cursor from entries')?.cursor ?? 0
    const rows = since === undefined ? [] : sql.all<NewsRow>(newsSql, since)
    const cases = rows.map(({ case_id, case_number, title, entries, latest }): CaseNews => ({
      case_id,
      case_number,
      title,
      entries,
      latest,
    }))
    return Promise.resolve({ cursor, total: rows[0]?.total ?? 0, cases })
  },
})
