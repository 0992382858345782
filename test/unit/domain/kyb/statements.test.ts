import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readOpenOwnership } from '../../../../main/domain/kyb/statements/open-ownership.ts'
import { createShareObserver } from '../../../../main/domain/kyb/statements/share-form.ts'
import { readLayout, readTableRow } from '../../../../main/domain/kyb/statements/table.ts'
import { comparedAddress } from '../../../../main/domain/kyb/places.ts'
import { company, exact, person, relation } from '../../../contract/kyb/statements.ts'

const taken = (value: unknown) => {
  const read = readOpenOwnership(value)
  if (!read.ok || read.value === null) throw new Error('was not taken')
  return read.value
}

const refused = (value: unknown): string => {
  const read = readOpenOwnership(value)
  return read.ok ? 'taken' : `${read.error.field ?? ''}: ${read.error.reason}`
}

const interest = (share: unknown) => taken(relation('r', 'a', 'b', { share })).relations[0]?.interests[0]?.share

describe('a statement of the standard 0.4', () => {
  it('tells of a company', () => {
    expect(
      taken(
        company('c', 'Fjord AS', {
          identifiers: [{ scheme: 'NO-BRC', id: '974760673' }],
          addresses: [{ address: 'Kaigata 1', postCode: '5003', country: { code: 'no' } }],
          dissolutionDate: '2020-01-02',
        }),
      ),
    ).toMatchObject({
      dated: '2026-01-15',
      parties: [
        {
          key: 'c',
          name: 'Fjord AS',
          kind: 'company',
          known: true,
          jurisdiction: 'NO',
          founded: '2009-03-02',
          dissolved: '2020-01-02',
          identifiers: [{ scheme: 'NO-BRC', value: '974760673', country: 'NO' }],
          addresses: [{ text: 'Kaigata 1, 5003', country: 'NO' }],
        },
      ],
      relations: [],
    })
  })

  it('tells of people by their legal name, of trusts, of states, and of those who are not named', () => {
    expect(
      taken(
        person('p', 'x', {
          names: [
            { type: 'alternative', fullName: 'Other' },
            { type: 'legal', givenName: 'Nora', familyName: 'Lie' },
          ],
        }),
      ).parties[0],
    ).toMatchObject({ name: 'Nora Lie', aliases: ['Other'], founded: '1971-05', countries: ['NO'] })
    expect(
      taken(
        person('p', 'x', {
          personType: 'unknownPerson',
          names: [],
          unspecifiedPersonDetails: { reason: 'informationUnknownToPublisher' },
        }),
      ).parties[0],
    ).toMatchObject({ name: 'not known to the publisher', known: false })
    expect(
      taken(company('t', 'A trust', { entityType: { type: 'arrangement', subtype: 'trust' } })).parties[0]?.kind,
    ).toBe('trust')
    expect(taken(company('s', 'Norway', { entityType: { type: 'state' } })).parties[0]?.kind).toBe('state')
    expect(taken(company('u', '', { entityType: { type: 'unknownEntity' } })).parties[0]).toMatchObject({
      kind: 'unknown',
      known: false,
    })
  })

  it('keeps an interested party that is not named, as somebody of this record alone', () => {
    expect(taken(relation('r9', { reason: 'interestedPartyExemptFromDisclosure' }, 'b', exact(60)))).toMatchObject({
      parties: [{ key: '~r9', name: 'need not be told', known: false }],
      relations: [{ owner: '~r9', owned: 'b' }],
    })
  })

  it.each([
    [{ exact: 40 }, { min: 40, max: 40, above_min: false, below_max: false }],
    [
      { minimum: 25, maximum: 50 },
      { min: 25, max: 50, above_min: false, below_max: false },
    ],
    [
      { exclusiveMinimum: 25, maximum: 50 },
      { min: 25, max: 50, above_min: true, below_max: false },
    ],
    [
      { minimum: 75, exclusiveMaximum: 100 },
      { min: 75, max: 100, above_min: false, below_max: true },
    ],
    [{ minimum: 75 }, { min: 75, max: 100, above_min: false, below_max: false }],
    [{}, null],
    [undefined, null],
  ])('reads the share %j', (stated, share) => {
    expect(interest(stated)).toEqual(share)
  })

  it.each([
    ['no object', 'text', /recordId/u],
    ['a share of more than all', relation('r', 'a', 'b', { share: { exact: 100.1 } }), /percentage/u],
    ['bounds the wrong way round', relation('r', 'a', 'b', { share: { minimum: 50, maximum: 25 } }), /above/u],
    ['a share that is no number', relation('r', 'a', 'b', { share: { exact: '50' } }), /percentage/u],
    ['no subject', relation('r', 'a', '', {}), /subject/u],
    ['no interested party', relation('r', undefined, 'b', {}), /interestedParty/u],
    ['a record that passes for somebody not named', company('~r1', 'A'), /~/u],
    ['a key that is too long', company('k'.repeat(201), 'A'), /longer/u],
    ['an earlier version', { statementID: 'a', statementType: 'entityStatement' }, /0\.3/u],
  ])('is refused with %s', (_, value, message) => {
    expect(refused(value)).toMatch(message)
  })

  it('passes over kinds of records that it does not know', () => {
    expect(readOpenOwnership({ ...company('c', 'C'), recordType: 'vessel' })).toEqual({ ok: true, value: null })
  })

  it('takes marks that turn the direction of text out of names', () => {
    expect(taken(company('c', 'Safe\u202e dtL')).parties[0]?.name).toBe('Safe dtL')
  })

  it('throws at nothing that JSON can hold', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => void readOpenOwnership(value)))
    const members = [
      'recordId',
      'recordType',
      'recordDetails',
      'subject',
      'interestedParty',
      'interests',
      'share',
      'names',
      'identifiers',
      'addresses',
      'entityType',
      'jurisdiction',
      'statementDate',
    ]
    const odd = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 5 },
        fc.constantFrom('entity', 'person', 'relationship', '', null, 5, '2020-13-40'),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom(...members), tie('value')),
      ),
    }))
    fc.assert(fc.property(odd.value, (value) => void readOpenOwnership(value)))
  })
})

