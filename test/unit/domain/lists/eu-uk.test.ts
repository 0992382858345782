import { describe, expect, it } from 'vitest'
import { readText } from './reading.ts'

describe('the EU consolidated list', () => {
  const document = `<?xml version="1.0" encoding="UTF-8"?><export xmlns="http://eu.europa.ec/fpi/fsd/export" generationDate="2031-02-03T17:36:01.497+01:00" globalFileId="1">
    <sanctionEntity designationDetails="" unitedNationId="" euReferenceNumber="EU.900.1" logicalId="13">
      <remark>Said to be rich.</remark>
      <regulation regulationType="amendment" organisationType="commission" publicationDate="2003-07-08" entryIntoForceDate="2003-07-07" numberTitle="1210/2003 (OJ L169)" programme="IRQ" logicalId="348"><publicationUrl>http://example.test</publicationUrl></regulation>
      <subjectType code="person" classificationCode="P"/>
      <nameAlias firstName="Anton" middleName="" lastName="Draht" wholeName="Anton Draht" function="" gender="M" title="Colonel" nameLanguage="" strong="true" logicalId="17"/>
      <nameAlias firstName="" middleName="" lastName="" wholeName="Антон Драт" strong="true" nameLanguage="RU" logicalId="18"/>
      <nameAlias firstName="" middleName="" lastName="" wholeName="The Wire" strong="false" logicalId="19"/>
      <citizenship region="" countryIso2Code="IQ" countryDescription="IRAQ" logicalId="20"/>
      <citizenship region="" countryIso2Code="00" countryDescription="UNKNOWN" logicalId="21"/>
      <birthdate circa="false" calendarType="GREGORIAN" city="al-Awja" zipCode="" birthdate="1937-04-28" dayOfMonth="28" monthOfYear="4" year="1937" region="" place="near Tikrit" countryIso2Code="IQ" countryDescription="IRAQ" logicalId="22"/>
      <birthdate circa="true" calendarType="GREGORIAN" city="" yearRangeFrom="1935" yearRangeTo="1939" countryIso2Code="00" countryDescription="UNKNOWN" logicalId="23"/>
      <birthdate circa="true" calendarType="GREGORIAN" city="" year="1936" countryIso2Code="00" countryDescription="UNKNOWN" logicalId="24"/>
      <identification diplomatic="false" knownExpired="false" number="M0001863/43" latinNumber="" identificationTypeCode="passport" identificationTypeDescription="National passport" countryIso2Code="IQ" countryDescription="IRAQ" logicalId="25"/>
      <address city="Baghdad" street="1 Main Road" poBox="" zipCode="10011" region="" place="" countryIso2Code="IQ" countryDescription="IRAQ" logicalId="26"/>
    </sanctionEntity>
    <sanctionEntity logicalId="14"><subjectType code="enterprise" classificationCode="E"/><nameAlias wholeName="Weak Co" strong="false"/></sanctionEntity>
  </export>`

  it('is read with its attributes; what is unknown is said by no value', () => {
    const { entries, notes } = readText('eu_xml', document)
    expect(entries[0]).toEqual({
      id: 'EU.900.1',
      kind: 'person',
      names: [
        { text: 'Anton Draht', type: 'primary' },
        { text: 'Антон Драт', type: 'alias' },
        { text: 'The Wire', type: 'weak' },
      ],
      dates: [
        { year: 1937, month: 4, day: 28 },
        { year: 1935, toYear: 1939, circa: true },
        { year: 1936, circa: true },
      ],
      birthPlaces: ['near Tikrit, al-Awja, IRAQ'],
      countries: ['IQ'],
      gender: 'male',
      identifiers: [{ type: 'national passport', value: 'M000186343', country: 'IQ' }],
      addresses: [{ text: '1 Main Road, 10011, Baghdad, IRAQ', country: 'IQ' }],
      positions: ['Colonel'],
      programmes: ['IRQ'],
      remarks: 'Said to be rich.',
      listedOn: '2003-07-08',
    })
    expect(entries[1]).toMatchObject({ id: '14', kind: 'organisation', names: [{ text: 'Weak Co', type: 'primary' }] })
    expect(notes.publishedAtMs).toBe(Date.parse('2031-02-03T16:36:01.497Z'))
  })
})

