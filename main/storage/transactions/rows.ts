import { entityKinds, recommendedActions, riskLevels } from '../../../shared/schema/activity.ts'
import type { Activity, RiskLevel } from '../../../shared/schema/activity.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import type { TransactionDetail, TransactionItem } from '../../../shared/api/transactions.ts'
import type { Assessment } from '../../detection/ports.ts'
import { amountOf, storedAmount } from '../../domain/transactions/amounts.ts'
import { canonicalJson } from '../../seal/canonical.ts'
import type { ActivityRow, KnownRow } from './tables.ts'

/** The piece of evidence that an import read; null: none. */
export type SourceEvidence = NonNullable<TransactionDetail['source']>['evidence']

/** What of an assessment is kept with its row, where the risk is not low. */
type KeptAssessment = Pick<Assessment, 'signals' | 'reasons' | 'hits' | 'model'>

/** The metadata as it is kept: in one form, whatever the order in which its members came. */
export const storedMetadata = (metadata: Activity['metadata']): string | null =>
  metadata === undefined ? null : canonicalJson(metadata)

/** The text of an assessment, or null where the risk is low. */
export const keptAssessment = ({ riskLevel, signals, reasons, hits, model }: Assessment): string | null =>
  riskLevel === 'low' && hits.length === 0
    ? null
    : JSON.stringify({ signals, reasons, hits, model } satisfies KeptAssessment)

const assessmentOf = (row: Pick<ActivityRow, 'assessment'>): KeptAssessment | null =>
  row.assessment === null ? null : (JSON.parse(row.assessment) as KeptAssessment)

/** The risk level of a row. */
export const levelOfRow = (row: Pick<ActivityRow, 'risk'>): RiskLevel => riskLevels[row.risk] ?? 'low'

/** What was said of an activity when it came. */
export const assessed = (row: Pick<ActivityRow, 'score' | 'risk' | 'action' | 'assessment'>): Assessment => ({
  ...(assessmentOf(row) ?? { signals: [], reasons: [], hits: [], model: null }),
  score: row.score,
  riskLevel: levelOfRow(row),
  action: recommendedActions[row.action] ?? 'allow',
})

const given = <Name extends string, Value>(name: Name, value: Value | null): Partial<Record<Name, Value>> =>
  value === null ? {} : ({ [name]: value } as Record<Name, Value>)

/** The activity of a row, as it came. */
export const activityOf = (row: ActivityRow): Activity => ({
  transaction_id: row.transaction_id,
  event_type: row.event_type,
  at: toTimestamp(row.at_ms),
  ...given('amount', row.amount === null ? null : amountOf(row.amount)),
  ...given('currency', row.currency),
  ...given('customer_id', row.customer_id),
  ...given('account_id', row.account_id),
  ...given('counterparty_id', row.counterparty_id),
  ...given('device_id', row.device_id),
  ...given('ip', row.ip),
  ...given('terminal_id', row.terminal_id),
  ...given('channel', row.channel),
  ...given('country', row.country),
  ...given('latitude', row.latitude),
  ...given('longitude', row.longitude),
  ...given('metadata', row.metadata === null ? null : (JSON.parse(row.metadata) as NonNullable<Activity['metadata']>)),
  ...given('is_fraud', row.came_fraud === null ? null : row.came_fraud === 1),
})

/** The columns of a row that hold what came, under the names of the activity's fields. */
const contentColumns = [
  'event_type',
  'currency',
  ...entityKinds.map((kind) => (kind === 'ip' ? kind : (`${kind}_id` as const))),
  'channel',
  'country',
  'latitude',
  'longitude',
] as const

const flagOf = (isFraud: boolean): 0 | 1 => (isFraud ? 1 : 0)

/** The label that files have given a row; a person's finding stands above it. */
const fileLabelOf = (row: KnownRow): 0 | 1 | null => row.came_fraud ?? row.late_fraud

/** Whether an activity of the same content brings the label of a row of which nobody has said anything (I-8). */
export const bringsLabel = (row: KnownRow, { is_fraud: isFraud }: Activity): boolean =>
  isFraud !== undefined && fileLabelOf(row) === null && row.is_fraud === null

