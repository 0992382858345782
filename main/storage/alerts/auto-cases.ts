import { recommendedActions, riskLevels } from '../../../shared/schema/activity.ts'
import type { RiskLevel } from '../../../shared/schema/activity.ts'
import type { AlertEntity } from '../../../shared/schema/alerts.ts'
import { isFinished } from '../../../shared/schema/case.ts'
import type { CaseStatus } from '../../../shared/schema/case.ts'
import type { DetectionPolicy } from '../../../shared/schema/detection-policy.ts'
import { hourMs } from '../../../shared/text/days.ts'
import type { Actor } from '../../domain/access/actor.ts'
import { briefOf } from '../../domain/alerts/brief.ts'
import type { BriefedAlert } from '../../domain/alerts/brief.ts'
import { entityKindWord, levelWord, moneyWords, signalWords, titleByTemplate } from '../../domain/alerts/words.ts'
import { rankOfLevel } from '../../detection/combine.ts'
import { changeLinks } from '../cases/link-case.ts'
import { openCase } from '../cases/open-case.ts'
import type { CaseParts } from '../cases/parts.ts'
import type { LedgerTx } from '../ledger/ledger.ts'
import type { SqlValue } from '../sqlite/statements.ts'
import { riskiestOf } from './attach.ts'
import type { AlertsTable } from './tables.ts'
import { together } from './together.ts'

/** What opening cases stands on. */
export interface CaseOpening extends Pick<CaseParts, 'env' | 'institution' | 'deviceNumber' | 'policy'> {
  /** A case that is due could not be opened for want of a number of that moment's day. */
  readonly lacksNumber: (actor: Actor, atMs: number) => void
}

/** In which transaction, in whose name and by which policy alerts get their cases. */
export interface CaseWork {
  /** In it the policy acts (`policyActing`). */
  readonly tx: LedgerTx
  readonly parts: CaseOpening
  readonly actor: Actor
  readonly policy: DetectionPolicy
}

/** Alerts that one new case takes at once; the others join it with the activities that follow. */
const alertsTaken = 200

const briefed = async (tx: LedgerTx, alert: AlertsTable): Promise<BriefedAlert> => ({
  id: alert.id,
  title: alert.title,
  level: riskLevels[alert.level] ?? 'low',
  score: alert.score,
  action: recommendedActions[alert.action] ?? 'allow',
  count: alert.count,
  firstAtMs: alert.first_at,
  lastAtMs: alert.last_at,
  totals: JSON.parse(alert.totals) as Record<string, number>,
  reasons: JSON.parse(alert.reasons) as BriefedAlert['reasons'],
  transactions: (await riskiestOf(tx.sql, alert.id, 10)).map((item) => ({
    transaction_id: item.transaction_id,
    atMs: item.at,
    amount: item.amount,
    currency: item.currency,
    counterparty_id: item.counterparty_id,
  })),
})

const entityOfAlert = (alert: AlertsTable): AlertEntity | null =>
  alert.entity_kind === null || alert.entity_id === null ? null : { kind: alert.entity_kind, id: alert.entity_id }

/** The interface knows customers and accounts of a case by whole numbers; other identifiers stand in the brief. */
const relatedTo = (entity: AlertEntity | null): { related_customer_id?: number; related_account_id?: number } => {
  const id = entity !== null && /^[1-9]\d{0,15}$/u.test(entity.id) ? Number(entity.id) : null
  if (id === null || !Number.isSafeInteger(id)) return {}
  if (entity?.kind === 'customer') return { related_customer_id: id }
  return entity?.kind === 'account' ? { related_account_id: id } : {}
}

const titleOf = (entity: AlertEntity | null, count: number, worst: AlertsTable, { cases }: DetectionPolicy): string => {
  const level = riskLevels[worst.level] ?? 'low'
  const [signal = `${level}_risk`] = JSON.parse(worst.signals) as string[]
  const values = {
    level: levelWord(level),
    entity_kind: entity === null ? 'activity' : entityKindWord(entity.kind),
    entity: entity?.id ?? '',
    signal: signalWords(signal),
    count: String(count),
    amount: moneyWords(JSON.parse(worst.totals) as Record<string, number>),
  }
  return titleByTemplate(cases.title, values, worst.title)
}

type Span = Pick<AlertsTable, 'first_at' | 'last_at'>

