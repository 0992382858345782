import { describe, expect, it } from 'vitest'
import { createOfacPart } from '../../../../main/domain/lists/formats/ofac-csv.ts'
import { readText } from './reading.ts'

const none = '-0- '
const row = (id: number, name: string, type: string, more: Readonly<Record<number, string>> = {}): string => {
  const cells = [String(id), `"${name}"`, type, ...Array.from({ length: 9 }, () => none)]
  for (const [place, cell] of Object.entries(more)) cells[Number(place)] = `"${cell}"`
  return cells.join(',')
}
const remarked = (remarks: string) => {
  const [entry] = readText('ofac_csv', `${row(1, 'DRAHT, Anton', '"individual"', { 11: remarks })}\r\n`).entries
  if (entry === undefined) throw new Error('no entry')
  return entry
}

describe('OFAC’s sdn.csv', () => {
  it('has kinds, programmes, titles and vessels in their columns; -0- is nothing, and ^Z ends it', () => {
    const text = [
      row(36, 'WIRE AIRLINES', none, { 3: 'CUBA' }),
      row(37, 'DRAHT, Anton', '"individual"', { 3: 'NPWMD] [IFSR', 4: 'Minister' }),
      row(38, 'SEA WIRE', '"vessel"', { 5: '9HA2', 6: 'Tanker', 9: 'Malta', 10: 'Wire Lines' }),
      row(39, 'EP-AAA', '"aircraft"'),
      '\u001a',
    ].join('\r\n')
    const { entries, notes } = readText('ofac_csv', text)
    expect(entries.map(({ id, kind }) => [id, kind])).toEqual([
      ['36', 'organisation'],
      ['37', 'person'],
      ['38', 'vessel'],
      ['39', 'aircraft'],
    ])
    expect(entries[0]).toMatchObject({
      names: [{ text: 'WIRE AIRLINES', type: 'primary' }],
      programmes: ['CUBA'],
      remarks: null,
      positions: [],
      countries: [],
    })
    expect(entries[1]).toMatchObject({ programmes: ['NPWMD', 'IFSR'], positions: ['Minister'] })
    expect(entries[2]).toMatchObject({
      countries: ['MT'],
      identifiers: [{ type: 'call sign', value: '9HA2', country: null }],
      remarks: 'Vessel type: Tanker\nVessel owner: Wire Lines',
    })
    expect(notes.skipped).toBe(0)
  })

  it('carries dates, places, nationalities, gender and weak aliases in its remarks', () => {
    expect(
      remarked(
        "DOB 19 Jun 1951; alt. DOB circa 1950; alt. DOB 1958 to 1960; POB Giza, Egypt; nationality Egypt; citizen Iran; Gender Male; a.k.a. 'THE WIRE'; f.k.a. 'OLD WIRE'.",
      ),
    ).toMatchObject({
      dates: [
        { year: 1951, month: 6, day: 19 },
        { year: 1950, circa: true },
        { year: 1958, toYear: 1960 },
      ],
      birthPlaces: ['Giza, Egypt'],
      countries: ['EG', 'IR'],
      gender: 'male',
      names: [
        { text: 'DRAHT, Anton', type: 'primary' },
        { text: 'THE WIRE', type: 'weak' },
        { text: 'OLD WIRE', type: 'former' },
      ],
    })
  })

  it.each([
    ['Passport 1084010 (Egypt)', 'passport', '1084010', 'EG'],
    ['alt. Passport A-0011 22 (Iran) expires 12 Jan 2009', 'passport', 'A001122', 'IR'],
    ['NIT # 800146749-7 (Colombia).', 'nit', '8001467497', 'CO'],
    ['Cedula No. 16247821 (Colombia)', 'cedula no.', '16247821', 'CO'],
    ['Vessel Registration Identification IMO 9187629', 'imo number', '9187629', null],
    ['SSN 156-92-9858 (United States)', 'ssn', '156929858', 'US'],
    ['National ID No. 660000 73767 (Belgium)', 'national id', '66000073767', 'BE'],
    [
      'Digital Currency Address - XBT 12QtD5BFwRsdNsAZY76UVE1xyCGNTojH9h',
      'digital currency address - xbt',
      '12QTD5BFWRSDNSAZY76UVE1XYCGNTOJH9H',
      null,
    ],
    ['Passport A78000002 border crossing', 'passport', 'A78000002', null],
    ['Folio Mercantil No. 343997 (Mexico) issued 14 Dec 2005.', 'folio mercantil no.', '343997', 'MX'],
    ['R.F.C. DIB-771110-HQ1 (Mexico).', 'r.f.c.', 'DIB771110HQ1', 'MX'],
  ])('knows the number in: %s', (remark, type, value, country) => {
    const [identifier] = remarked(remark).identifiers
    expect(identifier?.value).toBe(value)
    expect(identifier?.country).toBe(country)
    expect(identifier?.type.startsWith(type.replace(/ no\.$/u, ''))).toBe(true)
  })

  it.each([
    'Phone No. 263-4-486946',
    'Telephone No. 009613679153',
    'Executive Order 13846',
    'CAATSA Section 235 Information: EXPORT SANCTIONS',
    'Linked To: WIRE GROUP 17',
    'all offices worldwide.',
  ])('takes %s for no identifier', (remark) => {
    expect(remarked(remark).identifiers).toEqual([])
    expect(remarked(remark).remarks).toBe(remark)
  })

  it('is joined with alt.csv and add.csv by the number of the entry', () => {
    const alt = createOfacPart('alt')
    alt.push(`36,1,"aka","AERO WIRE",${none}\r\n36,2,"fka","OLD WIRE",${none}\r\n99,3,"aka","NOBODY",${none}\r\n`)
    alt.end()
    const add = createOfacPart('add')
    add.push(`36,1,"1 Main Road","Havana","Cuba",${none}\r\n36,2,${none},${none},"Panama",${none}\r\n`)
    add.end()
    const { entries } = readText('ofac_csv', `${row(36, 'WIRE AIRLINES', none)}\n`, { alt: alt.rows, add: add.rows })
    expect(entries[0]).toMatchObject({
      names: [
        { text: 'WIRE AIRLINES', type: 'primary' },
        { text: 'AERO WIRE', type: 'alias' },
        { text: 'OLD WIRE', type: 'former' },
      ],
      addresses: [
        { text: '1 Main Road, Havana, Cuba', country: 'CU' },
        { text: 'Panama', country: 'PA' },
      ],
    })
  })

  it('is refused with its line where a row is short: it is cut off there', () => {
    expect(() => readText('ofac_csv', `${row(36, 'WIRE AIRLINES', none)}\n37,"DRAHT, An`)).toThrow(/line 2/)
    expect(() => readText('ofac_csv', `${row(36, 'WIRE AIRLINES', none)}\n37,"DRAHT, Anton","indiv"`)).toThrow(
      /is no sdn\.csv of OFAC in line 2: .*It may be cut off/,
    )
    expect(() => readText('ofac_csv', `${row(36, 'WIRE AIRLINES', none)}\n37,"DRAHT\u0000",${none}\n`)).toThrow(/NUL/)
  })
})
