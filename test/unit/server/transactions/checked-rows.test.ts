import { describe, expect, it } from 'vitest'
import type { TimedActivity } from '../../../../main/domain/transactions/read-activity.ts'
import { createCheckedRows } from '../../../../main/server/transactions/checked-rows.ts'

const atMs = Date.UTC(2026, 4, 1)
const payment = (more: Partial<TimedActivity['event']> = {}, at = atMs): TimedActivity => ({
  event: {
    transaction_id: 'P-1',
    event_type: 'transfer',
    at: new Date(at).toISOString(),
    amount: 12.5,
    customer_id: '7',
    metadata: { a: 1, b: 'x' },
    ...more,
  },
  atMs: at,
})

describe('what a check remembers of its rows', () => {
  it.each([
    ['the same again', payment(), 'same'],
    ['the same with its metadata in another order', payment({ metadata: { b: 'x', a: 1 } }), 'same'],
    ['the same time with another offset', payment({ at: '2026-05-01T02:00:00+02:00' }), 'same'],
    ['the same without its label', payment({ is_fraud: undefined }), 'same'],
    ['another label', payment({ is_fraud: true }), 'other'],
    ['another amount', payment({ amount: 12.51 }), 'other'],
    ['another time', payment({}, atMs + 1), 'other'],
    ['another customer', payment({ customer_id: '8' }), 'other'],
    ['no customer, but an account of that name', payment({ customer_id: undefined, account_id: '7' }), 'other'],
    ['other metadata', payment({ metadata: { a: 1, b: 'y' } }), 'other'],
    ['another id', payment({ transaction_id: 'P-2' }), 'first'],
  ])('%s', (_what, later, wanted) => {
    const rows = createCheckedRows()
    expect(rows.recall(payment({ is_fraud: false }))).toBe('first')
    expect(rows.recall(later)).toBe(wanted)
  })

  it('is no more than it may be: what comes behind is always the first', () => {
    const rows = createCheckedRows(1)
    rows.recall(payment())
    for (const _ of [1, 2]) expect(rows.recall(payment({ transaction_id: 'P-2' }))).toBe('first')
    expect(rows.recall(payment())).toBe('same')
  })
})
