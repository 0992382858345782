import type { Activity } from '../../shared/schema/activity.ts'
import type { FraudAssessment, Scored } from '../../shared/schema/assessments.ts'
import type { Refusal } from '../../shared/api/errors.ts'
import { ok } from '../../shared/schema/result.ts'
import type { Result } from '../../shared/schema/result.ts'
import { toTimestamp } from '../../shared/schema/text.ts'
import type { JsonValue } from '../seal/canonical.ts'
import type { Assessment, Detector } from './ports.ts'
import { readMetadata } from './read-metadata.ts'

/** An assessment as the interface tells it. */
export const scoredOf = (assessment: Assessment): Scored => ({
  score: assessment.score,
  risk_level: assessment.riskLevel,
  signals: [...assessment.signals],
  recommended_action: assessment.action,
  reasons: assessment.reasons.map((reason) => ({ ...reason })),
  rules: assessment.hits.map((hit) => ({ ...hit })),
  model: assessment.model,
})

/** What is to be judged, as a caller tells it. */
export interface AssessmentRequest {
  readonly event_type: string
  readonly metadata: Readonly<Record<string, JsonValue>>
}

/**
 * Judges an arbitrary activity without counting it. Its fields are looked for in the metadata, which rules read whole;
 * without a time of its own it is judged as of now.
 *
 * @param id `fa_` and 22 characters
 * @returns a refusal where a field is there with a value that it cannot have
 */
export const assessActivity = (
  detector: Pick<Detector, 'assess'>,
  id: string,
  { event_type, metadata }: AssessmentRequest,
  nowMs: number,
): Result<FraudAssessment, Refusal> => {
  const read = readMetadata(metadata, nowMs)
  if (!read.ok) return read
  const { found, understood, kept } = read.value
  const event: Activity = {
    transaction_id: id,
    at: toTimestamp(nowMs),
    ...found,
    event_type,
    metadata: metadata as NonNullable<Activity['metadata']>,
  }
  return ok({
    id,
    event_type,
    assessed_at: toTimestamp(nowMs),
    ...scoredOf(detector.assess(event)),
    understood: { ...understood },
    kept: [...kept],
  })
}
