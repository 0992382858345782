import { describe, expect, it } from 'vitest'
import { readText } from './reading.ts'

const name = (group: number, text: string): string =>
  `<DocumentedNamePart><NamePartValue NamePartGroupID="${group}" ScriptID="215">${text}</NamePartValue></DocumentedNamePart>`
const feature = (type: number, version: string): string =>
  `<Feature FeatureTypeID="${type}"><FeatureVersion>${version}</FeatureVersion></Feature>`
const point = (year: number, month: number, day: number): string =>
  `<Year>${year}</Year><Month>${month}</Month><Day>${day}</Day>`
const period = (start: string, end: string): string =>
  `<DatePeriod CalendarTypeID="1"><Start Approximate="false"><From>${start}</From><To>${start}</To></Start><End Approximate="false"><From>${end}</From><To>${end}</To></End></DatePeriod>`

const reference = `<ReferenceValueSets>
  <AliasTypeValues><AliasType ID="1400">A.K.A.</AliasType><AliasType ID="1401">F.K.A.</AliasType><AliasType ID="1403">Name</AliasType></AliasTypeValues>
  <CountryValues><Country ID="11" ISO2="IQ">Iraq</Country><Country ID="12">Cuba</Country></CountryValues>
  <DetailReferenceValues><DetailReference ID="91526">Male</DetailReference></DetailReferenceValues>
  <FeatureTypeValues><FeatureType ID="8">Birthdate</FeatureType><FeatureType ID="9">Place of Birth</FeatureType><FeatureType ID="10">Nationality Country</FeatureType><FeatureType ID="25">Location</FeatureType><FeatureType ID="26">Title</FeatureType><FeatureType ID="224">Gender</FeatureType><FeatureType ID="344">Digital Currency Address - XBT</FeatureType><FeatureType ID="125">Additional Sanctions Information -</FeatureType></FeatureTypeValues>
  <IDRegDocTypeValues><IDRegDocType ID="1571">Passport</IDRegDocType></IDRegDocTypeValues>
  <NamePartTypeValues><NamePartType ID="1520">Last Name</NamePartType><NamePartType ID="1521">First Name</NamePartType><NamePartType ID="1525">Entity Name</NamePartType></NamePartTypeValues>
  <PartySubTypeValues><PartySubType ID="1" PartyTypeID="4">Vessel</PartySubType><PartySubType ID="3" PartyTypeID="2">Unknown</PartySubType><PartySubType ID="4" PartyTypeID="1">Unknown</PartySubType></PartySubTypeValues>
  <PartyTypeValues><PartyType ID="1">Individual</PartyType><PartyType ID="2">Entity</PartyType><PartyType ID="4">Transport</PartyType></PartyTypeValues>
</ReferenceValueSets>`
const places = `<Locations><Location ID="25"><LocationCountry CountryID="11"/></Location>
  <Location ID="26"><LocationPart><LocationPartValue Primary="true"><Value>Calle 5</Value></LocationPartValue></LocationPart><LocationPart><LocationPartValue Primary="true"><Value>Havana</Value></LocationPartValue></LocationPart><LocationCountry CountryID="12"/></Location></Locations>`
