import { draftEntry, type ListEntryDraft } from '../draft.ts'
import type { ListedEntry, ListedKind, ListedNameType } from '../entry.ts'
import type { ReadingNotes } from '../notes.ts'
import type { OpenReading } from '../reading.ts'
import { partialDate, readPublished } from '../text/dates.ts'
import { attribute, childrenOf, textAt, textsAt, type XmlNode } from '../xml/node.ts'
import { xmlReading } from './xml-reading.ts'

const kinds: readonly (readonly [string, ListedKind])[] = [
  ['individual', 'person'],
  ['entity', 'organisation'],
  ['object', 'other'],
]
const objectKinds: Readonly<Record<string, ListedKind>> = { vessel: 'vessel', aircraft: 'aircraft' }

/** Parts of a name in the order in which it is said. */
const givenFirst = [
  'title',
  'given-name',
  'further-given-name',
  'father-name',
  'grand-father-name',
  'family-name',
  'tribal-name',
]
const rank = (part: XmlNode): number => {
  const place = givenFirst.indexOf(attribute(part, 'name-part-type'))
  return place === -1 ? givenFirst.length : place
}

const nameType = (name: XmlNode, isMain: boolean): ListedNameType => {
  if (attribute(name, 'quality') === 'low') return 'weak'
  const type = attribute(name, 'name-type')
  if (type === 'formerly-known-as') return 'former'
  return isMain && type === 'primary-name' ? 'primary' : 'alias'
}

const readName = (name: XmlNode, isMain: boolean, draft: ListEntryDraft): void => {
  const type = nameType(name, isMain)
  const parts = [...childrenOf(name, 'name-part')].sort(
    (a, b) => rank(a) - rank(b) || Number(attribute(a, 'order')) - Number(attribute(b, 'order')),
  )
  draft.name(parts.map((part) => textAt(part, 'value')).join(' '), type)
  // A part that is spelled in several ways makes a name of each; other scripts are told for each part likewise.
  const most = Math.max(0, ...parts.map((part) => childrenOf(part, 'spelling-variant').length))
  for (let way = 0; way < most; way += 1)
    draft.name(
      parts.map((part) => childrenOf(part, 'spelling-variant')[way]?.text.trim() ?? textAt(part, 'value')).join(' '),
      type === 'primary' ? 'alias' : type,
    )
}

const numberOf = (node: XmlNode, name: string): number | undefined =>
  attribute(node, name) === '' ? undefined : Number(attribute(node, name))

const readIdentity = (identity: XmlNode, draft: ListEntryDraft): void => {
  const isMain = attribute(identity, 'main') === 'true'
  for (const name of childrenOf(identity, 'name')) readName(name, isMain, draft)
  for (const born of childrenOf(identity, 'day-month-year'))
    draft.date(
      partialDate(numberOf(born, 'year') ?? Number.NaN, numberOf(born, 'month'), numberOf(born, 'day'), {
        circa: attribute(born, 'quality') === 'low',
      }),
    )
  for (const nationality of childrenOf(identity, 'nationality'))
    for (const country of childrenOf(nationality, 'country'))
      draft.country(attribute(country, 'iso-code') || country.text)
  for (const document of childrenOf(identity, 'identification-document'))
    draft.identifier(
      attribute(document, 'document-type'),
      textAt(document, 'number'),
      childrenOf(document, 'issuer').map((issuer) => attribute(issuer, 'code') || issuer.text)[0],
    )
}

/** Targets that were taken off stay in the full list, and say so in their latest change. */
const isDelisted = (target: XmlNode): boolean =>
  [...childrenOf(target, 'modification')]
    .sort((a, b) => (attribute(a, 'effective-date') < attribute(b, 'effective-date') ? -1 : 1))
    .at(-1)
    ?.attributes.get('modification-type') === 'de-listed'

const entryOf = (target: XmlNode, notes: ReadingNotes): ListedEntry | null => {
  if (isDelisted(target)) return null
  const [named, kind] = kinds.find(([name]) => childrenOf(target, name).length > 0) ?? ['', 'other' as const]
  const [subject] = childrenOf(target, named)
  const objectKind = objectKinds[attribute(subject, 'object-type').toLowerCase()]
  const draft = draftEntry(attribute(target, 'ssid'), objectKind ?? kind, notes)
  draft.gender(attribute(subject, 'sex'))
  for (const identity of subject === undefined ? [] : childrenOf(subject, 'identity')) readIdentity(identity, draft)
  if (subject !== undefined)
    for (const text of [...textsAt(subject, 'justification'), ...textsAt(subject, 'other-information')])
      draft.remark(text)
  draft.programme(attribute(target, 'sanctions-set-id') || textAt(target, 'sanctions-set-id'))
  for (const change of childrenOf(target, 'modification'))
    if (attribute(change, 'modification-type') === 'listed') draft.listedOn(attribute(change, 'effective-date'))
  return draft.finish()
}

/** Switzerland's list (SECO), as XML: an entry a target, by its ssid; who was taken off is left out. */
export const secoXml: OpenReading = (notes) =>
  xmlReading(
    {
      records: new Set(['swiss-sanctions-list/target']),
      onElement: (path, attributes) => {
        if (path === 'swiss-sanctions-list') notes.publish(readPublished(attributes.get('date') ?? ''))
      },
    },
    (node) => entryOf(node, notes),
  )
