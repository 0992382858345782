import { describe, expect, it } from 'vitest'
import type { Movement } from '../../../../main/domain/tracing/movement.ts'
import { periodStart, sourcesAndUses } from '../../../../main/domain/tracing/sources-and-uses.ts'

const at = (text: string): number => Date.parse(`${text}T12:00:00Z`)

const movement = (day: string, signed: number, party: string | null): Movement => ({
  transactionId: `${day} ${signed}`,
  atMs: at(day),
  direction: signed > 0 ? 'in' : 'out',
  amount: BigInt(Math.abs(signed)),
  party: party === null ? null : { kind: 'counterparty', id: party },
})

const movements = [
  movement('2026-01-30', 500, 'Employer'),
  movement('2026-01-31', -200, 'Landlord'),
  movement('2026-02-02', 40, 'Landlord'),
  movement('2026-02-02', -900, null),
]

describe('sources and uses', () => {
  const found = sourcesAndUses(movements, 100n, 'month')

  it('adds up what each party paid and got, most money first', () => {
    expect(
      found.parties.map(({ party, in: came, out, countIn, countOut }) => [party?.id, came, out, countIn, countOut]),
    ).toEqual([
      [undefined, 0n, 900n, 0, 1],
      ['Employer', 500n, 0n, 1, 0],
      ['Landlord', 40n, 200n, 1, 1],
    ])
    expect(found.total).toEqual({ in: 540n, out: 1100n, countIn: 2, countOut: 2 })
  })

  it('tells the balance at the end of each period, and the lowest of all', () => {
    expect(found.periods.map(({ fromMs, balance }) => [new Date(fromMs).toISOString().slice(0, 10), balance])).toEqual([
      ['2026-01-01', 400n],
      ['2026-02-01', -460n],
    ])
    expect(found.closing).toBe(-460n)
    expect(found.lowest).toEqual({ balance: -460n, atMs: at('2026-02-02') })
  })

  it('counts what shares its time', () => expect(found.sameTime).toBe(2))

  it('is empty where nothing moved', () =>
    expect(sourcesAndUses([], 7n, 'day')).toMatchObject({
      parties: [],
      periods: [],
      closing: 7n,
      lowest: null,
      sameTime: 0,
    }))
})

describe('the start of a period', () => {
  it.each([
    ['day', '2026-02-28T00:00:00.000Z'],
    ['week', '2026-02-23T00:00:00.000Z'],
    ['month', '2026-02-01T00:00:00.000Z'],
  ] as const)('of a %s', (width, expected) =>
    expect(new Date(periodStart(Date.parse('2026-02-28T23:59:59Z'), width)).toISOString()).toBe(expected),
  )

  it('of a week is its Monday, and a Monday is its own', () => {
    expect(new Date(periodStart(Date.UTC(2026, 1, 23), 'week')).toISOString()).toBe('2026-02-23T00:00:00.000Z')
    expect(new Date(periodStart(Date.UTC(1970, 0, 1), 'week')).toISOString()).toBe('1969-12-29T00:00:00.000Z')
  })
})