const documents = `<IDRegDocuments><IDRegDocument ID="2" IDRegDocTypeID="1571" IdentityID="6746" IssuedBy-CountryID="11"><IDRegistrationNo>040-070827</IDRegistrationNo></IDRegDocument></IDRegDocuments>`
const groups = `<NamePartGroups><MasterNamePartGroup><NamePartGroup ID="1" NamePartTypeID="1520"/></MasterNamePartGroup><MasterNamePartGroup><NamePartGroup ID="2" NamePartTypeID="1521"/></MasterNamePartGroup></NamePartGroups>`
const person = `<DistinctParty FixedRef="2674"><Comment/><Profile ID="2674" PartySubTypeID="4">
  <Identity ID="6746" Primary="true" False="false">
    <Alias AliasTypeID="1403" Primary="true" LowQuality="false"><DocumentedName ID="1">${name(1, 'DRAHT')}${name(2, 'Anton')}</DocumentedName><DocumentedName ID="2">${name(1, 'سلك')}</DocumentedName></Alias>
    <Alias AliasTypeID="1400" Primary="false" LowQuality="true"><DocumentedName ID="3">${name(1, 'WIRE')}</DocumentedName></Alias>
    <Alias AliasTypeID="1401" Primary="false" LowQuality="false"><DocumentedName ID="4">${name(1, 'KABEL')}${name(2, 'Toni')}</DocumentedName></Alias>${groups}
  </Identity>
  ${feature(8, period(point(1948, 12, 10), point(1948, 12, 10)))}${feature(8, period(point(1950, 1, 1), point(1950, 12, 31)))}${feature(8, period(point(1960, 1, 1), point(1962, 12, 31)))}
  ${feature(9, '<VersionDetail DetailTypeID="1432">Basra, Iraq</VersionDetail>')}${feature(10, '<VersionLocation LocationID="25"/>')}${feature(25, '<VersionLocation LocationID="26"/>')}${feature(26, '<VersionDetail DetailTypeID="1432">Director</VersionDetail>')}
  ${feature(224, '<VersionDetail DetailTypeID="1431" DetailReferenceID="91526"/>')}${feature(344, '<VersionDetail DetailTypeID="1432">12aNKp</VersionDetail>')}${feature(125, '<VersionDetail DetailTypeID="1432">Subject to more</VersionDetail>')}
</Profile></DistinctParty>`
const vessel = `<DistinctParty FixedRef="4238"><Profile ID="4238" PartySubTypeID="1"><Identity ID="1663"><Alias AliasTypeID="1403" Primary="true" LowQuality="false"><DocumentedName ID="5">${name(9, 'SEA WIRE')}</DocumentedName></Alias></Identity></Profile></DistinctParty>`
const measures = `<SanctionsEntries><SanctionsEntry ID="1" ProfileID="2674" ListID="1550"><EntryEvent><Date CalendarTypeID="1">${point(2001, 12, 4)}</Date></EntryEvent><SanctionsMeasure><Comment>SDGT</Comment></SanctionsMeasure><SanctionsMeasure><Comment/></SanctionsMeasure></SanctionsEntry></SanctionsEntries>`
const document = `<?xml version="1.0"?><Sanctions xmlns="http://www.un.org/sanctions/1.0"><DateOfIssue CalendarTypeID="1">${point(2031, 2, 3)}</DateOfIssue>${reference}${places}${documents}<DistinctParties>${person}${vessel}</DistinctParties>${measures}</Sanctions>`

describe('OFAC’s advanced XML', () => {
  it('is read with what parties refer to, before and behind them', () => {
    const { entries, notes } = readText('ofac_advanced_xml', document)
    expect(entries[0]).toEqual({
      id: '2674',
      kind: 'person',
      names: [
        { text: 'DRAHT, Anton', type: 'primary' },
        { text: 'سلك', type: 'alias' },
        { text: 'WIRE', type: 'weak' },
        { text: 'KABEL, Toni', type: 'former' },
      ],
      dates: [{ year: 1948, month: 12, day: 10 }, { year: 1950 }, { year: 1960, toYear: 1962 }],
      birthPlaces: ['Basra, Iraq'],
      countries: ['IQ'],
      gender: 'male',
      identifiers: [
        { type: 'passport', value: '040070827', country: 'IQ' },
        { type: 'digital currency address - xbt', value: '12ANKP', country: null },
      ],
      addresses: [{ text: 'Calle 5, Havana, Cuba', country: 'CU' }],
      positions: ['Director'],
      programmes: ['SDGT'],
      remarks: 'Additional Sanctions Information -: Subject to more',
      listedOn: '2001-12-04',
    })
    expect(entries[1]).toMatchObject({ id: '4238', kind: 'vessel', names: [{ text: 'SEA WIRE', type: 'primary' }] })
    expect(notes.publishedAtMs).toBe(Date.parse('2031-02-03T00:00:00Z'))
  })

  it('is read alike from pieces of any length', () => {
    expect(readText('ofac_advanced_xml', document, { piece: 11 }).entries).toEqual(
      readText('ofac_advanced_xml', document).entries,
    )
  })
})
