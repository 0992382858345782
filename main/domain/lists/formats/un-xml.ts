import { draftEntry, type ListEntryDraft } from '../draft.ts'
import type { ListedNameType } from '../entry.ts'
import type { ReadingNotes } from '../notes.ts'
import type { OpenReading } from '../reading.ts'
import { partialDate, readPublished } from '../text/dates.ts'
import { at, childrenOf, textAt, textsAt, type XmlNode } from '../xml/node.ts'
import { xmlReading } from './xml-reading.ts'

const individual = 'CONSOLIDATED_LIST/INDIVIDUALS/INDIVIDUAL'
const entity = 'CONSOLIDATED_LIST/ENTITIES/ENTITY'

const aliasTypes: Readonly<Record<string, ListedNameType>> = { low: 'weak', 'f.k.a.': 'former' }

const readNames = (node: XmlNode, aliases: string, draft: ListEntryDraft): void => {
  draft.name(
    ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME'].map((part) => textAt(node, part)).join(' '),
    'primary',
  )
  for (const text of textsAt(node, 'NAME_ORIGINAL_SCRIPT')) draft.name(text, 'alias')
  for (const alias of childrenOf(node, aliases)) {
    draft.name(textAt(alias, 'ALIAS_NAME'), aliasTypes[textAt(alias, 'QUALITY').toLowerCase()] ?? 'alias')
    draft.date(textAt(alias, 'DATE_OF_BIRTH'))
    draft.birthPlace(textAt(alias, 'CITY_OF_BIRTH'), textAt(alias, 'COUNTRY_OF_BIRTH'))
  }
}

const readBirth = (node: XmlNode, draft: ListEntryDraft): void => {
  for (const date of childrenOf(node, 'INDIVIDUAL_DATE_OF_BIRTH')) {
    const circa = textAt(date, 'TYPE_OF_DATE').toUpperCase().startsWith('APPROX')
    const [from, to, year] = ['FROM_YEAR', 'TO_YEAR', 'YEAR'].map((name) => textAt(date, name))
    const whole = textAt(date, 'DATE')
    if (from !== undefined && from !== '')
      draft.date(
        partialDate(Number(from), undefined, undefined, { circa, ...(to === '' ? {} : { toYear: Number(to) }) }),
      )
    else if (whole !== '') draft.date(circa ? `circa ${whole}` : whole)
    else if (year !== undefined && year !== '') draft.date(partialDate(Number(year), undefined, undefined, { circa }))
    draft.remark(textAt(date, 'NOTE') === '' ? '' : `Date of birth: ${textAt(date, 'NOTE')}`)
  }
  for (const place of childrenOf(node, 'INDIVIDUAL_PLACE_OF_BIRTH'))
    draft.birthPlace(...['CITY', 'STATE_PROVINCE', 'COUNTRY'].map((name) => textAt(place, name)))
}

const readDocuments = (node: XmlNode, draft: ListEntryDraft): void => {
  for (const document of childrenOf(node, 'INDIVIDUAL_DOCUMENT')) {
    const type = textAt(document, 'TYPE_OF_DOCUMENT') || textAt(document, 'TYPE_OF_DOCUMENT2')
    draft.identifier(
      type,
      textAt(document, 'NUMBER'),
      textAt(document, 'ISSUING_COUNTRY') || textAt(document, 'COUNTRY_OF_ISSUE'),
    )
    const note = textAt(document, 'NOTE')
    draft.remark(note === '' ? '' : `${type || 'Document'} ${textAt(document, 'NUMBER')}: ${note}`)
  }
}

const readAddresses = (node: XmlNode, name: string, draft: ListEntryDraft): void => {
  for (const address of childrenOf(node, name)) {
    const parts = ['STREET', 'CITY', 'STATE_PROVINCE', 'ZIP_CODE'].map((part) => textAt(address, part))
    draft.address(parts, textAt(address, 'COUNTRY'))
    const note = textAt(address, 'NOTE')
    draft.remark(note === '' ? '' : `Address: ${note}`)
  }
}

const entryOf = (node: XmlNode, path: string, notes: ReadingNotes) => {
  const isPerson = path === individual
  const draft = draftEntry(
    textAt(node, 'REFERENCE_NUMBER') || textAt(node, 'DATAID'),
    isPerson ? 'person' : 'organisation',
    notes,
  )
  readNames(node, isPerson ? 'INDIVIDUAL_ALIAS' : 'ENTITY_ALIAS', draft)
  readBirth(node, draft)
  for (const text of textsAt(node, 'NATIONALITY', 'VALUE')) draft.country(text)
  draft.gender(textAt(node, 'GENDER'))
  readDocuments(node, draft)
  readAddresses(node, isPerson ? 'INDIVIDUAL_ADDRESS' : 'ENTITY_ADDRESS', draft)
  for (const text of [...textsAt(node, 'TITLE', 'VALUE'), ...textsAt(node, 'DESIGNATION', 'VALUE')])
    draft.position(text)
  draft.programme(textAt(node, 'UN_LIST_TYPE'))
  for (const comment of at(node, 'COMMENTS1')) draft.remark(comment.text)
  draft.listedOn(textAt(node, 'LISTED_ON'))
  return draft.finish()
}

/**
 * The UN Security Council's consolidated list, as XML (schema `sc-sanctions.xsd`). An entry's id is its permanent
 * reference number.
 */
export const unXml: OpenReading = (notes) =>
  xmlReading(
    {
      records: new Set([individual, entity]),
      onElement: (path, attributes) => {
        if (path === 'CONSOLIDATED_LIST') notes.publish(readPublished(attributes.get('dateGenerated') ?? ''))
      },
    },
    (node, path) => entryOf(node, path, notes),
  )
