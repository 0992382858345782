import { withoutOrigin } from '../../../shared/schema/origin.ts'
import { recommendedActions, riskLevels } from '../../../shared/schema/activity.ts'
import type { RecommendedAction, RiskLevel } from '../../../shared/schema/activity.ts'
import { detectionPolicy } from '../../../shared/schema/detection-policy.ts'
import { redactedText } from '../../../shared/schema/case.ts'
import { alertForms } from '../../domain/alerts/forms.ts'
import { canonicalJson } from '../../seal/canonical.ts'
import { deviceIdsOf } from '../ledger/device-ids.ts'
import type { Applier, Area, OpenedEntry, ProjectionTx } from '../ledger/ledger.ts'
import { touchCase } from '../cases/projection.ts'
import { readFrozenFacts } from './frozen-facts.ts'
import type { FrozenFacts } from './frozen-facts.ts'
import type { AlertStepsTable } from './tables.ts'

/** Where an entry about an alert stands: its case here, or the workspace. Null where it has no effect. */
type Place = { readonly caseId: number | null } | null

const placeOf = async ({ sql }: ProjectionTx, { payload }: OpenedEntry): Promise<Place> => {
  if (payload.case === 'workspace') return { caseId: null }
  const row = await sql.get<{ id: number }>('select id from cases where uid = ?', payload.case)
  return row === undefined ? null : { caseId: row.id }
}

/**
 * The alert's id as it is read here (Y-14); null where a folder that joined speaks of an alert that it did not raise.
 */
const alertIdOf = async ({ sql }: ProjectionTx, { payload }: OpenedEntry): Promise<number | null> => {
  const ids = await deviceIdsOf(sql, payload)
  const id = ids.read(payload.pub['alert_id'] as number)
  return !ids.beforeJoining || ids.mayGive(id) ? id : null
}

const stepColumns = 'entry, n, alert_uid, alert_id, hlc, at, actor, type, status, assignee'

const keepStep = async (tx: ProjectionTx, { caseId }: NonNullable<Place>, step: AlertStepsTable): Promise<void> => {
  const values = [
    step.entry,
    step.n,
    step.alert_uid,
    step.alert_id,
    step.hlc,
    step.at,
    step.actor,
    step.type,
    step.status,
    step.assignee,
  ]
  if (caseId === null)
    await tx.sql.run(
      `insert into alert_steps (${stepColumns}) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing`,
      ...values,
    )
  else
    await tx.sql.run(
      `insert into case_alert_steps (${stepColumns}, case_id) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing`,
      ...values,
      caseId,
    )
}

/** An applier of a step: what it sets of the alert. */
const step =
  (
    form: 'moved' | 'assigned',
    sets: (pub: Readonly<Record<string, unknown>>) => Pick<AlertStepsTable, 'status' | 'assignee'>,
  ): Applier =>
  async (tx, entry) => {
    const { payload } = entry
    if (!alertForms[form].safeParse(payload.pub).success) return
    const place = await placeOf(tx, entry)
    const alertId = await alertIdOf(tx, entry)
    if (place === null || alertId === null) return
    await keepStep(tx, place, {
      entry: entry.id,
      n: entry.n,
      alert_uid: payload.subject,
      alert_id: alertId,
      hlc: payload.hlc,
      at: entry.atMs,
      actor: payload.actor,
      type: payload.type,
      ...sets(payload.pub),
    })
    if (place.caseId !== null) await touchCase(tx.sql, place.caseId, entry.atMs)
  }

const moved = step('moved', (pub) => ({ status: pub['to'] as AlertStepsTable['status'], assignee: null }))
const assigned = step('assigned', (pub) => ({ status: null, assignee: (pub['to_uid'] as string | null) ?? '' }))

interface Attached {
  readonly caseId: number
  readonly alertId: number
  readonly uid: string
  readonly raisedAtMs: number
  readonly score: number
  readonly level: number
  readonly action: number
  readonly count: number
}

