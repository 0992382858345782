import { draftEntry, type ListEntryDraft } from '../draft.ts'
import type { ListedEntry, ListedKind } from '../entry.ts'
import type { ReadingNotes } from '../notes.ts'
import type { OpenReading } from '../reading.ts'
import { readPublished } from '../text/dates.ts'
import { at, textAt, textsAt, type XmlNode } from '../xml/node.ts'
import { xmlReading } from './xml-reading.ts'

const kinds: Readonly<Record<string, ListedKind>> = {
  individual: 'person',
  entity: 'organisation',
  vessel: 'vessel',
  aircraft: 'aircraft',
}

const readNames = (entity: XmlNode, draft: ListEntryDraft): void => {
  for (const name of at(entity, 'names', 'name')) {
    const isPrimary = textAt(name, 'isPrimary') === 'true'
    const isWeak = textAt(name, 'isLowQuality') === 'true'
    const isFormer = /^f\.?k\.?a/iu.test(textAt(name, 'aliasType'))
    const type = isPrimary ? 'primary' : isWeak ? 'weak' : isFormer ? 'former' : 'alias'
    at(name, 'translations', 'translation').forEach((translation, place) => {
      const parts = [textAt(translation, 'formattedLastName'), textAt(translation, 'formattedFirstName')]
      const whole = textAt(translation, 'formattedFullName') || parts.filter((part) => part !== '').join(', ')
      draft.name(whole, place > 0 && type === 'primary' ? 'alias' : type)
    })
  }
}

/** What a feature is of, by the words of its type. */
const readFeature = (feature: XmlNode, draft: ListEntryDraft): void => {
  const [type, value] = [textAt(feature, 'type'), textAt(feature, 'value')]
  if (/birthdate|date of birth/iu.test(type)) draft.date(value)
  else if (/place of birth/iu.test(type)) draft.birthPlace(value)
  else if (/nationality|citizenship|flag/iu.test(type)) draft.country(value)
  else if (/gender/iu.test(type)) draft.gender(value)
  else if (/^title$/iu.test(type)) draft.position(value)
  else if (/imo|mmsi|call sign|tail number|serial|lei|bic|swift|registration/iu.test(type))
    draft.identifier(type, value)
  else draft.remark(`${type}: ${value}`)
}

const readAddress = (address: XmlNode, draft: ListEntryDraft): void => {
  for (const translation of at(address, 'translations', 'translation'))
    draft.address(
      at(translation, 'addressParts', 'addressPart').map((part) => textAt(part, 'value')),
      textAt(address, 'country'),
    )
  if (at(address, 'translations', 'translation').length === 0) draft.address([], textAt(address, 'country'))
}

const entryOf = (entity: XmlNode, notes: ReadingNotes): ListedEntry | null => {
  const kind = kinds[textAt(entity, 'generalInfo', 'entityType').toLowerCase()] ?? 'other'
  const draft = draftEntry(entity.attributes.get('id') ?? '', kind, notes)
  readNames(entity, draft)
  draft.position(textAt(entity, 'generalInfo', 'title'))
  for (const feature of at(entity, 'features', 'feature')) readFeature(feature, draft)
  for (const document of at(entity, 'identityDocuments', 'identityDocument'))
    draft.identifier(textAt(document, 'type'), textAt(document, 'documentNumber'), textAt(document, 'issuingCountry'))
  for (const address of at(entity, 'addresses', 'address')) readAddress(address, draft)
  for (const text of textsAt(entity, 'sanctionsPrograms', 'sanctionsProgram')) draft.programme(text)
  for (const list of at(entity, 'sanctionsLists', 'sanctionsList')) draft.listedOn(list.attributes.get('datePublished'))
  draft.remark(textAt(entity, 'generalInfo', 'remarks'))
  return draft.finish()
}

/** OFAC's enhanced XML: an entry an entity, by OFAC's number. */
export const ofacEnhancedXml: OpenReading = (notes) =>
  xmlReading(
    {
      records: new Set(['sanctionsData/entities/entity']),
      onText: (path, text) => {
        if (path === 'sanctionsData/publicationInfo/dataAsOf') notes.publish(readPublished(text))
      },
    },
    (node) => entryOf(node, notes),
  )
