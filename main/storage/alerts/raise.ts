import { recommendedActions, riskLevels } from '../../../shared/schema/activity.ts'
import { finishedStatuses } from '../../../shared/schema/case.ts'
import type { DetectionPolicy } from '../../../shared/schema/detection-policy.ts'
import { alertEntityOf, dueAt, groupKeyOf, joinable } from '../../domain/alerts/grouping.ts'
import { alertTitle } from '../../domain/alerts/words.ts'
import { rankOfAction, rankOfLevel } from '../../detection/combine.ts'
import type { Assessment } from '../../detection/ports.ts'
import { storedAmount } from '../../domain/transactions/amounts.ts'
import type { Random } from '../../platform/random.ts'
import type { LedgerTx } from '../ledger/ledger.ts'
import { awaitsDecision } from './awaited.ts'
import type { ActivityOrigin, ScoredActivity } from './ports.ts'
import type { AlertsTable } from './tables.ts'

/** What an alert keeps of signals and rules at most; the first ones stay. */
const signalsKept = 50
const rulesKept = 100

interface RuleCount {
  readonly rule: string
  readonly name: string
  readonly hits: number
}

/** An alert after an activity came to it. */
export interface Touched {
  readonly id: number
  readonly uid: string
  readonly isNew: boolean
  /** Whether it awaits a person since then. */
  readonly nowAwaits: boolean
}

/** The rule, or the model, that weighs most in an assessment. */
const driverOf = ({ reasons, hits }: Assessment): string => {
  const [first] = reasons
  if (first?.source !== 'rule') return 'model'
  return hits.find((hit) => !hit.shadow && hit.signal === first.signal)?.rule ?? 'model'
}

const addRules = (present: readonly RuleCount[], { hits }: Assessment): readonly RuleCount[] => {
  const counts = new Map(present.map((count) => [count.rule, count]))
  for (const { rule, name, shadow } of hits)
    if (!shadow) counts.set(rule, { rule, name, hits: (counts.get(rule)?.hits ?? 0) + 1 })
  return [...counts.values()].sort((a, b) => b.hits - a.hits || (a.rule < b.rule ? -1 : 1)).slice(0, rulesKept)
}

const addAmount = (
  present: Readonly<Record<string, number>>,
  { amount, currency }: ScoredActivity['event'],
): Readonly<Record<string, number>> => {
  const counted = storedAmount(amount)
  if (counted === null) return present
  const totals = new Map(Object.entries(present))
  totals.set(currency ?? '', (totals.get(currency ?? '') ?? 0) + counted)
  return Object.fromEntries(totals)
}

const keepActivity = (
  tx: LedgerTx,
  alertId: number,
  { row, event, assessment }: ScoredActivity,
  atMs: number,
): unknown =>
  tx.sql.run(
    `insert into alert_transactions (alert_id, transaction_id, transaction_row, at, amount, currency, counterparty_id, terminal_id, score, level)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing`,
    alertId,
    event.transaction_id,
    row,
    atMs,
    storedAmount(event.amount),
    event.currency ?? null,
    event.counterparty_id ?? null,
    event.terminal_id ?? null,
    assessment.score,
    rankOfLevel(assessment.riskLevel),
  )

const finished = finishedStatuses.map((status) => `'${status}'`).join(', ')

/** SQL that holds for rows of `alerts` whose case, where they have one, is worked on. */
export const isWorkedOn = `not exists (select 1 from cases c where c.id = alerts.case_id and c.status in (${finished}))`

/**
 * The alert that an activity of the group still belongs to: an open one whose case, where it has one, is worked on.
 * Whoever disposed of an alert, or finished its case, has not said anything of what came after.
 */
const openGroup = (
  tx: LedgerTx,
  key: string,
  atMs: number,
  policy: DetectionPolicy,
): Promise<AlertsTable | undefined> | AlertsTable | undefined => {
  const { lastFrom, lastTo, firstTo, firstFrom } = joinable(atMs, policy.alerts.cool_down_hours)
  // `+open` keeps SQLite on the index of the group, whatever it thinks of the number of open alerts.
  return tx.sql.get<AlertsTable>(
    `select * from alerts where group_key = ? and last_at between ? and ? and first_at <= ? and first_at >= ? and +open = 1 and ${isWorkedOn}
     order by last_at desc, id desc limit 1`,
    key,
    lastFrom,
    lastTo,
    firstTo,
    firstFrom,
  )
}

