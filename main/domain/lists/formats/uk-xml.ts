import { draftEntry, type ListEntryDraft } from '../draft.ts'
import type { ReadingNotes } from '../notes.ts'
import type { OpenReading } from '../reading.ts'
import { readPublished } from '../text/dates.ts'
import { at, childrenOf, textAt, textsAt, type XmlNode } from '../xml/node.ts'
import { ukKind, ukName, ukNameType, ukPublished } from './uk-words.ts'
import { xmlReading } from './xml-reading.ts'

const readNames = (node: XmlNode, draft: ListEntryDraft): void => {
  for (const name of at(node, 'Names', 'Name')) {
    const parts = [1, 2, 3, 4, 5, 6].map((part) => textAt(name, `Name${part}`))
    draft.name(
      ukName(parts) || textAt(name, 'Name'),
      ukNameType(textAt(name, 'NameType'), textAt(name, 'AliasStrength')),
    )
  }
  for (const text of textsAt(node, 'NonLatinNames', 'NonLatinName', 'NameNonLatinScript')) draft.name(text, 'alias')
}

const readPerson = (person: XmlNode, draft: ListEntryDraft): void => {
  for (const text of textsAt(person, 'DOBs', 'DOB')) draft.date(text)
  for (const text of textsAt(person, 'Nationalities', 'Nationality')) draft.country(text)
  for (const text of textsAt(person, 'Genders', 'Gender')) draft.gender(text)
  for (const text of textsAt(person, 'Positions', 'Position')) draft.position(text)
  for (const place of at(person, 'BirthDetails', 'Location'))
    draft.birthPlace(textAt(place, 'TownOfBirth'), textAt(place, 'CountryOfBirth'))
  for (const passport of at(person, 'PassportDetails', 'Passport')) {
    draft.identifier('passport', textAt(passport, 'PassportNumber'))
    draft.remark(textAt(passport, 'PassportAdditionalInformation'))
  }
  for (const number of at(person, 'NationalIdentifierDetails', 'NationalIdentifier')) {
    draft.identifier('national identification number', textAt(number, 'NationalIdentifierNumber'))
    draft.remark(textAt(number, 'NationalIdentifierAdditionalInformation'))
  }
}

const readShip = (ship: XmlNode, draft: ListEntryDraft): void => {
  for (const text of textsAt(ship, 'IMONumbers', 'IMONumber')) draft.identifier('imo number', text)
  for (const text of textsAt(ship, 'HullIdentificationNumbers', 'HullIdentificationNumber'))
    draft.identifier('hull identification number', text)
  for (const text of textsAt(ship, 'CurrentBelievedFlagOfShips', 'CurrentBelievedFlagOfShip')) draft.country(text)
  for (const text of textsAt(ship, 'YearsBuilt', 'YearBuilt')) draft.date(text)
}

const entryOf = (node: XmlNode, notes: ReadingNotes) => {
  const draft = draftEntry(
    textAt(node, 'UniqueID') || textAt(node, 'OFSIGroupID'),
    ukKind(textAt(node, 'IndividualEntityShip')),
    notes,
  )
  readNames(node, draft)
  for (const text of textsAt(node, 'Titles', 'Title')) draft.position(text)
  for (const person of at(node, 'IndividualDetails', 'Individual')) readPerson(person, draft)
  for (const business of at(node, 'EntityDetails', 'Entity'))
    for (const text of textsAt(business, 'BusinessRegistrationNumbers', 'BusinessRegistrationNumber'))
      draft.identifier('business registration number', text)
  for (const ship of at(node, 'ShipDetails', 'Ship')) readShip(ship, draft)
  for (const address of at(node, 'Addresses', 'Address')) {
    draft.address(
      [
        ...[1, 2, 3, 4, 5, 6].map((line) => textAt(address, `AddressLine${line}`)),
        textAt(address, 'AddressPostalCode'),
      ],
      textAt(address, 'AddressCountry'),
    )
  }
  for (const regime of childrenOf(node, 'RegimeName')) draft.programme(regime.text)
  for (const name of ['OtherInformation', 'UKStatementofReasons']) draft.remark(textAt(node, name))
  draft.listedOn(textAt(node, 'DateDesignated'))
  return draft.finish()
}

/** The UK sanctions list, as XML. An entry's id is its Unique ID. */
export const ukXml: OpenReading = (notes) =>
  xmlReading(
    {
      records: new Set(['Designations/Designation']),
      onText: (path, text) => {
        if (path === 'Designations/DateGenerated') notes.publish(ukPublished(text) ?? readPublished(text))
      },
    },
    (node) => entryOf(node, notes),
  )
