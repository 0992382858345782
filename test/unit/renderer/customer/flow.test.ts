import { describe, expect, it } from 'vitest'
import { flowOf } from '../../../../renderer/features/customer/money/flow.ts'
import type { AccountMoney } from '../../../../shared/api/tracing.ts'

const at = '2026-03-01T00:00:00.000+00:00'

const partyOf = (id: string, came: number, went: number): AccountMoney['parties'][number] => ({
  party: { kind: 'counterparty', id },
  in: came,
  out: went,
  count_in: came > 0 ? 1 : 0,
  count_out: went > 0 ? 1 : 0,
  first_at: at,
  last_at: at,
})

const moneyOf = (
  parties: AccountMoney['parties'],
  { opening = 0, left = 0 }: { readonly opening?: number; readonly left?: number } = {},
): AccountMoney => {
  const sum = (side: 'in' | 'out'): number => parties.reduce((all, one) => all + one[side], 0)
  return {
    account_id: 'A',
    currency: 'EUR',
    opening_balance: opening,
    closing_balance: opening + sum('in') - sum('out'),
    lowest_balance: null,
    movements: parties.length,
    same_time: 0,
    other_currencies: 0,
    named_by_others: 0,
    currencies: [],
    total: { in: sum('in'), out: sum('out'), count_in: 0, count_out: 0 },
    parties,
    parties_left: left,
    periods: [],
    payments_in: [],
  }
}

const idsOf = (nodes: readonly { readonly id: string }[]): readonly string[] => nodes.map(({ id }) => id)
const heightOf = (nodes: readonly { readonly height: number }[]): number =>
  nodes.reduce((all, { height }) => all + height, 0)

describe('the picture of sources and uses', () => {
  it('is equally high on both sides: what was there before is a source, what is left a use', () => {
    const { sources, uses } = flowOf(moneyOf([partyOf('X', 100, 0), partyOf('Y', 0, 60)], { opening: 40 }))
    expect(idsOf(sources)).toEqual(['counterparty:X', '+balance'])
    expect(idsOf(uses)).toEqual(['counterparty:Y', '+balance'])
    expect(heightOf(sources)).toBeCloseTo(1)
    expect(heightOf(uses)).toBeCloseTo(1)
    expect(uses[1]?.amount).toBe(80)
  })

  it('draws an overdraft as what paid, and one from before as what was paid back', () => {
    const { sources, uses } = flowOf(moneyOf([partyOf('X', 100, 0), partyOf('Y', 0, 300)], { opening: -50 }))
    expect(sources.map(({ id, amount }) => [id, amount])).toEqual([
      ['counterparty:X', 100],
      ['+overdraft', 250],
    ])
    expect(uses.map(({ id, amount }) => [id, amount])).toEqual([
      ['counterparty:Y', 300],
      ['+overdraft', 50],
    ])
  })

  it('draws the largest parties, and the others as one', () => {
    const many = Array.from({ length: 12 }, (_, place) => partyOf(`P${place}`, 100 - place, 0))
    const { sources } = flowOf(moneyOf(many))
    expect(idsOf(sources)).toEqual([
      ...idsOf(many.slice(0, 7).map((one) => ({ id: `counterparty:${one.party?.id}` }))),
      '+others',
    ])
    expect(sources.at(-1)).toMatchObject({ amount: 93 + 92 + 91 + 90 + 89, what: { count: 5 } })
  })

  it('is empty where nothing moved', () => expect(flowOf(moneyOf([]))).toEqual({ sources: [], uses: [] }))
})
