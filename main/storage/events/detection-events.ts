import { isDisposed } from '../../../shared/schema/alerts.ts'
import type { AlertStatus } from '../../../shared/schema/alerts.ts'
import type { EventType } from '../../../shared/schema/events.ts'
import { deviceIdsOf } from '../ledger/device-ids.ts'
import type { OpenedEntry } from '../ledger/ledger.ts'
import type { SyncStatements } from '../sqlite/statements.ts'

/** An event before it is held against the list. */
interface Told {
  readonly type: EventType
  readonly data: Readonly<Record<string, unknown>>
}

/**
 * Reads what an event says of an entry about alerts, decisions, rules and lists; its projection stands already. Null:
 * it is none.
 */
type Teller = (sql: SyncStatements, entry: OpenedEntry) => Promise<Told | null> | Told | null

const alertOf = async (
  sql: SyncStatements,
  { payload }: OpenedEntry,
): Promise<{ alert_id: number; alert_uid: string }> => {
  const ids = await deviceIdsOf(sql, payload)
  return { alert_id: ids.read(payload.pub['alert_id'] as number), alert_uid: payload.subject }
}

const userId = (sql: SyncStatements, uid: unknown): number | null =>
  typeof uid === 'string' ? (sql.get<{ id: number }>('select id from users where uid = ?', uid)?.id ?? null) : null

const moved: Teller = async (sql, entry) => {
  const { from, to } = entry.payload.pub
  const status = to as AlertStatus
  return {
    type: 'alert.status_changed',
    data: { ...(await alertOf(sql, entry)), from, to, disposition: isDisposed(status) ? status : null },
  }
}

const lastAssignee =
  'select assignee from (select entry, n, alert_uid, assignee from alert_steps union all select entry, n, alert_uid, assignee from case_alert_steps) where alert_uid = ? and assignee is not null and entry <> ? order by n desc limit 1'

const assigned: Teller = async (sql, entry) => {
  const before = sql.get<{ assignee: string }>(lastAssignee, entry.payload.subject, entry.id)
  return {
    type: 'alert.assigned',
    data: {
      ...(await alertOf(sql, entry)),
      from_id: userId(sql, before?.assignee),
      to_id: userId(sql, entry.payload.pub['to_uid']),
    },
  }
}

const attached: Teller = async (sql, entry) => ({ type: 'alert.linked', data: await alertOf(sql, entry) })

interface DecisionRow {
  readonly outcome: string
  readonly state: string
  readonly alert_id: number | null
}

const decision =
  'select outcome, state, alert_id from decisions where uid = ? union all select outcome, state, alert_id from case_decisions where uid = ?'

/** One on which the second person's word has come along is asked of nobody. */
const proposed: Teller = (sql, { payload: { subject } }) => {
  const row = sql.get<DecisionRow>(decision, subject, subject)
  return row?.state !== 'proposed'
    ? null
    : {
        type: 'decision.requested',
        data: { decision_id: subject, alert_id: row.alert_id, case_id: null, needs: 'second_person' },
      }
}

/** The word of a second person that had no effect is no event. */
const decided =
  (state: 'recorded' | 'approved' | 'refused'): Teller =>
  (sql, { payload: { subject } }) => {
    const row = sql.get<DecisionRow>(decision, subject, subject)
    return row?.state !== state
      ? null
      : {
          type: 'decision.recorded',
          data: { decision_id: subject, alert_id: row.alert_id, case_id: null, outcome: row.outcome, status: state },
        }
  }

interface RuleRow {
  readonly key: string
  readonly version: number
  readonly state: string
}

const ruleOf = (sql: SyncStatements, contentEntry: string | undefined, key: string): RuleRow | undefined =>
  contentEntry === undefined
    ? undefined
    : sql.get<RuleRow>('select key, version, state from rules where content_entry = ? and key = ?', contentEntry, key)

const rule =
  (contentOf: (entry: OpenedEntry) => string | undefined): Teller =>
  (sql, entry) => {
    const row = ruleOf(sql, contentOf(entry), entry.payload.subject)
    return row === undefined
      ? null
      : { type: 'rule.changed', data: { rule_id: row.key, version: row.version, from: null, to: row.state } }
  }

const list: Teller = (sql, { payload: { subject } }) => {
  const items =
    sql.get<{ items: number }>('select count(*) as items from list_values where list = ?', subject)?.items ?? 0
  return { type: 'list.changed', data: { list_id: subject, items } }
}

/** By type of entry, in whichever chain it stands. */
export const detectionEvents: Readonly<Record<string, Teller>> = {
  'alert.moved': moved,
  'alert.assigned': assigned,
  'alert.attached': attached,
  'decision.proposed': proposed,
  'decision.recorded': decided('recorded'),
  'decision.approved': decided('approved'),
  'decision.refused': decided('refused'),
  'detection.policy_changed': () => ({ type: 'policy.changed', data: { policy: 'detection' } }),
  'rule.changed': rule(({ id }) => id),
  'rule.moved': rule(({ payload }) => payload.refs?.[0]),
  'list.changed': list,
  'list.values_added': list,
  'list.values_removed': list,
}
