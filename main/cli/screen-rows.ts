import type { BodyOf } from '../../shared/api/operation.ts'
import type { screenBatch } from '../../shared/api/screening.ts'
import { fail, ok, type Result } from '../../shared/schema/result.ts'
import { screenedFacts } from '../../shared/schema/screening.ts'
import { saysNothing } from '../domain/imports/words-for-nothing.ts'
import { countryCode } from '../domain/lists/text/countries.ts'
import { partialDate, readDate } from '../domain/lists/text/dates.ts'
import type { PartialDate } from '../domain/screening/subject.ts'

/** Whom a row names, as the interface takes it. */
export type ScreenedRow = BodyOf<typeof screenBatch>['subjects'][number]

/** How columns are called, by what they hold; compared without case, blanks and marks. */
const synonyms = {
  id: `id customerid customerno customernumber customernr custid custno clientid clientno clientnumber partyid personid entityid recordid uid
    reference referenceno referencenumber ref externalid kundennummer kundennr`,
  name: `
    name fullname wholename customername clientname partyname personname entityname companyname legalname accountname
    subject subjectname nom nomcomplet nombre nombrecompleto nombreyapellidos apellidosynombre apellidosynombres namen
    vollername naam volledigenaam nome nomecompleto nomeecognome imieinazwisko jmenoaprijmeni adsoyad фио имя
    наименование 姓名 名称 名稱 氏名 성명 이름 الاسم`,
  first:
    'firstname givenname givennames forename forenames vorname prenom prenoms nombres nombredepila voornaam imie jmeno',
  middle: 'middlename middlenames secondname patronymic fathername отчество',
  last: `
    lastname surname familyname nachname familienname nomdefamille apellido apellidos achternaam cognome sobrenome
    nazwisko prijmeni soyad фамилия`,
  aliases: 'alias aliases aka akas alsoknownas othername othernames altname altnames alternatename alternatenames',
  kind: 'kind type customertype clienttype partytype entitytype persontype category',
  date_of_birth: `
    dateofbirth dob birthdate birthday born yearofbirth birthyear geburtsdatum geboren datedenaissance
    fechadenacimiento fechanacimiento datanascimento datadenascimento datadinascita dataurodzenia datumnarozeni
    dogumtarihi geboortedatum датарождения 出生日期 生年月日 생년월일 dateofincorporation incorporationdate foundingdate`,
  country: `
    country countries countrycode nationality nationalities citizenship jurisdiction land pays pais staatsangehorigkeit
    nationalite nacionalidad гражданство страна 国籍 國籍 국적`,
  gender: 'gender sex geschlecht sexe sexo',
  identifiers: `identifiers identifier idnumber documentnumber passport passportno passportnumber nationalid nationalidnumber taxid taxnumber tin
    registrationnumber regno companynumber lei imo imonumber`,
} as const
type Column = keyof typeof synonyms

const folded = (cell: string): string =>
  cell
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

const byName: ReadonlyMap<string, Column> = new Map(
  (Object.entries(synonyms) as [Column, string][]).flatMap(([column, names]) =>
    names
      .trim()
      .split(/\s+/u)
      .map((name) => [folded(name), column] as const),
  ),
)

/** Columns that hold a whole name alone, and one half of it beside the other: Name and Vorname, Nombre and Apellidos. */
const halves: ReadonlySet<string> = new Set(
  ['name', 'nom', 'nome', 'nombre', 'naam', 'namen', 'имя'].map((word) => folded(word)),
)

const withHalves = (cells: readonly string[], places: Map<Column, number[]>): ColumnPlaces => {
  const [whole = -1, ...others] = places.get('name') ?? []
  if (others.length > 0 || !halves.has(folded(cells[whole] ?? '')) || places.has('first') === places.has('last'))
    return places
  places.set(places.has('first') ? 'last' : 'first', [whole])
  places.delete('name')
  return places
}

/** Where each kind of value stands in a row. */
export type ColumnPlaces = ReadonlyMap<Column, readonly number[]>

