import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createCsvReader,
  csvLine,
  guessDelimiter,
  recordMax,
  type CsvRow,
  type Delimiter,
} from '../../../../shared/text/csv.ts'
import { delimiterOf, isSeparatorLine } from '../../../../main/domain/imports/layout.ts'
import { someOf } from '../../../support/tries.ts'

const readAll = (text: string, delimiter: Delimiter = ',', step = text.length || 1): CsvRow[] => {
  const reader = createCsvReader(delimiter)
  const pieces: CsvRow[][] = []
  for (let at = 0; at < text.length; at += step) pieces.push(reader.push(text.slice(at, at + step)))
  return [...pieces, reader.end()].flat()
}

const cell = fc.string({ unit: fc.constantFrom('a', 'é', '案', '"', ',', '\n', '\r', ' ', ';', '😀'), maxLength: 6 })
const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 })

describe('CSV records', () => {
  it('RFC 4180: quoted cells hold delimiters, line breaks and doubled quotation marks; a record is named by the line where it starts', () => {
    expect(readAll('a,b\r\n"x\r\ny, ""z""",2\r\n\r\nlast,\n')).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['x\r\ny, "z"', '2'] },
      { line: 5, cells: ['last', ''] },
    ])
  })

  it('reads what another writer wrote and agrees with another reader, wherever the text is cut', () => {
    fc.assert(
      fc.property(table, fc.integer({ min: 1, max: 5 }), (rows, step) => {
        const written = stringify(rows, { quoted: true, record_delimiter: 'windows' })
        expect(readAll(written, ',', step).map((row) => row.cells)).toEqual(rows)
        expect(parse(written, { relax_column_count: true })).toEqual(rows)
      }),
    )
  })

  it('writes records that both readers read back unchanged', () => {
    fc.assert(
      fc.property(table, (rows) => {
        const written = rows.map(csvLine).join('')
        expect(readAll(written).map((row) => row.cells)).toEqual(rows.filter((row) => row.length > 0))
        expect(parse(written, { relax_column_count: true, record_delimiter: '\r\n' })).toEqual(rows)
      }),
    )
  })

  it('blanks around quotation marks are none of the cell, and a text that only holds marks stays as it is', () => {
    for (const step of [1, 3, 100])
      expect(
        readAll('id, "a, b" ,"c"  ,d\n1, "x" y, " z",  e "f"\n', ',', step).map(({ cells, fault }) => [
          fault,
          ...cells,
        ]),
      ).toEqual([
        [undefined, 'id', 'a, b', 'c', 'd'],
        [undefined, '1', ' "x" y', ' z', '  e "f"'],
      ])
  })

  it('a stray quotation mark costs its own line, not the rest of the file', () => {
    const rows = readAll('id,title\n1,"never closed\n2,"fine"\n3,also "fine"\n4,"x"y\n5,end')
    expect(rows.map((row) => [row.line, row.fault ?? row.cells[0]])).toEqual([
      [1, 'id'],
      [2, 'text follows a closing quotation mark'],
      [3, '2'],
      [4, '3'],
      [5, 'text follows a closing quotation mark'],
      [6, '5'],
    ])
    expect(readAll('a,b\n1,"open\n2,x\n').map((row) => row.fault ?? row.cells)).toEqual([
      ['a', 'b'],
      'a quotation mark is not closed',
      ['2', 'x'],
    ])
  })

  it('a quotation mark that stays open for more than a mebibyte does not hold the file in memory', () => {
    const rows = readAll(`a,b\n1,"open\n${'2,x\n'.repeat(400_000)}`, ',', 65_536)
    expect(rows[1]).toMatchObject({ line: 2, fault: 'a quotation mark is not closed' })
    expect(rows).toHaveLength(400_002)
    expect(rows.at(-1)).toEqual({ line: 400_002, cells: ['2', 'x'] })
  })

  it('line numbers count LF, CR LF and CR alike', () => {
    expect(readAll('a\nb\r\nc\rd', ',', 1).map((row) => row.line)).toEqual([1, 2, 3, 4])
  })
})

describe('the delimiter', () => {
  it.each([',', ';', '\t', '|'] as const)(
    '%j is found from the records, not from the text in the cells',
    (delimiter) => {
      const rows = [
        ['id', 'title', 'text'],
        ['1', 'a, b; c', '"x"'],
        ['2', 'one, two, three', 'y; z'],
      ]
      expect(guessDelimiter(stringify(rows, { delimiter }))).toBe(delimiter)
    },
  )

  it('is what a spreadsheet says in its first line, which is no header', () => {
    expect(delimiterOf('sep=;\r\na;b,c,d\r\n')).toBe(';')
    const [first] = readAll('sep=;\r\na;b\r\n', ';')
    expect(first !== undefined && isSeparatorLine(first)).toBe(true)
  })
})

describe('a line that is too long', () => {
  it.each(['\n', '\r\n', '\r'])('costs one row, and its end is no row of its own (%j)', (end) => {
    const begun = ['', '"', 'a,"b'].flatMap((begin) =>
      [65_536, 100_003, recordMax + 7].map((size) => ({ begin, size })),
    )
    for (const { begin, size } of someOf(begun, 3, ({ begin: kind }) => kind)) {
      // The last cells of the line look like a row, wherever the pieces end.
      const line = `${begin}${'x'.repeat(3 * recordMax)},1,2`
      const rows = readAll(`h1,h2,h3${end}${line}${end}p,q,r${end}`, ',', size)
      expect(rows.map(({ line: at, fault }) => [at, fault !== undefined])).toEqual([
        [1, false],
        [2, true],
        [3, false],
      ])
      expect(rows[2]?.cells).toEqual(['p', 'q', 'r'])
    }
  })
})