const grow = async (
  tx: LedgerTx,
  alert: AlertsTable,
  scored: ScoredActivity,
  atMs: number,
  policy: DetectionPolicy,
): Promise<Touched> => {
  const { event, assessment } = scored
  const isRiskier = assessment.score > alert.score
  const level = Math.max(alert.level, rankOfLevel(assessment.riskLevel))
  const signals = [...new Set([...(JSON.parse(alert.signals) as string[]), ...assessment.signals])].slice(
    0,
    signalsKept,
  )
  // What is no graver than the alert asks nobody anew, and costs no look at its decisions.
  const isGraver = level > alert.level || rankOfAction(assessment.action) > alert.action
  const didAwait = isGraver && (await awaitsDecision(tx, alert.id, policy))
  // The hours of a graver level begin when it turns grave: nobody could have known before.
  const due = level > alert.level ? dueAt(tx.nowMs, policy.alerts.due_hours[riskLevels[level] ?? 'low']) : alert.due_at
  await tx.sql.run(
    `update alerts set first_at = min(first_at, ?), last_at = max(last_at, ?), updated_at = ?, due_at = min(due_at, ?), count = count + 1, score = max(score, ?), level = ?, action = max(action, ?),
       signals = ?, reasons = ?, rules = ?, model = ?, totals = ? where id = ?`,
    atMs,
    atMs,
    tx.nowMs,
    due,
    assessment.score,
    level,
    rankOfAction(assessment.action),
    JSON.stringify(signals),
    isRiskier ? JSON.stringify(assessment.reasons) : alert.reasons,
    JSON.stringify(addRules(JSON.parse(alert.rules) as RuleCount[], assessment)),
    isRiskier && assessment.model !== null ? JSON.stringify(assessment.model) : alert.model,
    JSON.stringify(addAmount(JSON.parse(alert.totals) as Record<string, number>, event)),
    alert.id,
  )
  await keepActivity(tx, alert.id, scored, atMs)
  return {
    id: alert.id,
    uid: alert.uid,
    isNew: false,
    nowAwaits: isGraver && !didAwait && (await awaitsDecision(tx, alert.id, policy)),
  }
}

/** In which transaction, by which policy and out of what an activity raises an alert. */
interface Raising {
  readonly tx: LedgerTx
  readonly policy: DetectionPolicy
  readonly origin: ActivityOrigin
  readonly random: Random
}

const begin = async (
  { tx, policy, origin, random }: Raising,
  scored: ScoredActivity,
  atMs: number,
  key: string | null,
): Promise<Touched> => {
  const { event, assessment } = scored
  const entity = alertEntityOf(event, policy.alerts.group_by)
  const id = await tx.nextId('alerts')
  const uid = random.uuidv7(tx.nowMs)
  await tx.sql.run(
    `insert into alerts (id, uid, source, live, group_key, entity_kind, entity_id, title, raised_at, first_at, last_at, updated_at, due_at, count, score, level, action, signals, reasons, rules, model, totals)
     values (?, ?, 'detection', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    uid,
    origin === 'live' ? 1 : 0,
    key,
    entity?.kind ?? null,
    entity?.id ?? null,
    alertTitle(assessment.signals[0], assessment.riskLevel, entity),
    tx.nowMs,
    atMs,
    atMs,
    tx.nowMs,
    dueAt(tx.nowMs, policy.alerts.due_hours[assessment.riskLevel]),
    assessment.score,
    rankOfLevel(assessment.riskLevel),
    rankOfAction(assessment.action),
    JSON.stringify(assessment.signals.slice(0, signalsKept)),
    JSON.stringify(assessment.reasons),
    JSON.stringify(addRules([], assessment)),
    assessment.model === null ? null : JSON.stringify(assessment.model),
    JSON.stringify(addAmount({}, event)),
  )
  await keepActivity(tx, id, scored, atMs)
  tx.emit({
    type: 'alert.raised',
    data: {
      alert_id: id,
      alert_uid: uid,
      transaction_id: event.transaction_id,
      risk_level: assessment.riskLevel,
      score: assessment.score,
      recommended_action: recommendedActions[rankOfAction(assessment.action)] ?? 'allow',
      signals: [...assessment.signals.slice(0, signalsKept)],
    },
  })
  return { id, uid, isNew: true, nowAwaits: await awaitsDecision(tx, id, policy) }
}

/** Whether a live rule asks for an action that awaits a person, however little it weighs. */
const isAskedFor = ({ hits }: Assessment, { decisions }: DetectionPolicy): boolean =>
  hits.some(({ shadow, action }) => !shadow && rankOfAction(action) >= rankOfAction(decisions.from_action))

/** Whether an activity raises an alert: by its level, or because a rule asks for a person. */
export const isAlerting = (assessment: Assessment, policy: DetectionPolicy): boolean =>
  rankOfLevel(assessment.riskLevel) >= rankOfLevel(policy.alerts.from_level) || isAskedFor(assessment, policy)

/** Puts one activity into the open alert of its group, or raises one. */
export const raiseOne = async (
  tx: LedgerTx,
  scored: ScoredActivity,
  policy: DetectionPolicy,
  origin: ActivityOrigin,
  random: Random,
): Promise<Touched> => {
  const atMs = Date.parse(scored.event.at)
  const entity = alertEntityOf(scored.event, policy.alerts.group_by)
  const key = groupKeyOf(entity, policy.alerts.by_rule ? driverOf(scored.assessment) : null)
  const open = key === null ? undefined : await openGroup(tx, key, atMs, policy)
  return open === undefined
    ? await begin({ tx, policy, origin, random }, scored, atMs, key)
    : await grow(tx, open, scored, atMs, policy)
}
