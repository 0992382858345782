import { describe, expect, it } from 'vitest'
import { readText } from './reading.ts'

const line = (value: unknown): string => JSON.stringify(value)

describe('FollowTheMoney entities', () => {
  const person = {
    id: 'Q1',
    caption: 'Anton Draht',
    schema: 'Person',
    target: true,
    properties: {
      name: ['Anton Draht', 'Антон Драт'],
      alias: ['Toni Kabel'],
      weakAlias: ['The Wire'],
      previousName: ['Anton Eisen'],
      birthDate: ['1971-03-02'],
      nationality: ['ru'],
      country: ['cy'],
      gender: ['male'],
      passportNumber: ['A 77-1'],
      address: ['1 Main Road'],
      addressEntity: ['addr-1'],
      position: ['Minister'],
      topics: ['sanction'],
      notes: ['Known.'],
    },
  }
  const relative = {
    id: 'Q2',
    caption: 'Anna Draht',
    schema: 'Person',
    target: false,
    properties: { name: ['Anna Draht'] },
  }
  const lines = [
    line({
      id: 's-1',
      caption: 'x',
      schema: 'Sanction',
      properties: { entity: ['Q1'], program: ['Wire programme'], listingDate: ['2020-05-06'] },
    }),
    line(person),
    line(relative),
    line({
      id: 'Q3',
      caption: 'Sea Wire',
      schema: 'Vessel',
      properties: { name: ['Sea Wire'], imoNumber: ['IMO9123456'], flag: ['pa'] },
    }),
    line({
      id: 'addr-1',
      caption: '2 Side Road',
      schema: 'Address',
      properties: { full: ['2 Side Road, Limassol'], country: ['cy'] },
    }),
    line({
      id: 'p-1',
      caption: 'P',
      schema: 'Passport',
      properties: { holder: ['Q1'], number: ['B-9'], country: ['ru'], type: ['Diplomatic passport'] },
    }),
  ]

  it('are read with what other lines say of them, wherever those stand; only targets are entries', () => {
    const { entries } = readText('ftm_json', `${lines.join('\n')}\n`, { piece: 100 })
    expect(entries.map(({ id }) => id)).toEqual(['Q1', 'Q3'])
    expect(entries[0]).toEqual({
      id: 'Q1',
      kind: 'person',
      names: [
        { text: 'Anton Draht', type: 'primary' },
        { text: 'Антон Драт', type: 'alias' },
        { text: 'Toni Kabel', type: 'alias' },
        { text: 'Anton Eisen', type: 'former' },
        { text: 'The Wire', type: 'weak' },
      ],
      dates: [{ year: 1971, month: 3, day: 2 }],
      birthPlaces: [],
      countries: ['RU', 'CY'],
      gender: 'male',
      identifiers: [
        { type: 'passport number', value: 'A771', country: null },
        { type: 'diplomatic passport', value: 'B9', country: 'RU' },
      ],
      addresses: [
        { text: '1 Main Road', country: null },
        { text: '2 Side Road, Limassol', country: 'CY' },
      ],
      positions: ['Minister'],
      programmes: ['sanction', 'Wire programme'],
      remarks: 'Known.',
      listedOn: '2020-05-06',
    })
    expect(entries[1]).toMatchObject({
      kind: 'vessel',
      identifiers: [{ type: 'imo number', value: '9123456' }],
      countries: ['PA'],
    })
  })

  it('are entries of the kind `other` where they are targets of a schema that is not known here, and count like any', () => {
    const { entries, notes } = readText(
      'ftm_json',
      `${[...lines, line({ id: 'N7', caption: 'Wire Cloud', schema: 'UnknownSchema', target: true, properties: {} }), line({ id: 'N8', caption: '', schema: 'UnknownSchema', target: true, properties: {} }), line({ id: 'N9', caption: 'Link', schema: 'UnknownLink', properties: {} })].join('\n')}\n`,
    )
    expect(entries.map(({ id, kind }) => [id, kind])).toEqual([
      ['Q1', 'person'],
      ['Q3', 'vessel'],
      ['N7', 'other'],
    ])
    expect([notes.skipped, notes.texts]).toEqual([1, ['N8 has no name']])
  })

  it('that are cut off, or no entities, are refused with their line', () => {
    expect(() => readText('ftm_json', `${lines.join('\n').slice(0, -20)}`)).toThrow(
      /line 6: it is cut off or broken there/,
    )
    expect(() => readText('ftm_json', `${line(relative)}\n[1,2]\n`)).toThrow(
      /holds no FollowTheMoney entity \(id, schema, properties\) in line 2/,
    )
  })

  it('have no power over what is inherited', () => {
    const hostile =
      '{"id":"__proto__","caption":"constructor","schema":"Person","properties":{"__proto__":{"name":["x"]},"name":["Proto Type"],"constructor":["a"]}}'
    const { entries } = readText(
      'ftm_json',
      `${hostile}\n{"id":"Q9","schema":"toString","caption":"No","properties":{}}\n`,
    )
    expect(entries).toMatchObject([{ id: '__proto__', names: [{ text: 'constructor' }, { text: 'Proto Type' }] }])
    expect(({} as Record<string, unknown>)['name']).toBeUndefined()
  })
})

