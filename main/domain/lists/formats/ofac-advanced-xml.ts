import type { PartialDate } from '../../screening/subject.ts'
import { draftEntry, type ListEntryDraft } from '../draft.ts'
import type { ListedEntry, ListedKind, ListedNameType } from '../entry.ts'
import type { ReadingNotes } from '../notes.ts'
import type { OpenReading } from '../reading.ts'
import { partialDate } from '../text/dates.ts'
import { at, attribute, childrenOf, textAt, textsAt, type XmlNode } from '../xml/node.ts'
import { createXmlRecords } from '../xml/records.ts'
import { createOfacReference, type OfacReference } from './ofac-reference.ts'

const kindOf = (profile: XmlNode, reference: OfacReference): ListedKind => {
  const subtype = attribute(profile, 'PartySubTypeID')
  switch (reference.value('PartySubType', subtype).toLowerCase()) {
    case 'vessel':
      return 'vessel'
    case 'aircraft':
      return 'aircraft'
    default:
  }
  switch (reference.partyType(subtype).toLowerCase()) {
    case 'individual':
      return 'person'
    case 'entity':
      return 'organisation'
    default:
      return 'other'
  }
}

/**
 * A name of its parts: `LAST, First` of a person in Latin letters, as OFAC writes it elsewhere; else as the parts
 * stand.
 */
const nameOf = (documented: XmlNode, partTypes: ReadonlyMap<string, string>, kind: ListedKind): string => {
  const parts = at(documented, 'DocumentedNamePart', 'NamePartValue')
    .map((part) => ({ text: part.text.trim(), type: partTypes.get(attribute(part, 'NamePartGroupID')) ?? '' }))
    .filter(({ text }) => text !== '')
  const last = parts.filter(({ type }) => /^last name$/iu.test(type))
  const others = parts.filter((part) => !last.includes(part))
  const words = (some: typeof parts): string => some.map(({ text }) => text).join(' ')
  const isTurned = kind === 'person' && last.length > 0 && others.length > 0 && /^\p{Script=Latin}/u.test(words(last))
  return isTurned ? `${words(last)}, ${words(others)}` : words(parts)
}

const readNames = (identity: XmlNode, kind: ListedKind, reference: OfacReference, draft: ListEntryDraft): void => {
  const partTypes = new Map(
    at(identity, 'NamePartGroups', 'MasterNamePartGroup', 'NamePartGroup').map((group) => [
      attribute(group, 'ID'),
      reference.value('NamePartType', attribute(group, 'NamePartTypeID')),
    ]),
  )
  for (const alias of childrenOf(identity, 'Alias')) {
    const isPrimary = attribute(alias, 'Primary') === 'true'
    const isFormer = /^f\.?k\.?a/iu.test(reference.value('AliasType', attribute(alias, 'AliasTypeID')))
    const type: ListedNameType = attribute(alias, 'LowQuality') === 'true' ? 'weak' : isFormer ? 'former' : 'alias'
    childrenOf(alias, 'DocumentedName').forEach((documented, place) =>
      draft.name(nameOf(documented, partTypes, kind), isPrimary && place === 0 ? 'primary' : type),
    )
  }
}

interface Point {
  readonly year: number
  readonly month: number
  readonly day: number
}

const pointAt = (period: XmlNode, ...path: readonly string[]): Point | null => {
  const [node] = at(period, ...path)
  if (node === undefined) return null
  return {
    year: Number(textAt(node, 'Year')),
    month: Number(textAt(node, 'Month') || Number.NaN),
    day: Number(textAt(node, 'Day') || Number.NaN),
  }
}

/** A period as a date: the whole of a year or of a month is that year or month. */
const dateOf = (period: XmlNode): PartialDate | null => {
  const circa = ['Start', 'End'].some((end) => attribute(childrenOf(period, end)[0], 'Approximate') === 'true')
  const from = pointAt(period, 'Start', 'From')
  const to = pointAt(period, 'End', 'To') ?? pointAt(period, 'Start', 'To')
  if (from === null) return null
  if (to === null) return partialDate(from.year, from.month, from.day, { circa })
  if (to.year !== from.year) return partialDate(from.year, undefined, undefined, { circa, toYear: to.year })
  if (to.month !== from.month) return partialDate(from.year, undefined, undefined, { circa })
  return partialDate(from.year, from.month, to.day === from.day ? from.day : undefined, { circa })
}

