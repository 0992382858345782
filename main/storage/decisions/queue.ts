import type { Refusal } from '../../../shared/api/errors.ts'
import { recommendedActions, riskLevels } from '../../../shared/schema/activity.ts'
import { decisionOutcomes } from '../../../shared/schema/decisions.ts'
import type { DecisionQueueItem } from '../../../shared/schema/decisions.ts'
import type { DetectionPolicy } from '../../../shared/schema/detection-policy.ts'
import { ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { writingRoles } from '../../../shared/schema/user.ts'
import type { Actor } from '../../domain/access/actor.ts'
import { isApiKey, isSecondPerson, needsFourEyes } from '../../domain/decisions/four-eyes.ts'
import { rankOfAction } from '../../detection/combine.ts'
import type { Walked } from '../alerts/alert-store.ts'
import { decodeCursor, encodeCursor } from '../alerts/cursor.ts'
import { skippedOf } from '../alerts/skip.ts'
import { alertSelect } from '../alerts/rows.ts'
import type { AlertRow } from '../alerts/rows.ts'
import { awaitingSql, pendingProposal } from '../alerts/awaited.ts'
import { readPeople } from '../cases/people.ts'
import type { Vault } from '../ledger/vault.ts'
import type { SqlValue, SyncStatements } from '../sqlite/statements.ts'
import type { QueueQuery } from './decision-store.ts'
import { makerOfKey } from './maker-of-key.ts'
import { decisionOf, everyDecision } from './rows.ts'
import type { DecisionRow } from './rows.ts'

interface Reading {
  readonly sql: SyncStatements
  readonly vault: Vault
  readonly policy: DetectionPolicy
  readonly viewer: Actor
  readonly nowMs: number
}

const actionWords: Readonly<Record<string, string>> = {
  allow: 'let it through',
  review: 'look at it',
  challenge: 'ask the customer for more',
  block: 'stop it',
}

const fourEyesAt = ({ decisions }: DetectionPolicy, level: AlertRow['level']): DecisionQueueItem['four_eyes'] =>
  decisionOutcomes.filter((outcome) => needsFourEyes(decisions.four_eyes, outcome, riskLevels[level] ?? 'low'))

const ofAlertRow = (
  { policy, viewer, nowMs }: Reading,
  row: AlertRow,
): Omit<DecisionQueueItem, 'needs' | 'why' | 'proposal' | 'may_decide' | 'waiting_since'> & {
  readonly may_decide: boolean
} => ({
  alert_id: row.id,
  alert_revision: row.revision,
  transaction_id: null,
  assessment_id: null,
  case_id: row.case_id,
  title: row.title,
  score: row.score,
  risk_level: riskLevels[row.level] ?? 'low',
  recommended_action: recommendedActions[row.action] ?? 'allow',
  signals: JSON.parse(row.signals) as string[],
  due_at: row.due_at === null ? null : toTimestamp(row.due_at),
  overdue: row.open === 1 && row.due_at !== null && row.due_at < nowMs,
  assignee_id: row.assignee_id,
  four_eyes: fourEyesAt(policy, row.level),
  may_decide: writingRoles.includes(viewer.role),
})

const awaitingItem = (reading: Reading, row: AlertRow): DecisionQueueItem => ({
  ...ofAlertRow(reading, row),
  needs: 'decision',
  why: `The detection recommends to ${actionWords[recommendedActions[row.action] ?? 'allow'] ?? ''} (${riskLevels[row.level] ?? 'low'} risk), and nobody has decided at this level.`,
  waiting_since: toTimestamp(row.raised_at),
  proposal: null,
})

const isSupervisor = ({ role }: Actor): boolean => role === 'supervisor' || role === 'admin'

/**
 * Whether a viewer may be the second person of a proposal: nobody is of his own, or of that of an API key that he made.
 */
const maySecond = async ({ sql, viewer }: Reading, proposer: string): Promise<boolean> => {
  if (!isSupervisor(viewer) || !isSecondPerson(proposer, viewer.userUid)) return false
  const maker = isApiKey(proposer) ? await makerOfKey(sql, proposer) : null
  return maker === null || isSecondPerson(maker, viewer.userUid)
}

const proposalItem = async (
  reading: Reading,
  people: Awaited<ReturnType<typeof readPeople>>,
  row: DecisionRow,
): Promise<DecisionQueueItem> => {
  const { sql } = reading
  const proposal = decisionOf(reading, people, row)
  const alert = row.alert_uid === null ? undefined : sql.get<AlertRow>(`${alertSelect} where a.uid = ?`, row.alert_uid)
  const about =
    alert === undefined
      ? {
          alert_id: row.alert_id,
          alert_revision: null,
          transaction_id: row.transaction_id,
          assessment_id: row.assessment_id,
          case_id: row.case_id,
          title:
            row.subject === 'transaction'
              ? `Transaction ${row.transaction_id ?? ''}`
              : row.subject === 'assessment'
                ? `Assessment ${row.assessment_id ?? ''}`
                : `Alert ${row.alert_id ?? ''}`,
          score: row.score ?? 0,
          risk_level: row.level ?? ('low' as const),
          recommended_action: 'review' as const,
          signals: [],
          due_at: null,
          overdue: false,
          assignee_id: null,
          four_eyes: [row.outcome],
        }
      : ofAlertRow(reading, alert)
  return {
    ...about,
    needs: 'second_person',
    why: `${proposal.decided_by.name} proposed \`${row.outcome}\`; a supervisor or admin who did not propose it must approve or refuse.`,
    waiting_since: proposal.decided_at,
    proposal,
    may_decide: await maySecond(reading, row.decided_by),
  }
}

const proposalsWalk = 'queue proposals'
const alertsWalk = 'queue alerts'

const given = (value: SqlValue | undefined): readonly SqlValue[] => (value === undefined ? [] : [value])

/** Proposals first, the oldest first. */
const proposals = async (reading: Reading, query: QueueQuery): Promise<Result<Walked<DecisionQueueItem>, Refusal>> => {
  const from = decodeCursor(proposalsWalk, query.after)
  if (!from.ok) return from
  const beyond = from.value === null ? '' : ' and (d.decided_at, d.uid) > (?, ?)'
  const mine =
    query.assignee === undefined
      ? ''
      : ' and exists (select 1 from alerts a where a.uid = d.alert_uid and a.assignee = ?)'
  const about = query.alert_id === undefined ? '' : ' and d.alert_id = ?'
  const values: SqlValue[] = [...(from.value ?? []), ...given(query.assignee), ...given(query.alert_id)]
  const found = `from ${everyDecision} where d.state = 'proposed'${beyond}${mine}${about}`
  const rows = reading.sql.all<DecisionRow>(
    `select * ${found} order by d.decided_at, d.uid limit ? offset ?`,
    ...values,
    query.size + 1,
    query.skip ?? 0,
  )
  const page = rows.slice(0, query.size)
  const last = page.at(-1)
  const people = await readPeople(reading.sql)
  const data: DecisionQueueItem[] = []
  for (const row of page) data.push(await proposalItem(reading, people, row))
  return ok({
    data,
    next:
      rows.length > page.length && last !== undefined ? encodeCursor(proposalsWalk, [last.decided_at, last.uid]) : null,
    ...skippedOf(
      query.skip,
      page.length > 0,
      (most) =>
        reading.sql.get<{ proposals: number }>(
          `select count(*) as proposals from (select 1 ${found} limit ?)`,
          ...values,
          most,
        )?.proposals ?? 0,
    ),
  })
}

/** Alerts that ask for a person, riskiest first. */
const awaiting = (reading: Reading, query: Omit<QueueQuery, 'needs'>): Result<Walked<DecisionQueueItem>, Refusal> => {
  const from = decodeCursor(alertsWalk, query.after)
  if (!from.ok) return from
  const conditions = [
    `${awaitingSql} and not (${pendingProposal})`,
    ...(query.assignee === undefined ? [] : ['a.assignee = ?']),
    ...(query.alert_id === undefined ? [] : ['a.id = ?']),
    ...(from.value === null ? [] : ['(a.score, a.id) < (?, ?)']),
  ]
  const values: SqlValue[] = [
    rankOfAction(reading.policy.decisions.from_action),
    ...given(query.assignee),
    ...given(query.alert_id),
    ...(from.value ?? []),
  ]
  const where = conditions.join(' and ')
  const order = 'order by a.score desc, a.id desc'
  // What is passed over is not read whole.
  const rows = reading.sql.all<AlertRow>(
    `${alertSelect} where a.id in (select a.id from alerts a where ${where} ${order} limit ? offset ?) ${order}`,
    ...values,
    query.size + 1,
    query.skip ?? 0,
  )
  const page = rows.slice(0, query.size)
  const last = page.at(-1)
  return ok({
    data: page.map((row) => awaitingItem(reading, row)),
    next: rows.length > page.length && last !== undefined ? encodeCursor(alertsWalk, [last.score, last.id]) : null,
    ...skippedOf(
      query.skip,
      page.length > 0,
      (most) =>
        reading.sql.get<{ alerts: number }>(
          `select count(*) as alerts from (select 1 from alerts a where ${where} limit ?)`,
          ...values,
          most,
        )?.alerts ?? 0,
    ),
  })
}

/** A page of what awaits a person: proposals, then alerts. */
export const readQueue = async (
  reading: Reading,
  query: QueueQuery,
): Promise<Result<Walked<DecisionQueueItem>, Refusal>> => {
  if (query.needs === 'second_person') return await proposals(reading, query)
  const inAlerts = query.needs === 'decision' || (query.after !== undefined && decodeCursor(alertsWalk, query.after).ok)
  if (inAlerts) return awaiting(reading, query)
  const first = await proposals(reading, query)
  if (!first.ok || first.value.next !== null) return first
  const { data, skipped = 0 } = first.value
  const room = query.size - data.length
  // A page that the proposals fill to the brim goes on with the alerts from their beginning.
  if (room === 0) return ok({ ...first.value, next: encodeCursor(alertsWalk, [2, 0]) })
  const rest = awaiting(reading, {
    size: room,
    assignee: query.assignee,
    alert_id: query.alert_id,
    after: undefined,
    ...(query.skip === undefined ? {} : { skip: query.skip - skipped }),
  })
  return rest.ok
    ? ok({
        ...rest.value,
        data: [...data, ...rest.value.data],
        ...(query.skip === undefined ? {} : { skipped: skipped + (rest.value.skipped ?? 0) }),
      })
    : rest
}
