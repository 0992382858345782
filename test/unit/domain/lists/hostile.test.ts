import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listLimits } from '../../../../shared/schema/lists.ts'
import { ListFault } from '../../../../main/domain/lists/fault.ts'
import { readText } from './reading.ts'
import { runsOf } from '../../../support/tries.ts'

const wrap = (content: string): string =>
  `<?xml version="1.0"?><CONSOLIDATED_LIST><INDIVIDUALS>${content}</INDIVIDUALS></CONSOLIDATED_LIST>`
const person = (content: string): string =>
  `<INDIVIDUAL><REFERENCE_NUMBER>X.1</REFERENCE_NUMBER>${content}</INDIVIDUAL>`

describe('a hostile document', () => {
  it('is read as fast as it comes, whatever a cell of it holds', () => {
    const blanks = ' '.repeat(200_000)
    const { entries } = readText(
      'uk_csv',
      `Report Date: 02-Oct-2026\nLast Updated,Unique ID,OFSI Group ID,Name 6,Name type,Position,Address Country\n01/01/2026,RUS1,1,WIRE,Primary Name,"a${blanks}b (1) c","${'('.repeat(200_000)}"\n`,
    )
    expect(entries[0]?.names[0]?.text).toBe('WIRE')
    const sdn = (remarks: string): string =>
      `1,"WIRE, Anton","individual","X",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"${remarks}"\n`
    expect(
      readText('ofac_csv', sdn(`DOB 01 Jan 1970; Number${'#'.repeat(200_000)}!; a${'#'.repeat(200_000)}!`)).entries[0]
        ?.dates,
    ).toHaveLength(1)
  })

  it('that declares entities is refused, whatever they are', () => {
    const bomb = '<!DOCTYPE l [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    for (const doctype of [
      bomb,
      '<!DOCTYPE l SYSTEM "file:///etc/passwd">',
      '<!DOCTYPE l [<!ENTITY x SYSTEM "http://127.0.0.1/">]>',
    ]) {
      expect(() =>
        readText(
          'un_xml',
          `<?xml version="1.0"?>${doctype}${wrap(person('<FIRST_NAME>&b;</FIRST_NAME>')).replace('<?xml version="1.0"?>', '')}`,
        ),
      ).toThrow(/declares a document type/)
    }
    expect(() => readText('un_xml', wrap(person('<FIRST_NAME>&nope;</FIRST_NAME>')))).toThrow(/not well-formed/)
  })

  it.each(['un_xml', 'eu_xml', 'uk_xml', 'ofsi_xml', 'ofac_advanced_xml'] as const)(
    'cut off anywhere is refused as %s',
    (format) => {
      const whole = wrap(person('<FIRST_NAME>ANTON</FIRST_NAME>'))
      for (let end = 25; end < whole.length; end += 13)
        expect(() => readText(format, whole.slice(0, end)), whole.slice(0, end)).toThrow(ListFault)
    },
  )

  it('nested deeply, in a record or around it, is refused', () => {
    expect(() => readText('un_xml', wrap(person('<A>'.repeat(100_000))))).toThrow(/nested deeper than 40/)
    expect(() => readText('un_xml', '<a>'.repeat(100_000))).toThrow(/nested deeper than 40/)
  })

  it('with a giant attribute, text, comment or tag is refused before it is kept', () => {
    const giant = 'x'.repeat(listLimits.record + 200_000)
    for (const content of [
      `<INDIVIDUAL a="${giant}">`,
      `<INDIVIDUAL><FIRST_NAME>${giant}`,
      `<!-- ${giant}`,
      `<${giant}`,
      `<![CDATA[${giant}`,
    ]) {
      expect(() => readText('un_xml', wrap(content)), content.slice(0, 20)).toThrow(ListFault)
    }
  })

  it('with thousands of attributes or elements in a record is refused', () => {
    const attributes = Array.from({ length: 10_000 }, (_, place) => `a${place}="1"`).join(' ')
    expect(() => readText('un_xml', wrap(`<INDIVIDUAL ${attributes}/>`))).toThrow(/more than 200 attributes/)
    expect(() => readText('un_xml', wrap(person('<A/>'.repeat(200_000))))).toThrow(/more than 100000 elements/)
  })

  it('with more names in an entry than anybody has is refused', () => {
    const names = Array.from(
      { length: listLimits.names + 1 },
      (_, place) => `<INDIVIDUAL_ALIAS><ALIAS_NAME>Name ${place}</ALIAS_NAME></INDIVIDUAL_ALIAS>`,
    ).join('')
    expect(() => readText('un_xml', wrap(person(names)))).toThrow(
      `holds an entry (X.1) with more than ${listLimits.names} names`,
    )
  })

  it('has names cut that are longer than a name can be, and says so', () => {
    const { entries, notes } = readText('un_xml', wrap(person(`<FIRST_NAME>${'Wire '.repeat(1_000)}</FIRST_NAME>`)))
    expect(entries[0]?.names[0]?.text.length).toBe(listLimits.name)
    expect(notes.texts[0]).toMatch(/X\.1: a name of 4999 characters was cut to 1000/)
  })

  it('loses what cannot be seen in a name: controls, marks of direction, what has no width', () => {
    const { entries } = readText(
      'un_xml',
      wrap(person('<FIRST_NAME>AN\u202eTON \u200bDRA\u2066HT&#x85;X</FIRST_NAME>')),
    )
    expect(entries[0]?.names[0]?.text).toBe('ANTON DRAHT X')
    expect(() => readText('un_xml', wrap(person('<FIRST_NAME>AN\u0000TON</FIRST_NAME>')))).toThrow(/not well-formed/)
    expect(() => readText('un_xml', wrap(person('<FIRST_NAME>AN&#0;TON</FIRST_NAME>')))).toThrow(/not well-formed/)
  })

  it('has no power over what is inherited', () => {
    const { entries } = readText(
      'un_xml',
      wrap(
        '<INDIVIDUAL __proto__="x" constructor="y"><REFERENCE_NUMBER>__proto__</REFERENCE_NUMBER><FIRST_NAME>toString</FIRST_NAME><__proto__><FIRST_NAME>x</FIRST_NAME></__proto__></INDIVIDUAL>',
      ),
    )
    expect(entries).toMatchObject([{ id: '__proto__', names: [{ text: 'toString' }] }])
  })

  it('of any text is read or refused, never anything else', () => {
    const formats = [
      'un_xml',
      'ofac_csv',
      'ofac_advanced_xml',
      'eu_xml',
      'uk_csv',
      'uk_xml',
      'ofsi_csv',
      'ofsi_xml',
      'ftm_json',
      'targets_csv',
      'plain_csv',
    ] as const
    const piece = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '<',
        '>',
        '"',
        ',',
        '\n',
        '{',
        '}',
        '<INDIVIDUAL>',
        '<CONSOLIDATED_LIST>',
        '&#x',
        'name',
        '-0-',
        ']]>',
        '<!--',
      ),
    )
    fc.assert(
      fc.property(fc.constantFrom(...formats), fc.array(piece, { maxLength: 30 }), (format, pieces) => {
        try {
          readText(format, pieces.join(''), { piece: 5 })
        } catch (error) {
          expect(error).toBeInstanceOf(ListFault)
        }
      }),
      { numRuns: runsOf(400) },
    )
  })
})
