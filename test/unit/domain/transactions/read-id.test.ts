import { describe, expect, it } from 'vitest'
import type { RowNote } from '../../../../main/domain/imports/notes.ts'
import { createHabitsObserver } from '../../../../main/domain/imports/column-habits.ts'
import { readRowId, readIdIn } from '../../../../main/domain/transactions/read-id.ts'

const read = (value: string) => {
  const notes: RowNote[] = []
  const id = readRowId(value, (note) => notes.push(note))
  return [id.ok ? id.value : id.error, ...notes]
}

describe('an identifier of a row', () => {
  it.each([
    'NULL',
    'null',
    '(null)',
    'nan',
    'NaN',
    String.raw`\N`,
    '#N/A',
    'n/a',
    'N/A',
    '-',
    '—',
    'none',
    'None',
    'undefined',
    '="NULL"',
    '#REF!',
    ' \u200eNULL',
  ])('%j is none, and counted', (value) => {
    const [id, ...notes] = read(value)
    expect(id).toBeUndefined()
    expect(notes).toContain('no_identifier')
  })

  it.each(['NULL-17', 'NA', 'N', '0', '1-', 'Nonesuch Ltd', 'K17'])('%j is one', (value) => {
    expect(read(value)).toEqual([value])
  })

  it.each([
    ['="00017"', '00017', 'unwrapped'],
    ["'00055", '00055', 'unwrapped'],
    ['\u202a+49 170 0000000\u202c', '+49 170 0000000', 'cleaned'],
    ['\u200e17\u200f', '17', 'cleaned'],
  ])('%j is %j', (value, id, note) => {
    expect(read(value)).toEqual([id, note])
  })

  it('that only looks dressed stays as it is', () => {
    expect(["'a'b", 'O’Brien', "d'Or", 'a=b', 'مي\u200cخواهم'].map((value) => read(value)[0])).toEqual([
      "'a'b",
      'O’Brien',
      "d'Or",
      'a=b',
      'مي\u200cخواهم',
    ])
  })

  it('that a spreadsheet would work out is refused: its value would be the identifier', () => {
    for (const value of ['=00017', '="a"b"', '=T("0042")', '="0043"&""', '=A1'])
      expect(read(value)[0]).toMatch(/formula of a spreadsheet/u)
  })

  it('is one with another that cannot be seen to differ from it', () => {
    expect(
      ['\u200b4711', '47\u00ad11', '4711\u2060', '\ufeff4711', '4711\u200d', "'4711'", '“4711”', '‘4711', '„4711“'].map(
        (value) => read(value)[0],
      ),
    ).toEqual(Array.from({ length: 9 }, () => '4711'))
  })

  it.each([
    ['wide letters and digits', ['１２３－Ａ', '123-A']],
    ['Arabic digits', ['١٢٣', '123']],
    ['Persian digits', ['۱۲۳', '123']],
    ['digits of India', ['१२३', '123']],
    ['digits of Thailand and Cambodia', ['๑២៣', '123']],
    ['letters put together of two', ['Jose\u0301', 'José']],
    ['a sign that is a letter', ['\u212a1', 'K1']],
    ['dashes of word processors', ['A–1', 'A‐1', 'A−1', 'A-1']],
    ['blanks of word processors', ['A\u00a01', 'A\u30001', 'A 1']],
    [
      'an IBAN in groups, and in small letters',
      [
        'DE89 3704 0044 0532 0130 00',
        'de89370400440532013000',
        'DE89-3704-0044-0532-0130-00 ',
        'DE89370400440532013000',
      ],
    ],
    ['a wide IBAN', ['ＤＥ８９３７０４００４４０５３２０１３０００', 'DE89370400440532013000']],
  ])('is one with another that differs by %s alone', (_, values) => {
    expect(new Set(values.map((value) => read(value)[0]))).toEqual(new Set([values.at(-1)]))
  })

  it('stays itself where only a few of its signs look like those of an IBAN', () => {
    expect(
      ['DE12 3456', 'de12abc', 'AB12 3704 0044 0532 0130 00', 'Müller', 'АВС1'].map((value) => read(value)[0]),
    ).toEqual(['DE12 3456', 'de12abc', 'AB12 3704 0044 0532 0130 00', 'Müller', 'АВС1'])
  })

  it.each(['***', '...', '""', '_ _', '“”'])('%j is none, as no letter and no digit is in it', (value) => {
    expect(read(value)).toContain('no_identifier')
  })

  it.each([
    ['########', /too narrow/u],
    ['1-Mar', /a day that a spreadsheet/u],
    ['Dec-17', /a day that a spreadsheet/u],
    ['M?ller', /a letter that was lost/u],
    ['K?the ?hm', /a letter that was lost/u],
  ])('%j is refused: others would become one with it', (value, why) => {
    expect(read(value)[0]).toMatch(why)
  })

  it.each(['MAR-01', '1-3', 'Box-17', 'why?', '?1', 'a/b?c=1'])('%j is one all the same', (value) => {
    expect(read(value)).toEqual([value])
  })

  it('that makes a text read as another is refused', () => {
    expect(read('a\u202eb')[0]).toMatch(/text-direction override/u)
  })

  it('with .0 behind it is the whole number where its column writes all so, and is refused beside whole numbers', () => {
    const zerosOf = (values: readonly string[]) => {
      const observer = createHabitsObserver()
      values.forEach((value) => observer.observe(0, value))
      return observer.habits().get(0)?.pointZeros
    }
    expect([['4711.0', '17.0'], ['4711.0', '4711'], ['4711', '17'], ['K1']].map(zerosOf)).toEqual([
      'all',
      'mixed',
      'none',
      'none',
    ])
    expect(readIdIn('all', '4711.0')).toEqual({ ok: true, value: '4711' })
    expect(readIdIn('mixed', '4711')).toEqual({ ok: true, value: '4711' })
    expect(readIdIn('mixed', '4711.0')).toMatchObject({
      ok: false,
      error: expect.stringMatching(/^may be 4711, to which a program added a decimal/u) as string,
    })
    expect(readIdIn('none', '1.0')).toEqual({ ok: true, value: '1.0' })
  })
})