describe('tables', () => {
  it('of OpenSanctions are read: several values stand between semicolons', () => {
    const text =
      '"id","schema","name","aliases","birth_date","countries","addresses","identifiers","sanctions","phones","emails","dataset","first_seen"\n"NK-1","LegalEntity","Wire Bank","Draht Bank;Банк Драт","","ru;by","1 Main Road","7702;ABCDRU2X","EU list","","","sanctions","2022-01-01T00:00:00"\n'
    expect(readText('targets_csv', text).entries).toMatchObject([
      {
        id: 'NK-1',
        kind: 'organisation',
        names: [{ text: 'Wire Bank', type: 'primary' }, { text: 'Draht Bank' }, { text: 'Банк Драт' }],
        countries: ['RU', 'BY'],
        identifiers: [{ value: '7702' }, { value: 'ABCDRU2X' }],
        programmes: ['EU list'],
        listedOn: '2022-01-01',
      },
    ])
  })

  it('with ids that agree in all that would be kept of them are refused, not made one entry', () => {
    const id = 'x'.repeat(200)
    expect(() => readText('plain_csv', `id,name\n${id}1,Gamma Delta\n${id}2,Epsilon Zeta\n`)).toThrow(
      /holds an entry whose id has 201 characters, of which 200 are taken/,
    )
    expect(readText('plain_csv', `id,name\n${id},Gamma Delta\n`).entries).toMatchObject([{ id }])
  })

  it('of one’s own have their columns guessed; a row without an id has one that stays the same', () => {
    const text =
      'Full name;Date of Birth;Nationality;A.K.A.;Passport No;Type\nAnton Draht;02/03/1971;Russia;Toni Kabel|The Wire;A 77;Individual\nWire Ltd;;Cyprus;;;Company\n'
    const { entries } = readText('plain_csv', text)
    expect(entries).toMatchObject([
      {
        kind: 'person',
        names: [{ text: 'Anton Draht' }, { text: 'Toni Kabel' }, { text: 'The Wire' }],
        dates: [{ year: 1971, month: 3, day: 2 }],
        countries: ['RU'],
        identifiers: [{ type: 'passport', value: 'A77' }],
      },
      { kind: 'organisation', names: [{ text: 'Wire Ltd' }], countries: ['CY'] },
    ])
    expect(entries[0]?.id).toMatch(/^row-[0-9a-f]{16}$/)
    expect(readText('plain_csv', text.replace('Toni Kabel|', '')).entries[0]?.id).toBe(entries[0]?.id)
    expect(readText('plain_csv', 'First name,Last name\nAnton,Draht\n').entries).toMatchObject([
      { kind: 'person', names: [{ text: 'Anton Draht' }] },
    ])
  })

  it('without a column of names are refused with the columns that they have', () => {
    expect(() => readText('plain_csv', 'colour,size\nred,7\n')).toThrow(
      /names no column of names.*It has: colour, size/,
    )
  })
})
