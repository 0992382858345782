import { listLimits } from '../../../../shared/schema/lists.ts'
import { ListFault } from '../fault.ts'
import type { ReadingNotes } from '../notes.ts'
import type { TextSink } from '../reading.ts'
import { partialDate } from '../text/dates.ts'
import { at, attribute, textAt, textsAt, type XmlNode } from '../xml/node.ts'
import { createXmlRecords } from '../xml/records.ts'

/** An address, or a country alone. */
export interface OfacLocation {
  readonly parts: readonly string[]
  readonly country: string
}

export interface OfacDocument {
  readonly type: string
  readonly number: string
  readonly country: string
}

export interface OfacMeasures {
  readonly programmes: readonly string[]
  /** `YYYY-MM-DD`, or empty. */
  readonly listedOn: string
}

/** What the parties of the advanced list refer to: value sets, places, documents, and what was imposed on them. */
export interface OfacReference {
  /** The text of a value by its set and id. */
  value(set: string, id: string): string
  /** The type of party that a subtype belongs to. */
  partyType(subtype: string): string
  location(id: string): OfacLocation | undefined
  /** By identity. */
  documents(identity: string): readonly OfacDocument[]
  /** By profile. */
  measures(profile: string): OfacMeasures | undefined
}

const root = 'Sanctions'
const sets = [
  'AliasType',
  'Country',
  'DetailReference',
  'FeatureType',
  'IDRegDocType',
  'NamePartType',
  'PartySubType',
  'PartyType',
] as const
const setPaths = new Map(sets.map((name) => [`${root}/ReferenceValueSets/${name}Values/${name}`, name]))

const dateText = (date: XmlNode | undefined): string => {
  if (date === undefined) return ''
  const read = partialDate(Number(textAt(date, 'Year')), Number(textAt(date, 'Month')), Number(textAt(date, 'Day')))
  return read?.day === undefined || read.month === undefined
    ? ''
    : `${read.year}-${String(read.month).padStart(2, '0')}-${String(read.day).padStart(2, '0')}`
}

/** Collects what parties refer to. What it keeps is bounded; a file beyond the bound is refused. */
export const createOfacReference = (notes: ReadingNotes): TextSink & { readonly reference: OfacReference } => {
  const values = new Map<string, string>()
  const partyTypes = new Map<string, string>()
  const locations = new Map<string, OfacLocation>()
  const documents = new Map<string, OfacDocument[]>()
  const measures = new Map<string, OfacMeasures>()
  let kept = 0
  const keep = (...texts: readonly string[]): void => {
    // A text costs its object besides its units.
    for (const text of texts) kept += text.length + 40
    if (kept > listLimits.kept)
      throw new ListFault(
        `holds more reference data (places, documents, measures) than fits: ${listLimits.kept / 1_048_576} MiB`,
      )
  }
  const value = (set: string, id: string): string => values.get(`${set} ${id}`) ?? ''

  const takeValue = (set: string, node: XmlNode): void => {
    const id = attribute(node, 'ID')
    const text = set === 'Country' ? attribute(node, 'ISO2') || node.text.trim() : node.text.trim()
    keep(set, id, text)
    values.set(`${set} ${id}`, text)
    if (set === 'PartySubType') partyTypes.set(id, attribute(node, 'PartyTypeID'))
  }
  const takeLocation = (node: XmlNode): void => {
    const parts = at(node, 'LocationPart', 'LocationPartValue')
      .filter((part) => attribute(part, 'Primary') !== 'false')
      .flatMap((part) => textsAt(part, 'Value'))
      .filter((text) => text !== '')
    const country = value('Country', attribute(at(node, 'LocationCountry')[0], 'CountryID'))
    keep(attribute(node, 'ID'), country, ...parts)
    locations.set(attribute(node, 'ID'), { parts, country })
  }
  const takeDocument = (node: XmlNode): void => {
    const document = {
      type: value('IDRegDocType', attribute(node, 'IDRegDocTypeID')),
      number: textAt(node, 'IDRegistrationNo'),
      country: value('Country', attribute(node, 'IssuedBy-CountryID')),
    }
    const identity = attribute(node, 'IdentityID')
    keep(identity, document.number)
    const known = documents.get(identity)
    if (known === undefined) documents.set(identity, [document])
    else known.push(document)
  }
  const takeMeasures = (node: XmlNode): void => {
    const profile = attribute(node, 'ProfileID')
    const programmes = textsAt(node, 'SanctionsMeasure', 'Comment').filter((text) => text !== '')
    const days = at(node, 'EntryEvent', 'Date')
      .map(dateText)
      .filter((day) => day !== '')
      .sort()
    const before = measures.get(profile)
    keep(profile, ...programmes)
    measures.set(profile, {
      programmes: [...new Set([...(before?.programmes ?? []), ...programmes])],
      listedOn: [before?.listedOn ?? '', ...days].filter((day) => day !== '').sort()[0] ?? '',
    })
  }

  const takers = new Map<string, (node: XmlNode) => void>([
    ...[...setPaths].map(([path, set]): [string, (node: XmlNode) => void] => [path, (node) => takeValue(set, node)]),
    [
      `${root}/DateOfIssue`,
      (node) => notes.publish(dateText(node) === '' ? null : Date.parse(`${dateText(node)}T00:00:00Z`)),
    ],
    [`${root}/Locations/Location`, takeLocation],
    [`${root}/IDRegDocuments/IDRegDocument`, takeDocument],
    [`${root}/SanctionsEntries/SanctionsEntry`, takeMeasures],
  ])
  const records = createXmlRecords({ records: new Set(takers.keys()) })
  const take = (found: ReturnType<typeof records.push>): void => {
    for (const { path, node } of found) takers.get(path)?.(node)
  }
  return {
    push: (text) => take(records.push(text)),
    end: () => take(records.end()),
    reference: {
      value,
      partyType: (subtype) => value('PartyType', partyTypes.get(subtype) ?? ''),
      location: (id) => locations.get(id),
      documents: (identity) => documents.get(identity) ?? [],
      measures: (profile) => measures.get(profile),
    },
  }
}
