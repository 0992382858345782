import { listLimits } from '../../../../shared/schema/lists.ts'
import { draftEntry, type ListEntryDraft } from '../draft.ts'
import type { ListedEntry, ListedKind } from '../entry.ts'
import { ListFault } from '../fault.ts'
import type { ReadingNotes } from '../notes.ts'
import type { OpenReading } from '../reading.ts'
import { createLines, type TextLine } from './json-lines.ts'

/** Kinds of entities that are entries; the others (sanctions, documents, addresses, links) say something of one. */
export const ftmKinds: ReadonlyMap<string, ListedKind> = new Map([
  ['Person', 'person'],
  ['Organization', 'organisation'],
  ['Company', 'organisation'],
  ['LegalEntity', 'organisation'],
  ['PublicBody', 'organisation'],
  ['Vessel', 'vessel'],
  ['Airplane', 'aircraft'],
  ['CryptoWallet', 'other'],
  ['Vehicle', 'other'],
])

interface FtmEntity {
  readonly id: string
  readonly schema: string
  readonly caption: string
  readonly target: boolean | null
  values(property: string): readonly string[]
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const own = (object: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined

const parse = ({ line, text }: TextLine): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new ListFault(`holds no JSON in line ${line}: it is cut off or broken there`)
  }
}

/** An entity of the FollowTheMoney model as a line gives it. Throws a ListFault where the line is none. */
const entityIn = (found: TextLine): FtmEntity => {
  const value = parse(found)
  const properties = isObject(value) ? own(value, 'properties') : undefined
  if (
    !isObject(value) ||
    typeof own(value, 'id') !== 'string' ||
    typeof own(value, 'schema') !== 'string' ||
    !isObject(properties)
  ) {
    throw new ListFault(`holds no FollowTheMoney entity (id, schema, properties) in line ${found.line}`)
  }
  const caption = own(value, 'caption')
  const target = own(value, 'target')
  return {
    id: own(value, 'id') as string,
    schema: own(value, 'schema') as string,
    caption: typeof caption === 'string' ? caption : '',
    target: typeof target === 'boolean' ? target : null,
    values: (property) => {
      const values = own(properties, property)
      return Array.isArray(values)
        ? values.filter((one): one is string => typeof one === 'string')
        : typeof values === 'string'
          ? [values]
          : []
    },
  }
}

type Said = Pick<ListEntryDraft, 'programme' | 'listedOn' | 'identifier' | 'address'>

/** What other entities say of an entry, by its id. */
interface Sayings {
  take(entity: FtmEntity): void
  say(id: string, entity: FtmEntity, draft: Said): void
}

const aside = /"schema"\s*:\s*"(?:Sanction|Passport|Identification|Address)"/u

const createSayings = (): Sayings => {
  const sayings = new Map<string, ((draft: Said) => void)[]>()
  const addresses = new Map<string, { readonly text: string; readonly country: string }>()
  let kept = 0
  const keep = (...texts: readonly string[]): void => {
    for (const text of texts) kept += text.length + 60
    if (kept > listLimits.kept)
      throw new ListFault(
        `holds more about its entities (sanctions, documents, addresses) than fits: ${listLimits.kept / 1_048_576} MiB`,
      )
  }
  const about = (ids: readonly string[], say: (draft: Said) => void): void => {
    for (const id of ids) {
      keep(id)
      const known = sayings.get(id)
      if (known === undefined) sayings.set(id, [say])
      else known.push(say)
    }
  }
  return {
    take: (entity) => {
      const first = (property: string): string => entity.values(property)[0] ?? ''
      if (entity.schema === 'Sanction') {
        const programmes = [...entity.values('programId'), ...entity.values('program')]
        const listed = first('listingDate') || first('startDate')
        keep(...programmes, listed)
        about(entity.values('entity'), (draft) => {
          for (const programme of programmes) draft.programme(programme)
          draft.listedOn(listed)
        })
      } else if (entity.schema === 'Passport' || entity.schema === 'Identification') {
        const type = first('type') || entity.schema
        const numbers = entity.values('number')
        const country = first('country')
        keep(type, ...numbers)
        about(entity.values('holder'), (draft) => {
          for (const number of numbers) draft.identifier(type, number, country)
        })
      } else if (entity.schema === 'Address') {
        const text = first('full') || entity.caption
        keep(entity.id, text)
        addresses.set(entity.id, { text, country: first('country') })
      }
    },
    say: (id, entity, draft) => {
      for (const say of sayings.get(id) ?? []) say(draft)
      for (const place of entity.values('addressEntity')) {
        const address = addresses.get(place)
        if (address !== undefined) draft.address([address.text], address.country)
      }
    },
  }
}

