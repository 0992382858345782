import { createHash } from 'node:crypto'
import type { Delimiter } from '../../../../shared/text/csv.ts'
import { columnsOf, createCsvRows } from '../csv/rows.ts'
import { draftEntry } from '../draft.ts'
import type { ListedEntry, ListedKind } from '../entry.ts'
import { ListFault } from '../fault.ts'
import type { ReadingNotes } from '../notes.ts'
import type { OpenReading } from '../reading.ts'
import { ftmKinds } from './ftm-json.ts'

type Cells = (name: string) => string

/** How columns of tables are called, by what they hold; compared without case, blanks and marks. */
const synonyms = {
  id: [
    'id',
    'uid',
    'entryid',
    'reference',
    'referencenumber',
    'ref',
    'listid',
    'entityid',
    'dataid',
    'uniqueid',
    'entitynumber',
  ],
  name: [
    'name',
    'fullname',
    'wholename',
    'entityname',
    'listedname',
    'primaryname',
    'subject',
    'subjectname',
    'personname',
    'companyname',
    'customername',
    'nom',
    'nombre',
    'namen',
  ],
  first: ['firstname', 'givenname', 'givennames', 'forename', 'forenames', 'vorname', 'prenom'],
  middle: ['middlename', 'middlenames', 'secondname', 'patronymic'],
  last: ['lastname', 'surname', 'familyname', 'nachname', 'nomdefamille', 'apellido'],
  aliases: ['alias', 'aliases', 'aka', 'alsoknownas', 'othernames', 'akas', 'alternatenames'],
  weak: ['weakalias', 'weakaliases', 'lowqualityaka'],
  former: ['formername', 'formernames', 'fka', 'previousname', 'previousnames'],
  kind: ['type', 'kind', 'entitytype', 'schema', 'category', 'subjecttype', 'sdntype'],
  dates: [
    'dob',
    'dateofbirth',
    'datesofbirth',
    'birthdate',
    'birthday',
    'yearofbirth',
    'born',
    'birthyear',
    'foundingdate',
    'incorporationdate',
    'dateofincorporation',
  ],
  places: ['pob', 'placeofbirth', 'placesofbirth', 'birthplace'],
  countries: [
    'country',
    'countries',
    'nationality',
    'nationalities',
    'citizenship',
    'citizenships',
    'jurisdiction',
    'flag',
  ],
  gender: ['gender', 'sex'],
  addresses: ['address', 'addresses', 'location', 'residence'],
  identifiers: ['identifier', 'identifiers', 'ids', 'idnumber', 'documentnumber'],
  passports: ['passport', 'passportnumber', 'passportno', 'passports'],
  nationals: ['nationalid', 'nationalidnumber', 'nationalidentificationnumber', 'ssn'],
  taxes: ['taxid', 'taxnumber', 'tin', 'inn', 'vat', 'vatnumber'],
  registrations: ['registrationnumber', 'companynumber', 'regnumber', 'businessregistrationnumber'],
  leis: ['lei', 'leicode'],
  imos: ['imo', 'imonumber'],
  positions: ['position', 'positions', 'title', 'designation', 'occupation', 'function'],
  programmes: ['program', 'programs', 'programme', 'programmes', 'programids', 'regime', 'sanctions', 'listname'],
  remarks: ['remarks', 'remark', 'comment', 'comments', 'notes', 'note', 'reason', 'otherinformation', 'description'],
  listed: ['listedon', 'listed', 'datelisted', 'listingdate', 'dateadded', 'firstseen'],
} as const satisfies Readonly<Record<string, readonly string[]>>
type Field = keyof typeof synonyms

const folded = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]/gu, '')

/**
 * Columns of other names are called in many ways (`alt_names`, `Alias 1`, `AKA names`), and none may be lost in
 * silence.
 */
const ofAliases =
  /^(?:alias(?:es)?|aka|akas|a|alt(?:ernate|ernative)?|other|also|additional|second(?:ary)?)(?:full)?(?:names?|aliases|knownas)?\d*$/u
const notAliases = /^(?:a|alt|other|also|additional|second(?:ary)?|secondname)\d*$/u

const fieldOf = (name: string): Field | undefined => {
  const plain = folded(name)
  const known = (Object.keys(synonyms) as Field[]).find((one) => (synonyms[one] as readonly string[]).includes(plain))
  return known ?? (ofAliases.test(plain) && !notAliases.test(plain) ? 'aliases' : undefined)
}

/** Columns whose names tell nothing that an entry holds: they are named, so that nobody takes them for read. */
const unreadColumns = (header: readonly string[]): readonly string[] =>
  header.map((name) => name.trim()).filter((name) => name !== '' && fieldOf(name) === undefined)

