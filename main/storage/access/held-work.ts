import { refusal } from '../../../shared/api/errors.ts'
import type { ErrorDetail, Refusal } from '../../../shared/api/errors.ts'
import type { Statements } from '../sqlite/statements.ts'

/** So many of each are named in the details; the message counts all. */
const namedMax = 50

const unfinishedCases = "from cases where owner_id = ? and status not in ('resolved', 'closed')"
const openAlerts = 'from alerts where assignee = ? and open = 1'

const counted = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]

/**
 * Why a user cannot become an auditor now; null where he can. An auditor changes nothing, so unfinished cases that he
 * owns and open alerts that are assigned to him would wait for somebody who may not work them,
 * unseen by all who may. What he proposed or wrote stands, and another person approves it as before; finished cases
 * name him as their owner of then.
 */
export const heldWorkFault = async (
  sql: Statements,
  user: { readonly id: number; readonly uid: string },
): Promise<Refusal | null> => {
  const countOf = async (text: string, value: number | string): Promise<number> =>
    (await sql.get<{ count: number }>(`select count(*) as count ${text}`, value))?.count ?? 0
  const cases = await countOf(unfinishedCases, user.id)
  const alerts = await countOf(openAlerts, user.uid)
  if (cases + alerts === 0) return null
  const named = async (what: string, text: string, value: number | string): Promise<ErrorDetail[]> =>
    (
      await sql.all<{ id: number; name: string }>(`select id, ${what} ${text} order by id limit ?`, value, namedMax)
    ).map(({ id, name }) => ({ path: 'role', message: `${name} (id ${id})` }))
  const details = [
    ...(await named('number as name', unfinishedCases, user.id)),
    ...(await named("'alert' as name", openAlerts, user.uid)),
  ]
  const held = [
    ...counted(cases, 'unfinished case', 'unfinished cases'),
    ...counted(alerts, 'open alert', 'open alerts'),
  ].join(' and ')
  return refusal(
    'work_held',
    `An auditor works nothing, and this user has ${held}. Nothing was changed; give them to others first, then change the role.`,
    details,
  )
}
