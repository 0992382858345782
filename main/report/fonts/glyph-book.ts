import type { Font, Glyph, GlyphPosition } from 'fontkit'

/** A glyph of a font in its place within a larger one, in font units. */
export interface GlyphPart {
  readonly glyph: number
  readonly x: number
  readonly y: number
}

/** What is painted for some letters: one glyph, or several that belong together, as a letter and its marks. */
export interface BookedGlyph {
  readonly parts: readonly GlyphPart[]
  readonly advanceWidth: number
}

/**
 * The glyphs that a document paints, numbered anew. A PDF says for each number of a glyph which letters it stands for,
 * so a glyph has a number for each text, and a syllable that is painted with several glyphs is one: whoever copies or
 * searches the document then has its letters.
 */
export interface GlyphBook {
  /** A glyph as pdfkit takes it from a shaped text. */
  readonly glyphFor: (
    glyphs: readonly Glyph[],
    positions: readonly GlyphPosition[],
    codePoints: readonly number[],
  ) => Glyph
  /** What has this number; 0 is the glyph for what is missing. */
  readonly read: (number: number) => BookedGlyph
}

// A number without letters would be taken for a letter by some readers; this one is invisible.
const wordJoiner = 0x2060

/** Code points are below this. */
const codePointSpace = 0x11_0000

const placed = (glyphs: readonly Glyph[], positions: readonly GlyphPosition[]): GlyphPart[] => {
  let pen = 0
  return glyphs.map(({ id }, index) => {
    const { xAdvance, xOffset, yOffset } = positions[index] as GlyphPosition
    const part = { glyph: id, x: Math.round(pen + xOffset), y: Math.round(yOffset) }
    pen += xAdvance
    return part
  })
}

/** Opens the book of a font. */
export const openGlyphBook = (font: Font): GlyphBook => {
  const booked: BookedGlyph[] = [{ parts: [{ glyph: 0, x: 0, y: 0 }], advanceWidth: font.getGlyph(0).advanceWidth }]
  const groups = new Map<string, Glyph>()
  const singles = new Map<number, Glyph>()
  const book = (parts: readonly GlyphPart[], codePoints: readonly number[], advanceWidth: number): Glyph =>
    ({ id: booked.push({ parts, advanceWidth }) - 1, codePoints, advanceWidth }) as Glyph

  /** By far most glyphs stand for one letter; a glyph by itself is moved where it is painted. */
  const single = ({ id, advanceWidth }: Glyph, codePoint: number): Glyph => {
    const key = id * codePointSpace + codePoint
    const known = singles.get(key) ?? book([{ glyph: id, x: 0, y: 0 }], [codePoint], advanceWidth)
    singles.set(key, known)
    return known
  }
  return {
    glyphFor: (glyphs, positions, given) => {
      const codePoints = given.length === 0 ? [wordJoiner] : given
      const [first] = glyphs
      if (first !== undefined && glyphs.length === 1 && codePoints.length === 1)
        return single(first, codePoints[0] as number)
      const parts = glyphs.length === 1 ? [{ glyph: (first as Glyph).id, x: 0, y: 0 }] : placed(glyphs, positions)
      const key = `${codePoints.join(' ')}:${parts.map(({ glyph, x, y }) => `${glyph},${x},${y}`).join(' ')}`
      const known =
        groups.get(key) ??
        book(
          parts,
          codePoints,
          glyphs.reduce((sum, glyph) => sum + glyph.advanceWidth, 0),
        )
      groups.set(key, known)
      return known
    },
    read: (number) => {
      const found = booked[number]
      if (found === undefined) throw new RangeError('no glyph has this number')
      return found
    },
  }
}
