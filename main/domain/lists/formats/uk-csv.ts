import { columnsOf, createCsvRows } from '../csv/rows.ts'
import { draftEntry } from '../draft.ts'
import type { ListedEntry } from '../entry.ts'
import { ListFault } from '../fault.ts'
import type { ReadingNotes } from '../notes.ts'
import type { OpenReading } from '../reading.ts'
import { createGrouping } from './grouping.ts'
import { isPrimaryName, ukKind, ukName, ukNameType, ukPublished } from './uk-words.ts'

type Cells = (name: string) => string

/** The names of the columns where the two lists differ: in the UK sanctions list, and in OFSI’s consolidated list. */
const names = {
  id: ['Unique ID', 'Group ID'],
  kind: ['Designation Type', 'Group Type'],
  nameType: ['Name type', 'Alias Type'],
  strength: ['Alias strength', 'Alias Quality'],
  foreign: ['Name non-latin script', 'Name Non-Latin Script'],
  regime: ['Regime Name', 'Regime'],
  birth: ['D.O.B', 'DOB'],
  nationality: ['Nationality(/ies)', 'Nationality'],
  nationalNumber: ['National Identifier number', 'National Identification Number'],
  nationalDetails: ['National Identifier additional information', 'National Identification Details'],
  passportNumber: ['Passport number', 'Passport Number'],
  passportDetails: ['Passport additional information', 'Passport Details'],
  address: ['Address Line', 'Address'],
  postcode: ['Address Postal Code', 'Post/Zip Code'],
  country: ['Address Country', 'Country'],
  listed: ['Date Designated', 'Listed On'],
  listedHere: ['Date Designated', 'UK Sanctions List Date Designated'],
} as const

type Layout = Readonly<Record<keyof typeof names, string>>

const layoutOf = (list: 0 | 1): Layout =>
  Object.fromEntries(Object.entries(names).map(([name, columns]) => [name, columns[list]])) as Layout

const numbers = [1, 2, 3, 4, 5, 6]
/** Several values in one cell: `(1) Iran (2) Iraq`. */
const several = (cell: string): readonly string[] =>
  cell
    .split(/\(\d{1,2}\)/u)
    .map((value) => value.trim())
    .filter((value) => value !== '')

const entryOf = (cells: Cells, layout: Layout, notes: ReadingNotes): ListedEntry | null => {
  const draft = draftEntry(cells(layout.id), ukKind(cells(layout.kind)), notes)
  draft.name(
    ukName(numbers.map((part) => cells(`Name ${part}`))),
    ukNameType(cells(layout.nameType), cells(layout.strength)),
  )
  draft.name(cells(layout.foreign), 'alias')
  draft.position(cells('Title'))
  for (const text of several(cells('Position'))) draft.position(text)
  for (const text of several(cells(layout.birth))) draft.date(text)
  draft.birthPlace(cells('Town of birth'), cells('Country of birth'))
  for (const text of several(cells(layout.nationality))) draft.country(text)
  draft.gender(cells('Gender'))
  for (const [type, [number, details]] of [
    ['passport', [layout.passportNumber, layout.passportDetails]],
    ['national identification number', [layout.nationalNumber, layout.nationalDetails]],
  ] as const) {
    for (const text of several(cells(number))) draft.identifier(type, text)
    draft.remark(cells(details))
  }
  for (const text of several(cells('Business registration number (s)')))
    draft.identifier('business registration number', text)
  draft.identifier('imo number', cells('IMO number'))
  draft.identifier('hull identification number', cells('Hull identification number (HIN)'))
  for (const text of several(cells('Current believed flag of ship'))) draft.country(text)
  draft.date(cells('Year Built'))
  draft.address(
    [...numbers.map((line) => cells(`${layout.address} ${line}`)), cells(layout.postcode)],
    cells(layout.country),
  )
  draft.programme(cells(layout.regime))
  draft.remark(cells('Other Information'))
  draft.remark(cells('UK Statement of Reasons'))
  for (const name of new Set([layout.listed, layout.listedHere])) draft.listedOn(cells(name))
  return draft.finish()
}

const reading =
  (layout: Layout): OpenReading =>
  (notes) => {
    const required = [layout.id, 'Name 6', layout.nameType]
    const rows = createCsvRows(',')
    const grouping = createGrouping(notes)
    let cellsOf: ReturnType<typeof columnsOf> | null = null
    const take = (found: ReturnType<typeof rows.push>): ListedEntry[] =>
      found.flatMap((row) => {
        if (cellsOf === null) {
          const names = row.cells.map((cell) => cell.trim().toLowerCase())
          if (required.every((name) => names.includes(name.toLowerCase()))) cellsOf = columnsOf(row.cells)
          else notes.publish(ukPublished(row.cells.join(',')))
          if (cellsOf === null && row.line > 5)
            throw new ListFault(`has no header with the columns ${required.join(', ')}`)
          return []
        }
        const cells = cellsOf(row)
        return [...grouping.push(entryOf(cells, layout, notes), isPrimaryName(cells(layout.nameType)))]
      })
    return { first: null, push: (text) => take(rows.push(text)), end: () => [...take(rows.end()), ...grouping.end()] }
  }

/** The UK sanctions list, as CSV: a row a name or address; those of one Unique ID are one entry. */
export const ukCsv = reading(layoutOf(0))

/** OFSI's consolidated list (`ConList.csv`): a row a name; those of one Group ID are one entry. */
export const ofsiCsv = reading(layoutOf(1))
