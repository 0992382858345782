import { create, type Font } from 'fontkit'
import { describe, expect, test } from 'vitest'
import { openFonts } from '../../../main/report/fonts/font-shelf.ts'
import { hanFormsOf, type Weight } from '../../../main/report/fonts/families.ts'
import { openGlyphBook } from '../../../main/report/fonts/glyph-book.ts'
import { openShaper } from '../../../main/report/fonts/shaping.ts'
import { trueTypeSubset } from '../../../main/report/fonts/true-type-subset.ts'
import { namesByScript } from './sample-contents.ts'

const shelf = openFonts()

const fontOf = async (text: string, weight: Weight): Promise<Font> => {
  const forms = hanFormsOf(text)
  await shelf.ready(text, weight, forms)
  const face = shelf.faceOf(text.codePointAt(0) as number, weight, forms)
  if (face === null) throw new Error(`no face for ${text}`)
  // Below what pdfkit is given lies the font as fontkit opened it.
  return Object.getPrototypeOf(face.source) as Font
}

const closed = (font: Font, glyph: number): number =>
  font.getGlyph(glyph).path.commands.filter(({ command }) => command === 'closePath').length

describe('a subset of a font', () => {
  test.each(Object.entries(namesByScript))(
    '%s: each glyph has the outline and the advance of its font, at both weights',
    async (_, name) => {
      for (const weight of ['regular', 'bold'] as const) {
        const font = await fontOf(name, weight)
        const book = openGlyphBook(font)
        const glyphs = font.glyphsForString(name).filter(({ id }) => id !== 0)
        const subset = trueTypeSubset(font, book)
        const numbers = glyphs.map((glyph) => subset.includeGlyph(book.glyphFor([glyph], [], glyph.codePoints).id))
        const written = create(Buffer.from(subset.encode())) as Font
        for (const [index, glyph] of glyphs.entries()) {
          const number = numbers[index] as number
          expect(written.getGlyph(number).advanceWidth).toBe(Math.round(glyph.advanceWidth))
          if (closed(font, glyph.id) > 0)
            expect(Math.abs(written.getGlyph(number).path.bbox.width - glyph.path.bbox.width)).toBeLessThanOrEqual(2)
          expect(closed(written, number)).toBe(closed(font, glyph.id))
        }
      }
    },
  )

  test('one glyph for two texts has two numbers, and for one text one', async () => {
    const font = await fontOf('a', 'regular')
    const book = openGlyphBook(font)
    const space = font.glyphForCodePoint(0x20)
    const numberFor = (codePoint: number): number => book.glyphFor([space], [], [codePoint]).id
    expect([numberFor(0x20), numberFor(0xa0), numberFor(0x20)]).toEqual([1, 2, 1])
    const subset = trueTypeSubset(font, book)
    expect([subset.includeGlyph(2), subset.includeGlyph(1), subset.includeGlyph(2), subset.includeGlyph(0)]).toEqual([
      1, 2, 1, 0,
    ])
    expect((create(Buffer.from(subset.encode())) as Font).numGlyphs).toBe(3)
  })

  test('a letter and its mark are one glyph, with the outlines of both in their places', async () => {
    const font = await fontOf('ห', 'regular')
    const book = openGlyphBook(font)
    const { glyphs, positions } = font.layout('น้')
    expect(glyphs.length).toBeGreaterThan(1)
    const together = book.glyphFor(glyphs, positions, [0xe19, 0xe49])
    const subset = trueTypeSubset(font, book)
    const written = create(Buffer.from((subset.includeGlyph(together.id), subset.encode()))) as Font
    expect(closed(written, 1)).toBe(glyphs.reduce((sum, { id }) => sum + closed(font, id), 0))
    expect(written.getGlyph(1).path.bbox.maxY).toBeGreaterThan(font.getGlyph(glyphs[0]?.id ?? 0).path.bbox.maxY)
  })
})

describe('shaped text knows its letters', () => {
  test.each(Object.entries(namesByScript))(
    '%s: the glyphs, read in their direction, stand for the text',
    async (script, name) => {
      for (const word of name.split(' ')) {
        const font = await fontOf(word, 'regular')
        const letters = [...word]
          .filter((letter) => font.hasGlyphForCodePoint(letter.codePointAt(0) as number))
          .join('')
        const { glyphs } = openShaper(font, openGlyphBook(font)).shape(letters)
        const inOrder = ['arabic', 'hebrew'].includes(script) ? glyphs.toReversed() : glyphs
        expect(inOrder.map(({ codePoints }) => String.fromCodePoint(...codePoints)).join('')).toBe(letters)
      }
    },
  )
})

describe('the shelf of fonts', () => {
  test('has every character of every name', async () => {
    for (const name of Object.values(namesByScript)) {
      const forms = hanFormsOf(name)
      await shelf.ready(name, 'regular', forms)
      for (const character of name)
        expect(shelf.faceOf(character.codePointAt(0) as number, 'regular', forms), character).not.toBeNull()
    }
  })

  test('a bold face of a variable family is another than the regular one', async () => {
    const [regular, bold] = [await fontOf('张', 'regular'), await fontOf('张', 'bold')]
    expect(regular.glyphsForString('张')[0]?.path.toSVG()).not.toBe(bold.glyphsForString('张')[0]?.path.toSVG())
  })

  test('Japanese and Chinese texts have the forms of their own', async () => {
    await shelf.ready('直', 'regular', 'jp')
    await shelf.ready('直', 'regular', 'sc')
    expect(shelf.faceOf(0x76f4, 'regular', 'jp')?.key).toMatch(/^noto-sans-jp/)
    expect(shelf.faceOf(0x76f4, 'regular', 'sc')?.key).toMatch(/^noto-sans-sc/)
  })
})
