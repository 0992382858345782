import { listLimits } from '../../../shared/schema/lists.ts'
import { cleanIdentifier } from '../screening/identifier.ts'
import type { PartialDate } from '../screening/subject.ts'
import type {
  ListedAddress,
  ListedEntry,
  ListedEntryName,
  ListedIdentifier,
  ListedKind,
  ListedNameType,
} from './entry.ts'
import { ListFault } from './fault.ts'
import type { ReadingNotes } from './notes.ts'
import { cleanLine, cutTo } from './text/clean.ts'
import { countryCode } from './text/countries.ts'
import { readDate, readDay } from './text/dates.ts'

/** Texts as formats give them: absent and empty ones say nothing. */
export type Given = string | null | undefined

/** An entry while it is put together. Every text is cleaned and bounded, nothing is kept twice. */
export interface ListEntryDraft {
  readonly id: string
  name(text: Given, type: ListedNameType): void
  /** A date as the list writes it, or as it was read; a text that is no date becomes a remark. */
  date(value: Given | PartialDate): void
  birthPlace(...parts: readonly Given[]): void
  /** By its name or its code. */
  country(text: Given): void
  gender(text: Given): void
  identifier(type: Given, value: Given, country?: Given): void
  address(parts: readonly Given[], country?: Given): void
  position(text: Given): void
  programme(text: Given): void
  remark(text: Given): void
  listedOn(text: Given): void
  /** The entry; null where it has no id or no name, which the notes then tell. */
  finish(): ListedEntry | null
}

const rank: Readonly<Record<ListedNameType, number>> = { primary: 0, alias: 1, former: 2, weak: 3 }

/** Written where a value is not known. */
const unsaid = /^(?:unknown|none(?: identified)?|n\/?a|not known|-+)$/iu

const genders: Readonly<Record<string, 'male' | 'female'>> = {
  male: 'male',
  m: 'male',
  man: 'male',
  female: 'female',
  f: 'female',
  woman: 'female',
}

/** What keeps the texts and the lists of one entry within their bounds. */
const createBounds = (id: string, notes: ReadingNotes) => {
  const bounded = (text: string, max: number, what: string): string => {
    if (text.length <= max) return text
    notes.say(`${id}: ${what} of ${text.length} characters was cut to ${max}`)
    return cutTo(text, max)
  }
  const line = (text: Given): string => bounded(cleanLine(text ?? ''), listLimits.value, 'a text')
  const room = (size: number, what: string, max: number = listLimits.values): void => {
    if (size >= max) throw new ListFault(`holds an entry (${id}) with more than ${max} ${what}`)
  }
  const add = (set: Set<string>, text: string, what: string): void => {
    if (text === '' || set.has(text)) return
    room(set.size, what)
    set.add(text)
  }
  return { bounded, line, room, add }
}

/** The names of an entry, one primary name first. */
const orderedNames = (names: ReadonlyMap<string, ListedNameType>): readonly ListedEntryName[] => {
  const ordered: ListedEntryName[] = [...names].map(([text, type]) => ({ text, type }))
  const first = ordered.findIndex(({ type }) => type === 'primary')
  const [primary] =
    first === -1
      ? ordered.splice(0, 1).map(({ text }) => ({ text, type: 'primary' as const }))
      : ordered.splice(first, 1)
  return primary === undefined ? ordered : [primary, ...ordered]
}

/** An identifier with its kind; null: the text is none. */
const identifierOf = (
  line: (text: Given) => string,
  type: Given,
  value: Given,
  country: Given,
): ListedIdentifier | null => {
  const clean = cleanIdentifier(line(value)).slice(0, 200)
  if (clean === '' || !/\d/u.test(clean)) return null
  const imo = /^(?:IMO)(\d{7})$/u.exec(clean)
  const named =
    imo !== null
      ? { type: 'imo number', value: imo[1] ?? '' }
      : { type: (line(type).toLowerCase() || 'identifier').slice(0, 120), value: clean }
  return { ...named, country: countryCode(line(country)) }
}

const inOneLine = (parts: readonly string[]): string => parts.filter((part) => part !== '').join(', ')

/** An address in one line. A code says nothing to a reader that the country beside it does not. */
const addressLine = (parts: readonly string[], country: string): string => {
  const isCode = /^[A-Za-z]{2}$/u.test(country)
  return inOneLine([...new Set([...parts, isCode ? '' : country])]) || country
}

/** The dates of an entry; a text that is none becomes a remark. */
const createDates = (
  room: (size: number, what: string) => void,
  line: (text: Given) => string,
  remark: (text: string) => void,
) => {
  const dates = new Map<string, PartialDate>()
  const keepDate = (date: PartialDate): void => {
    room(dates.size, 'dates')
    dates.set(JSON.stringify(date), date)
  }
  return {
    add: (value: Given | PartialDate): void => {
      if (value === null || value === undefined) return
      if (typeof value !== 'string') return keepDate(value)
      const clean = line(value)
      if (clean === '') return
      const date = readDate(clean)
      if (date === null) remark(`Date: ${clean}`)
      else keepDate(date)
    },
    all: (): readonly PartialDate[] => [...dates.values()],
  }
}

