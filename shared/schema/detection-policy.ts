import { z } from 'zod'
import { entityKinds, recommendedAction, recommendedActions, riskLevel, riskLevels } from './activity.ts'
import { casePriority } from './case.ts'
import { decisionOutcome } from './decisions.ts'
import { day, lineOfText } from './text.ts'

const share = z.number().min(0).max(1)
const hours = z.number().min(0.25).max(8_760)
const entityKind = z.enum(entityKinds)
const order = z
  .array(entityKind)
  .min(1)
  .max(entityKinds.length)
  .refine((kinds) => new Set(kinds).size === kinds.length, 'names a kind twice')

const levels = z
  .strictObject({ medium: share, high: share, critical: share })
  .refine(
    ({ medium, high, critical }) => medium > 0 && medium < high && high < critical,
    'must rise: 0 < medium < high < critical',
  )

const strictness = (action: string): number => (recommendedActions as readonly string[]).indexOf(action)

const actions = z
  .strictObject({
    low: recommendedAction,
    medium: recommendedAction,
    high: recommendedAction,
    critical: recommendedAction,
  })
  .refine(
    (by) =>
      riskLevels.every(
        (level, place) => place === 0 || strictness(by[level]) >= strictness(by[riskLevels[place - 1] ?? 'low']),
      ),
    'a higher level must not have a milder action',
  )

/** Words that the title of an automatic case may hold; each stands for a value. */
export const caseTitleWords = ['level', 'entity_kind', 'entity', 'signal', 'count', 'amount'] as const

const title = lineOfText(200).refine(
  (text) =>
    [...text.matchAll(/\{([^{}]*)\}/gu)].every(([, word]) =>
      (caseTitleWords as readonly (string | undefined)[]).includes(word),
    ),
  `holds an unknown word in braces; known are ${caseTitleWords.map((word) => `{${word}}`).join(', ')}`,
)

const labels = z.strictObject({
  delay_days: z
    .number()
    .min(0)
    .max(365)
    .describe(
      'How long after an activity its own label becomes known, as complaints and chargebacks take time. What a person finds is known at once.',
    ),
})

const currencyCode = z.string().regex(/^[A-Z]{3}$/u, 'must be three capital letters (ISO 4217)')

/** What one unit of a currency is worth in the base, from a day on. */
export const currencyRate = z.strictObject({
  currency: currencyCode,
  rate: z.number().positive().max(1e9).describe('Units of the base for one unit of the currency.'),
  from: day.describe('The day (UTC) from which it applies, until the next rate of its currency.'),
})

/** Most rates of a policy: five years of monthly ones for thirty currencies. */
export const mostRates = 2_000

const currencies = z
  .strictObject({
    base: currencyCode
      .nullable()
      .describe(
        'The one currency in which features count amounts, sums and means. null: that of the first activity that had an amount in one.',
      ),
    rates: z.array(currencyRate).max(mostRates),
  })
  .refine(
    ({ base, rates }) => base !== null || rates.length === 0,
    'has rates without a base: a rate says how many units of the base one unit is worth',
  )
  .refine(({ base, rates }) => rates.every(({ currency }) => currency !== base), 'has a rate of the base itself')
  .refine(
    ({ rates }) => new Set(rates.map(({ currency, from }) => `${currency} ${from}`)).size === rates.length,
    'has two rates of one currency from one day on',
  )
export type Currencies = z.infer<typeof currencies>

/** What holds where the policy says nothing of currencies. */
export const noCurrencies: Currencies = { base: null, rates: [] }

/**
 * What the institution decides about detection: levels, actions, alerts, automatic cases, labels, decisions. A change
 * of it is sealed in the workspace's chain.
 */
export const detectionPolicy = z.strictObject({
  levels: levels.describe('Lowest score of each level; below medium the risk is low.'),
  actions: actions.describe('The action that each level recommends. A live rule can ask for a stricter one.'),
  alerts: z.strictObject({
    from_level: riskLevel.describe(
      'Activities from this level on raise an alert; so does one of any level on which a live rule asks for an action that awaits a person.',
    ),
    group_by: order.describe('An alert is about the first of these that the activity names.'),
    by_rule: z.boolean().describe('Whether each leading rule gives an entity an alert of its own.'),
    cool_down_hours: hours.describe('An activity within this time of the last one of an open alert joins it.'),
    due_hours: z
      .strictObject({ low: hours, medium: hours, high: hours, critical: hours })
      .describe('How long an alert may wait for its disposition.'),
    note_required: z.boolean().describe('Whether a disposition needs a note.'),
  }),
  cases: z.strictObject({
    from_level: riskLevel.nullable().describe('Alerts from this level on open a case automatically; null: none does.'),
    min_alerts: z.int().min(1).max(1_000).describe('Open alerts of the entity, within the cool-down, that it takes.'),
    cool_down_hours: hours.describe(
      'Later alerts of the same entity within this time join the case, if it is not finished.',
    ),
    title: title.describe('Title of such a case. It is withheld from the sealed entry like every title.'),
    priority: z.strictObject({ low: casePriority, medium: casePriority, high: casePriority, critical: casePriority }),
  }),
  labels: labels.default({ delay_days: 7 }),
  // Optional and without a default: what earlier entries say must project to what it always did.
  currencies: currencies
    .optional()
    .describe(
      'How amounts in other currencies count. An amount without a rate counts as none: windows and profiles leave it out, and answers say so.',
    ),
  decisions: z.strictObject({
    from_action: recommendedAction
      .exclude(['allow'])
      .describe('Alerts that recommend this or something stricter await a person’s decision.'),
    four_eyes: z.strictObject({
      outcomes: z
        .array(decisionOutcome)
        .max(10)
        .describe('Outcomes that a second person, a supervisor or admin, must approve. Empty: none.'),
      from_level: riskLevel.describe('Only from this level on.'),
    }),
  }),
})
export type DetectionPolicy = z.infer<typeof detectionPolicy>

export const defaultDetectionPolicy: DetectionPolicy = {
  levels: { medium: 0.3, high: 0.6, critical: 0.85 },
  actions: { low: 'allow', medium: 'review', high: 'challenge', critical: 'block' },
  alerts: {
    from_level: 'medium',
    group_by: ['account', 'customer', 'counterparty', 'device', 'ip', 'terminal'],
    by_rule: false,
    cool_down_hours: 24,
    due_hours: { low: 168, medium: 72, high: 24, critical: 4 },
    note_required: false,
  },
  cases: {
    from_level: 'critical',
    min_alerts: 1,
    cool_down_hours: 168,
    title: '{level} risk on {entity_kind} {entity}: {signal}',
    priority: { low: 'low', medium: 'medium', high: 'high', critical: 'urgent' },
  },
  labels: { delay_days: 7 },
  decisions: { from_action: 'review', four_eyes: { outcomes: [], from_level: 'low' } },
}
