import { riskLevels } from '../../../shared/schema/activity.ts'
import type { DetectionPolicy } from '../../../shared/schema/detection-policy.ts'
import { rankOfAction } from '../../detection/combine.ts'
import { supersededSql } from '../decisions/superseded.ts'
import type { LedgerTx, ToldEvent } from '../ledger/ledger.ts'

const rankOfDecided = `case d.level ${riskLevels.map((level, rank) => `when '${level}' then ${rank}`).join(' ')} else 0 end`

/**
 * SQL that holds for alerts `a` of which a person decided so: in force, and at the alert's present level or above.
 * Whoever decided of less has not said it of what came after.
 */
const decidedSql = (outcome: string): string =>
  ['decisions', 'case_decisions']
    .map(
      (table) =>
        `exists (select 1 from ${table} d where d.alert_uid = a.uid and d.state in ('recorded', 'approved') and d.outcome ${outcome} and ${rankOfDecided} >= a.level and not (${supersededSql}))`,
    )
    .join(' or ')

/**
 * SQL that holds for alerts `a`, open or not, that ask for a person and on which nobody has decided more than to hand
 * them up; its one value is the rank of the policy's action.
 */
export const undecidedSql = `a.action >= ? and not (${decidedSql("<> 'escalate'")})`

/** The same for those that nobody has let through. */
export const unapprovedSql = `a.action >= ? and not (${decidedSql("= 'approve'")})`

/**
 * SQL that holds for open alerts `a` that await a person's decision; its one value is the rank of the policy's action.
 */
export const awaitingSql = `a.open = 1 and ${undecidedSql}`

/** SQL that holds for alerts `a` on which a decision is proposed: they await a second person. */
export const pendingProposal =
  "exists (select 1 from decisions d where d.alert_uid = a.uid and d.state = 'proposed') or exists (select 1 from case_decisions d where d.alert_uid = a.uid and d.state = 'proposed')"

/** Whether an alert awaits a person's decision, as the transaction has it now. */
export const awaitsDecision = async (tx: LedgerTx, alertId: number, { decisions }: DetectionPolicy): Promise<boolean> =>
  (await tx.sql.get(
    `select 1 from alerts a where a.id = ? and ${awaitingSql}`,
    alertId,
    rankOfAction(decisions.from_action),
  )) !== undefined

/**
 * Tells that an alert has begun to await a person. `actor` is whoever did it, where it is not whoever writes; null: the
 * service.
 */
export const askForDecision = (tx: LedgerTx, alertId: number, caseId: number | null, actor?: null): ToldEvent =>
  tx.emit(
    { type: 'decision.requested', data: { decision_id: null, alert_id: alertId, case_id: caseId, needs: 'decision' } },
    actor,
  )
