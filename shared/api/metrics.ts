import { z } from 'zod'
import { effectiveness } from '../schema/metrics.ts'
import { timestamp } from '../schema/text.ts'
import { defineOperation, envelope } from './operation.ts'

const tag = 'Metrics'

/** The period of a measurement; by default the last 30 days. */
export const period = {
  from: timestamp.optional().describe('Start, inclusive; default 30 days before the end.'),
  to: timestamp.optional().describe('End, exclusive; default now.'),
}

export const readEffectiveness = defineOperation({
  id: 'readEffectiveness',
  method: 'GET',
  path: '/v1/metrics/effectiveness',
  tag,
  summary: 'Effectiveness of detection',
  description: 'Over alerts raised in a period; every figure with its numerator, denominator and definition.',
  access: 'signed_in',
  query: z.strictObject(period),
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
  query: z.strictObject(period),
  answers: 'csv',
  answer: z.string(),
})
