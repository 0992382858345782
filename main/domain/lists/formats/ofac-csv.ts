import type { CsvRow } from '../../../../shared/text/csv.ts'
import { createCsvRows } from '../csv/rows.ts'
import { draftEntry } from '../draft.ts'
import type { ListedEntry, ListedKind, ListedNameType } from '../entry.ts'
import { ListFault } from '../fault.ts'
import type { ReadingNotes } from '../notes.ts'
import type { OpenReading, TextSink } from '../reading.ts'
import { readRemarks } from './ofac-remarks.ts'

/** OFAC's files beside sdn.csv: other names and addresses, by the number of the entry. */
export type OfacFile = ReadonlyMap<string, readonly (readonly string[])[]>

const sdnColumns = 12
const partColumns = { alt: 5, add: 6 } as const

/** `-0-` is empty. */
const given = (cell: string | undefined): string => (cell === undefined || cell.trim() === '-0-' ? '' : cell.trim())

const checkWidth = (row: CsvRow, width: number, what: string): void => {
  if (row.cells.length !== width || !/^\d+$/u.test(row.cells[0]?.trim() ?? '')) {
    throw new ListFault(
      `is no ${what} in line ${row.line}: a row has ${width} cells there, the first of them a number, and this one has ${row.cells.length}. It may be cut off`,
    )
  }
}

/** Reads alt.csv or add.csv whole. */
export const createOfacPart = (part: 'alt' | 'add'): TextSink & { readonly rows: OfacFile } => {
  const reader = createCsvRows(',')
  const rows = new Map<string, (readonly string[])[]>()
  const take = (found: readonly CsvRow[]): void => {
    for (const row of found) {
      checkWidth(row, partColumns[part], `${part}.csv of OFAC`)
      const cells = row.cells.map(given)
      const key = cells[0] ?? ''
      const known = rows.get(key)
      if (known === undefined) rows.set(key, [cells])
      else known.push(cells)
    }
  }
  return { push: (text) => take(reader.push(text)), end: () => take(reader.end()), rows }
}

const kinds: Readonly<Record<string, ListedKind>> = {
  individual: 'person',
  vessel: 'vessel',
  aircraft: 'aircraft',
  '': 'organisation',
}
const aliasTypes: Readonly<Record<string, ListedNameType>> = { aka: 'alias', fka: 'former', nka: 'alias' }

const entryOf = (
  row: CsvRow,
  parts: { readonly alt: OfacFile; readonly add: OfacFile },
  notes: ReadingNotes,
): ListedEntry | null => {
  checkWidth(row, sdnColumns, 'sdn.csv of OFAC')
  const [id = '', name, type = '', programmes = '', title, callSign, vesselType, tonnage, , flag, owner, remarks = ''] =
    row.cells.map(given)
  const draft = draftEntry(id, kinds[type.toLowerCase()] ?? 'other', notes)
  draft.name(name, 'primary')
  for (const [, , how = '', alias, told] of parts.alt.get(id) ?? []) {
    draft.name(alias, /weak/iu.test(told ?? '') ? 'weak' : (aliasTypes[how.toLowerCase()] ?? 'alias'))
    draft.remark(told)
  }
  for (const [, , street, city, country, told] of parts.add.get(id) ?? []) {
    draft.address([street, city], country)
    draft.remark(told)
  }
  for (const programme of programmes.split(/\]\s*\[|;\s*/u)) draft.programme(programme.replace(/[[\]]/gu, ''))
  draft.position(title)
  draft.identifier('call sign', callSign)
  draft.country(flag)
  for (const [what, text] of [
    ['Vessel type', vesselType],
    ['Tonnage', tonnage],
    ['Vessel owner', owner],
  ] as const)
    draft.remark(text === undefined || text === '' ? '' : `${what}: ${text}`)
  if (remarks !== '') readRemarks(remarks, draft)
  return draft.finish()
}

/**
 * OFAC's list as sdn.csv (no header, twelve columns, `-0-` for nothing), with alt.csv and add.csv where they are there.
 * An entry's id is its number.
 */
export const ofacCsv =
  (parts: { readonly alt?: OfacFile | undefined; readonly add?: OfacFile | undefined }): OpenReading =>
  (notes) => {
    const reader = createCsvRows(',')
    const beside = { alt: parts.alt ?? new Map(), add: parts.add ?? new Map() }
    const take = (rows: readonly CsvRow[]): ListedEntry[] =>
      rows.map((row) => entryOf(row, beside, notes)).filter((entry) => entry !== null)
    return { first: null, push: (text) => take(reader.push(text)), end: () => take(reader.end()) }
  }