const identifiers = [
  'idNumber',
  'passportNumber',
  'taxNumber',
  'registrationNumber',
  'innCode',
  'ogrnCode',
  'leiCode',
  'swiftBic',
  'imoNumber',
  'mmsi',
  'callSign',
  'vatCode',
  'dunsCode',
  'npiCode',
  'uniqueEntityId',
  'isin',
  'serialNumber',
  'publicKey',
  'socialSecurityNumber',
]
const countries = ['nationality', 'citizenship', 'jurisdiction', 'flag', 'country', 'mainCountry']

/** `passportNumber` as `passport number`. */
const inWords = (property: string): string => property.replace(/[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`)

const entryOf = (entity: FtmEntity, kind: ListedKind, sayings: Sayings, notes: ReadingNotes): ListedEntry | null => {
  const draft = draftEntry(entity.id, kind, notes)
  draft.name(entity.caption, 'primary')
  for (const text of entity.values('name')) draft.name(text, 'alias')
  for (const text of entity.values('alias')) draft.name(text, 'alias')
  for (const text of entity.values('previousName')) draft.name(text, 'former')
  for (const text of entity.values('weakAlias')) draft.name(text, 'weak')
  for (const property of ['birthDate', 'incorporationDate', 'buildDate'])
    for (const text of entity.values(property)) draft.date(text)
  for (const text of entity.values('birthPlace')) draft.birthPlace(text)
  for (const property of countries) for (const text of entity.values(property)) draft.country(text)
  for (const text of entity.values('gender')) draft.gender(text)
  for (const property of identifiers)
    for (const text of entity.values(property)) draft.identifier(inWords(property), text)
  for (const text of entity.values('address')) draft.address([text])
  for (const property of ['position', 'title']) for (const text of entity.values(property)) draft.position(text)
  for (const property of ['programId', 'program', 'topics'])
    for (const text of entity.values(property)) draft.programme(text)
  for (const property of ['summary', 'notes']) for (const text of entity.values(property)) draft.remark(text)
  sayings.say(entity.id, entity, draft)
  return draft.finish()
}

/**
 * Entities of the FollowTheMoney model as JSON lines (OpenSanctions' `entities.ftm.json`). Targets are entries, and
 * what bears a topic; sanctions, documents and addresses are lines of their own anywhere in the file, so it is read
 * twice.
 */
export const ftmJson: OpenReading = (notes) => {
  const sayings = createSayings()
  const first = createLines()
  const lines = createLines()
  const collect = (found: readonly TextLine[]): void => {
    for (const one of found) if (aside.test(one.text)) sayings.take(entityIn(one))
  }
  const entries = (found: readonly TextLine[]): ListedEntry[] =>
    found.flatMap((one) => {
      const entity = entityIn(one)
      // A target of a schema that is not known here is an entry all the same: the list says so.
      const kind = ftmKinds.get(entity.schema) ?? (entity.target === true ? 'other' : undefined)
      if (kind === undefined || (entity.target === false && entity.values('topics').length === 0)) return []
      const entry = entryOf(entity, kind, sayings, notes)
      return entry === null ? [] : [entry]
    })
  return {
    first: { push: (text) => collect(first.push(text)), end: () => collect(first.end()) },
    push: (text) => entries(lines.push(text)),
    end: () => entries(lines.end()),
  }
}