describe('a row of a table', () => {
  const read = (headers: string, row: string) => {
    const layout = readLayout(headers.split(','))
    return layout.ok ? readTableRow(row.split(','), layout.value) : layout
  }

  it('tells of both and of what is held', () => {
    expect(
      read(
        'Owner,Owned,Share,Owner kind,Owner country,Owned country,Owned LEI,From',
        'Nora,Fjord AS,25-50,person,NO,NO,213800D1EI4B9WTWWD28,2020-03',
      ),
    ).toMatchObject({
      ok: true,
      value: {
        parties: [
          { name: 'Nora', kind: 'person', countries: ['NO'] },
          { name: 'Fjord AS', kind: 'company', jurisdiction: 'NO', identifiers: [{ scheme: 'XI-LEI' }] },
        ],
        relations: [{ interests: [{ kind: 'shareholding', share: { min: 25, max: 50 }, from: '2020-03-01' }] }],
      },
    })
  })

  it('passes over the sum of the others', () => {
    for (const owner of ['Total', 'TOTAL:', 'Gesamtsumme', 'Итого'])
      expect(read('owner,owned,share', `${owner},Beta Ltd,100`)).toEqual({ ok: true, value: null })
    expect(read('owner,owned,share', 'Total Energies,Beta Ltd,100')).toMatchObject({
      ok: true,
      value: { relations: [{ owner: 'total energies' }] },
    })
  })

  it('may have its shares as fractions of one', () => {
    const layout = readLayout(['owner', 'owned', 'share'])
    const shareOf = (share: string) => {
      const row = layout.ok ? readTableRow(['A', 'B', share], layout.value, 100) : layout
      return row.ok && row.value !== null && 'relations' in row.value
        ? row.value.relations[0]?.interests[0]?.share
        : row.ok
          ? null
          : row.error
    }
    expect(['0.255', '0,745', '1', '0.1-0.25'].map(shareOf)).toMatchObject([
      { min: 25.5, max: 25.5 },
      { min: 74.5 },
      { min: 100 },
      { min: 10, max: 25 },
    ])
    expect(shareOf('25')).toMatchObject({ reason: 'is no fraction from 0 to 1, and no range of two' })
  })

  it('gives what a nominee holds to whom he holds it for', () => {
    const row = read('owner,owned,share,on_behalf_of', 'Front Ltd,Fjord AS,60,Nora')
    expect(
      row.ok && row.value !== null && 'relations' in row.value
        ? row.value.relations.map(({ owner, interests }) => [owner, interests[0]?.kind])
        : null,
    ).toEqual([
      ['nora', 'shareholding'],
      ['front ltd', 'nominee'],
    ])
  })

  it.each([
    ['owner,owned,share', 'A,B,120', /percentage/u],
    ['owner,owned,share', 'A,B,x', /percentage/u],
    ['owner,owned,share', 'A,,5', /empty/u],
    ['owner,owned,interest', 'A,B,friendship', /none of/u],
    ['owner,owned,from', 'A,B,yesterday', /no day/u],
    ['owner,owned,owner_kind', 'A,B,robot', /none of/u],
  ])('%s with %s is refused', (headers, row, message) => {
    const read_ = read(headers, row)
    expect(read_.ok ? '' : typeof read_.error === 'string' ? read_.error : read_.error.reason).toMatch(message)
  })
})

