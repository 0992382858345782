/** How a feature is told of: the signal that it belongs to, what it is called, and a sentence without its full stop. */
export interface Wording {
  readonly signal: string
  /** Without a value: what is looked at. */
  readonly name: string
  /** Takes the value as text. */
  readonly text: (value: string) => string
}

const kinds: Readonly<Record<string, { readonly one: string; readonly many: string }>> = {
  customer: { one: 'customer', many: 'customers' },
  account: { one: 'account', many: 'accounts' },
  counterparty: { one: 'payee', many: 'payees' },
  device: { one: 'device', many: 'devices' },
  ip: { one: 'IP address', many: 'IP addresses' },
  terminal: { one: 'terminal', many: 'terminals' },
}

const windows: Readonly<Record<string, string>> = {
  '1h': 'the last hour',
  '1d': 'the last day',
  '7d': 'the last 7 days',
  '30d': 'the last 30 days',
}

const kindNames = Object.keys(kinds).join('|')
const windowNames = Object.keys(windows).join('|')

type Maker = (kind: string, parts: readonly string[]) => Wording

/** What a kind of entity is called within a sentence: a `counterparty` is a payee. */
export const entityWord = (kind: string): string => kinds[kind]?.one ?? kind
/** Several of what a feature's name counts: `counterparties` are payees. */
const several = (counted: string): string =>
  kinds[counted === 'counterparties' ? 'counterparty' : counted.replace(/s$/u, '')]?.many ??
  counted.replaceAll('_', ' ')
const single = (counted: string): string =>
  kinds[counted === 'counterparties' ? 'counterparty' : counted.replace(/s$/u, '')]?.one ?? counted
const windowOf = (window: string | undefined): string => windows[window ?? ''] ?? 'the time before'

const transactions = (value: string): string => (value === '1' ? '1 transaction' : `${value} transactions`)
const frauds = (value: string): string => (value === '1' ? '1 fraud' : `${value} frauds`)
const times = (value: string): string =>
  value === '0' ? 'never met' : value === '1' ? 'met once' : `met ${value} times`
const daysAgo = (value: string): string => (value === '1' ? '1 day ago' : `${value} days ago`)

