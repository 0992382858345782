import { describe, expect, it } from 'vitest'
import { listOf, recogniseList } from '../../../../main/domain/lists/recognise.ts'
import { readText } from './reading.ts'

describe('the EU consolidated list as CSV', () => {
  const text = `\ufefffileGenerationDate;Entity_LogicalId;Entity_EU_ReferenceNumber;Entity_SubjectType;Entity_SubjectType_ClassificationCode;NameAlias_LastName;NameAlias_FirstName;NameAlias_MiddleName;NameAlias_WholeName;NameAlias_Gender;BirthDate_BirthDate;Citizenship_CountryIso2Code
03/02/2031;90;EU.900.1;P;person;Draht;Anton;;Anton Draht;M;;
03/02/2031;90;EU.900.1;P;person;;;;Toni Draht;M;;
03/02/2031;90;EU.900.1;P;person;;;;;;1951-06-19;
03/02/2031;90;EU.900.1;P;person;;;;;;;IQ
03/02/2031;91;EU.901.2;E;enterprise;;;;Drahtwerk;;;
`
  it('is told by its columns and read: the rows of one entity are one entry', () => {
    expect(recogniseList(text)).toEqual({ format: 'eu_csv' })
    const { entries, notes } = readText('eu_csv', text, { piece: 37 })
    expect(entries).toMatchObject([
      {
        id: 'EU.900.1',
        kind: 'person',
        names: [
          { text: 'Anton Draht', type: 'primary' },
          { text: 'Toni Draht', type: 'alias' },
        ],
        dates: [{ year: 1951, month: 6, day: 19 }],
        countries: ['IQ'],
        gender: 'male',
      },
      { id: 'EU.901.2', kind: 'organisation', names: [{ text: 'Drahtwerk', type: 'primary' }] },
    ])
    expect(notes.publishedAtMs).toBe(Date.UTC(2031, 1, 3))
  })
})

describe('the Swiss list', () => {
  const name = (parts: string, type = 'primary-name', quality = 'good') =>
    `<name ssid="1" name-type="${type}" quality="${quality}">${parts}</name>`
  const part = (type: string, order: number, value: string, more = '') =>
    `<name-part ssid="2" order="${order}" name-part-type="${type}"><value>${value}</value>${more}</name-part>`
  const text = `<?xml version="1.0"?><swiss-sanctions-list date="2031-02-03" list-type="full-list">
    <target ssid="70" sanctions-set-id="7"><individual ssid="71" sex="male"><identity ssid="72" main="true">
      ${name(part('family-name', 1, 'Draht', '<spelling-variant lang="ru">Драт</spelling-variant>') + part('given-name', 2, 'Anton'))}
      ${name(part('whole-name', 1, 'The Wire'), 'alias', 'low')}
      <day-month-year ssid="3" day="19" month="6" year="1951"/><nationality ssid="4"><country iso-code="IQ">Iraq</country></nationality>
      <identification-document ssid="5" document-type="passport"><number>A 1234567</number></identification-document></identity>
      <justification ssid="6">Said to be rich.</justification></individual><modification modification-type="listed" effective-date="2030-01-02"/></target>
    <target ssid="80"><entity ssid="81"><identity ssid="82" main="true">${name(part('whole-name', 1, 'Drahtwerk'))}</identity></entity></target>
    <target ssid="85"><object ssid="86" object-type="vessel"><identity ssid="87" main="true">${name(part('whole-name', 1, 'Drahtsee'))}</identity></object></target>
    <target ssid="90"><entity ssid="91"><identity ssid="92" main="true">${name(part('whole-name', 1, 'Taken Off'))}</identity></entity>
      <modification modification-type="de-listed" effective-date="2030-05-01"/><modification modification-type="listed" effective-date="2029-05-01"/></target>
  </swiss-sanctions-list>`
  it('is told by its root and read; who was taken off is left out', () => {
    expect(recogniseList(text)).toEqual({ format: 'seco_xml' })
    const { entries, notes } = readText('seco_xml', text, { piece: 41 })
    expect(entries).toMatchObject([
      {
        id: '70',
        kind: 'person',
        names: [
          { text: 'Anton Draht', type: 'primary' },
          { text: 'Anton Драт', type: 'alias' },
          { text: 'The Wire', type: 'weak' },
        ],
        dates: [{ year: 1951, month: 6, day: 19 }],
        countries: ['IQ'],
        gender: 'male',
        identifiers: [{ type: 'passport', value: 'A1234567' }],
        remarks: 'Said to be rich.',
        listedOn: '2030-01-02',
      },
      { id: '80', kind: 'organisation', names: [{ text: 'Drahtwerk' }] },
      { id: '85', kind: 'vessel', names: [{ text: 'Drahtsee' }] },
    ])
    expect(entries).toHaveLength(3)
    expect(notes.publishedAtMs).toBe(Date.UTC(2031, 1, 3))
  })
})