/** The columns of each field, in the order of the file. */
const guessColumns = (header: readonly string[]): ReadonlyMap<Field, readonly string[]> => {
  const found = new Map<Field, string[]>()
  for (const name of header) {
    const field = fieldOf(name)
    if (field !== undefined) found.set(field, [...(found.get(field) ?? []), name.trim()])
  }
  return found
}

/** Whether a header has a column of names. */
export const hasNames = (header: readonly string[]): boolean => {
  const fields = guessColumns(header)
  return fields.has('name') || fields.has('last')
}

const kindWords: readonly (readonly [ListedKind, RegExp])[] = [
  ['person', /^(?:person|individual|natural|human|p|i)\b/iu],
  ['vessel', /^(?:vessel|ship)/iu],
  ['aircraft', /^(?:aircraft|airplane|plane)/iu],
  [
    'organisation',
    /^(?:org|entity|company|corporate|legal|business|enterprise|public|e)\b|^organi[sz]ation|^legalentity|^publicbody/iu,
  ],
]

const kindOf = (text: string, isPersonal: boolean): ListedKind =>
  ftmKinds.get(text) ??
  kindWords.find(([, words]) => words.test(text))?.[0] ??
  (text === '' && isPersonal ? 'person' : 'other')

const several = (cell: string): readonly string[] =>
  cell
    .split(/[;|]/u)
    .map((value) => value.trim())
    .filter((value) => value !== '')

/**
 * Where a table gives no id, one that follows from what the row is about: the same row is the same entry in the next
 * version.
 */
const derivedId = (name: string, kind: string, dates: string): string =>
  `row-${createHash('sha256')
    .update(JSON.stringify([name, kind, dates]))
    .digest('hex')
    .slice(0, 16)}`

const entryOf = (
  cells: Cells,
  fields: ReadonlyMap<Field, readonly string[]>,
  notes: ReadingNotes,
): ListedEntry | null => {
  const all = (field: Field): readonly string[] => (fields.get(field) ?? []).map(cells).filter((text) => text !== '')
  const listed = (field: Field): readonly string[] => all(field).flatMap(several)
  const name = all('name')[0] ?? [...all('first'), ...all('middle'), ...all('last')].join(' ')
  const kindText = all('kind')[0] ?? ''
  const kind = kindOf(kindText, fields.has('last') || all('gender').length > 0)
  const draft = draftEntry(all('id')[0] ?? derivedId(name, kind, listed('dates').join(';')), kind, notes)
  draft.name(name, 'primary')
  for (const text of listed('aliases')) draft.name(text, 'alias')
  for (const text of listed('former')) draft.name(text, 'former')
  for (const text of listed('weak')) draft.name(text, 'weak')
  for (const text of listed('dates')) draft.date(text)
  for (const text of all('places')) draft.birthPlace(text)
  for (const text of listed('countries')) draft.country(text)
  draft.gender(all('gender')[0])
  for (const text of listed('addresses')) draft.address([text])
  for (const [field, type] of [
    ['identifiers', 'identifier'],
    ['passports', 'passport'],
    ['nationals', 'national identification number'],
    ['taxes', 'tax number'],
    ['registrations', 'registration number'],
    ['leis', 'lei'],
    ['imos', 'imo number'],
  ] as const) {
    for (const text of listed(field)) draft.identifier(type, text)
  }
  for (const text of listed('positions')) draft.position(text)
  for (const text of listed('programmes')) draft.programme(text)
  for (const text of all('remarks')) draft.remark(text)
  draft.listedOn(all('listed')[0]?.slice(0, 10))
  return draft.finish()
}

/**
 * A table with a header and a row an entry: OpenSanctions' `targets.simple.csv`, or any CSV whose columns can be told
 * by their names. Several values in a cell stand between semicolons or bars.
 */
export const tableCsv =
  (delimiter: Delimiter): OpenReading =>
  (notes) => {
    const rows = createCsvRows(delimiter)
    let table: {
      readonly cellsOf: ReturnType<typeof columnsOf>
      readonly fields: ReturnType<typeof guessColumns>
    } | null = null
    const take = (found: ReturnType<typeof rows.push>): ListedEntry[] =>
      found.flatMap((row) => {
        if (table === null) {
          table = { cellsOf: columnsOf(row.cells), fields: guessColumns(row.cells) }
          if (!hasNames(row.cells))
            throw new ListFault(
              `names no column of names: one is called name, full name, or last name. It has: ${row.cells.slice(0, 30).join(', ').slice(0, 300)}`,
            )
          const unread = unreadColumns(row.cells)
          if (unread.length > 0)
            notes.say(
              `Columns whose names are not known were not read: ${unread.slice(0, 30).join(', ').slice(0, 300)}`,
            )
          return []
        }
        const entry = entryOf(table.cellsOf(row), table.fields, notes)
        return entry === null ? [] : [entry]
      })
    return { first: null, push: (text) => take(rows.push(text)), end: () => take(rows.end()) }
  }