/** A device that did not see the activities shows what the case says of the alert. */
const showOfCase = async ({ sql }: ProjectionTx, attached: Attached, facts: FrozenFacts | null): Promise<void> => {
  if ((await sql.get('select id from alerts where id = ? or uid = ?', attached.alertId, attached.uid)) !== undefined)
    return
  const { raisedAtMs } = attached
  await sql.run(
    `insert into alerts (id, uid, source, live, entity_kind, entity_id, title, raised_at, first_at, last_at, updated_at, count, score, level, action, signals, reasons, rules, model, totals)
     values (?, ?, 'case', 0, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    attached.alertId,
    attached.uid,
    facts?.entity?.kind ?? null,
    facts?.entity?.id ?? null,
    facts?.title ?? redactedText,
    raisedAtMs,
    facts === null ? raisedAtMs : Date.parse(facts.first_at),
    facts === null ? raisedAtMs : Date.parse(facts.last_at),
    raisedAtMs,
    attached.count,
    attached.score,
    attached.level,
    attached.action,
    JSON.stringify(facts?.signals ?? []),
    JSON.stringify(facts?.reasons ?? []),
    JSON.stringify(facts?.rules ?? []),
    facts === null || facts.model === null ? null : JSON.stringify(facts.model),
    JSON.stringify(facts?.totals ?? {}),
  )
}

const attachedToCase: Applier = async (tx, entry) => {
  const { pub, subject } = entry.payload
  if (!alertForms.attached.safeParse(pub).success) return
  const place = await placeOf(tx, entry)
  const alertId = await alertIdOf(tx, entry)
  const caseId = place?.caseId ?? null
  if (caseId === null || alertId === null) return
  const stated = pub['alert_id'] as number
  const level = riskLevels.indexOf(pub['risk_level'] as RiskLevel)
  const action = recommendedActions.indexOf(pub['recommended_action'] as RecommendedAction)
  const attached: Attached = {
    caseId,
    alertId,
    uid: subject,
    raisedAtMs: Date.parse(pub['raised_at'] as string),
    score: pub['score'] as number,
    level,
    action,
    count: pub['count'] as number,
  }
  const disclosed = entry.disclosures['facts']
  // A folder that joined had linked its own alerts by the ids of that time.
  if (stated !== alertId)
    await tx.sql.run(
      "update or ignore case_links set target = ? where case_id = ? and kind = 'alert' and target = ?",
      alertId,
      caseId,
      stated,
    )
  // Whatever else an entry says of an alert that the case holds already, its facts are frozen: the first counts.
  await tx.sql.run(
    `insert into case_alerts (case_id, alert_uid, alert_id, n, at, raised_at, score, level, action, count, facts)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing`,
    caseId,
    subject,
    alertId,
    entry.n,
    entry.atMs,
    attached.raisedAtMs,
    attached.score,
    level,
    action,
    attached.count,
    disclosed?.digest ?? null,
  )
  await showOfCase(tx, attached, readFrozenFacts(disclosed?.value))
  await touchCase(tx.sql, caseId, entry.atMs)
}

const detachedFromCase: Applier = async (tx, entry) => {
  if (!alertForms.detached.safeParse(entry.payload.pub).success) return
  const place = await placeOf(tx, entry)
  const caseId = place?.caseId ?? null
  if (caseId === null) return
  await tx.sql.run('delete from case_alerts where case_id = ? and alert_uid = ?', caseId, entry.payload.subject)
  await touchCase(tx.sql, caseId, entry.atMs)
}

const policyChanged: Applier = async (tx, entry) => {
  const read = detectionPolicy.safeParse(withoutOrigin(entry.payload.pub))
  if (!read.success || (await deviceIdsOf(tx.sql, entry.payload)).beforeJoining) return
  await tx.sql.run(
    'insert into detection_policy (id, policy, changed_at) values (1, ?, ?) on conflict (id) do update set policy = excluded.policy, changed_at = excluded.changed_at',
    canonicalJson(read.data),
    entry.atMs,
  )
  await tx.sql.run(
    'insert into detection_policy_changes (entry, at, actor, policy) values (?, ?, ?, ?) on conflict do nothing',
    entry.id,
    entry.atMs,
    entry.payload.actor,
    canonicalJson(read.data),
  )
}

/** The policy of detection, in the workspace's chain. */
export const detectionPolicyArea: Area = { appliers: { 'detection.policy_changed': policyChanged } }

/** What ties alerts to a case, in its chain. */
export const caseAlertsArea: Area = {
  appliers: { 'alert.attached': attachedToCase, 'alert.detached': detachedFromCase },
}

/** Steps of an alert: in the chain of its case, or of the workspace. */
export const alertStepsArea: Area = { appliers: { 'alert.moved': moved, 'alert.assigned': assigned } }
