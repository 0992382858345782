import { describe, expect, it } from 'vitest'
import { accountAbove } from '../../../../main/domain/transactions/account-above.ts'
import { createMadeIds } from '../../../../main/domain/transactions/made-ids.ts'
import { createActivityRowReader } from '../../../../main/domain/transactions/row.ts'
import { openZone } from '../../../../main/domain/imports/zones.ts'
import type { Zone } from '../../../../main/domain/imports/zones.ts'

const columns = ['Date', 'Text', 'Amount']
const tea = ['2026-03-02', 'Tea', '2.20']
const rent = ['2026-03-03', 'Rent', '700.00']
const idsOf = (rows: readonly (readonly string[])[], account?: string, names = columns) =>
  rows.map(createMadeIds(names, account))

describe('identifiers made of content and occurrence', () => {
  it('keep two equal rows two, and give the same rows the same again', () => {
    const [first, second, third] = idsOf([tea, tea, rent])
    expect(new Set([first, second, third]).size).toBe(3)
    expect(idsOf([rent, tea, tea])).toEqual([third, first, second])
    expect(first).toMatch(/^made-[0-9a-f]{32}$/)
  })

  it('differ by account, and not by blanks around a cell or by what a file of rejects put before it', () => {
    expect(idsOf([tea], 'A')).not.toEqual(idsOf([tea], 'B'))
    expect(idsOf([tea.map((cell) => ` ${cell} `)])).toEqual(idsOf([tea]))
    expect(idsOf([['7', 'is bad', ...tea]], undefined, ['line', 'reason', ...columns])).toEqual(idsOf([tea]))
  })

  it('are given to rows that name none, and take no place of one that is there', () => {
    const read = createActivityRowReader({
      columns: ['id', ...columns],
      mapping: new Map([
        [0, 'transaction_id'],
        [1, 'at'],
        [3, 'amount'],
      ] as const),
      zone: openZone('UTC') as Zone,
      habits: new Map(),
      illFormed: false,
      currency: 'EUR',
      account: 'ACC-1',
      makeIds: true,
      eventType: 'transaction',
      negative: 'refund',
      nowMs: () => Number.POSITIVE_INFINITY,
    })
    const events = [
      ['T-1', ...tea],
      ['', ...tea],
      ['NULL', ...tea],
    ].map((row) => {
      const taken = read(row)
      if (!taken.ok) throw new Error(JSON.stringify(taken.error))
      return taken.value.event
    })
    expect(events.map(({ account_id: account }) => account)).toEqual(['ACC-1', 'ACC-1', 'ACC-1'])
    expect(events[0]?.transaction_id).toBe('T-1')
    expect(events.slice(1).every(({ transaction_id: id }) => id.startsWith('made-'))).toBe(true)
    expect(new Set(events.map(({ transaction_id: id }) => id)).size).toBe(3)
  })
})

describe('the account that lines above a table name', () => {
  it.each([
    [[['Konto', 'AT61 1904 3002 3457 3201']], 'AT611904300234573201'],
    [[['IBAN: AT611904300234573201 EUR'], ['Balance', '12345678']], 'AT611904300234573201'],
    [[['Account number:', '', '0012345678']], '0012345678'],
    [[['Номер счета: 40817810000000000001']], '40817810000000000001'],
    [[['From AT611904300234573201'], ['To GB33BUKB20201555555555']], null],
    [
      [
        ['Balance', '12345678'],
        ['Period', '2026-03'],
      ],
      null,
    ],
  ])('%j: %s', (rows, account) => {
    expect(accountAbove(rows)).toBe(account)
  })
})
