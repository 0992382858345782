import { describe, expect, it } from 'vitest'
import { createRunningBalance } from '../../../../main/domain/statements/running-balance.ts'

const of = (rows: readonly (readonly [amount: bigint, balance: bigint])[]) => {
  const balance = createRunningBalance()
  rows.forEach(([amount, after], index) =>
    balance.step({ line: index + 2, account: 'A', amount: amount * 1_000_000n, balance: after * 1_000_000n }),
  )
  return balance.told()
}
const oldest = [
  [5n, 105n],
  [-3n, 102n],
  [10n, 112n],
  [-1n, 111n],
] as const

describe('balances that rows tell', () => {
  it('fit in a file with the oldest row first, and with the newest', () => {
    expect(of(oldest).count).toBe(0)
    expect(of(oldest.toReversed()).count).toBe(0)
  })

  it('show where a row is missing, in either order', () => {
    expect(of(oldest.toSpliced(1, 1)).gaps).toEqual([
      { kind: 'row', line: 3, account: 'A', expected: '115.00', found: '112.00', difference: '-3.00' },
    ])
    expect(of([...oldest, [2n, 113n] as const].toReversed().toSpliced(2, 1))).toMatchObject({
      count: 1,
      gaps: [{ line: 3, difference: '10.00' }],
    })
  })

  it('tell nothing where the amounts have no side', () => {
    expect(of(oldest.map(([amount, after]) => [amount < 0n ? -amount : amount, after * 2n] as const)).count).toBe(0)
  })
})
