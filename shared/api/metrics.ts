import { z } from 'zod'
import { effectiveness } from '../schema/metrics.ts'
import { orderedRange, requestTime } from '../schema/request-time.ts'
import { defineOperation, envelope } from './operation.ts'

const tag = 'Metrics'

/** The period of a measurement; by default the last 30 days. */
export const period = {
  from: requestTime.optional().describe('Start, inclusive; default 30 days before the end.'),
  to: requestTime.optional().describe('End, exclusive; default now.'),
}

export const readEffectiveness = defineOperation({
  id: 'readEffectiveness',
  method: 'GET',
  path: '/v1/metrics/effectiveness',
  tag,
  summary: 'Effectiveness of detection',
  description: 'Over alerts raised in a period; every figure with its numerator, denominator and definition.',
  access: 'signed_in',
  query: orderedRange(z.strictObject(period)),
  answer: envelope(effectiveness),
})

export const exportEffectiveness = defineOperation({
  id: 'exportEffectiveness',
  method: 'GET',
  path: '/v1/metrics/effectiveness/export',
  tag,
  summary: 'Effectiveness as CSV',
  description: 'A row a figure: name, value, numerator, denominator, definition.',
  access: 'signed_in',
  query: orderedRange(z.strictObject(period)),
  answers: 'csv',
  answer: z.string(),
})
