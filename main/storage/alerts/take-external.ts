import type { Refusal } from '../../../shared/api/errors.ts'
import { recommendedActions } from '../../../shared/schema/activity.ts'
import type { RiskLevel } from '../../../shared/schema/activity.ts'
import type { AlertEntity } from '../../../shared/schema/alerts.ts'
import type { RiskReason } from '../../../shared/schema/assessments.ts'
import type { DetectionPolicy } from '../../../shared/schema/detection-policy.ts'
import { ok, type Result } from '../../../shared/schema/result.ts'
import type { Actor } from '../../domain/access/actor.ts'
import { dueAt } from '../../domain/alerts/grouping.ts'
import type { ExternalAlert } from '../../domain/alerts/import/row.ts'
import { alertTitle } from '../../domain/alerts/words.ts'
import { plainWord } from '../../domain/imports/words.ts'
import { levelOfScore, rankOfAction, rankOfLevel } from '../../detection/combine.ts'
import { storedAmount } from '../../domain/transactions/amounts.ts'
import type { Random } from '../../platform/random.ts'
import type { Ledger, LedgerTx } from '../ledger/ledger.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { ActivityRow } from '../transactions/tables.ts'
import { rowsOfIds } from '../transactions/write-rows.ts'
import { caseFor, type CaseOpening } from './auto-cases.ts'
import { askForDecision, awaitsDecision } from './awaited.ts'
import { policyActing, readDetectionPolicy } from './policy.ts'

/** The signal of an alert whose reasons say nothing that could be a name. */
const unnamedSignal = 'external_alert'
const signalMax = 64

/** What became of an alert of another system. */
export type TakenAlert =
  | { readonly outcome: 'already_there' }
  | { readonly outcome: 'taken'; readonly level: RiskLevel; readonly openedCase: boolean }

/** Alerts of other systems on their way in. */
export interface ExternalAlerts {
  /**
   * Keeps alerts in one transaction, with their cases by policy: all of them or none. One that is known by its system
   * and id is left as it is.
   */
  takeExternal(
    actor: Actor,
    system: string,
    alerts: readonly ExternalAlert[],
  ): Promise<Result<readonly TakenAlert[], Refusal>>
  /** What would become of them; changes nothing. */
  checkExternal(system: string, alerts: readonly ExternalAlert[]): readonly TakenAlert[]
}

interface Judged {
  readonly score: number
  readonly level: RiskLevel
}

/**
 * The severity that the other system states is the level, whatever its score; without one the policy's levels tell it.
 * Without a score it is the least of its level.
 */
const judged = ({ score, severity }: ExternalAlert, { levels }: DetectionPolicy): Judged => {
  const level = severity ?? levelOfScore(score ?? 0, levels)
  return { level, score: score ?? (level === 'low' ? 0 : levels[level]) }
}

/** Who it is about: the first kind of the policy's order that it names. */
const entityOf = (
  { accountId, customerId, counterpartyId }: ExternalAlert,
  { alerts }: DetectionPolicy,
): AlertEntity | null => {
  const named = {
    account: accountId,
    customer: customerId,
    counterparty: counterpartyId,
    device: undefined,
    ip: undefined,
    terminal: undefined,
  }
  for (const kind of alerts.group_by) {
    const id = named[kind]
    if (id !== undefined) return { kind, id }
  }
  return null
}

const signalOf = (reason: string): string => {
  const signal = plainWord(reason).replaceAll(' ', '_')
  return signal === '' || signal.length > signalMax ? unnamedSignal : signal
}

const reasonsOf = (reasons: readonly string[]): RiskReason[] =>
  reasons.map((text) => ({ signal: signalOf(text), text, share: 1 / reasons.length, source: 'import' }))

const keepTransactions = async (
  tx: LedgerTx,
  alertId: number,
  { atMs, transactionIds }: ExternalAlert,
  { score, level }: Judged,
  known: ReadonlyMap<string, ActivityRow>,
): Promise<void> => {
  for (const id of transactionIds) {
    const row = known.get(id)
    await tx.sql.run(
      `insert into alert_transactions (alert_id, transaction_id, transaction_row, at, amount, currency, counterparty_id, terminal_id, score, level)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing`,
      alertId,
      id,
      row?.n ?? null,
      row?.at_ms ?? atMs,
      row?.amount ?? null,
      row?.currency ?? null,
      row?.counterparty_id ?? null,
      row?.terminal_id ?? null,
      row?.score ?? score,
      row?.risk ?? rankOfLevel(level),
    )
  }
}

