import { describe, expect, it } from 'vitest'
import { writeOds } from 'hucre/ods'
import { writeXlsx } from 'hucre/xlsx'
import { openWorkbook } from '../../../../main/server/imports/workbook/read-workbook.ts'
import { sheetRows } from '../../../../main/server/imports/workbook/sheets.ts'
import type { WorkbookKind } from '../../../../main/server/imports/workbook/messages.ts'

const moment = new Date(Date.UTC(2026, 2, 1, 12, 30, 15))
const sheets = [
  { name: 'Notes', rows: [] },
  {
    name: 'Account',
    rows: [
      ['Account', 'AT611904300234573201'],
      [],
      ['id', 'when', 'amount', 'ok'],
      ['T-1', new Date(Date.UTC(2026, 2, 1)), 1234.5, true],
      ['T-2', moment, 0.1 + 0.2, null],
    ],
  },
  { name: 'More', rows: [['x'], ['1']] },
]
const of = async (kind: WorkbookKind, sheet?: string) => {
  const bytes = await (kind === 'xlsx' ? writeXlsx : writeOds)({ sheets })
  const workbook = await openWorkbook({ bytes, kind, sheet })
  const rows = []
  for await (const batch of workbook.rows()) rows.push(...batch)
  return { sheets: workbook.sheets, sheet: workbook.sheet, rows }
}

describe('a workbook', () => {
  it.each(['xlsx', 'ods'] as const)(
    'of %s gives the first sheet with rows, by the types of its cells',
    async (kind) => {
      const { rows, sheet, sheets: told } = await of(kind)
      expect(sheet).toBe('Account')
      expect(told.map(({ name, rows: count }) => [name, count])).toEqual([
        ['Notes', 0],
        ['Account', 4],
        ['More', 2],
      ])
      expect(rows).toEqual([
        { line: 1, values: ['Account', 'AT611904300234573201'] },
        { line: 3, values: ['id', 'when', 'amount', 'ok'] },
        { line: 4, values: ['T-1', '2026-03-01', 1234.5, true] },
        { line: 5, values: ['T-2', '2026-03-01T12:30:15', 0.3] },
      ])
    },
  )

  it('gives the sheet that is named, by name or number, and says which there are', async () => {
    expect((await of('xlsx', 'More')).rows).toEqual([
      { line: 1, values: ['x'] },
      { line: 2, values: ['1'] },
    ])
    expect((await of('ods', '3')).sheet).toBe('More')
    await expect(of('xlsx', 'None')).rejects.toThrow('has no sheet “None”; it has: Notes, Account, More')
  })

  it('is refused in words where it is locked, damaged, or is none', async () => {
    const locked = await writeXlsx({ sheets, encryption: { password: 'a', spinCount: 10 } })
    await expect(openWorkbook({ bytes: locked, kind: 'xlsx', sheet: undefined })).rejects.toThrow('password')
    const whole = await writeXlsx({ sheets })
    await expect(openWorkbook({ bytes: whole.slice(0, 700), kind: 'xlsx', sheet: undefined })).rejects.toThrow(
      'cannot be read',
    )
    await expect(openWorkbook({ bytes: Buffer.from('PK\u0003\u0004'), kind: 'ods', sheet: undefined })).rejects.toThrow(
      'cannot be read',
    )
  })

  it('that a person names is the sheet of that name, also where another has that number', async () => {
    const numbered = [
      { name: '2', rows: [['a'], ['1']] },
      { name: 'B', rows: [['b'], ['2']] },
    ]
    const workbook = await openWorkbook({ bytes: await writeXlsx({ sheets: numbered }), kind: 'xlsx', sheet: '2' })
    expect([workbook.sheet, ...workbook.sheets.map(({ rows }) => rows)]).toEqual(['2', 2, 0])
    await workbook.close()
  })

  it('shows a formula that no program has worked out as what it is, and not as an empty cell', () => {
    expect(
      sheetRows({
        rows: [
          ['id', 'amount'],
          ['1', null],
          ['2', 3],
        ],
        cells: new Map([
          ['1,1', { value: null, type: 'formula', formula: '1+1' }],
          ['2,1', { value: 3, type: 'formula', formula: '1+2', formulaResult: 3 }],
        ]),
      }).map(({ values }) => values[1]),
    ).toEqual(['amount', '=1+1', 3])
  })

  it('that claims one row over and over is refused, however short it is', async () => {
    const bytes = await writeXlsx({
      sheets: [{ name: 'S', rows: [['a'], ...Array.from({ length: 10_002 }, () => ['1'])] }],
    })
    await expect(openWorkbook({ bytes, kind: 'xlsx', sheet: undefined })).rejects.toThrow('row 2 is there more than')
  })

  it('keeps every digit of a whole number, and shows one of which a spreadsheet may have lost the last as rounded', () => {
    const long = [4_111_111_111_111_111, 9_007_199_254_740_991, 4_111_111_111_111_110, 123_456_789_012_340]
    expect(sheetRows({ rows: [long] })[0]?.values).toEqual([
      4_111_111_111_111_111,
      9_007_199_254_740_991,
      '4.111111111111110E+15',
      123_456_789_012_340,
    ])
  })

  it.each(['1900', '1904'] as const)('tells that it counts days from %s', async (dateSystem) => {
    const bytes = await writeXlsx({ sheets, dateSystem })
    const workbook = await openWorkbook({ bytes, kind: 'xlsx', sheet: undefined })
    expect(workbook.daysFrom1904).toBe(dateSystem === '1904')
    await workbook.close()
  })

  it('of OpenDocument gives times of day as times of day', () => {
    expect(sheetRows({ rows: [['PT18H05M30S', 'PT7H5M0S', 'PT25H00M00S', 'PTA']] })[0]?.values).toEqual([
      '18:05:30',
      '07:05:00',
      'PT25H00M00S',
      'PTA',
    ])
  })
})
