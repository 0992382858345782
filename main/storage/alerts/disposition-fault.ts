import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { riskLevels } from '../../../shared/schema/activity.ts'
import { isDisposed } from '../../../shared/schema/alerts.ts'
import type { AlertStatus } from '../../../shared/schema/alerts.ts'
import type { DetectionPolicy } from '../../../shared/schema/detection-policy.ts'
import { needsFourEyes } from '../../domain/decisions/four-eyes.ts'
import { rankOfAction } from '../../detection/combine.ts'
import type { LedgerTx } from '../ledger/ledger.ts'
import { pendingProposal, unapprovedSql, undecidedSql } from './awaited.ts'
import type { AlertsTable } from './tables.ts'

const proposed = refusal('four_eyes_required', 'A decision on this alert is proposed and awaits a second person. It gets no disposition before a supervisor or admin who did not propose it has approved or refused that.')
const unapproved = refusal('four_eyes_required', 'The policy asks for four eyes to let this alert through, and `false_positive` says the same: propose `approve`, and dispose of the alert once a second person has approved it.')
const undecided = refusal('four_eyes_required', 'The policy asks for four eyes to let this alert through, and nobody has decided on it at its level: decide first, then dismiss it.')

/**
 * Why an alert may not get a disposition before a second person has spoken; null where it may. None is made while a proposal waits. Where the policy asks for four eyes on `approve` at the alert's level,
 * what says or leaves open that nothing was wrong needs a decision first, also where the alert was disposed of otherwise before.
 */
export const dispositionFault = async (tx: LedgerTx, { id, level }: Pick<AlertsTable, 'id' | 'level'>, to: AlertStatus, { decisions }: DetectionPolicy): Promise<Refusal | null> => {
  if (!isDisposed(to)) return null
  if ((await tx.sql.get(`select 1 from alerts a where a.id = ? and (${pendingProposal})`, id)) !== undefined) return proposed
  if (to === 'confirmed' || !needsFourEyes(decisions.four_eyes, 'approve', riskLevels[level] ?? 'low')) return null
  const isOpen = async (sql: string): Promise<boolean> => (await tx.sql.get(`select 1 from alerts a where a.id = ? and ${sql}`, id, rankOfAction(decisions.from_action))) !== undefined
  if (to === 'false_positive') return (await isOpen(unapprovedSql)) ? unapproved : null
  return (await isOpen(undecidedSql)) ? undecided : null
}
