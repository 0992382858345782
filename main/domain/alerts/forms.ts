import { z } from 'zod'
import { alertStatuses } from '../../../shared/schema/alerts.ts'
import { recommendedActions, riskLevels } from '../../../shared/schema/activity.ts'
import { decisionOutcomes, decisionSubjects } from '../../../shared/schema/decisions.ts'

const id = z.int().min(1).max(Number.MAX_SAFE_INTEGER)
const time = z
  .string()
  .max(64)
  .refine((text) => Number.isFinite(Date.parse(text)))
const score = z.number().min(0).max(1)

/** What the public values of the entries about alerts and decisions must be for them to have an effect (Y-46). */
export const alertForms = {
  moved: z.looseObject({
    alert_id: id,
    from: z.enum(alertStatuses),
    to: z.enum(alertStatuses),
    subject_role: z.string().max(64).optional(),
  }),
  assigned: z.looseObject({ alert_id: id, to_uid: z.string().max(200).nullable() }),
  attached: z.looseObject({
    alert_id: id,
    raised_at: time,
    score,
    risk_level: z.enum(riskLevels),
    recommended_action: z.enum(recommendedActions),
    count: z.int().nonnegative().describe('Transactions behind it; 0: screening or another system raised it.'),
  }),
  detached: z.looseObject({ alert_id: id }),
  decided: z.looseObject({
    about: z.enum(decisionSubjects),
    alert_uid: z.string().max(64).optional(),
    alert_id: id.optional(),
    assessment_id: z.string().max(64).optional(),
    outcome: z.enum(decisionOutcomes),
    score: score.nullable().optional(),
    risk_level: z.enum(riskLevels).nullable().optional(),
    replaces: z.string().max(64).optional(),
  }),
} as const