describe('the UK sanctions list', () => {
  const xml = `<?xml version="1.0" encoding="utf-8"?><Designations><DateGenerated>08/10/2031</DateGenerated>
    <Designation><LastUpdated>01/02/2021</LastUpdated><DateDesignated>25/01/2001</DateDesignated><UniqueID>AFG9006</UniqueID><OFSIGroupID>7172</OFSIGroupID><UNReferenceNumber>TAi.002</UNReferenceNumber>
      <Names><Name><Name1>MOHAMMAD</Name1><Name2>HASSAN</Name2><Name6>DRAHT</Name6><NameType>Primary Name</NameType></Name><Name><Name6>Mullah Draht</Name6><NameType>Alias</NameType><AliasStrength>Low quality a.k.a</AliasStrength></Name><Name><Name6>DRAHTI</Name6><NameType>Primary Name Variation</NameType></Name></Names>
      <NonLatinNames><NonLatinName><NameNonLatinScript>محمد</NameNonLatinScript></NonLatinName></NonLatinNames>
      <Titles><Title>Mullah</Title></Titles><RegimeName>The Wire (Sanctions) Regulations 2020</RegimeName><IndividualEntityShip>Individual</IndividualEntityShip><OtherInformation>Known.</OtherInformation>
      <Addresses><Address><AddressLine1>1 Main Road</AddressLine1><AddressLine6>Kabul</AddressLine6><AddressPostalCode>10</AddressPostalCode><AddressCountry>Afghanistan</AddressCountry></Address></Addresses>
      <IndividualDetails><Individual><DOBs><DOB>dd/mm/1950</DOB><DOB>27/08/1955</DOB></DOBs><Nationalities><Nationality>Afghanistan</Nationality></Nationalities><Genders><Gender>Male</Gender></Genders><Positions><Position>Governor</Position></Positions>
        <BirthDetails><Location><TownOfBirth>Kalakan</TownOfBirth><CountryOfBirth>Afghanistan</CountryOfBirth></Location></BirthDetails>
        <PassportDetails><Passport><PassportNumber>OA 1234</PassportNumber><PassportAdditionalInformation>issued in 2003</PassportAdditionalInformation></Passport></PassportDetails></Individual></IndividualDetails></Designation>
    <Designation><UniqueID>RUS9001</UniqueID><Names><Name><Name6>SEA WIRE</Name6><NameType>Primary Name</NameType></Name></Names><IndividualEntityShip>Ship</IndividualEntityShip><ShipDetails><Ship><IMONumbers><IMONumber>9123456</IMONumber></IMONumbers><CurrentBelievedFlagOfShips><CurrentBelievedFlagOfShip>Gabon</CurrentBelievedFlagOfShip></CurrentBelievedFlagOfShips></Ship></ShipDetails></Designation>
  </Designations>`

  it('is read from XML', () => {
    const { entries, notes } = readText('uk_xml', xml)
    expect(entries).toMatchObject([
      {
        id: 'AFG9006',
        kind: 'person',
        names: [
          { text: 'MOHAMMAD HASSAN DRAHT', type: 'primary' },
          { text: 'Mullah Draht', type: 'weak' },
          { text: 'DRAHTI', type: 'alias' },
          { text: 'محمد', type: 'alias' },
        ],
        dates: [{ year: 1950 }, { year: 1955, month: 8, day: 27 }],
        birthPlaces: ['Kalakan, Afghanistan'],
        countries: ['AF'],
        gender: 'male',
        identifiers: [{ type: 'passport', value: 'OA1234', country: null }],
        addresses: [{ text: '1 Main Road, Kabul, 10, Afghanistan', country: 'AF' }],
        positions: ['Mullah', 'Governor'],
        programmes: ['The Wire (Sanctions) Regulations 2020'],
        listedOn: '2001-01-25',
      },
      {
        id: 'RUS9001',
        kind: 'vessel',
        countries: ['GA'],
        identifiers: [{ type: 'imo number', value: '9123456', country: null }],
      },
    ])
    expect(notes.publishedAtMs).toBe(Date.parse('2031-10-08T00:00:00Z'))
  })

  const header =
    'Last Updated,Unique ID,OFSI Group ID,Name 6,Name 1,Name 2,Name 3,Name 4,Name 5,Name type,Alias strength,Title,Name non-latin script,Regime Name,Designation Type,D.O.B,Nationality(/ies),Passport number,Address Line 1,Address Country,Date Designated,Gender'
  const csv = [
    'Report Date: 02-Oct-2031',
    header,
    '04/08/2031,IRQ9001,1,DRAHT,Anton,,,,,Alias,Good quality a.k.a,,,Iraq,Individual,00/00/1975,(1) Iraq (2) Syria,(1) A1 (2) B22,"1, Main Road",Iraq,01/01/2020,Male',
    '04/08/2031,IRQ9001,1,KABEL,Anton,,,,,Primary Name,,Dr,أنطون,Iraq,Individual,00/00/1975,(1) Iraq (2) Syria,(1) A1 (2) B22,2 Side Road,Iraq,01/01/2020,Male',
    '04/08/2031,RUS9002,2,WIRE TRADING FZE,,,,,,Primary name,,,,Russia,Entity,,,,,United Arab Emirates,01/01/2022,',
  ].join('\r\n')

  it('is read from CSV, its rows joined by their Unique ID; the primary name comes first wherever it stands', () => {
    const { entries, notes } = readText('uk_csv', `${csv}\r\n`, { piece: 50 })
    expect(entries).toMatchObject([
      {
        id: 'IRQ9001',
        kind: 'person',
        names: [
          { text: 'Anton KABEL', type: 'primary' },
          { text: 'Anton DRAHT', type: 'alias' },
          { text: 'أنطون', type: 'alias' },
        ],
        dates: [{ year: 1975 }],
        countries: ['IQ', 'SY'],
        identifiers: [{ value: 'A1' }, { value: 'B22' }],
        addresses: [
          { text: '1, Main Road, Iraq', country: 'IQ' },
          { text: '2 Side Road, Iraq', country: 'IQ' },
        ],
        listedOn: '2020-01-01',
      },
      {
        id: 'RUS9002',
        kind: 'organisation',
        names: [{ text: 'WIRE TRADING FZE', type: 'primary' }],
        addresses: [{ country: 'AE' }],
      },
    ])
    expect(notes.publishedAtMs).toBe(Date.parse('2031-10-02T00:00:00Z'))
  })

  it('is refused where a row has other columns than the header, and where there is no header', () => {
    expect(() => readText('uk_csv', `${csv}\r\n04/08/2031,RUS9003,3,WI`)).toThrow(
      /has 4 cells in line 6, where its header names 22: it is cut off or broken there/,
    )
    expect(() => readText('uk_csv', 'a,b\n1,2\n3,4\n5,6\n7,8\n9,10\n11,12\n')).toThrow(
      /has no header with the columns Unique ID, Name 6, Name type/,
    )
  })
})