/** Reads the names of columns. */
export const columnPlaces = (cells: readonly string[]): ColumnPlaces => {
  const places = new Map<Column, number[]>()
  cells.forEach((cell, place) => {
    const column = byName.get(folded(cell))
    if (column !== undefined) places.set(column, [...(places.get(column) ?? []), place])
  })
  return withHalves(cells, places)
}

/** Whether the columns tell a name. */
export const haveName = (places: ColumnPlaces): boolean => places.has('name') || places.has('last')

const kinds: readonly (readonly [RegExp, string])[] = [
  [/^$/u, 'unknown'],
  [/^(?:individual|natural(?: person)?|private(?: individual)?|person|human|retail|i|p)$/u, 'person'],
  [
    /^(?:company|organi[sz]ation|entity|corporate|corporation|business|legal(?: (?:entity|person))?|firm|o|c|e)$/u,
    'organisation',
  ],
  [/^(?:vessel|ship)$/u, 'vessel'],
]
const kindOf = (text: string): string => {
  const plain = text.toLowerCase()
  return kinds.find(([words]) => words.test(plain))?.[1] ?? plain
}

const genders: Readonly<Record<string, string>> = { m: 'male', f: 'female', man: 'male', woman: 'female', w: 'female' }
const genderOf = (text: string): string | null =>
  /^(?:|u|x|unknown|n\/?a|other|diverse?|d)$/iu.test(text) ? null : (genders[text.toLowerCase()] ?? text.toLowerCase())

const several = (text: string): string[] =>
  text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')

const isoOf = ({ year, month, day }: PartialDate): string =>
  [
    String(year),
    ...[month, day].filter((part) => part !== undefined).map((part) => String(part).padStart(2, '0')),
  ].join('-')

/**
 * A date as `YYYY-MM-DD`. Day first, or month first where it can only be that; which of two that can be both does not
 * count, as screening takes a day and month that changed places for the same. What is no date stays as it is.
 */
const dateOf = (text: string): string => {
  const plain = text.replace(/[T ]\d{1,2}:\d{2}[^]*$/u, '')
  const numbers = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$/u.exec(plain)
  const yearFirst = /^(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})$/u.exec(plain)
  const [first, second, year] = (numbers?.slice(1) ?? []).map(Number)
  const date =
    first !== undefined && second !== undefined && year !== undefined
      ? second > 12
        ? partialDate(year, first, second)
        : partialDate(year, second, first)
      : yearFirst === null
        ? readDate(plain)
        : partialDate(Number(yearFirst[1]), Number(yearFirst[2]), Number(yearFirst[3]))
  return date === null ? text : isoOf(date)
}

/** A row as a subject, or why it is none. */
export const rowSubject = (cells: readonly string[], places: ColumnPlaces): Result<ScreenedRow, string> => {
  const all = (column: Column): string[] =>
    (places.get(column) ?? [])
      .map((place) => (cells[place] ?? '').trim())
      .filter((text) => text !== '' && !saysNothing(text))
  const first = (column: Column): string => all(column)[0] ?? ''
  const listed = (column: Column): string[] => all(column).flatMap(several)
  const name = first('name') || [...all('first'), ...all('middle'), ...all('last')].join(' ')
  if (name === '' && listed('aliases').length === 0) return fail('there is no name, so nobody was screened')
  const facts = screenedFacts.safeParse({
    kind: kindOf(first('kind')),
    names: [...(name === '' ? [] : [name]), ...listed('aliases')],
    dates: [...new Set(listed('date_of_birth').map(dateOf))],
    countries: [...new Set(listed('country').map((text) => countryCode(text) ?? text.toUpperCase()))],
    gender: genderOf(first('gender')),
    identifiers: listed('identifiers'),
  })
  if (!facts.success)
    return fail(facts.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; '))
  const id = first('id')
  return ok({ ...facts.data, ...(id === '' ? {} : { reference: id }) })
}
