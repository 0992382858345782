import { columnsOf, createCsvRows } from '../csv/rows.ts'
import { draftEntry } from '../draft.ts'
import type { ListedEntry } from '../entry.ts'
import { ListFault } from '../fault.ts'
import type { ReadingNotes } from '../notes.ts'
import type { OpenReading } from '../reading.ts'
import { createGrouping } from './grouping.ts'
import { isPrimaryName, ukKind, ukName, ukNameType, ukPublished } from './uk-words.ts'

type Cells = (name: string) => string

/** The names of the columns of one of the United Kingdom's lists, where the two differ. */
interface Layout {
  readonly id: string
  readonly required: readonly string[]
  readonly kind: string
  readonly nameType: string
  readonly strength: string
  readonly foreign: string
  readonly regime: string
  readonly birth: string
  readonly nationality: string
  readonly national: readonly [number: string, details: string]
  readonly passport: readonly [number: string, details: string]
  readonly address: string
  readonly postcode: string
  readonly country: string
  readonly listed: readonly string[]
}

const sanctionsList: Layout = {
  id: 'Unique ID',
  required: ['Unique ID', 'Name 6', 'Name type'],
  kind: 'Designation Type',
  nameType: 'Name type',
  strength: 'Alias strength',
  foreign: 'Name non-latin script',
  regime: 'Regime Name',
  birth: 'D.O.B',
  nationality: 'Nationality(/ies)',
  national: ['National Identifier number', 'National Identifier additional information'],
  passport: ['Passport number', 'Passport additional information'],
  address: 'Address Line',
  postcode: 'Address Postal Code',
  country: 'Address Country',
  listed: ['Date Designated'],
}

const consolidatedList: Layout = {
  id: 'Group ID',
  required: ['Group ID', 'Name 6', 'Alias Type'],
  kind: 'Group Type',
  nameType: 'Alias Type',
  strength: 'Alias Quality',
  foreign: 'Name Non-Latin Script',
  regime: 'Regime',
  birth: 'DOB',
  nationality: 'Nationality',
  national: ['National Identification Number', 'National Identification Details'],
  passport: ['Passport Number', 'Passport Details'],
  address: 'Address',
  postcode: 'Post/Zip Code',
  country: 'Country',
  listed: ['Listed On', 'UK Sanctions List Date Designated'],
}

const numbers = [1, 2, 3, 4, 5, 6]
/** Several values in one cell: `(1) Iran (2) Iraq`. */
const several = (cell: string): readonly string[] => cell.split(/\s*\(\d{1,2}\)\s*/u).filter((value) => value !== '')

const entryOf = (cells: Cells, layout: Layout, notes: ReadingNotes): ListedEntry | null => {
  const draft = draftEntry(cells(layout.id), ukKind(cells(layout.kind)), notes)
  draft.name(ukName(numbers.map((part) => cells(`Name ${part}`))), ukNameType(cells(layout.nameType), cells(layout.strength)))
  draft.name(cells(layout.foreign), 'alias')
  draft.position(cells('Title'))
  for (const text of several(cells('Position'))) draft.position(text)
  for (const text of several(cells(layout.birth))) draft.date(text)
  draft.birthPlace(cells('Town of birth'), cells('Country of birth'))
  for (const text of several(cells(layout.nationality))) draft.country(text)
  draft.gender(cells('Gender'))
  for (const [type, [number, details]] of [['passport', layout.passport], ['national identification number', layout.national]] as const) {
    for (const text of several(cells(number))) draft.identifier(type, text)
    draft.remark(cells(details))
  }
  for (const text of several(cells('Business registration number (s)'))) draft.identifier('business registration number', text)
  draft.identifier('imo number', cells('IMO number'))
  draft.identifier('hull identification number', cells('Hull identification number (HIN)'))
  for (const text of several(cells('Current believed flag of ship'))) draft.country(text)
  draft.date(cells('Year Built'))
  draft.address([...numbers.map((line) => cells(`${layout.address} ${line}`)), cells(layout.postcode)], cells(layout.country))
  draft.programme(cells(layout.regime))
  draft.remark(cells('Other Information'))
  draft.remark(cells('UK Statement of Reasons'))
  for (const name of layout.listed) draft.listedOn(cells(name))
  return draft.finish()
}

const reading = (layout: Layout): OpenReading => (notes) => {
  const rows = createCsvRows(',')
  const grouping = createGrouping(notes)
  let cellsOf: ReturnType<typeof columnsOf> | null = null
  const take = (found: ReturnType<typeof rows.push>): ListedEntry[] =>
    found.flatMap((row) => {
      if (cellsOf === null) {
        const names = row.cells.map((cell) => cell.trim().toLowerCase())
        if (layout.required.every((name) => names.includes(name.toLowerCase()))) cellsOf = columnsOf(row.cells)
        else notes.publish(ukPublished(row.cells.join(',')))
        if (cellsOf === null && row.line > 5) throw new ListFault(`has no header with the columns ${layout.required.join(', ')}`)
        return []
      }
      const cells = cellsOf(row)
      return [...grouping.push(entryOf(cells, layout, notes), isPrimaryName(cells(layout.nameType)))]
    })
  return { first: null, push: (text) => take(rows.push(text)), end: () => [...take(rows.end()), ...grouping.end()] }
}

/** The UK sanctions list, as CSV: a row a name or address; those of one Unique ID are one entry. */
export const ukCsv = reading(sanctionsList)

/** OFSI's consolidated list (`ConList.csv`): a row a name; those of one Group ID are one entry. */
export const ofsiCsv = reading(consolidatedList)