const keepEntityCase = async (
  tx: LedgerTx,
  entity: AlertEntity | null,
  caseId: number,
  { first_at: first, last_at: last }: Span,
): Promise<void> => {
  if (entity === null) return
  await tx.sql.run(
    `insert into entity_cases (entity_kind, entity_id, case_id, first_at, last_at) values (?, ?, ?, ?, ?)
     on conflict do update set first_at = min(first_at, excluded.first_at), last_at = max(last_at, excluded.last_at)`,
    entity.kind,
    entity.id,
    caseId,
    first,
    last,
  )
}

/**
 * The case of an alert that has grown reaches as far as the alert; one that a person made stays the person's, and takes
 * nothing by itself.
 */
const widenEntityCase = async (
  tx: LedgerTx,
  entity: AlertEntity | null,
  caseId: number,
  { first_at: first, last_at: last }: Span,
): Promise<void> => {
  if (entity === null) return
  await tx.sql.run(
    'update entity_cases set first_at = min(first_at, ?), last_at = max(last_at, ?) where entity_kind = ? and entity_id = ? and case_id = ? and (first_at > ? or last_at < ?)',
    first,
    last,
    entity.kind,
    entity.id,
    caseId,
    first,
    last,
  )
}

/**
 * The unfinished case of an entity that an alert still falls to: its activities and the alert's are at most the
 * cool-down apart, whichever came first.
 */
const caseInForce = async (
  tx: LedgerTx,
  entity: AlertEntity | null,
  alert: AlertsTable,
  { cases }: DetectionPolicy,
): Promise<number | null> => {
  if (entity === null) return null
  const reach = cases.cool_down_hours * hourMs
  const rows = await tx.sql.all<{ id: number; status: CaseStatus }>(
    'select c.id, c.status from entity_cases e join cases c on c.id = e.case_id where e.entity_kind = ? and e.entity_id = ? and e.last_at >= ? and e.first_at <= ? order by e.last_at desc, c.id desc limit 20',
    entity.kind,
    entity.id,
    alert.first_at - reach,
    alert.last_at + reach,
  )
  return rows.find(({ status }) => !isFinished(status))?.id ?? null
}

interface Condition {
  readonly text: string
  readonly values: readonly SqlValue[]
}

/**
 * SQL that holds for the open alerts of the entity that no case holds, within the cool-down of this one; for the alert
 * itself too.
 */
const looseWith = (
  { kind, id }: AlertEntity,
  { first_at: first, last_at: last }: Span,
  from: RiskLevel,
  { cases }: DetectionPolicy,
): Condition => {
  const reach = cases.cool_down_hours * hourMs
  // `+open` keeps SQLite from walking all open alerts by their score in place of the few of the entity.
  return {
    text: 'entity_kind = ? and entity_id = ? and +open = 1 and case_id is null and level >= ? and last_at >= ? and first_at <= ?',
    values: [kind, id, rankOfLevel(from), first - reach, last + reach],
  }
}

/** The alert, and the riskiest that are loose with it. */
const taken = (tx: LedgerTx, alert: AlertsTable, loose: Condition): Promise<AlertsTable[]> | AlertsTable[] =>
  tx.sql.all<AlertsTable>(
    `select * from alerts where ${loose.text} order by id = ? desc, score desc, id limit ${alertsTaken}`,
    ...loose.values,
    alert.id,
  )

/** Whether so many are loose that a case is due; counted only where more are asked for than a case takes at once. */
const isDue = async (
  tx: LedgerTx,
  alerts: readonly AlertsTable[],
  loose: Condition | null,
  { cases: { min_alerts: least } }: DetectionPolicy,
): Promise<boolean> => {
  if (alerts.length >= least) return true
  if (loose === null || alerts.length < alertsTaken) return false
  return (
    ((
      await tx.sql.get<{ alerts: number }>(`select count(*) as alerts from alerts where ${loose.text}`, ...loose.values)
    )?.alerts ?? 0) >= least
  )
}

/** What became of an alert that asks for a case. */
export interface CaseOfAlert {
  readonly caseId: number | null
  readonly opened: boolean
}

const none: CaseOfAlert = { caseId: null, opened: false }

const wants = (tx: LedgerTx, alertId: number, isWanted: 0 | 1): unknown =>
  tx.sql.run('update alerts set wants_case = ? where id = ? and wants_case <> ?', isWanted, alertId, isWanted)

