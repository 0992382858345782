import type { AlertFacts } from './draft-sentences.ts'

/** An alert of a case with what was frozen of it. */
export interface AttachedAlert {
  readonly facts: AlertFacts
  /** Of how many activities it is; its riskiest are listed in the facts. */
  readonly count: unknown
}

type Sums = Map<string, number>

const add = (sums: Sums, currency: string, amount: number): unknown =>
  sums.set(currency, (sums.get(currency) ?? 0) + amount)

const isWhole = ({ facts, count }: AttachedAlert): boolean =>
  typeof count === 'number' && facts.transactions.length >= count

const listedIds = ({ facts }: AttachedAlert): ReadonlySet<string> =>
  new Set(facts.transactions.map(({ transaction_id: id }) => id))

/** The transactions that more than one alert lists. */
const sharedOf = (alerts: readonly AttachedAlert[]): ReadonlySet<string> => {
  const seen = new Set<string>()
  const shared = new Set<string>()
  for (const id of alerts.flatMap((alert) => [...listedIds(alert)])) (seen.has(id) ? shared : seen).add(id)
  return shared
}

/**
 * What an alert states beyond the activities that it lists. Of one that lists all of them less than they sum to is
 * another system's word, and the activities stand.
 */
const addBeyond = (sums: Sums, alert: AttachedAlert): void => {
  const beyond: Sums = new Map(Object.entries(alert.facts.totals))
  for (const { amount, currency } of alert.facts.transactions) if (amount !== null) add(beyond, currency ?? '', -amount)
  const whole = isWhole(alert)
  for (const [currency, amount] of beyond) if (amount > 0 || !whole) add(sums, currency, amount)
}

/**
 * What the activities of alerts sum to by currency, in ten-thousandths. A transaction counts once, however many alerts
 * hold it: another system's alert and one of our own can tell of the same. Null where
 * that cannot be told: alerts share transactions, and one of them holds more than it lists.
 */
export const activityTotals = (alerts: readonly AttachedAlert[]): ReadonlyMap<string, number> | null => {
  const shared = sharedOf(alerts)
  if (alerts.some((alert) => !isWhole(alert) && [...listedIds(alert)].some((id) => shared.has(id)))) return null
  const sums: Sums = new Map()
  const counted = new Set<string>()
  for (const { transaction_id: id, amount, currency } of alerts.flatMap(({ facts }) => facts.transactions)) {
    if (amount === null || counted.has(id)) continue
    counted.add(id)
    add(sums, currency ?? '', amount)
  }
  for (const alert of alerts) addBeyond(sums, alert)
  return new Map([...sums].filter(([, amount]) => amount !== 0))
}