const identifying =
  /^(?:digital currency address|aircraft (?:tail number|manufacturer|construction|mode s)|vessel call sign|call sign|swift|bik|micex|d-u-n-s|isin|issuer|equity ticker)/iu
const belonging = /^(?:nationality|citizenship|vessel flag|nationality of registration)/iu

const readVersion = (version: XmlNode, type: string, reference: OfacReference, draft: ListEntryDraft): void => {
  const details = childrenOf(version, 'VersionDetail')
    .map((detail) => detail.text.trim() || reference.value('DetailReference', attribute(detail, 'DetailReferenceID')))
    .filter((text) => text !== '')
  const places = childrenOf(version, 'VersionLocation')
    .map((place) => reference.location(attribute(place, 'LocationID')))
    .filter((place) => place !== undefined)
  if (/date/iu.test(type)) {
    for (const period of childrenOf(version, 'DatePeriod')) draft.date(dateOf(period))
    return
  }
  if (/^place of birth$/iu.test(type)) {
    for (const text of details) draft.birthPlace(text)
    for (const { parts, country } of places) draft.birthPlace(...parts, country)
  } else if (belonging.test(type)) {
    for (const text of details) draft.country(text)
    for (const { country } of places) draft.country(country)
  } else if (/^gender$/iu.test(type)) for (const text of details) draft.gender(text)
  else if (/^title$/iu.test(type)) for (const text of details) draft.position(text)
  else if (/^location$/iu.test(type)) for (const { parts, country } of places) draft.address(parts, country)
  else if (identifying.test(type)) for (const text of details) draft.identifier(type, text)
  else for (const text of details) draft.remark(`${type}: ${text}`)
}

const entryOf = (party: XmlNode, reference: OfacReference, notes: ReadingNotes): ListedEntry | null => {
  const [profile] = childrenOf(party, 'Profile')
  if (profile === undefined) {
    notes.skip(`party ${attribute(party, 'FixedRef')} has no profile`)
    return null
  }
  const kind = kindOf(profile, reference)
  const draft = draftEntry(attribute(party, 'FixedRef') || attribute(profile, 'ID'), kind, notes)
  for (const identity of childrenOf(profile, 'Identity')) {
    if (attribute(identity, 'False') === 'true') continue
    readNames(identity, kind, reference, draft)
    for (const { type, number, country } of reference.documents(attribute(identity, 'ID')))
      draft.identifier(type, number, country)
  }
  for (const feature of childrenOf(profile, 'Feature')) {
    const type = reference.value('FeatureType', attribute(feature, 'FeatureTypeID'))
    for (const version of childrenOf(feature, 'FeatureVersion')) readVersion(version, type, reference, draft)
  }
  for (const text of [...textsAt(party, 'Comment'), ...textsAt(profile, 'Comment')]) draft.remark(text)
  const measures = reference.measures(attribute(profile, 'ID'))
  for (const text of measures?.programmes ?? []) draft.programme(text)
  draft.listedOn(measures?.listedOn)
  return draft.finish()
}

/**
 * OFAC's advanced XML (`sdn_advanced.xml`, `cons_advanced.xml`; the UN's Advanced Sanctions Data Model). Parties refer
 * to value sets, places and documents before them and to the measures behind them, so the file is read twice. An
 * entry's id is the party's FixedRef, which is the number in sdn.csv.
 */
export const ofacAdvancedXml: OpenReading = (notes) => {
  const first = createOfacReference(notes)
  const { reference } = first
  const records = createXmlRecords({ records: new Set(['Sanctions/DistinctParties/DistinctParty']) })
  const entries = (found: ReturnType<typeof records.push>): ListedEntry[] =>
    found.map(({ node }) => entryOf(node, reference, notes)).filter((entry) => entry !== null)
  return { first, push: (text) => entries(records.push(text)), end: () => entries(records.end()) }
}