const openFor = async (
  { tx, parts, actor, policy }: CaseWork,
  entity: AlertEntity | null,
  alerts: readonly AlertsTable[],
): Promise<CaseOfAlert> => {
  const worst = alerts.reduce((a, b) => (b.score > a.score ? b : a))
  const told = await Promise.all(alerts.map((alert) => briefed(tx, alert)))
  const about = await together(tx, alerts)
  const created = await openCase(
    tx,
    parts,
    {
      title: titleOf(entity, about.count, worst, policy),
      description: briefOf(entity, told, about),
      priority: policy.cases.priority[riskLevels[worst.level] ?? 'low'],
      alert_ids: alerts.map(({ id }) => id),
      ...relatedTo(entity),
    },
    { actor },
  )
  // Without a case number (the hub must be asked, a lease ended, a day is full) the alerts stand, and their case
  // follows.
  if (!created.ok) {
    if (created.error.code === 'case_numbers_exhausted') parts.lacksNumber(actor, tx.nowMs)
    return none
  }
  await keepEntityCase(tx, entity, created.value.id, {
    first_at: Math.min(...alerts.map(({ first_at: at }) => at)),
    last_at: Math.max(...alerts.map(({ last_at: at }) => at)),
  })
  for (const { id } of alerts) await wants(tx, id, 0)
  return { caseId: created.value.id, opened: true }
}

/** An alert for which no case is due, or that one holds, waits for none. */
const waitsNoMore = async (tx: LedgerTx, alert: AlertsTable): Promise<void> => {
  if (alert.wants_case === 1) await wants(tx, alert.id, 0)
}

const join = async (
  { tx, parts, actor }: CaseWork,
  entity: AlertEntity | null,
  alert: AlertsTable,
  caseId: number,
): Promise<CaseOfAlert> => {
  const joined = await changeLinks(tx, parts, caseId, { kind: 'link', input: { alert_ids: [alert.id] } }, { actor })
  if (!joined.ok && joined.error.code !== 'already_done') return none
  await keepEntityCase(tx, entity, caseId, alert)
  await waitsNoMore(tx, alert)
  return { caseId, opened: false }
}

/** Opens a case for an alert with those that are loose with it, where they are enough. */
const openWith = async (
  work: CaseWork,
  entity: AlertEntity | null,
  alert: AlertsTable,
  from: RiskLevel,
): Promise<CaseOfAlert> => {
  const { tx, policy } = work
  const loose = entity === null ? null : looseWith(entity, alert, from, policy)
  const alerts = loose === null ? [alert] : await taken(tx, alert, loose)
  if (!(await isDue(tx, alerts, loose, policy))) {
    await waitsNoMore(tx, alert)
    return none
  }
  const outcome = await openFor(work, entity, alerts)
  if (outcome.caseId === null) await wants(tx, alert.id, 1)
  else if (loose !== null && alerts.length === alertsTaken)
    await tx.sql.run(`update alerts set wants_case = 1 where ${loose.text}`, ...loose.values)
  return outcome
}

/**
 * Gives an alert its case by the policy: it joins the unfinished case of its entity, or opens one together with the
 * entity's other open alerts. All of it happens in the transaction that raised the alert, in the name of whoever sent
 * the activities.
 */
export const caseFor = async (work: CaseWork, alertId: number): Promise<CaseOfAlert> => {
  const { tx, policy } = work
  const alert = await tx.sql.get<AlertsTable>('select * from alerts where id = ?', alertId)
  if (alert === undefined) return none
  const { from_level: from } = policy.cases
  const entity = entityOfAlert(alert)
  if (alert.case_id !== null) {
    await widenEntityCase(tx, entity, alert.case_id, alert)
    await waitsNoMore(tx, alert)
    return { caseId: alert.case_id, opened: false }
  }
  if (from === null || alert.level < rankOfLevel(from) || alert.open === 0) {
    await waitsNoMore(tx, alert)
    return none
  }
  const present = await caseInForce(tx, entity, alert, policy)
  return present === null ? await openWith(work, entity, alert, from) : await join(work, entity, alert, present)
}

/** Alerts whose case could not be opened when they were raised, or had no room for them at once; a few at a time. */
export const waitingForCases = async (tx: LedgerTx): Promise<readonly number[]> =>
  (await tx.sql.all<{ id: number }>('select id from alerts where wants_case = 1 order by id limit 20')).map(
    ({ id }) => id,
  )
