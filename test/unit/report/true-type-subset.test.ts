import { create, type Font } from 'fontkit'
import { describe, expect, test } from 'vitest'
import { openFonts } from '../../../main/report/fonts/font-shelf.ts'
import { hanFormsOf, type Weight } from '../../../main/report/fonts/families.ts'
import { trueTypeSubset } from '../../../main/report/fonts/true-type-subset.ts'
import { namesByScript } from './sample-contents.ts'

const shelf = openFonts()

const fontOf = async (text: string, weight: Weight): Promise<Font> => {
  const forms = hanFormsOf(text)
  await shelf.ready(text, weight, forms)
  const face = shelf.faceOf(text.codePointAt(0) as number, weight, forms)
  if (face === null) throw new Error(`no face for ${text}`)
  return face.source
}

describe('a subset of a font', () => {
  test.each(Object.entries(namesByScript))('%s: each glyph has the outline and the advance of its font, at both weights', async (_, name) => {
    for (const weight of ['regular', 'bold'] as const) {
      const font = await fontOf(name, weight)
      const glyphs = font.glyphsForString(name).filter(({ id }) => id !== 0)
      const subset = trueTypeSubset(font)
      const numbers = glyphs.map(({ id }) => subset.includeGlyph(id))
      const written = create(Buffer.from(subset.encode())) as Font
      for (const [index, glyph] of glyphs.entries()) {
        const copy = written.getGlyph(numbers[index] as number)
        expect(copy.advanceWidth).toBe(Math.round(glyph.advanceWidth))
        expect(copy.path.bbox.width).toBeCloseTo(glyph.path.bbox.width, -1)
        expect(copy.path.commands.filter(({ command }) => command === 'closePath')).toHaveLength(glyph.path.commands.filter(({ command }) => command === 'closePath').length)
      }
    }
  })

  test('the same glyph has one number, and glyph 0 is always there', async () => {
    const subset = trueTypeSubset(await fontOf('a', 'regular'))
    expect([subset.includeGlyph(7), subset.includeGlyph(9), subset.includeGlyph(7), subset.includeGlyph(0)]).toEqual([1, 2, 1, 0])
    expect((create(Buffer.from(subset.encode())) as Font).numGlyphs).toBe(3)
  })
})

describe('the shelf of fonts', () => {
  test('has every character of every name', async () => {
    for (const name of Object.values(namesByScript)) {
      const forms = hanFormsOf(name)
      await shelf.ready(name, 'regular', forms)
      for (const character of name) expect(shelf.faceOf(character.codePointAt(0) as number, 'regular', forms), character).not.toBeNull()
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
