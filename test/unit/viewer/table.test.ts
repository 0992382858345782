import { describe, expect, it } from 'vitest'
import {
  columnWidths,
  columnsMax,
  createTableRows,
  delimiterOfHead,
  numericColumns,
  rowsMax,
} from '../../../viewer/table/tableRead.ts'

const read = (text: string, delimiter = delimiterOfHead(text)) => {
  const table = createTableRows(delimiter)
  table.push(text)
  table.end()
  return table
}

describe('a table', () => {
  it.each([
    ['a,b\n1,2\n', ','],
    ['a;b\n1,5;2\n', ';'],
    ['a\tb\n1\t2\n', '\t'],
    ['a|b\n1|2\n', '|'],
    ['sep=;\na,x;b\n', ';'],
    ['no table', ','],
  ])('%j is cut by %j', (text, delimiter) => expect(delimiterOfHead(text)).toBe(delimiter))
  it('leaves out the line that names the delimiter, and keeps formulas as text', () => {
    expect(read('sep=;\r\na;b\r\n=1+1;"=cmd|x"\r\n').rows.map((row) => row.cells)).toEqual([
      ['a', 'b'],
      ['=1+1', '=cmd|x'],
    ])
  })
  it('shows a row that cannot be read whole, and counts it', () => {
    const table = read('a,b\n"x" y,2\n3,4\n')
    expect(table.faulty()).toBe(1)
    expect(table.rows.map((row) => row.cells)).toEqual([['a', 'b'], ['"x" y,2'], ['3', '4']])
  })
  it('ends after its first 100,000 rows', () => {
    const table = read('a,b\n'.repeat(rowsMax + 5), ',')
    expect(table.rows).toHaveLength(rowsMax)
    expect(table.full()).toBe(true)
  })
  it('lays its columns out by their longest cells, no more than are shown', () => {
    const { rows } = read(`a,${'x'.repeat(500)}\nlonger,y\n`, ',')
    expect(columnWidths(rows, 2)).toEqual([7, 48])
    expect(columnWidths(rows, 10_000)).toHaveLength(columnsMax)
  })
  it('sets numbers to the right, and what only looks like them to the left', () => {
    const { rows } = read('name;amount;date;id\nA;-1.250,00 €;2026-03-01;A1\nB;$980.10;2026-03-02;22\n', ';')
    expect(numericColumns(rows, 4)).toEqual([false, true, false, false])
  })
})
