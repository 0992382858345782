import { z } from 'zod'
import { assessment, assessmentId } from '../schema/assessments.ts'
import { riskLevel } from '../schema/activity.ts'
import { integerText, lineOfText } from '../schema/text.ts'
import { keysetEnvelope } from './alerts.ts'
import { defineOperation, envelope } from './operation.ts'

const tag = 'Assessments'

export const listAssessments = defineOperation({
  id: 'listAssessments',
  method: 'GET',
  path: '/v1/assessments',
  tag,
  summary: 'List assessments',
  description: 'Evaluated activities, newest first.',
  access: 'signed_in',
  query: z.strictObject({
    level: riskLevel.optional(),
    event_type: lineOfText(64).optional(),
    after: z.string().min(1).max(500).optional(),
    size: integerText({ min: 1, max: 200 }).default(50),
  }),
  answer: keysetEnvelope(assessment),
})

export const readAssessment = defineOperation({
  id: 'readAssessment',
  method: 'GET',
  path: '/v1/assessments/{id}',
  tag,
  summary: 'Read assessment',
  description: 'One evaluated activity, as it was judged.',
  access: 'signed_in',
  params: z.strictObject({ id: assessmentId }),
  answer: envelope(assessment),
  refusals: ['not_found'],
})
