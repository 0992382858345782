import fc from 'fast-check'
import type { Activity } from '../../../../shared/schema/activity.ts'
import type { Told } from './oracle.ts'

const start = Date.UTC(2026, 0, 5)
const hour = 3_600_000

/** Identifiers with traps for whoever keeps them in a plain object. */
const id = (prefix: string): fc.Arbitrary<string | undefined> =>
  fc.constantFrom(undefined, `${prefix}1`, `${prefix}2`, '__proto__', 'constructor')

const amount = fc.option(
  fc.oneof(
    fc.integer({ min: -5_000, max: 5_000_000 }).map((value) => value / 10_000),
    fc.constantFrom(0, 0.1, 0.2, 1e11, 99_999_999_999.9999),
  ),
  { nil: undefined },
)

/** Steps in time: mostly forward, over the edges of windows too, sometimes back. */
const step = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 20 * hour }) },
  { weight: 3, arbitrary: fc.constantFrom(0, 1, hour, 24 * hour, 7 * 24 * hour, 30 * 24 * hour, 29 * 24 * hour) },
  { weight: 2, arbitrary: fc.integer({ min: -26 * hour, max: 0 }) },
  { weight: 1, arbitrary: fc.constantFrom(-24 * hour, -24 * hour - 1, -40 * 24 * hour) },
)

interface Drawn {
  readonly step: number
  readonly ids: Partial<Activity>
  readonly amount: number | undefined
  readonly label: { readonly isFraud: boolean; readonly delay: number; readonly wait: number } | null
}

const drawn: fc.Arbitrary<Drawn> = fc.record({
  step,
  ids: fc.record({
    customer_id: id('c'),
    account_id: id('a'),
    counterparty_id: id('p'),
    device_id: id('d'),
    ip: id('i'),
    terminal_id: id('t'),
  }),
  amount,
  label: fc.option(
    fc.record({
      isFraud: fc.boolean(),
      delay: fc.constantFrom(0, hour, 7 * 24 * hour, 7 * 24 * hour, 90 * 24 * hour),
      wait: fc.integer({ min: 0, max: 4 }),
    }),
  ),
})

const tellAll = (all: readonly Drawn[]): Told[] => {
  const rows: { readonly order: number; readonly told: Told }[] = []
  let t = start
  for (const [at, one] of all.entries()) {
    t += one.step
    const event: Activity = {
      transaction_id: `x${at}`,
      event_type: 'transaction',
      at: new Date(t).toISOString(),
      amount: one.amount,
      ...one.ids,
    }
    rows.push({ order: at, told: { event } })
    // A label is told with its activity, or after some more of them.
    if (one.label !== null)
      rows.push({
        order: at + one.label.wait,
        told: { event, isFraud: one.label.isFraud, knownAt: t + one.label.delay },
      })
  }
  return rows.sort((a, b) => a.order - b.order).map(({ told }) => told)
}

/**
 * When an activity was received: mostly after it happened; some lie ahead of that, as value dates and wrong clocks do.
 */
export const receivedAt = (event: Activity): number =>
  Date.parse(event.at) +
  (event.transaction_id.endsWith('3') ? -20 * hour : event.transaction_id.endsWith('7') ? -hour : 60_000)

/** Activities and labels in order of arrival. */
export const feed = (maxLength = 40): fc.Arbitrary<Told[]> => fc.array(drawn, { maxLength, size: 'max' }).map(tellAll)
