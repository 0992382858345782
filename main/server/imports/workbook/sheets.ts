import { EncryptedFileError, HucreError, type CellValue, type SheetFilterInfo, type Workbook } from 'hucre'
import { readOds } from 'hucre/ods'
import { readXlsx } from 'hucre/xlsx'
import type { SheetRow, SheetsTold, SheetValue, WorkbookRequest } from './messages.ts'

const dayMs = 86_400_000

/** Times of day are counted from the day before the first that a workbook knows. */
const firstDay = Date.UTC(1900, 0, 1)

const dateText = (date: Date): string => {
  const ms = date.getTime()
  if (Number.isNaN(ms)) return ''
  // A fraction of a day is written to the nearest millisecond of it.
  const [day = '', time = ''] = new Date(Math.round(ms / 1_000) * 1_000).toISOString().slice(0, 19).split('T')
  if (ms < firstDay) return time
  return ms % dayMs === 0 ? day : `${day}T${time}`
}

/** A time of day as OpenDocument keeps it: `PT18H05M30S`. */
const duration = /^PT([01]?\d|2[0-3])H(\d{1,2})M(\d{1,2})(?:\.\d+)?S$/u

const clockText = (text: string): string =>
  text.replace(duration, (_, ...parts: string[]) =>
    parts
      .slice(0, 3)
      .map((part) => part.padStart(2, '0'))
      .join(':'),
  )

/** From here on a spreadsheet keeps 15 digits of a number, and writes zeros behind them. */
const roundedFrom = 1e15

/** A number as what is meant by it. */
const numberOf = (value: number): number | string => {
  // What a program counts in binary is shown, and meant, with 15 digits at most.
  if (!Number.isInteger(value)) return Number(value.toPrecision(15))
  // In the form in which a spreadsheet shows it, so that it is told as one whose last digits may be lost.
  return Number.isSafeInteger(value) && Math.abs(value) >= roundedFrom && value % 10 === 0
    ? value.toExponential(15).toUpperCase()
    : value
}

const valueOf = (value: CellValue | undefined): SheetValue => {
  if (value === undefined || value === null) return null
  if (value instanceof Date) return dateText(value)
  if (typeof value === 'string') return value.startsWith('PT') ? clockText(value) : value
  return typeof value === 'number' ? numberOf(value) : value
}

const isBlank = (value: SheetValue): boolean => value === null || (typeof value === 'string' && value.trim() === '')

type Sheet = Pick<Workbook['sheets'][number], 'rows' | 'cells' | 'merges'>

/** The formulas that nobody has worked out, as their text: programs write them without a value. */
const unvaluedFormulas = ({ cells = new Map() }: Sheet): ReadonlyMap<string, string> =>
  new Map(
    [...cells].flatMap(([place, { formula, value, formulaResult }]) =>
      formula !== undefined && value === null && (formulaResult ?? null) === null
        ? [[place, `=${formula.slice(0, 200)}`] as const]
        : [],
    ),
  )

/** The longest range of merged cells that is looked at row by row. */
const mergedMax = 10_000

/** By row from 0, the first row of cells that are merged down to it. */
const mergedRows = ({ merges = [] }: Sheet): ReadonlyMap<number, number> =>
  new Map(
    merges.flatMap(({ startRow, endRow }) =>
      Array.from(
        { length: Math.max(0, Math.min(endRow - startRow, mergedMax)) },
        (_, below) => [startRow + 1 + below, startRow + 1] as const,
      ),
    ),
  )

/** The rows of a sheet that hold anything, by the types of their cells. */
export const sheetRows = (sheet: Sheet): SheetRow[] => {
  const formulas = unvaluedFormulas(sheet)
  const merged = mergedRows(sheet)
  return sheet.rows.flatMap((cells, index) => {
    const values = cells.map((cell, column) => valueOf(cell) ?? formulas.get(`${index},${column}`) ?? null)
    while (values.length > 0 && isBlank(values.at(-1) ?? null)) values.pop()
    const mergedWith = merged.get(index)
    return values.length === 0 ? [] : [{ line: index + 1, values, ...(mergedWith === undefined ? {} : { mergedWith }) }]
  })
}

/** A row that a file says is there so many times, one behind another, is no row that anybody wrote. */
const repeatsMax = 10_000

const areEqual = (one: SheetRow, other: SheetRow): boolean =>
  one.values.length === other.values.length && one.values.every((value, column) => value === other.values[column])

/** The line of a row that comes again without end; undefined where none does. */
const endlessRow = (rows: readonly SheetRow[]): number | undefined => {
  let begun = 0
  for (const [at, row] of rows.entries()) {
    const first = rows[begun]
    if (first === undefined || !areEqual(first, row)) begun = at
    if (at - begun >= repeatsMax) return first?.line
  }
  return undefined
}

/** What was found in a workbook, and the rows of the sheet that was chosen. */
export type SheetsFound = (SheetsTold & { readonly rows: readonly SheetRow[] }) | { readonly fault: string }

const faultOf = (error: unknown): string => {
  if (error instanceof EncryptedFileError)
    return 'is a workbook that is locked by a password. Nothing was imported. Open it with its password, save it without one, and import that file'
  if (error instanceof HucreError)
    return `is a workbook that cannot be read (${error.message.slice(0, 200)}). Nothing was imported. Open it in a spreadsheet, save it anew or as CSV, and import that file`
  throw error
}

/**
 * Reads a workbook: its sheets, and the rows of the one that is named, or else of the first that is not hidden and
 * holds any. Formulas are read by their last value.
 */
export const readSheets = async ({ bytes, kind, sheet: named }: WorkbookRequest): Promise<SheetsFound> => {
  /** Every sheet, in its order, and whether it is hidden. */
  const hidden = new Map<string, boolean>()
  const wanted = (info: SheetFilterInfo): boolean => {
    const isHidden = info.hidden === true || info.veryHidden === true
    hidden.set(info.name, isHidden)
    return named === undefined ? !isHidden : info.name === named || String(info.index + 1) === named
  }
  try {
    const workbook = await (kind === 'xlsx' ? readXlsx : readOds)(bytes, { sheets: wanted })
    const read = new Map(workbook.sheets.map((one) => [one.name, sheetRows(one)]))
    const names = [...hidden.keys()]
    const sheet =
      named === undefined
        ? (names.find((name) => (read.get(name)?.length ?? 0) > 0) ?? null)
        : read.has(named)
          ? named
          : ([...read.keys()][0] ?? null)
    if (named !== undefined && sheet === null)
      return { fault: `has no sheet “${named.slice(0, 80)}”; it has: ${names.slice(0, 50).join(', ')}` }
    const endless = endlessRow(read.get(sheet ?? '') ?? [])
    if (endless !== undefined)
      return {
        fault: `is a workbook that says row ${endless} is there more than ${repeatsMax} times. Nothing was imported. Open it in a spreadsheet, delete the rows that repeat, and save it anew`,
      }
    // A sheet may be called by the number of another: then the name is meant.
    const rowsIn = (name: string): number => (named === undefined || name === sheet ? (read.get(name)?.length ?? 0) : 0)
    return {
      sheets: names.map((name) => ({ name, rows: rowsIn(name), hidden: hidden.get(name) === true })),
      sheet,
      daysFrom1904: workbook.dateSystem === '1904',
      rows: sheet === null ? [] : (read.get(sheet) ?? []),
    }
  } catch (error) {
    return { fault: faultOf(error) }
  }
}