describe('OFAC’s lists', () => {
  const enhanced = `<?xml version="1.0"?><sanctionsData xmlns="https://example.test/ENHANCED_XML"><publicationInfo><dataAsOf>2031-02-03T00:00:00</dataAsOf></publicationInfo><entities>
    <entity id="7001"><generalInfo><entityType refId="600">Individual</entityType></generalInfo><sanctionsPrograms><sanctionsProgram refId="1">WIRE</sanctionsProgram></sanctionsPrograms>
      <names><name id="1"><isPrimary>true</isPrimary><isLowQuality>false</isLowQuality><translations><translation id="1"><isPrimary>true</isPrimary><formattedFirstName>Anton</formattedFirstName><formattedLastName>DRAHT</formattedLastName><formattedFullName>DRAHT, Anton</formattedFullName></translation><translation id="2"><formattedFullName>Драт Антон</formattedFullName></translation></translations></name>
      <name id="2"><isPrimary>false</isPrimary><aliasType refId="1">A.K.A.</aliasType><isLowQuality>true</isLowQuality><translations><translation id="3"><formattedFullName>THE WIRE</formattedFullName></translation></translations></name></names>
      <features><feature id="1"><type featureTypeId="8">Birthdate</type><value>19 Jun 1951</value></feature><feature id="2"><type>Nationality Country</type><value>Iraq</value></feature></features>
      <identityDocuments><identityDocument id="1"><type>Passport</type><documentNumber>A1234567</documentNumber><issuingCountry>Iraq</issuingCountry></identityDocument></identityDocuments></entity></entities></sanctionsData>`
  it('are read from the enhanced XML', () => {
    expect(recogniseList(enhanced)).toEqual({ format: 'ofac_enhanced_xml' })
    const { entries, notes } = readText('ofac_enhanced_xml', enhanced, { piece: 53 })
    expect(entries).toMatchObject([
      {
        id: '7001',
        kind: 'person',
        names: [
          { text: 'DRAHT, Anton', type: 'primary' },
          { text: 'Драт Антон', type: 'alias' },
          { text: 'THE WIRE', type: 'weak' },
        ],
        dates: [{ year: 1951, month: 6, day: 19 }],
        countries: ['IQ'],
        identifiers: [{ type: 'passport', value: 'A1234567', country: 'IQ' }],
        programmes: ['WIRE'],
      },
    ])
    expect(notes.publishedAtMs).toBe(Date.UTC(2031, 1, 3))
  })
  const row = (id: number, programme: string, remark = '-0- ') =>
    `${id},"DRAHT, Anton","individual","${programme}",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"${remark}"\n`
  it.each([
    [row(7001, 'NS-PLC') + row(7002, 'FSE-IR'), 'ofac_cons_csv'],
    [row(7001, 'UKRAINE-EO13662', 'Subject to Directive 1') + row(7002, 'NS-PLC'), 'ofac_cons_csv'],
    [row(7001, 'CUBA') + row(7002, 'NS-PLC'), 'ofac_csv'],
    [row(7001, 'UKRAINE-EO13662'), 'ofac_csv'],
  ])('of people who are not blocked are told from the SDN list by their programmes: %s', (text, format) => {
    expect(recogniseList(text)).toEqual({ format })
  })
  it('are two lists, whatever form they come in', () => {
    expect(listOf('ofac_cons_csv', 'any.csv')?.key).toBe('ofac-cons')
    expect(listOf('ofac_advanced_xml', 'cons_advanced.xml')?.key).toBe('ofac-cons')
    expect(listOf('ofac_advanced_xml', 'sdn_advanced.xml')?.key).toBe('ofac-sdn')
    expect(listOf('un_xml', 'consolidated.xml')?.key).toBe('un')
    expect(readText('ofac_cons_csv', row(7001, 'NS-PLC')).entries).toMatchObject([
      { id: '7001', programmes: ['NS-PLC'] },
    ])
  })
})

describe('columns of a table', () => {
  it.each(['alt_names', 'Alternative Names', 'Alias 1', 'AKA names', 'other_name', 'Also known as'])(
    'of aliases are read: %s',
    (column) => {
      const { entries, notes } = readText('plain_csv', `id,name,${column}\n1,Anton Draht,Toni Draht; Draht A\n`)
      expect(entries[0]?.names.map(({ text }) => text)).toEqual(['Anton Draht', 'Toni Draht', 'Draht A'])
      expect(notes.texts).toEqual([])
    },
  )
  it('that are not known are named as not read', () => {
    const { entries, notes } = readText('plain_csv', 'id,name,nick,shoe size,\n1,Anton Draht,Toni,44,\n')
    expect(entries[0]?.names).toHaveLength(1)
    expect(notes.texts).toEqual([expect.stringMatching(/nick, shoe size$/u)])
  })
})
