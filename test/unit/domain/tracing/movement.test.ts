import { describe, expect, it } from 'vitest'
import { movementOf } from '../../../../main/domain/tracing/movement.ts'
import type { Activity } from '../../../../shared/schema/activity.ts'

const activity = (fields: Partial<Activity>): Activity => ({
  transaction_id: 'T1',
  event_type: 'transfer',
  at: '2026-03-01T00:00:00.000+00:00',
  amount: 12.5,
  account_id: 'A',
  counterparty_id: 'B',
  ...fields,
})

const seenBy = (account: string, fields: Partial<Activity>) => {
  const movement = movementOf(activity(fields), 7, account)
  return movement === null ? null : [movement.direction, movement.amount, movement.party]
}

describe('what an activity moved', () => {
  const b = { kind: 'counterparty', id: 'B' }
  const a = { kind: 'account', id: 'A' }
  it.each([
    ['goes out, unless it says otherwise', {}, ['out', 125_000n, b]],
    ['came in, where it says so', { metadata: { direction: 'in' } }, ['in', 125_000n, b]],
    ['comes back, where it is negative', { amount: -12.5 }, ['in', 125_000n, b]],
    [
      'goes out, where what had come in is taken back',
      { amount: -12.5, metadata: { direction: 'in' } },
      ['out', 125_000n, b],
    ],
  ] as const)('of the account itself: %s', (_, fields, expected) => expect(seenBy('A', fields)).toEqual(expected))

  it('is the opposite for the other side', () => {
    expect(seenBy('B', {})).toEqual(['in', 125_000n, a])
    expect(seenBy('B', { metadata: { direction: 'in' } })).toEqual(['out', 125_000n, a])
  })

  it('is nothing without an amount, and nothing of an account that it does not name', () => {
    expect(seenBy('A', { amount: undefined })).toBeNull()
    expect(seenBy('A', { amount: 0 })).toBeNull()
    expect(seenBy('C', {})).toBeNull()
  })

  it('names the other side by what is known of it', () => {
    const unknown = { counterparty_id: undefined }
    expect(seenBy('A', { ...unknown, terminal_id: 'T9' })?.[2]).toEqual({ kind: 'terminal', id: 'T9' })
    expect(seenBy('A', { ...unknown, metadata: { counterparty_name: 'Marta Quispe' } })?.[2]).toEqual({
      kind: 'name',
      id: 'Marta Quispe',
    })
    expect(seenBy('A', { ...unknown, metadata: { counterparty_name: ' ' } })?.[2]).toBeNull()
    expect(seenBy('B', { account_id: undefined, customer_id: 'K' })?.[2]).toEqual({ kind: 'customer', id: 'K' })
  })
})
