import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { riskLevels } from '../../../shared/schema/activity.ts'
import { isDisposed } from '../../../shared/schema/alerts.ts'
import type { AlertStatus } from '../../../shared/schema/alerts.ts'
import type { DetectionPolicy } from '../../../shared/schema/detection-policy.ts'
import { needsFourEyes } from '../../domain/decisions/four-eyes.ts'
import { rankOfAction } from '../../detection/combine.ts'
import type { LedgerTx } from '../ledger/ledger.ts'
import type { SqlValue } from '../sqlite/statements.ts'
import { pendingProposal, unapprovedSql, undecidedSql } from './awaited.ts'
import type { AlertsTable } from './tables.ts'

const proposed = refusal(
  'four_eyes_required',
  'A decision on this alert is proposed and awaits a second person. It gets no disposition before a supervisor or admin who did not propose it has approved or refused that.',
)
const unapproved = refusal(
  'four_eyes_required',
  'The policy asks for four eyes to let this alert through, and `false_positive` says the same: propose `approve`, and dispose of the alert once a second person has approved it.',
)
const undecided = refusal(
  'four_eyes_required',
  'The policy asks for four eyes to let this alert through, and nobody has decided on it at its level: decide first, then dismiss it.',
)

/** Which alerts `a` are asked about: SQL after `where`, and its values. */
export interface AskedAlerts {
  readonly where: string
  readonly values: readonly SqlValue[]
}

type Asked = Pick<AlertsTable, 'id' | 'level'>

/**
 * Of the alerts that are asked about, those that may not get a disposition before a second person has spoken, by id,
 * with why. None is made while a proposal waits. Where the policy asks for four eyes on
 * `approve` at the alert's level, what says or leaves open that nothing was wrong needs a decision first, also where
 * the alert was disposed of otherwise before.
 */
export const dispositionFaults = async (
  tx: LedgerTx,
  { where, values }: AskedAlerts,
  to: AlertStatus,
  { decisions }: DetectionPolicy,
): Promise<ReadonlyMap<number, Refusal>> => {
  const faults = new Map<number, Refusal>()
  if (!isDisposed(to)) return faults
  for (const { id } of await tx.sql.all<Asked>(
    `select a.id, a.level from alerts a where ${where} and (${pendingProposal})`,
    ...values,
  ))
    faults.set(id, proposed)
  if (to === 'confirmed') return faults
  const [open, fault] =
    to === 'false_positive' ? ([unapprovedSql, unapproved] as const) : ([undecidedSql, undecided] as const)
  for (const { id, level } of await tx.sql.all<Asked>(
    `select a.id, a.level from alerts a where ${where} and ${open}`,
    ...values,
    rankOfAction(decisions.from_action),
  )) {
    if (!faults.has(id) && needsFourEyes(decisions.four_eyes, 'approve', riskLevels[level] ?? 'low'))
      faults.set(id, fault)
  }
  return faults
}

/**
 * Why one alert may not get a disposition before a second person has spoken (`dispositionFaults`); null where it may.
 */
export const dispositionFault = async (
  tx: LedgerTx,
  { id }: Pick<AlertsTable, 'id'>,
  to: AlertStatus,
  policy: DetectionPolicy,
): Promise<Refusal | null> =>
  (await dispositionFaults(tx, { where: 'a.id = ?', values: [id] }, to, policy)).get(id) ?? null
