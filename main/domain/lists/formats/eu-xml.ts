import { draftEntry, type ListEntryDraft } from '../draft.ts'
import type { ListedKind } from '../entry.ts'
import type { ReadingNotes } from '../notes.ts'
import type { OpenReading } from '../reading.ts'
import { partialDate, readPublished } from '../text/dates.ts'
import { attribute, childrenOf, type XmlNode } from '../xml/node.ts'
import { xmlReading } from './xml-reading.ts'

const kinds: Readonly<Record<string, ListedKind>> = {
  person: 'person',
  p: 'person',
  enterprise: 'organisation',
  e: 'organisation',
  vessel: 'vessel',
  ship: 'vessel',
  aircraft: 'aircraft',
}

const kindOf = (node: XmlNode): ListedKind => {
  const [type] = childrenOf(node, 'subjectType')
  return (
    kinds[attribute(type, 'code').toLowerCase()] ??
    kinds[attribute(type, 'classificationCode').toLowerCase()] ??
    'other'
  )
}

const known = (description: string): string => description.replace(/^UNKNOWN$/iu, '')

/** `00` and unknown countries are written as such; what they say is nothing. */
const countryOf = (node: XmlNode): string => {
  const code = attribute(node, 'countryIso2Code')
  return code === '00' || code === '' ? known(attribute(node, 'countryDescription')) : code
}

const readNames = (node: XmlNode, draft: ListEntryDraft): void => {
  let isFirst = true
  for (const alias of childrenOf(node, 'nameAlias')) {
    const whole =
      attribute(alias, 'wholeName') ||
      ['firstName', 'middleName', 'lastName'].map((part) => attribute(alias, part)).join(' ')
    const isStrong = attribute(alias, 'strong') !== 'false'
    draft.name(whole, isStrong ? (isFirst ? 'primary' : 'alias') : 'weak')
    if (isStrong && whole.trim() !== '') isFirst = false
    draft.gender(attribute(alias, 'gender'))
    draft.position(attribute(alias, 'title'))
    draft.position(attribute(alias, 'function'))
  }
}

const readBirth = (node: XmlNode, draft: ListEntryDraft): void => {
  for (const birth of childrenOf(node, 'birthdate')) {
    const circa = attribute(birth, 'circa') === 'true'
    const numberAt = (name: string): number | undefined =>
      attribute(birth, name) === '' ? undefined : Number(attribute(birth, name))
    const whole = attribute(birth, 'birthdate')
    const [from, to] = [numberAt('yearRangeFrom'), numberAt('yearRangeTo')]
    if (whole !== '') draft.date(circa ? `circa ${whole}` : whole)
    else if (from !== undefined)
      draft.date(partialDate(from, undefined, undefined, { circa, ...(to === undefined ? {} : { toYear: to }) }))
    else
      draft.date(
        partialDate(numberAt('year') ?? Number.NaN, numberAt('monthOfYear'), numberAt('dayOfMonth'), { circa }),
      )
    draft.birthPlace(
      attribute(birth, 'place'),
      attribute(birth, 'city'),
      attribute(birth, 'region'),
      known(attribute(birth, 'countryDescription')),
    )
  }
}

const addressParts = ['place', 'street', 'poBox', 'zipCode', 'city', 'region']

const entryOf = (node: XmlNode, notes: ReadingNotes) => {
  const draft = draftEntry(attribute(node, 'euReferenceNumber') || attribute(node, 'logicalId'), kindOf(node), notes)
  readNames(node, draft)
  readBirth(node, draft)
  for (const citizenship of childrenOf(node, 'citizenship')) draft.country(countryOf(citizenship))
  for (const identification of childrenOf(node, 'identification')) {
    const type =
      attribute(identification, 'identificationTypeDescription') || attribute(identification, 'identificationTypeCode')
    draft.identifier(
      type,
      attribute(identification, 'number') || attribute(identification, 'latinNumber'),
      countryOf(identification),
    )
  }
  for (const address of childrenOf(node, 'address')) {
    draft.address(
      [...addressParts.map((part) => attribute(address, part)), known(attribute(address, 'countryDescription'))],
      countryOf(address),
    )
  }
  for (const regulation of childrenOf(node, 'regulation')) {
    draft.programme(attribute(regulation, 'programme'))
    draft.listedOn(attribute(regulation, 'publicationDate') || attribute(regulation, 'entryIntoForceDate'))
  }
  draft.listedOn(attribute(node, 'designationDate'))
  draft.remark(attribute(node, 'designationDetails'))
  for (const remark of childrenOf(node, 'remark')) draft.remark(remark.text)
  return draft.finish()
}

/**
 * The EU's consolidated financial sanctions list, as `xmlFullSanctionsList_1_1`. An entry's id is its EU reference
 * number.
 */
export const euXml: OpenReading = (notes) =>
  xmlReading(
    {
      records: new Set(['export/sanctionEntity']),
      onElement: (path, attributes) => {
        if (path === 'export') notes.publish(readPublished(attributes.get('generationDate') ?? ''))
      },
    },
    (node) => entryOf(node, notes),
  )
