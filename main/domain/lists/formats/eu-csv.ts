import { columnsOf, createCsvRows } from '../csv/rows.ts'
import { draftEntry } from '../draft.ts'
import type { ListedEntry, ListedKind } from '../entry.ts'
import type { ReadingNotes } from '../notes.ts'
import type { OpenReading } from '../reading.ts'
import { readPublished } from '../text/dates.ts'
import { createGrouping } from './grouping.ts'

type Cells = (name: string) => string

const kinds: Readonly<Record<string, ListedKind>> = {
  person: 'person',
  p: 'person',
  enterprise: 'organisation',
  e: 'organisation',
}

const known = (text: string): string => text.replace(/^(?:UNKNOWN|00)$/iu, '')

const idOf = (cells: Cells): string => cells('Entity_EU_ReferenceNumber') || cells('Entity_LogicalId')

const nameOf = (cells: Cells): string =>
  cells('NameAlias_WholeName') ||
  ['FirstName', 'MiddleName', 'LastName']
    .map((part) => cells(`NameAlias_${part}`))
    .join(' ')
    .trim()

/** A row of a birth or an address names nobody: it says more of whom the rows before it name. */
const entryOf = (cells: Cells, name: string, notes: ReadingNotes): ListedEntry | null => {
  const kind =
    kinds[cells('Entity_SubjectType_ClassificationCode').toLowerCase()] ??
    kinds[cells('Entity_SubjectType').toLowerCase()] ??
    'other'
  const draft = draftEntry(idOf(cells), kind, notes)
  draft.name(name, 'alias')
  draft.gender(cells('NameAlias_Gender'))
  draft.position(cells('NameAlias_Title'))
  draft.position(cells('NameAlias_Function'))
  const years = [cells('BirthDate_YearRangeFrom'), cells('BirthDate_YearRangeTo')].filter((year) => year !== '')
  draft.date(cells('BirthDate_BirthDate') || years.join(' to ') || cells('BirthDate_Year'))
  draft.birthPlace(cells('BirthDate_Place'), cells('BirthDate_City'), known(cells('BirthDate_CountryDescription')))
  draft.country(known(cells('Citizenship_CountryIso2Code')) || known(cells('Citizenship_CountryDescription')))
  draft.identifier(
    cells('Identification_TypeDescription') || cells('Identification_TypeCode'),
    cells('Identification_Number') || cells('Identification_LatinNumber'),
    known(cells('Identification_CountryIso2Code')),
  )
  draft.address(
    ['Place', 'Street', 'PoBox', 'ZipCode', 'City', 'Region', 'CountryDescription'].map((part) =>
      known(cells(`Address_${part}`)),
    ),
    known(cells('Address_CountryIso2Code')),
  )
  draft.programme(cells('Entity_Regulation_Programme') || cells('Regulation_Programme'))
  draft.listedOn(cells('Entity_DesignationDate'))
  draft.remark(cells('Entity_DesignationDetails'))
  draft.remark(cells('Entity_Remark'))
  return draft.finish()
}

/**
 * The EU's consolidated list as CSV (`csvFullSanctionsList_1_1`): a row a name, birth, citizenship, document or
 * address;
 * those of one entity are one entry, under its first name.
 */
export const euCsv: OpenReading = (notes) => {
  const rows = createCsvRows(';')
  const grouping = createGrouping(notes)
  let cellsOf: ReturnType<typeof columnsOf> | null = null
  let last = { id: '', name: '' }
  const take = (found: ReturnType<typeof rows.push>): ListedEntry[] =>
    found.flatMap((row) => {
      if (cellsOf === null) {
        cellsOf = columnsOf(row.cells.map((cell) => cell.replace('\ufeff', '')))
        return []
      }
      const cells = cellsOf(row)
      notes.publish(readPublished(cells('fileGenerationDate')))
      const [id, own] = [idOf(cells), nameOf(cells)]
      const isFirst = id !== last.id
      last = { id, name: isFirst || last.name === '' ? own : last.name }
      return [...grouping.push(entryOf(cells, own || last.name, notes), isFirst)]
    })
  return {
    first: null,
    push: (text) => take(rows.push(text)),
    end: () => [...take(rows.end()), ...grouping.end()],
  }
}