/** What a family of features says, by the rest of its name behind the kind of entity. */
const families: readonly (readonly [RegExp, Maker])[] = [
  [
    new RegExp(`^count_(${windowNames})$`, 'u'),
    (kind, [window]) => ({
      signal: `${kind}_activity_count`,
      name: `Transactions of the ${entityWord(kind)} in ${windowOf(window)}`,
      text: (value) => `${transactions(value)} of the ${entityWord(kind)} in ${windowOf(window)}`,
    }),
  ],
  [
    new RegExp(`^sum_(${windowNames})$`, 'u'),
    (kind, [window]) => ({
      signal: `${kind}_amount_total`,
      name: `Total amount for the ${entityWord(kind)} in ${windowOf(window)}`,
      text: (value) => `${value} in total for the ${entityWord(kind)} in ${windowOf(window)}`,
    }),
  ],
  [
    new RegExp(`^mean_(${windowNames})$`, 'u'),
    (kind, [window]) => ({
      signal: `${kind}_usual_amount`,
      name: `Mean amount of the ${entityWord(kind)} in ${windowOf(window)}`,
      text: (value) => `The mean amount of the ${entityWord(kind)} in ${windowOf(window)} is ${value}`,
    }),
  ],
  [
    new RegExp(`^distinct_(\\w+)_(${windowNames})$`, 'u'),
    (kind, [other, window]) => ({
      signal: `${kind}_many_${other ?? 'others'}`,
      name: `Different ${several(other ?? '')} of the ${entityWord(kind)} in ${windowOf(window)}`,
      text: (value) =>
        value === '1'
          ? `1 ${single(other ?? '')} of the ${entityWord(kind)} in ${windowOf(window)}`
          : `${value} different ${several(other ?? '')} of the ${entityWord(kind)} in ${windowOf(window)}`,
    }),
  ],
  [
    /^same_(\w+)_30d$/u,
    (kind, [other]) => ({
      signal: `new_${other ?? 'pair'}_for_${kind}`,
      name: `How often the ${entityWord(kind)} and this ${entityWord(other ?? '')} met in the last 30 days`,
      text: (value) =>
        `The ${entityWord(kind)} and this ${entityWord(other ?? '')} ${times(value)} in the last 30 days`,
    }),
  ],
  [
    new RegExp(`^labels_(${windowNames})$`, 'u'),
    (kind, [window]) => ({
      signal: `${kind}_history`,
      name: `Transactions of the ${entityWord(kind)} that became known in ${windowOf(window)} as fraud or genuine`,
      text: (value) =>
        value === '0'
          ? `Of no transaction of the ${entityWord(kind)} it became known in ${windowOf(window)} whether it was fraud`
          : `Of ${transactions(value)} of the ${entityWord(kind)} it became known in ${windowOf(window)} whether ${value === '1' ? 'it was' : 'they were'} fraud`,
    }),
  ],
  [
    new RegExp(`^frauds_(${windowNames})$`, 'u'),
    (kind, [window]) => ({
      signal: `${kind}_recent_fraud`,
      name: `Frauds of the ${entityWord(kind)} that became known in ${windowOf(window)}`,
      text: (value) => `${frauds(value)} of the ${entityWord(kind)} became known in ${windowOf(window)}`,
    }),
  ],
  [
    new RegExp(`^fraud_share_(${windowNames})$`, 'u'),
    (kind, [window]) => ({
      signal: `${kind}_recent_fraud`,
      name: `Share of fraud in what became known of the ${entityWord(kind)} in ${windowOf(window)}`,
      text: (value) =>
        `A share of ${value} of what became known of the ${entityWord(kind)} in ${windowOf(window)} was fraud`,
    }),
  ],
  [
    /^fraud_run_calendar_days$/u,
    (kind) => ({
      signal: `${kind}_fraud_run`,
      name: `Calendar days since known frauds of the ${entityWord(kind)} come one after another`,
      text: (value) =>
        `Known frauds of the ${entityWord(kind)} come one after another since ${value} calendar days, with nothing genuine between`,
    }),
  ],
  [
    /^genuine_calendar_days$/u,
    (kind) => ({
      signal: `${kind}_not_confirmed`,
      name: `Calendar days since the latest transaction of the ${entityWord(kind)} that is known to be genuine`,
      text: (value) =>
        `The latest transaction of the ${entityWord(kind)} that is known to be genuine was ${value} calendar days ago`,
    }),
  ],
  [
    /^fraud_age_days$/u,
    (kind) => ({
      signal: `${kind}_recent_fraud`,
      name: `Days since the latest known fraud of the ${entityWord(kind)}`,
      text: (value) => `The latest known fraud of the ${entityWord(kind)} was ${daysAgo(value)}`,
    }),
  ],
  [
    /^genuine_age_days$/u,
    (kind) => ({
      signal: `${kind}_not_confirmed`,
      name: `Days since the latest transaction of the ${entityWord(kind)} that is known to be genuine`,
      text: (value) =>
        `The latest transaction of the ${entityWord(kind)} that is known to be genuine was ${daysAgo(value)}`,
    }),
  ],
  [
    /^fraud_run$/u,
    (kind) => ({
      signal: `${kind}_fraud_run`,
      name: `Known frauds of the ${entityWord(kind)} one after another`,
      text: (value) =>
        `Known frauds of the ${entityWord(kind)} come one after another, with nothing genuine between (${value})`,
    }),
  ],
  [
    /^fraud_run_age_days$/u,
    (kind) => ({
      signal: `${kind}_fraud_run`,
      name: `Days since known frauds of the ${entityWord(kind)} come one after another`,
      text: (value) =>
        `Known frauds of the ${entityWord(kind)} come one after another since ${value} days, with nothing genuine between`,
    }),
  ],
  [
    /^frauds_ever$/u,
    (kind) => ({
      signal: `${kind}_known_fraud`,
      name: `Known frauds of the ${entityWord(kind)}, of all time`,
      text: (value) => `${frauds(value)} of the ${entityWord(kind)} ${value === '1' ? 'is' : 'are'} known`,
    }),
  ],
  [
    new RegExp(`^high_(${windowNames})$`, 'u'),
    (kind, [window]) => ({
      signal: `${kind}_high_amounts`,
      name: `Amounts far above what is usual for the ${entityWord(kind)} in ${windowOf(window)}`,
      text: (value) => `${value} amounts far above what is usual for the ${entityWord(kind)} in ${windowOf(window)}`,
    }),
  ],
  [
    /^amount_ratio_30d$/u,
    (kind) => ({
      signal: 'unusual_amount',
      name: `The amount beside the ${entityWord(kind)}’s mean of 30 days`,
      text: (value) => `The amount is ${value} times the ${entityWord(kind)}’s mean of 30 days`,
    }),
  ],
  [
    /^ordinary_ratio$/u,
    (kind) => ({
      signal: 'unusual_amount',
      name: `The amount beside what is ordinary for the ${entityWord(kind)}`,
      text: (value) => `The amount is ${value} times what is ordinary for the ${entityWord(kind)}`,
    }),
  ],
  [
    /^amount_z_30d$/u,
    (kind) => ({
      signal: 'unusual_amount',
      name: `Standard deviations of the amount from what is usual for the ${entityWord(kind)}`,
      text: (value) => `The amount lies ${value} standard deviations from what is usual for the ${entityWord(kind)}`,
    }),
  ],
  [
    /^velocity_(1h|1d|7d)$/u,
    (kind, [window]) => ({
      signal: `${kind}_velocity`,
      name: `Transactions of the ${entityWord(kind)} in ${windowOf(window)} beside the usual`,
      text: (value) => `The ${entityWord(kind)} is ${value} times as active in ${windowOf(window)} as usual`,
    }),
  ],
  [
    /^sum_velocity_(1h|1d|7d)$/u,
    (kind, [window]) => ({
      signal: `${kind}_velocity`,
      name: `Amounts of the ${entityWord(kind)} in ${windowOf(window)} beside the usual`,
      text: (value) => `The amounts of the ${entityWord(kind)} in ${windowOf(window)} are ${value} times the usual`,
    }),
  ],
  [
    /^age_days$/u,
    (kind) => ({
      signal: `${kind}_age`,
      name: `Days since the ${entityWord(kind)} was first seen`,
      text: (value) => `The ${entityWord(kind)} was first seen ${daysAgo(value)}`,
    }),
  ],
  [
    /^hours_since_last$/u,
    (kind) => ({
      signal: `${kind}_pause`,
      name: `Hours since the ${entityWord(kind)}’s last transaction`,
      text: (value) => `${value} hours since the ${entityWord(kind)}’s last transaction`,
    }),
  ],
  [
    /^hour_share$/u,
    (kind) => ({
      signal: 'unusual_hour',
      name: `Share of the ${entityWord(kind)}’s transactions near this hour of the day`,
      text: (value) => `A share of ${value} of the ${entityWord(kind)}’s transactions falls near this hour of the day`,
    }),
  ],
  [
    /^distance_km$/u,
    (kind) => ({
      signal: 'unusual_place',
      name: `Kilometres from the place where the ${entityWord(kind)} was last`,
      text: (value) => `${value} km from the place where the ${entityWord(kind)} was last`,
    }),
  ],
  [
    /^speed_kmh$/u,
    (kind) => ({
      signal: 'impossible_travel',
      name: `Speed at which the ${entityWord(kind)} would have travelled, in km/h`,
      text: (value) => `The ${entityWord(kind)} would have travelled at ${value} km/h`,
    }),
  ],
]

