import { describe, expect, it } from 'vitest'
import { detectEncoding } from '../../../viewer/text/detect.ts'
import { visibleParts } from '../../../viewer/text/visible.ts'

const seen = (text: string): string =>
  visibleParts(text)
    .map((part) => (part.code === null ? part.text : `<${part.text}>`))
    .join('')

describe('characters that would not be seen', () => {
  it.each([
    ['invoice\u202efdp.exe', 'invoice<RLO>fdp.exe'],
    ['a\u0000b\u0007c\u001b[0m\u007f', 'a<NUL>b<BEL>c<ESC>[0m<DEL>'],
    ['zero\u200bwidth\u2060\ufeff', 'zero<ZWSP>width<WJ><BOM>'],
    ['\u2066x\u2069', '<LRI>x<PDI>'],
    ['tag\u{e0041}', 'tag<U+E0041>'],
    ['\u0085\u0080', '<NEL><U+0080>'],
  ])('%j is shown as %s', (text, shown) => expect(seen(text)).toBe(shown))
  it.each(['plain', 'tab\tstays', 'أحمد', 'क्‍ष', '👩‍👩‍👧', ''])('%j stays as it is', (text) => expect(seen(text)).toBe(text))
  it('keeps every other character, in order', () => {
    const text = '\u202ea\u0000b\u2069'
    expect(
      visibleParts(text)
        .filter((part) => part.code === null)
        .map((part) => part.text)
        .join(''),
    ).toBe('ab')
  })
})

describe('the encoding of the head of a file', () => {
  it('is not mistaken for a cut in the middle of a character', () => {
    const bytes = Buffer.from(`${'a'.repeat(100)}東`)
    for (const cut of [1, 2])
      expect(detectEncoding(bytes.subarray(0, bytes.length - cut), false).encoding).toBe('utf-8')
    expect(detectEncoding(bytes.subarray(0, bytes.length - 1), true).encoding).toBe('windows-1252')
  })
  it('is found by its mark, by its form, or taken as Windows-1252', () => {
    expect(detectEncoding(Buffer.from('\ufeffx', 'utf16le'), true)).toMatchObject({ encoding: 'utf-16le', bomBytes: 2 })
    expect(detectEncoding(Buffer.from('Müller', 'latin1'), true).encoding).toBe('windows-1252')
    expect(detectEncoding(Buffer.from('Müller'), true).encoding).toBe('utf-8')
  })
})
