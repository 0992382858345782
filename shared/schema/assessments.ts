import { z } from 'zod'
import { recommendedAction, riskLevel } from './activity.ts'
import { timestamp } from './text.ts'

/** A reason that a person can read; the shares of an assessment sum to 1. */
export const riskReason = z.object({
  signal: z.string().describe('Name of the signal, in snake_case.'),
  text: z.string().describe('In a sentence, with the values that it holds for.'),
  share: z.number().describe('Of the whole risk, 0 to 1.'),
  source: z.enum(['rule', 'model', 'screening', 'import']),
})
export type RiskReason = z.infer<typeof riskReason>

/** A rule that held of an activity. */
export const matchedRule = z.object({
  rule: z.string(),
  version: z.int(),
  name: z.string(),
  signal: z.string(),
  weight: z.number(),
  action: recommendedAction,
  reason: z.string(),
  shadow: z.boolean().describe('In its trial: noted, without effect on score and action.'),
})

export const modelOpinion = z.object({ name: z.string(), version: z.string(), score: z.number() })

/** The parts of an assessment that a transaction’s score has too. */
export const scored = z.object({
  score: z.number().describe('0 to 1.'),
  risk_level: riskLevel,
  signals: z.array(z.string()),
  recommended_action: recommendedAction,
  reasons: z.array(riskReason),
  rules: z.array(matchedRule),
  model: modelOpinion.nullable(),
})
export type Scored = z.infer<typeof scored>

export const assessmentId = z.string().regex(/^fa_[A-Za-z0-9_-]{22}$/, 'must be an assessment identifier (fa_...)')

/** An evaluated activity. */
export const assessment = scored.extend({
  id: assessmentId,
  event_type: z.string(),
  assessed_at: timestamp,
  understood: z
    .record(z.string(), z.string())
    .describe('The fields of an activity that were found, and where in `metadata`.'),
  kept: z.array(z.string()).describe('Names of `metadata` that are no such field; rules read them.'),
})
export type FraudAssessment = z.infer<typeof assessment>