/**
 * The fields in which an activity differs from the row under its id. A file without labels repeats what a file with
 * labels said; a label that is the first one contradicts nothing.
 */
export const differences = (row: KnownRow, event: Activity, atMs: number): string[] => {
  const differing: string[] = contentColumns.filter((name) => row[name] !== (event[name] ?? null))
  if (row.at_ms !== atMs) differing.push('at')
  if (row.amount !== storedAmount(event.amount)) differing.push('amount')
  if (row.metadata !== storedMetadata(event.metadata)) differing.push('metadata')
  const said = fileLabelOf(row) ?? row.is_fraud
  if (event.is_fraud !== undefined && said !== null && said !== flagOf(event.is_fraud)) differing.push('is_fraud')
  return differing
}

/** All that `differences` compares but the label, as one text: equal for activities that say the same. */
export const contentText = (event: Activity, atMs: number): string =>
  JSON.stringify([
    ...contentColumns.map((name) => event[name] ?? null),
    atMs,
    storedAmount(event.amount),
    storedMetadata(event.metadata),
  ])

const labelOf = (row: ActivityRow, userIdOf: (uid: string) => number | null): TransactionItem['label'] =>
  row.is_fraud === null
    ? null
    : {
        is_fraud: row.is_fraud === 1,
        known_at: toTimestamp(row.known_at_ms ?? row.at_ms),
        by: row.labelled_by === null ? 'import' : 'person',
        user_id: row.labelled_by === null ? null : userIdOf(row.labelled_by),
      }

/** A row as lists show it. */
export const transactionItemOf = (row: ActivityRow, userIdOf: (uid: string) => number | null): TransactionItem => ({
  transaction_id: row.transaction_id,
  event_type: row.event_type,
  at: toTimestamp(row.at_ms),
  amount: row.amount === null ? null : amountOf(row.amount),
  currency: row.currency,
  customer_id: row.customer_id,
  account_id: row.account_id,
  counterparty_id: row.counterparty_id,
  device_id: row.device_id,
  ip: row.ip,
  terminal_id: row.terminal_id,
  channel: row.channel,
  country: row.country,
  score: row.score,
  risk_level: levelOfRow(row),
  recommended_action: recommendedActions[row.action] ?? 'allow',
  signals: [...(assessmentOf(row)?.signals ?? [])],
  label: labelOf(row, userIdOf),
})

/** A row with everything that is known of it. */
export const detailOf = (
  row: ActivityRow,
  userIdOf: (uid: string) => number | null,
  evidenceOf: (importId: string) => SourceEvidence,
): TransactionDetail => {
  const kept = assessmentOf(row)
  return {
    ...transactionItemOf(row, userIdOf),
    latitude: row.latitude,
    longitude: row.longitude,
    metadata: row.metadata === null ? null : (JSON.parse(row.metadata) as TransactionDetail['metadata']),
    received_at: toTimestamp(row.received_ms),
    import_id: row.import_id,
    source:
      row.source_line === null || row.import_id === null
        ? null
        : { line: row.source_line, evidence: evidenceOf(row.import_id) },
    assessment: kept === null ? null : { reasons: [...kept.reasons], hits: [...kept.hits], model: kept.model },
  }
}

/** The fields in which a later activity differs from an earlier one of its id, as if that one were kept already. */
export const differencesOf = (one: Activity, other: Activity): string[] => {
  const differing: string[] = contentColumns.filter((name) => (one[name] ?? null) !== (other[name] ?? null))
  if (one.at !== other.at) differing.push('at')
  if (storedAmount(one.amount) !== storedAmount(other.amount)) differing.push('amount')
  if (storedMetadata(one.metadata) !== storedMetadata(other.metadata)) differing.push('metadata')
  if (other.is_fraud !== undefined && one.is_fraud !== undefined && one.is_fraud !== other.is_fraud)
    differing.push('is_fraud')
  return differing
}