/** Starts an entry. */
export const draftEntry = (givenId: string, kind: ListedKind, notes: ReadingNotes): ListEntryDraft => {
  const id = cleanLine(givenId)
  // Cut, it could be the id of another entry, and two entries would become one.
  if (id.length > listLimits.id)
    throw new ListFault(
      `holds an entry whose id has ${id.length} characters, of which ${listLimits.id} are taken: it begins with ${id.slice(0, 60)}`,
    )
  const names = new Map<string, ListedNameType>()
  const identifiers = new Map<string, ListedIdentifier>()
  const addresses = new Map<string, ListedAddress>()
  const lines = {
    birthPlaces: new Set<string>(),
    countries: new Set<string>(),
    positions: new Set<string>(),
    programmes: new Set<string>(),
  }
  const remarks: string[] = []
  let gender: 'male' | 'female' | null = null
  let listedOn: string | null = null

  const { bounded, line, room, add } = createBounds(id, notes)
  const remark = (text: Given): void => {
    const clean = cleanLine(text ?? '')
    if (clean !== '' && !remarks.includes(clean)) {
      room(remarks.length, 'remarks')
      remarks.push(clean)
    }
  }
  const dates = createDates(room, line, remark)

  return {
    id,
    name: (text, type) => {
      const clean = bounded(cleanLine(text ?? ''), listLimits.name, 'a name')
      if (!/[\p{L}\p{N}]/u.test(clean)) return
      const known = names.get(clean)
      if (known === undefined) room(names.size, 'names', listLimits.names)
      if (known === undefined || rank[type] < rank[known]) names.set(clean, type)
    },
    date: dates.add,
    birthPlace: (...parts) => add(lines.birthPlaces, inOneLine(parts.map(line)), 'places of birth'),
    country: (text) => {
      const clean = line(text)
      if (clean === '' || unsaid.test(clean)) return
      const code = countryCode(clean)
      if (code === null) remark(`Country: ${clean}`)
      else add(lines.countries, code, 'countries')
    },
    gender: (text) => {
      gender ??= genders[line(text).toLowerCase()] ?? null
    },
    identifier: (type, value, country) => {
      const kept = identifierOf(line, type, value, country)
      if (kept === null) return
      const key = `${kept.type} ${kept.value}`
      room(identifiers.size, 'identifiers')
      if (!identifiers.has(key) || identifiers.get(key)?.country === null) identifiers.set(key, kept)
    },
    address: (parts, country) => {
      const named = line(country)
      const text = addressLine(parts.map(line), named)
      if (text === '' || addresses.has(text)) return
      room(addresses.size, 'addresses')
      addresses.set(text, { text: bounded(text, listLimits.value, 'an address'), country: countryCode(named) })
    },
    position: (text) => add(lines.positions, line(text), 'positions'),
    programme: (text) => add(lines.programmes, line(text), 'programmes'),
    remark,
    listedOn: (text) => {
      // A day with an offset (`2001-10-17-05:00`) is that day.
      listedOn ??= readDay(line(text).replace(/^(\d{4}-\d{2}-\d{2}).+$/u, '$1'))
    },
    finish: () => {
      if (id === '') {
        notes.skip('a record has no id')
        return null
      }
      if (names.size === 0) {
        notes.skip(`${id} has no name`)
        return null
      }
      const told = remarks.join('\n')
      return {
        id,
        kind,
        names: orderedNames(names),
        dates: dates.all(),
        birthPlaces: [...lines.birthPlaces],
        countries: [...lines.countries],
        gender,
        identifiers: [...identifiers.values()],
        addresses: [...addresses.values()],
        positions: [...lines.positions],
        programmes: [...lines.programmes],
        remarks: told === '' ? null : bounded(told, listLimits.remarks, 'a remark'),
        listedOn,
      }
    },
  }
}

/**
 * Two readings of one entry as one: what a list says of it in several places. The first decides where only one value
 * can be.
 */
export const mergeEntries = (first: ListedEntry, second: ListedEntry, notes: ReadingNotes): ListedEntry => {
  const draft = draftEntry(first.id, first.kind === 'other' ? second.kind : first.kind, notes)
  for (const entry of [first, second]) {
    for (const { text, type } of entry.names) draft.name(text, entry === second && type === 'primary' ? 'alias' : type)
    for (const date of entry.dates) draft.date(date)
    for (const place of entry.birthPlaces) draft.birthPlace(place)
    for (const country of entry.countries) draft.country(country)
    draft.gender(entry.gender)
    for (const { type, value, country } of entry.identifiers) draft.identifier(type, value, country)
    for (const { text } of entry.addresses) draft.address([text])
    for (const text of entry.positions) draft.position(text)
    for (const text of entry.programmes) draft.programme(text)
    for (const text of entry.remarks?.split('\n') ?? []) draft.remark(text)
    draft.listedOn(entry.listedOn)
  }
  const merged = draft.finish()
  if (merged === null) throw new Error('two entries with names have one together')
  const countryOf = new Map([...second.addresses, ...first.addresses].map(({ text, country }) => [text, country]))
  return { ...merged, addresses: merged.addresses.map(({ text }) => ({ text, country: countryOf.get(text) ?? null })) }
}
