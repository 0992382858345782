import { z } from 'zod'
import { caseOutcome } from './case.ts'
import { timestamp } from './text.ts'

/** Between which values the true one lies with 95 %. */
export const interval = z.object({ low: z.number(), high: z.number() })

/** Of fewer than this nothing is shown as a percentage. */
export const fewestForPercent = 10

/** A figure with what it is made of; `value` is null where the denominator is 0. */
export const ratioFigure = z.object({
  value: z.number().nullable(),
  interval: interval
    .nullable()
    .optional()
    .describe(
      'Of a share: between which values the true one lies with 95 % (Wilson). Absent in reports of earlier releases.',
    ),
  numerator: z.number(),
  denominator: z.number(),
  definition: z.string(),
})
export type RatioFigure = z.infer<typeof ratioFigure>

/**
 * How long something took, in hours, over `count` cases of it; median and 90th percentile by the nearest-rank method.
 */
export const timeFigure = z.object({
  median_hours: z.number().nullable(),
  p90_hours: z.number().nullable(),
  count: z.int(),
  definition: z.string(),
})
export type TimeFigure = z.infer<typeof timeFigure>

export const backlogBuckets = ['under_4h', '4h_to_24h', '1d_to_3d', '3d_to_7d', 'over_7d'] as const

/** What one rule brought in the period. */
export const ruleYield = z.object({
  rule: z.string(),
  name: z.string(),
  alerts: z.int().describe('Alerts in which it held.'),
  alone: z.int().describe('Alerts in which no other rule held.'),
  confirmed: z.int(),
  false_positive: z.int(),
  precision: z.number().nullable().describe('confirmed / (confirmed + false_positive).'),
  overlap: z
    .array(z.object({ rule: z.string(), alerts: z.int(), share: z.number() }))
    .describe('Rules that held in the same alerts, most first, at most 5; share of this rule’s alerts.'),
})
export type RuleYield = z.infer<typeof ruleYield>

/** What came of the cases that were finished in a period. */
export const finishedCases = z.object({
  finished: z.int(),
  outcomes: z
    .array(z.object({ outcome: caseOutcome.nullable().describe('null: nobody said.'), cases: z.int() }))
    .describe('Every outcome, also those that no case has.'),
  confirmed_share: ratioFigure,
  definition: z.string().describe('Which cases are counted.'),
})
export type FinishedCases = z.infer<typeof finishedCases>

/** Whether detection works, over alerts raised in a period. */
export const effectiveness = z.object({
  from: timestamp,
  to: timestamp,
  counts: z.object({
    raised: z.int(),
    open: z.int(),
    confirmed: z.int(),
    false_positive: z.int(),
    dismissed: z.int(),
    in_cases: z.int(),
    transactions_scored: z.int(),
  }),
  precision: ratioFigure.describe('Of the alerts of which it is known what they are, those that are fraud.'),
  known: z
    .object({ by_disposition: z.int(), by_label: z.int(), unknown: z.int() })
    .optional()
    .describe('Alerts of the period by how it is known what they are; `precision` counts the first two.'),
  recall: ratioFigure.optional().describe('Of the activities known to be fraud, those in an alert.'),
  money_caught: z
    .array(
      z.object({
        currency: z.string(),
        caught: z.number(),
        missed: z.number(),
        frauds: z.int(),
        share: z.number(),
        interval: interval.nullable(),
      }),
    )
    .optional(),
  money_definition: z.string().optional(),
  false_positive_ratio: ratioFigure.describe('False positives for each confirmed alert.'),
  false_positive_rate: ratioFigure.describe('Of all legitimate activities, those that raised an alert.'),
  alert_rate: ratioFigure,
  alert_to_case: ratioFigure,
  sla_adherence: ratioFigure,
  time_to_detect: timeFigure,
  time_to_acknowledge: timeFigure,
  time_to_resolve: timeFigure,
  backlog: z
    .array(z.object({ bucket: z.enum(backlogBuckets), alerts: z.int(), overdue: z.int() }))
    .describe('Open alerts by age now, whenever raised here.'),
  value_detected: z.array(z.object({ currency: z.string(), confirmed: z.number(), open: z.number() })),
  value_definition: z.string(),
  cases: finishedCases.optional().describe('Absent in reports that an earlier release made.'),
  rules: z.array(ruleYield),
  by_day: z
    .array(
      z.object({ day: z.string(), raised: z.int(), confirmed: z.int(), false_positive: z.int(), dismissed: z.int() }),
    )
    .describe('Alerts by the UTC day on which they were raised, and what became of them.'),
})
export type Effectiveness = z.infer<typeof effectiveness>
