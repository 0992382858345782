import { defaultDetectionPolicy, detectionPolicy } from '../../../shared/schema/detection-policy.ts'
import type { DetectionPolicy } from '../../../shared/schema/detection-policy.ts'
import type { Statements } from '../sqlite/statements.ts'

/** Reads the policy of detection in force; the default one while none was set. */
export const readDetectionPolicy = async (sql: Statements): Promise<DetectionPolicy> => {
  const row = await sql.get<{ policy: string }>('select policy from detection_policy where id = 1')
  return row === undefined ? defaultDetectionPolicy : detectionPolicy.parse(JSON.parse(row.policy))
}
