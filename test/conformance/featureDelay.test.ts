import { describe, expect, it } from 'vitest'
import { featureNames } from '../../main/detection/features/catalogue.ts'
import { createFeatureEngine } from '../../main/detection/features/engine.ts'
import { havePayments, readPayments } from './dataset.ts'
import type { Payment } from './dataset.ts'

const dayMs = 86_400_000
const delayMs = 7 * dayMs
/** Lines of the file: twelve days. */
const lines = 115_000

/** A number for all the features of every payment, so that two runs can be compared payment by payment. */
const traceOf = (payments: readonly Payment[], isFraud: (payment: Payment) => boolean): Float64Array => {
  const engine = createFeatureEngine()
  const trace = new Float64Array(payments.length)
  for (const [row, payment] of payments.entries()) {
    const values = engine.measure(payment.event)
    let sum = 0
    for (let at = 0; at < values.length; at += 1) {
      const value = values[at] as number
      sum += Number.isNaN(value) ? 0 : value * Math.sin(at + 1)
    }
    trace[row] = sum
    engine.learn(payment.event, isFraud(payment), payment.at + delayMs)
  }
  return trace
}

/** The place of the first difference, or -1. */
const firstDifference = (one: Float64Array, other: Float64Array): number =>
  one.findIndex((value, row) => value !== other[row])

const isThere = havePayments()

describe.runIf(isThere)('labels of real payments', () => {
  // A suite that is skipped is looked through all the same.
  const payments = isThere ? readPayments(lines) : []
  const truth = traceOf(payments, ({ isFraud }) => isFraud)
  const from = payments[0]?.at ?? 0

  it.each([0, 3])('that are turned round from day %i on reach no feature before their delay', (days) => {
    const moment = from + days * dayMs
    const turned = traceOf(payments, ({ at, isFraud }) => (at >= moment ? !isFraud : isFraud))
    const first = payments[firstDifference(turned, truth)]
    expect(first?.at).toBeGreaterThanOrEqual(moment + delayMs)
    // They do reach them then: the test can fail.
    expect(first?.at).toBeLessThan(moment + delayMs + 2 * dayMs)
  })

  it('count windows as one loop over the payments of a customer and of a terminal does', () => {
    const engine = createFeatureEngine()
    const place = (name: string): number => featureNames.indexOf(name)
    const seen = new Map<string, Payment[]>()
    const wrong: string[] = []
    for (const payment of payments) {
      const values = engine.measure(payment.event)
      for (const [kind, id] of [
        ['customer', payment.event.customer_id],
        ['terminal', payment.event.terminal_id],
      ] as const) {
        const own = seen.get(`${kind} ${id}`) ?? []
        const week = own.filter(({ at }) => at > payment.at - 7 * dayMs)
        const known = own.filter(({ at }) => at + delayMs <= payment.at && at + delayMs > payment.at - 7 * dayMs)
        const cents = week.reduce((sum, { event }) => sum + Math.round((event.amount ?? 0) * 100), 0)
        const expected = {
          count: week.length,
          sum: cents / 100,
          labels: known.length,
          frauds: known.filter(({ isFraud }) => isFraud).length,
        }
        for (const [measure, value] of Object.entries(expected)) {
          const found = values[place(`${kind}_${measure}_7d`)]
          if (found !== value)
            wrong.push(`${payment.event.transaction_id}: ${kind}_${measure}_7d is ${found}, not ${value}`)
        }
        own.push(payment)
        seen.set(`${kind} ${id}`, own)
      }
      engine.learn(payment.event, payment.isFraud, payment.at + delayMs)
    }
    expect(wrong).toEqual([])
  })
})
