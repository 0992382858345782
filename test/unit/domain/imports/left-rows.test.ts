import { describe, expect, it } from 'vitest'
import { createCsvReader } from '../../../../shared/text/csv.ts'
import { delimiterOf } from '../../../../main/domain/imports/layout.ts'
import { isBalancePhrase, isSumPhrase } from '../../../../main/domain/imports/balance-phrases.ts'
import { knownTransactionHeader } from '../../../../main/domain/transactions/known-headers.ts'
import { createRowSieve, namesTotal } from '../../../../main/domain/imports/left-rows.ts'

const sieved = (text: string, leavesBalances = false) => {
  const sieve = createRowSieve(null, leavesBalances)
  const reader = createCsvReader(delimiterOf(text))
  const kept = [...reader.push(text), ...reader.end()]
    .filter((row) => sieve.passes(row))
    .map(({ cells }) => cells.join('|'))
  return { kept, left: Object.fromEntries(Object.entries(sieve.counts).filter(([, count]) => count > 0)) }
}

describe('rows that are no rows of the table', () => {
  it.each([
    [
      'blank ones',
      'id,date,amount\n,,\nA1,2024-12-31,10\n , ,\n',
      { kept: ['id|date|amount', 'A1|2024-12-31|10'], left: { blank: 2 } },
    ],
    [
      'a header that comes again',
      'id,title\n1,A\nid,title\n2,B\n',
      { kept: ['id|title', '1|A', '2|B'], left: { header: 1 } },
    ],
    [
      'totals',
      'id;date;amount;note\n1;x;2;\n;;Total;4\nSumme;;2;\n',
      { kept: ['id|date|amount|note', '1|x|2|'], left: { total: 2 } },
    ],
    [
      'balances of a statement',
      'a;b;c;d;e;f\n1;2;3;4;5;6\n;;;Endsaldo;;11,94\n',
      { kept: ['a|b|c|d|e|f', '1|2|3|4|5|6'], left: { total: 1 } },
    ],
    ['comments', '# made by x\nid,title\n#,\n// y,\n1,A\n', { kept: ['id|title', '1|A'], left: { comment: 3 } }],
  ])('%s are left aside and counted', (_, text, expected) => {
    expect(sieved(text)).toEqual(expected)
  })

  it.each([
    ['a row whose title is a word for a sum', 'id,title,priority\n1,Total,high\n'],
    ['a column of few cells', 'id,title\n1,Total\n'],
    ['a header that begins with a hash', '#,name\n1,A\n'],
    ['a payee called Totals Ltd', 'id,date,amount,payee,note\n1,,,Totals Ltd,\n'],
  ])('%s stays', (_, text) => {
    expect(sieved(text).left).toEqual({})
  })

  it('a balance that a statement writes with a day and an amount is none of its movements', () => {
    const text =
      'date,text,amount\n2026-02-01,Saldovortrag,9\n2026-02-02,Total,3\n2026-02-03,Opening a shop,2\n2026-02-28,Closing balance as of 28.02.2026,14\n'
    expect(sieved(text, true)).toEqual({
      kept: ['date|text|amount', '2026-02-02|Total|3', '2026-02-03|Opening a shop|2'],
      left: { total: 2 },
    })
    // A case may be called so.
    expect(sieved(text).left).toEqual({})
  })

  it('the line by which a spreadsheet tells the delimiter is none, in quotation marks too', () => {
    for (const line of ['sep=;', '"sep=;"'])
      expect(sieved(`${line}\nreference;title\n1;A\n`).kept).toEqual(['reference|title', '1|A'])
  })

  it('a sum is known by its word alone', () => {
    expect(
      ['Total', 'TOTAL:', 'Итого', '合计', 'Gesamtsumme', 'Total Energies', 'Summer', 'Alpha Holding'].map(namesTotal),
    ).toEqual([true, true, true, true, true, false, false, false])
  })
})

describe('a row of a statement that is no payment', () => {
  it.each([
    'Saldo per 31.03.2026',
    'Kontostand',
    'Kontostand am 31.03.',
    'Endsaldo 31.03.',
    'Closing Balance 31 March',
    'Balance as of 31/03/2026',
    'BALANCE B/FWD',
    'BAL C/FWD',
    'Balance brought forward from previous statement',
    'Available balance',
    'SOLDE CREDITEUR AU 31.03.26',
    'Solde au 31/03',
    'Saldo al 31/03',
    'Остаток на 31.03.2026',
  ])('says %j, which is a balance', (text) => {
    expect(isBalancePhrase(text)).toBe(true)
  })

  it.each([
    'Zwischensumme',
    'Summe März',
    'Summe 03/2026:',
    'Total débits',
    'Total mouvements',
    'Total for March',
    'Monthly total',
    'TOTAL:',
    'Итого',
    '合計',
    'المجموع',
  ])('says %j, which is a sum', (text) => {
    expect(isSumPhrase(text)).toBe(true)
  })

  it.each([
    'New Balance',
    'Balance',
    'Saldo',
    'Saldo 12/2025',
    'Saldo fattura 17 del 03.03.2026',
    'Solde facture 2026',
    'Balance transfer',
    'Sold 10 at 12.50',
    'Stan 3 May 2026',
    'Total',
    'TotalEnergies 31.03.2026',
    'Total Wine',
    'Total fees',
    'Summer camp',
    'Sumatra',
  ])('does not say %j: payments are called so', (text) => {
    expect([isBalancePhrase(text), isSumPhrase(text)]).toEqual([false, false])
  })

  it('is left aside and counted where the file holds payments, and is a row of any other', () => {
    const rows = [
      ['date', 'text', 'amount'],
      ['2026-03-02', 'New Balance', '90.00'],
      ['2026-03-03', 'Total', '40.00'],
      ['2026-03-31', 'Saldo per 31.03.2026', '100.00'],
      ['2026-03-31', 'Summe März', '130.00'],
    ]
    const passed = (leavesBalances: boolean) => {
      const sieve = createRowSieve(null, leavesBalances)
      return [rows.filter((cells, line) => sieve.passes({ line, cells })).length, sieve.counts.total]
    }
    expect([passed(true), passed(false)]).toEqual([
      [3, 2],
      [5, 0],
    ])
  })
})

describe('a header below rows', () => {
  const header = ['transaction_id', 'date', 'amount', 'customer_id']
  const first = ['T-1', '2026-03-01', '10.00', 'C1']
  const told = (rows: readonly (readonly string[])[]) => {
    const sieve = createRowSieve(null, true, knownTransactionHeader)
    const passed = [header, first, ...rows].filter((cells, index) => sieve.passes({ line: index + 1, cells })).length
    return { passed, header: sieve.counts.header, other: sieve.otherTable() }
  }

  it('of the same columns in another language is left aside, as one that is repeated', () => {
    expect(told([['Transaction ID', 'Datum', 'Betrag', 'Kundennummer'], first])).toEqual({
      passed: 3,
      header: 1,
      other: null,
    })
  })

  it('of other columns begins another table', () => {
    expect(told([['customer_id', 'Date', 'Amount', 'transaction_id'], first])).toEqual({
      passed: 4,
      header: 0,
      other: 3,
    })
  })

  it('is none where a row holds a number, or names few columns', () => {
    expect(
      told([
        ['Amount', '2026-03-01', 'Date', 'C2'],
        ['Amount', 'paid', 'by', 'Ida'],
      ]),
    ).toEqual({
      passed: 4,
      header: 0,
      other: null,
    })
  })
})