describe('OFSI’s consolidated list', () => {
  it('is read from CSV', () => {
    const text = [
      'Last Updated,24/11/2031',
      'Name 6,Name 1,Name 2,Name 3,Name 4,Name 5,Title,Name Non-Latin Script,DOB,Town of Birth,Country of Birth,Nationality,Passport Number,Passport Details,National Identification Number,National Identification Details,Position,Address 1,Address 2,Post/Zip Code,Country,Other Information,Group Type,Alias Type,Alias Quality,Regime,Listed On,Group ID',
      'DRAHT,ANTON,,,,,,,12/03/1971,Basra,Iraq,Iraq,A77,issued 2001,,,Minister,Road 1,Basra,,Iraq,Known.,Individual,Primary name,,Iraq,02/07/2003,7000',
      'DRAHT,TONI,,,,,,,12/03/1971,Basra,Iraq,Iraq,A77,issued 2001,,,Minister,Road 1,Basra,,Iraq,Known.,Individual,AKA,Low,Iraq,02/07/2003,7000',
    ].join('\n')
    const { entries, notes } = readText('ofsi_csv', `${text}\n`)
    expect(entries).toMatchObject([
      {
        id: '7000',
        names: [{ text: 'ANTON DRAHT', type: 'primary' }, { text: 'TONI DRAHT' }],
        dates: [{ year: 1971, month: 3, day: 12 }],
        listedOn: '2003-07-02',
        remarks: 'issued 2001\nKnown.',
      },
    ])
    expect(notes.publishedAtMs).toBe(Date.parse('2031-11-24T00:00:00Z'))
  })

  it('is read from XML, a record a name', () => {
    const target = (name: string, type: string): string =>
      `<FinancialSanctionsTarget><Name6>${name}</Name6><name1 i:nil="true"/><GroupTypeDescription>Ship</GroupTypeDescription><AliasType>${type}</AliasType><RegimeName>Russia</RegimeName><Ship_IMONumber>9999001</Ship_IMONumber><DateListed>2024-06-13T00:00:00</DateListed><GroupID>99001</GroupID></FinancialSanctionsTarget>`
    const text = `<?xml version="1.0"?><ArrayOfFinancialSanctionsTarget xmlns:i="http://www.w3.org/2001/XMLSchema-instance" xmlns="http://schemas.hmtreasury.gov.uk/ofsi/consolidatedlist">${target('OLD WIRE', 'FKA')}${target('SEA WIRE', 'Primary name')}</ArrayOfFinancialSanctionsTarget>`
    expect(readText('ofsi_xml', text).entries).toMatchObject([
      {
        id: '99001',
        kind: 'vessel',
        names: [{ text: 'SEA WIRE', type: 'primary' }, { text: 'OLD WIRE' }],
        identifiers: [{ type: 'imo number', value: '9999001' }],
        programmes: ['Russia'],
        listedOn: '2024-06-13',
      },
    ])
  })
})
