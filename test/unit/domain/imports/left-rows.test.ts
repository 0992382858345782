import { describe, expect, it } from 'vitest'
import { createCsvReader } from '../../../../shared/text/csv.ts'
import { delimiterOf } from '../../../../main/domain/imports/layout.ts'
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
