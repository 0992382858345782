import { describe, expect, it } from 'vitest'
import { readText } from './reading.ts'

const document = (individuals: string, entities = ''): string =>
  `<?xml version="1.0" encoding="UTF-8"?><CONSOLIDATED_LIST dateGenerated="2031-02-03T04:05:06.007Z"><INDIVIDUALS>${individuals}</INDIVIDUALS><ENTITIES>${entities}</ENTITIES></CONSOLIDATED_LIST>`

const person = `<INDIVIDUAL>
  <DATAID>42</DATAID><FIRST_NAME>ANTON</FIRST_NAME><SECOND_NAME>VON</SECOND_NAME><THIRD_NAME>DRAHT</THIRD_NAME><UN_LIST_TYPE>DRC</UN_LIST_TYPE>
  <REFERENCE_NUMBER>CDi.900</REFERENCE_NUMBER><LISTED_ON>2015-04-07-04:00</LISTED_ON><NAME_ORIGINAL_SCRIPT>أنطون</NAME_ORIGINAL_SCRIPT><GENDER>Male</GENDER>
  <COMMENTS1>Said to have
    left &amp; come back.</COMMENTS1>
  <TITLE><VALUE>Colonel</VALUE></TITLE><DESIGNATION><VALUE>Commander</VALUE><VALUE>Mayor</VALUE></DESIGNATION>
  <NATIONALITY><VALUE>Democratic Republic of the Congo</VALUE><VALUE>Russian Federation</VALUE></NATIONALITY>
  <INDIVIDUAL_ALIAS><QUALITY>Low</QUALITY><ALIAS_NAME>Wire</ALIAS_NAME></INDIVIDUAL_ALIAS>
  <INDIVIDUAL_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>Anton Kabel</ALIAS_NAME><DATE_OF_BIRTH>3 Mar. 1970</DATE_OF_BIRTH><CITY_OF_BIRTH>Goma</CITY_OF_BIRTH></INDIVIDUAL_ALIAS>
  <INDIVIDUAL_ALIAS><QUALITY/><ALIAS_NAME/></INDIVIDUAL_ALIAS>
  <INDIVIDUAL_ADDRESS><STREET>1 Main Road</STREET><CITY>Goma</CITY><COUNTRY>Rwanda</COUNTRY><NOTE>until 2014</NOTE></INDIVIDUAL_ADDRESS>
  <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>EXACT</TYPE_OF_DATE><DATE>1971-12-25</DATE></INDIVIDUAL_DATE_OF_BIRTH>
  <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>APPROXIMATELY</TYPE_OF_DATE><YEAR>1969</YEAR></INDIVIDUAL_DATE_OF_BIRTH>
  <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>BETWEEN</TYPE_OF_DATE><FROM_YEAR>1968</FROM_YEAR><TO_YEAR>1972</TO_YEAR></INDIVIDUAL_DATE_OF_BIRTH>
  <INDIVIDUAL_PLACE_OF_BIRTH><CITY>Bukavu</CITY><COUNTRY>Democratic Republic of the Congo</COUNTRY></INDIVIDUAL_PLACE_OF_BIRTH>
  <INDIVIDUAL_DOCUMENT><TYPE_OF_DOCUMENT>Passport</TYPE_OF_DOCUMENT><NUMBER>ob-12 345/6</NUMBER><ISSUING_COUNTRY>Rwanda</ISSUING_COUNTRY><NOTE>expired</NOTE></INDIVIDUAL_DOCUMENT>
  <INDIVIDUAL_DOCUMENT/>
</INDIVIDUAL>`

const entity = `<ENTITY><DATAID>43</DATAID><FIRST_NAME>WIRE WORKS</FIRST_NAME><UN_LIST_TYPE>DPRK</UN_LIST_TYPE><REFERENCE_NUMBER>KPe.900</REFERENCE_NUMBER><LISTED_ON>2016-03-02</LISTED_ON>
  <ENTITY_ALIAS><QUALITY>f.k.a.</QUALITY><ALIAS_NAME>Cable Works</ALIAS_NAME></ENTITY_ALIAS><ENTITY_ADDRESS><CITY>Pyongyang</CITY><COUNTRY>Democratic People's Republic of Korea</COUNTRY></ENTITY_ADDRESS></ENTITY>`

describe('the UN consolidated list', () => {
  it('is read whole: names with their quality, dates as far as they are known, documents, addresses', () => {
    const { entries, notes } = readText('un_xml', document(person, entity))
    expect(entries).toEqual([
      {
        id: 'CDi.900',
        kind: 'person',
        names: [
          { text: 'ANTON VON DRAHT', type: 'primary' },
          { text: 'أنطون', type: 'alias' },
          { text: 'Wire', type: 'weak' },
          { text: 'Anton Kabel', type: 'alias' },
        ],
        dates: [
          { year: 1970, month: 3, day: 3 },
          { year: 1971, month: 12, day: 25 },
          { year: 1969, circa: true },
          { year: 1968, toYear: 1972 },
        ],
        birthPlaces: ['Goma', 'Bukavu, Democratic Republic of the Congo'],
        countries: ['CD', 'RU'],
        gender: 'male',
        identifiers: [{ type: 'passport', value: 'OB123456', country: 'RW' }],
        addresses: [{ text: '1 Main Road, Goma, Rwanda', country: 'RW' }],
        positions: ['Colonel', 'Commander', 'Mayor'],
        programmes: ['DRC'],
        remarks: 'Passport ob-12 345/6: expired\nAddress: until 2014\nSaid to have left & come back.',
        listedOn: '2015-04-07',
      },
      {
        id: 'KPe.900',
        kind: 'organisation',
        names: [
          { text: 'WIRE WORKS', type: 'primary' },
          { text: 'Cable Works', type: 'former' },
        ],
        dates: [],
        birthPlaces: [],
        countries: [],
        gender: null,
        identifiers: [],
        addresses: [{ text: "Pyongyang, Democratic People's Republic of Korea", country: 'KP' }],
        positions: [],
        programmes: ['DPRK'],
        remarks: null,
        listedOn: '2016-03-02',
      },
    ])
    expect(notes.publishedAtMs).toBe(Date.parse('2031-02-03T04:05:06.007Z'))
  })

  it('is read alike from pieces of any length', () => {
    const whole = readText('un_xml', document(person, entity)).entries
    for (const piece of [1, 7, 64])
      expect(readText('un_xml', document(person, entity), { piece }).entries).toEqual(whole)
  })

  it('says of a record that names nobody, and goes on', () => {
    const { entries, notes } = readText(
      'un_xml',
      document(
        '<INDIVIDUAL><REFERENCE_NUMBER>CDi.901</REFERENCE_NUMBER><FIRST_NAME> - </FIRST_NAME></INDIVIDUAL>',
        entity,
      ),
    )
    expect(entries.map(({ id }) => id)).toEqual(['KPe.900'])
    expect([notes.skipped, notes.texts]).toEqual([1, ['CDi.901 has no name']])
  })
})
