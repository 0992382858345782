import type { Activity, EntityKind } from '../../../../shared/schema/activity.ts'
import { amountScale, entityKinds, entityOf } from '../../../../shared/schema/activity.ts'
import { pairings } from '../../../../main/detection/features/catalogue.ts'

/** An activity that came, or a label that was told, in order of arrival. */
export type Told =
  | { readonly event: Activity }
  | { readonly event: Activity; readonly isFraud: boolean; readonly knownAt: number }

const hour = 3_600_000
const day = 24 * hour
const windows = [
  ['1h', hour],
  ['1d', day],
  ['7d', 7 * day],
  ['30d', 30 * day],
] as const
const plural: Readonly<Record<EntityKind, string>> = {
  customer: 'customers',
  account: 'accounts',
  counterparty: 'counterparties',
  device: 'devices',
  ip: 'ips',
  terminal: 'terminals',
}

const timeOf = (event: Activity): number => Date.parse(event.at)
const exact = (event: Activity): bigint | null =>
  event.amount === undefined ? null : BigInt(Math.round(event.amount * amountScale))

type ReceivedOf = (event: Activity) => number

/**
 * A figure; or the two between which it lies, where amounts are exactly at a limit: of these, numbers that are rounded
 * may say either.
 */
export type Expected = number | null | { readonly least: number; readonly most: number }

const clockOf = (told: readonly Told[], receivedOf: ReceivedOf): number =>
  Math.max(
    Number.NEGATIVE_INFINITY,
    ...told.filter((one) => !('isFraud' in one)).map(({ event }) => Math.min(timeOf(event), receivedOf(event))),
  )

/** Whether an activity comes more than a day behind what was counted before. */
const isLate = (told: readonly Told[], event: Activity, receivedOf: ReceivedOf): boolean =>
  timeOf(event) < clockOf(told, receivedOf) - day

const mean = (events: readonly Activity[]): number | null => {
  const amounts = events.map(exact).filter((amount) => amount !== null)
  return amounts.length === 0
    ? null
    : Number(amounts.reduce((sum, amount) => sum + amount, 0n)) / amounts.length / amountScale
}

/**
 * What the rules of docs/detection/features.md say of windows and labels, computed from everything that was told
 * before, by nothing but loops.
 */
export const oracle = (
  told: readonly Told[],
  event: Activity,
  receivedOf: ReceivedOf = () => Number.POSITIVE_INFINITY,
): Record<string, Expected> => {
  const t = timeOf(event)
  const found: Record<string, Expected> = {}
  if (isLate(told, event, receivedOf)) return found
  const counted = told.flatMap((one, at) =>
    'isFraud' in one || isLate(told.slice(0, at), one.event, receivedOf) ? [] : [{ event: one.event, at }],
  )
  for (const kind of entityKinds) {
    const id = entityOf(event, kind)
    if (id === undefined) continue
    const own = counted.filter((one) => entityOf(one.event, kind) === id && timeOf(one.event) <= t)
    const inside = (length: number): Activity[] => own.map((one) => one.event).filter((one) => timeOf(one) > t - length)
    for (const [name, length] of windows) {
      const there = inside(length)
      found[`${kind}_count_${name}`] = there.length
      found[`${kind}_sum_${name}`] = Number(there.reduce((sum, one) => sum + (exact(one) ?? 0n), 0n)) / amountScale
      found[`${kind}_mean_${name}`] = mean(there)
      for (const other of pairings[kind])
        found[`${kind}_distinct_${plural[other]}_${name}`] = new Set(
          there.flatMap((one) => entityOf(one, other) ?? []),
        ).size
    }
    for (const other of pairings[kind]) {
      const mate = entityOf(event, other)
      found[`${kind}_same_${other}_30d`] =
        mate === undefined ? null : inside(30 * day).filter((one) => entityOf(one, other) === mate).length
    }
    const last = inside(30 * day).reduce((latest, one) => Math.max(latest, timeOf(one)), Number.NEGATIVE_INFINITY)
    found[`${kind}_hours_since_last`] = last === Number.NEGATIVE_INFINITY ? null : (t - last) / hour
    labels(told, kind, id, t, receivedOf, found)
    if (kind === 'customer' || kind === 'account') {
      for (const [name, length] of windows.slice(1)) {
        const sides = own.filter((one) => timeOf(one.event) > t - length).map((one) => sideOf(counted, kind, id, one))
        const above = sides.filter((side) => side > 0n).length
        found[`${kind}_high_${name}`] = { least: above, most: above + sides.filter((side) => side === 0n).length }
      }
    }
  }
  return found
}

/** Above 0 where an amount is more than three times the mean of the month before it; 0 where it is exactly that. */
const sideOf = (
  counted: readonly { readonly event: Activity; readonly at: number }[],
  kind: EntityKind,
  id: string,
  one: { readonly event: Activity; readonly at: number },
): bigint => {
  const t = timeOf(one.event)
  const before = counted.filter(
    (other) =>
      other.at < one.at &&
      entityOf(other.event, kind) === id &&
      timeOf(other.event) <= t &&
      timeOf(other.event) > t - 30 * day,
  )
  const amounts = before.map((other) => exact(other.event)).filter((amount) => amount !== null)
  const own = exact(one.event)
  if (own === null || amounts.length === 0) return -1n
  return own * BigInt(amounts.length) - 3n * amounts.reduce((sum, amount) => sum + amount, 0n)
}

const labels = (
  told: readonly Told[],
  kind: EntityKind,
  id: string,
  t: number,
  receivedOf: ReceivedOf,
  found: Record<string, Expected>,
): void => {
  const known = told
    .flatMap((one, at) =>
      'isFraud' in one && entityOf(one.event, kind) === id
        ? [
            {
              isFraud: one.isFraud,
              happened: timeOf(one.event),
              known: Math.max(one.knownAt, clockOf(told.slice(0, at), receivedOf)),
              at,
            },
          ]
        : [],
    )
    .filter((one) => one.known <= t)
    .sort((a, b) => a.known - b.known || a.at - b.at)
  for (const [name, length] of windows.slice(1)) {
    const there = known.filter((one) => one.known > t - length)
    const frauds = there.filter((one) => one.isFraud).length
    found[`${kind}_labels_${name}`] = there.length
    found[`${kind}_frauds_${name}`] = frauds
    found[`${kind}_fraud_share_${name}`] = there.length === 0 ? null : frauds / there.length
  }
  const age = (isFraud: boolean): number | null => {
    const times = known.filter((one) => one.isFraud === isFraud).map((one) => one.happened)
    return times.length === 0 ? null : (t - Math.max(...times)) / day
  }
  found[`${kind}_genuine_age_days`] = age(false)
  found[`${kind}_fraud_age_days`] = age(true)
  const genuine = known.filter((one) => !one.isFraud).map((one) => Math.floor(one.happened / day))
  found[`${kind}_genuine_calendar_days`] = genuine.length === 0 ? null : Math.floor(t / day) - Math.max(...genuine)
  found[`${kind}_frauds_ever`] = known.filter((one) => one.isFraud).length
}