const plain: Readonly<Record<string, Wording>> = {
  amount: { signal: 'amount', name: 'The amount', text: (value) => `The amount is ${value}` },
  hour_of_day: {
    signal: 'hour_of_day',
    name: 'The hour of the day (UTC)',
    text: (value) => `The hour of the day is ${value} (UTC)`,
  },
  is_night: {
    signal: 'at_night',
    name: 'Whether it happened at night, between 0:00 and 7:00 (UTC)',
    text: (value) => (value === '1' ? 'It happened between 0:00 and 7:00 (UTC)' : 'It did not happen at night'),
  },
  is_weekend: {
    signal: 'at_weekend',
    name: 'Whether it happened at a weekend',
    text: (value) => (value === '1' ? 'It happened at a weekend' : 'It did not happen at a weekend'),
  },
}

const ofEntity = new RegExp(`^(${kindNames})_(.+)$`, 'u')

const other = (feature: string): Wording => ({
  signal:
    feature
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/gu, '_')
      .replaceAll(/^_|_$/gu, '')
      .slice(0, 64) || 'feature',
  name: feature,
  text: (value) => `${feature} is ${value}`,
})

/**
 * The signal, the name and the sentence of a feature; one of a foreign model that has no words here is told by its
 * name.
 */
export const wordingOf = (feature: string): Wording => {
  if (Object.hasOwn(plain, feature)) return plain[feature] ?? other(feature)
  const [, kind, rest] = ofEntity.exec(feature) ?? []
  if (kind === undefined || rest === undefined) return other(feature)
  for (const [pattern, make] of families) {
    const found = pattern.exec(rest)
    if (found !== null) return make(kind, found.slice(1))
  }
  return other(feature)
}

// Making a formatter costs as much as a score.
const precise = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 2 })
const round = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 })

/** What is not nothing is never told as 0: a share of 0.003 is below 0.01. */
const number = (value: number): string => {
  const size = Math.abs(value)
  if (size > 0 && size < 0.005) return value > 0 ? 'less than 0.01' : 'about 0'
  return (size < 10 ? precise : round).format(value)
}

const unknownText = 'Nothing is known yet of this: '

/** Fewer than these are no many: two customers of a terminal are a shop on a quiet morning. */
const many = 5

/** The signal of a feature with its value: what has none, or is not many, must not be read as what it is not. */
export const signalWith = ({ signal }: Wording, value: number | null): string => {
  if (value === null) return `${signal}_unknown`
  return value < many ? signal.replace('_many_', '_different_') : signal
}

/** Whether a sentence of a feature says no more than that nothing is known. */
export const saysNothingKnown = (text: string): boolean =>
  text.startsWith(unknownText) || text.startsWith('Of no transaction of the ')

/** What a feature of such a wording says with its value, as a sentence. */
export const sentenceOf = ({ name, text }: Wording, value: number | null): string =>
  value === null ? `${unknownText}${name.charAt(0).toLowerCase()}${name.slice(1)}.` : `${text(number(value))}.`
