import { subjectRole } from '../../../shared/schema/alerts.ts'
import type { AlertEntity, SubjectRole } from '../../../shared/schema/alerts.ts'
import type { EntityRef } from '../../../shared/schema/network.ts'
import { proposedRole, standingOfRole } from '../../domain/alerts/subject-role.ts'
import { entityWords } from '../../domain/alerts/words.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { Because } from './because.ts'
import { ofOpenCase } from './known-by-work.ts'

interface Confirmed {
  readonly kind: AlertEntity['kind']
  readonly entity: string
  readonly id: number
  readonly title: string
  readonly signals: string
  readonly moved_at: number | null
  readonly role: string | null
}

// Who it is about was said with the step that confirmed it last.
const confirmedSql = `select a.entity_kind as kind, a.entity_id as entity, a.id, a.title, a.signals, a.moved_at,
    (select json_extract(cast(e.payload as text), '$.pub.subject_role') from (
        select n, hlc, entry from alert_steps where alert_uid = a.uid and alert_id = a.id and type = 'alert.moved' and status = 'confirmed'
        union all select n, hlc, entry from case_alert_steps where alert_uid = a.uid and alert_id = a.id and type = 'alert.moved' and status = 'confirmed'
      ) s join entries e on e.n = s.n order by s.hlc desc, s.entry desc limit 1) as role
  from alerts a where a.status = 'confirmed' and ${ofOpenCase('a')} and a.entity_kind is not null and a.entity_id is not null order by a.id`

const exposedSql = `select distinct x.customer_id as customer, x.account_id as account from alert_transactions t join activities x on x.n = t.transaction_row where t.alert_id = ? limit 2000`

const roleOf = ({ role, kind, signals }: Confirmed): SubjectRole =>
  subjectRole.safeParse(role).data ?? proposedRole(kind, JSON.parse(signals) as string[])

const said: Readonly<Record<SubjectRole, (title: string) => string>> = {
  suspect: (title) => `An alert about it was confirmed, and it is the suspect: ${title}`,
  mule: (title) => `An alert about it was confirmed, and it passes money on: ${title}`,
  victim: (title) => `It is the victim of a fraud that was confirmed: ${title}`,
  taken_over: (title) => `It was taken over by somebody else, as was confirmed: ${title}`,
  compromised: (title) => `It was compromised, as was confirmed: ${title}`,
}

/** Who paid at what was compromised. */
const exposedTo = (sql: SyncStatements, alert: Confirmed): Because[] => {
  const at = entityWords({ kind: alert.kind, id: alert.entity })
  const exposed = (kind: 'customer' | 'account', id: string | null): Because[] =>
    id === null || (kind === alert.kind && id === alert.entity)
      ? []
      : [
          {
            entity: { kind, id },
            certainty: 'exposed',
            source: 'alerts',
            text: `It was exposed to ${at}, which was compromised: ${alert.title}`,
            alertId: alert.id,
            atMs: alert.moved_at,
          },
        ]
  return sql
    .all<{ customer: string | null; account: string | null }>(exposedSql, alert.id)
    .flatMap(({ customer, account }) => [...exposed('customer', customer), ...exposed('account', account)])
}

/** What a person confirmed to be compromised. */
export const compromised = (sql: SyncStatements): EntityRef[] =>
  sql
    .all<Confirmed>(confirmedSql)
    .flatMap((alert) =>
      standingOfRole(roleOf(alert)) === 'compromised' ? [{ kind: alert.kind, id: alert.entity }] : [],
    )

/**
 * What confirmed alerts say of entities: a suspect or a mule is known bad; a victim, an account that was taken over,
 * what was compromised and who paid at it were exposed, which speaks of no badness and spreads none.
 */
export const byAlerts = (sql: SyncStatements): Because[] =>
  sql.all<Confirmed>(confirmedSql).flatMap((alert): Because[] => {
    const role = roleOf(alert)
    const standing = standingOfRole(role)
    const own: Because = {
      entity: { kind: alert.kind, id: alert.entity },
      certainty: standing === 'bad' ? 'confirmed' : 'exposed',
      source: 'alerts',
      text: said[role](alert.title),
      alertId: alert.id,
      atMs: alert.moved_at,
    }
    return standing === 'compromised' ? [own, ...exposedTo(sql, alert)] : [own]
  })
