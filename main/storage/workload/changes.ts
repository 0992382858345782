import { toTimestamp } from '../../../shared/schema/text.ts'
import { workloadLimits } from '../../../shared/schema/workload.ts'
import type { Workload } from '../../../shared/schema/workload.ts'
import type { Actor } from '../../domain/access/actor.ts'
import { unchangingTypes } from '../../domain/cases/unchanging.ts'
import type { People } from '../cases/people.ts'
import { personOf } from '../decisions/rows.ts'
import type { SyncStatements } from '../sqlite/statements.ts'

type Changes = NonNullable<Workload['own']>['changes']

interface Row {
  readonly case_id: number
  readonly number: string
  readonly title: string
  readonly id: Buffer
  readonly type: string
  readonly at: string
  readonly actor: string
  readonly total: number
}

const { changedCases, entriesOfCase } = workloadLimits

const recentSql =
  'select id, number, title, updated_at from cases where owner_id = ? and updated_at >= ? order by updated_at desc, id limit ?'

const looked = `recent r cross join entries e on e.chain = r.id and e.pos > (select max(pos) from entries where chain = r.id) - ${entriesOfCase}`

const field = (name: string): string => `json_extract(cast(e.payload as text), '$.${name}')`

const changesSql = `with recent as (${recentSql})
  select r.id as case_id, r.number, r.title, e.id, ${field('type')} as type, ${field('at')} as at, ${field('actor')} as actor, count(*) over () as total
  from ${looked}
  where at >= ? and actor <> ? and type not in (select value from json_each(?))
  order by at desc, e.n desc limit ${workloadLimits.changes}`

// The entry before the first that is looked at.
const cutSql = `with recent as (${recentSql})
  select 1 from recent r cross join entries e on e.chain = r.id and e.pos = (select max(pos) from entries where chain = r.id) - ${entriesOfCase}
  where ${field('at')} >= ? limit 1`

/** What others changed in the cases of somebody from a time on, the newest first. */
export const readCaseChanges = (sql: SyncStatements, people: People, viewer: Actor, sinceMs: number): Changes => {
  const since = new Date(sinceMs).toISOString()
  const rows = sql.all<Row>(
    changesSql,
    viewer.userId,
    sinceMs,
    changedCases,
    since,
    viewer.userUid,
    JSON.stringify(unchangingTypes),
  )
  const more = sql.all(recentSql, viewer.userId, sinceMs, changedCases + 1).length > changedCases
  const cut = sql.get(cutSql, viewer.userId, sinceMs, changedCases, since) !== undefined
  return {
    since: toTimestamp(sinceMs),
    total: rows[0]?.total ?? 0,
    complete: !more && !cut,
    items: rows.map((row) => ({
      case_id: row.case_id,
      case_number: row.number,
      case_title: row.title,
      entry_id: row.id.toString('hex'),
      type: row.type,
      at: toTimestamp(Date.parse(row.at)),
      by: personOf(people, row.actor),
    })),
  }
}