/**
 * The other system has grouped what it tells of, so its alert stays one by itself: no later activity joins it
 * (`group_key` is null).
 */
const keep = async (
  tx: LedgerTx,
  random: Random,
  system: string,
  alert: ExternalAlert,
  policy: DetectionPolicy,
): Promise<{ readonly id: number; readonly level: RiskLevel }> => {
  const { score, level } = judged(alert, policy)
  const entity = entityOf(alert, policy)
  const reasons = reasonsOf(alert.reasons)
  const signals = reasons.length === 0 ? [unnamedSignal] : [...new Set(reasons.map(({ signal }) => signal))]
  const known =
    alert.transactionIds.length === 0 ? new Map<string, ActivityRow>() : await rowsOfIds(tx.sql, alert.transactionIds)
  const times = [alert.atMs, ...[...known.values()].map(({ at_ms: at }) => at)]
  const total = storedAmount(alert.amount)
  const id = await tx.nextId('alerts')
  const uid = random.uuidv7(tx.nowMs)
  const action = policy.actions[level]
  await tx.sql.run(
    `insert into alerts (id, uid, source, live, group_key, entity_kind, entity_id, title, raised_at, first_at, last_at, updated_at, due_at, count, score, level, action, signals, reasons, rules, model, totals, source_system, source_reference)
     values (?, ?, 'import', 0, null, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '[]', null, ?, ?, ?)`,
    id,
    uid,
    entity?.kind ?? null,
    entity?.id ?? null,
    alert.title ?? alertTitle(signals[0] === unnamedSignal ? undefined : signals[0], level, entity),
    tx.nowMs,
    Math.min(...times),
    Math.max(...times),
    tx.nowMs,
    dueAt(tx.nowMs, policy.alerts.due_hours[level]),
    Math.max(1, alert.transactionIds.length),
    score,
    rankOfLevel(level),
    rankOfAction(action),
    JSON.stringify(signals),
    JSON.stringify(reasons),
    JSON.stringify(total === null ? {} : { [alert.currency ?? '']: total }),
    system,
    alert.externalId,
  )
  await keepTransactions(tx, id, alert, { score, level }, known)
  const [transactionId = null] = alert.transactionIds
  tx.emit({
    type: 'alert.raised',
    data: {
      alert_id: id,
      alert_uid: uid,
      transaction_id: transactionId,
      risk_level: level,
      score,
      recommended_action: recommendedActions[rankOfAction(action)] ?? 'allow',
      signals,
    },
  })
  return { id, level }
}

const idsKnown =
  'select source_reference as reference from alerts where source_system = ? and source_reference in (select value from json_each(?))'

const idsOf = (alerts: readonly ExternalAlert[]): string => JSON.stringify(alerts.map(({ externalId }) => externalId))

/** Makes the way in. */
export const createExternalAlerts = (
  parts: CaseOpening & { readonly ledger: Pick<Ledger, 'write'>; readonly sql: SyncStatements },
  policyInForce: () => DetectionPolicy,
): ExternalAlerts => ({
  takeExternal: (actor, system, alerts) =>
    parts.ledger.write(actor, async (tx) => {
      const policy = await readDetectionPolicy(tx.sql)
      const known = new Set(
        (await tx.sql.all<{ reference: string }>(idsKnown, system, idsOf(alerts))).map(({ reference }) => reference),
      )
      const work = { tx: tx.as(await policyActing(tx, actor)), parts, actor, policy }
      const taken: TakenAlert[] = []
      for (const alert of alerts) {
        if (known.has(alert.externalId)) {
          taken.push({ outcome: 'already_there' })
          continue
        }
        known.add(alert.externalId)
        const { id, level } = await keep(tx, parts.env.random, system, alert, policy)
        const { caseId, opened } = await caseFor(work, id)
        if (await awaitsDecision(tx, id, policy)) askForDecision(tx, id, caseId)
        taken.push({ outcome: 'taken', level, openedCase: opened })
      }
      return ok(taken)
    }),
  checkExternal: (system, alerts) => {
    const policy = policyInForce()
    const known = new Set(
      parts.sql.all<{ reference: string }>(idsKnown, system, idsOf(alerts)).map(({ reference }) => reference),
    )
    return alerts.map((alert) =>
      known.has(alert.externalId)
        ? { outcome: 'already_there' }
        : { outcome: 'taken', level: judged(alert, policy).level, openedCase: false },
    )
  },
})
