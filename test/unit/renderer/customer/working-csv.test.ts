import { expect, it } from 'vitest'
import { moneyQueryOf, readBalance } from '../../../../renderer/features/customer/money/asked.ts'
import { workingCsv } from '../../../../renderer/features/customer/money/workingCsv.ts'
import type { AccountTrace } from '../../../../shared/api/tracing.ts'

const trace: AccountTrace = {
  account_id: 'A',
  currency: 'EUR',
  opening_balance: 10,
  closing_balance: 110,
  lowest_balance: null,
  movements: 1,
  same_time: 0,
  other_currencies: 0,
  named_by_others: 0,
  method: 'lowest_balance',
  followed: 100,
  left: 0,
  repaid: 0,
  held: 100,
  went_to: [],
  lines: [
    {
      at: '2026-03-01T00:00:00.000+00:00',
      transaction_id: '=HYPERLINK("http://a")',
      direction: 'in',
      party: { kind: 'name', id: 'Quispe, Marta' },
      amount: 100,
      balance: 110,
      traced_in: 100,
      traced_out: 0,
      repaid: 0,
      held: 100,
    },
  ],
}

it('the working says what was asked in every line, and no cell of it is a formula', () => {
  expect(workingCsv(trace).split('\r\n')[1]).toBe(
    `2026-03-01T00:00:00.000+00:00,"'=HYPERLINK(""http://a"")",in,name,"Quispe, Marta",100,110,100,0,0,100,EUR,A,lowest_balance,10`,
  )
})

it.each([
  ['1250', '1250'],
  [' 1250,50 ', '1250.50'],
  ['−80.1', '-80.1'],
  ['1.250,50', null],
  ['much', null],
  ['', null],
])('a balance that is typed as %j is %j', (typed, read) => expect(readBalance(typed)).toBe(read))

it('an address asks for whole days of UTC, and for nothing that it cannot name', () => {
  expect(
    moneyQueryOf({ view: 'money', from: '2026-02-28', to: '2026-02-28', opening: 'much', period: 'age', sides: 'all' }),
  ).toEqual({ period: 'month', from: '2026-02-28T00:00:00Z', to: '2026-03-01T00:00:00Z' })
})