describe('a place', () => {
  it.each([
    ['Kaigata 1, 5003 Bergen', '5003 BERGEN  kaigata 1', true],
    ['12 Long Street, Suite 4', '12 Long St. Ste 4', true],
    ['Königstraße 5 Köln', 'Konigstraße 5, Koln', true],
    ['Kaigata 1', 'Kaigata 2', false],
  ])('%s and %s', (one, other, same) => {
    expect(comparedAddress({ text: one, country: 'NO' }) === comparedAddress({ text: other, country: 'NO' })).toBe(same)
  })

  it('is none where there is no number to tell a house by', () => {
    expect(comparedAddress({ text: 'Bergen', country: 'NO' })).toBeNull()
  })
})

describe('the shares of a table', () => {
  const doubtOf = (rows: readonly string[]) => {
    const layout = readLayout(['owner', 'owned', 'share'])
    if (!layout.ok) throw new Error(String(layout.error))
    const observer = createShareObserver(layout.value)
    for (const row of rows) observer.observe(row.split(';'))
    return observer.doubt()
  }

  it('may be fractions where none is above 1, which their sums say too', () => {
    expect(doubtOf(['A;Beta;0.255', 'B;Beta;0.745', 'C;Gamma;0,5'])).toBe(
      'No share in the file is above 1, and in 1 of 2 companies the shares add up to 1. Read as fractions, 0.255 is 25.5 %; read as percentages, it is 0.255 %.',
    )
    expect(doubtOf(['A;Beta;0.3'])).toMatch(/^No share in the file is above 1\. Read as fractions/u)
  })

  it('are asked about where those of a company are fractions, and others of the file are not', () => {
    expect(doubtOf(['A;Beta;0.255', 'B;Beta;0.745', 'C;Gamma;60', 'D;Gamma;40'])).toMatch(
      /^In 1 of 2 companies every share is below 1 and they add up to 1, while other shares in the file are above 1\./u,
    )
    expect(doubtOf(['A;Beta;0.255', 'B;Beta;0.745 %'])).toBeNull()
  })

  it('are told by their sums without the row that holds the sum', () => {
    for (const total of ['Total', 'TOTAL', 'Gesamt', 'Summe'])
      expect(doubtOf(['A;Beta;0.255', 'B;Beta;0.745', `${total};Beta;1`])).toContain('in its one company')
    expect(doubtOf(['A;Beta;0.255', 'B;Beta;0.745', 'Total;Beta;100'])).toContain('in its one company')
  })

  it.each([[['A;Beta;25.5', 'B;Beta;0.5']], [['A;Beta;0.5 %']], [['A;Beta;1', 'B;Gamma;1']], [['A;Beta;']], [[]]])(
    'are per cent in %j',
    (rows) => {
      expect(doubtOf(rows)).toBeNull()
    },
  )
})
