import { defaultDetectionPolicy, detectionPolicy } from '../../../shared/schema/detection-policy.ts'
import type { DetectionPolicy } from '../../../shared/schema/detection-policy.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import type { PolicyChange } from '../../../shared/api/alerts.ts'
import { causeForm } from '../../../shared/schema/origin.ts'
import type { Cause } from '../../../shared/schema/origin.ts'
import type { Acting, Actor } from '../../domain/access/actor.ts'
import { isApiKey } from '../../domain/decisions/four-eyes.ts'
import type { LedgerTx } from '../ledger/ledger.ts'
import type { Statements, SyncStatements } from '../sqlite/statements.ts'

/** Reads the policy of detection in force; the default one while none was set. */
export const readDetectionPolicy = async (sql: Statements): Promise<DetectionPolicy> => {
  const row = await sql.get<{ policy: string }>('select policy from detection_policy where id = 1')
  return row === undefined ? defaultDetectionPolicy : detectionPolicy.parse(JSON.parse(row.policy))
}

/**
 * S-27: what acts where the policy of detection does, set off by what is at work in the transaction: the policy as it
 * stands, by how often it was changed and the entry of the last change.
 */
export const policyActing = async (
  { acting, sql }: Pick<LedgerTx, 'acting' | 'sql'>,
  actor: Actor,
): Promise<Acting> => {
  const stands = await sql.get<{ changes: number; entry: string | null }>(
    'select count(*) as changes, (select entry from detection_policy_changes order by at desc, entry desc limit 1) as entry from detection_policy_changes',
  )
  const cause: Cause = { by: isApiKey(actor.userUid) ? 'program' : 'person' }
  const by = acting?.origin
  return {
    ...acting,
    origin: {
      by: 'policy',
      policy: 'detection',
      version: stands?.changes ?? 0,
      entry: stands?.entry ?? null,
      cause: by === undefined ? cause : causeForm.parse(by),
    },
  }
}

interface ChangeRow {
  readonly entry: string
  readonly at: number
  readonly policy: string
  readonly user_id: number | null
  readonly user_name: string | null
}

/** The newest changes of the policy of detection, with who made them. */
export const readPolicyChanges = (sql: SyncStatements, most: number): PolicyChange[] =>
  sql
    .all<ChangeRow>(
      'select p.entry, p.at, p.policy, u.id as user_id, u.name as user_name from detection_policy_changes p left join users u on u.uid = p.actor order by p.at desc, p.entry desc limit ?',
      most,
    )
    .map(({ entry, at, policy, user_id: id, user_name: name }) => ({
      entry_id: entry,
      changed_at: toTimestamp(at),
      user_id: id,
      user_name: name,
      policy: detectionPolicy.parse(JSON.parse(policy)),
    }))
