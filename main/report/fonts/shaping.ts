import type { Font, Glyph, GlyphPosition, GlyphRun } from 'fontkit'
import type { GlyphBook } from './glyph-book.ts'

/** What pdfkit takes from a shaped text: glyphs from left to right. */
export type Shaped = Pick<GlyphRun, 'glyphs' | 'positions' | 'advanceWidth'>

/** Shapes texts of one direction. */
export interface Shaper {
  readonly shape: (text: string) => Shaped
  /** The width of the shaped text, in font units. */
  readonly width: (text: string) => number
}

const ascii = /^[\x20-\x7e]*$/

// The glyphs of these scripts stand in another order, or in other parts, than their letters.
const rearranged = /[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Thai}]/u
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u
const lamAlef = /\u0644[\u0622\u0623\u0625\u0627]/u

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const syllables = (text: string): string[] => Array.from(graphemes.segment(text), ({ segment }) => segment)
const codePointsOf = (text: string): number[] => Array.from(text, (letter) => letter.codePointAt(0) as number)

/** The letters of joined writing as their glyphs stand for them: lam and alef are one glyph in every font. */
const joinedLetters = (text: string): string[] =>
  syllables(text).reduce<string[]>((parts, part) => {
    const before = parts.at(-1)
    return before !== undefined && lamAlef.test(before.slice(-1) + part)
      ? [...parts.slice(0, -1), before + part]
      : [...parts, part]
  }, [])

/** Glyphs that stand together, from left to right. */
interface Group {
  readonly glyphs: readonly Glyph[]
  readonly positions: readonly GlyphPosition[]
}

/**
 * Parts a run so that each group has one glyph with a width, its body, and the marks on it: after it, or before it from
 * right to left.
 */
const groupsOf = ({ glyphs, positions }: Shaped, isRtl: boolean): Group[] => {
  const starts = glyphs.flatMap(({ advanceWidth }, index) => {
    const begins = isRtl
      ? index === 0 || (glyphs[index - 1] as Glyph).advanceWidth > 0
      : index === 0 || advanceWidth > 0
    return begins ? [index] : []
  })
  return starts.map((start, index) => ({
    glyphs: glyphs.slice(start, starts[index + 1]),
    positions: positions.slice(start, starts[index + 1]),
  }))
}

const joined = ({ positions }: Group): GlyphPosition =>
  positions.length === 1
    ? (positions[0] as GlyphPosition)
    : { xAdvance: positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0), yAdvance: 0, xOffset: 0, yOffset: 0 }

const told = (groups: readonly Group[], letters: readonly (readonly number[])[], book: GlyphBook): Shaped => {
  const positions = groups.map(joined)
  return {
    glyphs: groups.map(({ glyphs, positions: own }, index) => book.glyphFor(glyphs, own, letters[index] ?? [])),
    positions,
    advanceWidth: positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0),
  }
}

/** A shaper whose glyphs know the letters that they stand for; fontkit itself knows it of simple scripts only. */
export const openShaper = (font: Font, book: GlyphBook): Shaper => {
  const shape = font.layout.bind(font)
  const bySyllable = (text: string): Shaped => {
    const parts = syllables(text)
    return told(
      parts.map((part) => shape(part)),
      parts.map(codePointsOf),
      book,
    )
  }
  const whole = (text: string): Shaped => {
    const run = shape(text)
    if (run.glyphs.length === text.length && ascii.test(text))
      return { ...run, glyphs: run.glyphs.map((glyph, index) => book.glyphFor([glyph], [], [text.charCodeAt(index)])) }
    const isRtl = rightToLeft.test(text)
    const groups = groupsOf(run, isRtl)
    const parts = isRtl ? joinedLetters(text).reverse() : syllables(text)
    if (groups.length === parts.length) return told(groups, parts.map(codePointsOf), book)
    // Ligatures: fontkit knows the letters of each.
    const singles = run.glyphs.map((glyph, index) => ({
      glyphs: [glyph],
      positions: [run.positions[index] as GlyphPosition],
    }))
    return told(
      singles,
      run.glyphs.map(({ codePoints }) => codePoints),
      book,
    )
  }
  return {
    shape: (text) => (rearranged.test(text) ? bySyllable(text) : whole(text)),
    width: (text) => (rearranged.test(text) ? bySyllable(text) : shape(text)).advanceWidth,
  }
}

/** Shapes letters of one width, as those of digests are: there is nothing to do but to look them up. */
export const openEvenShaper = (font: Font, book: GlyphBook): ((text: string) => Shaped) => {
  const glyphs = new Map<string, Glyph>()
  const glyphOf = (letter: string): Glyph => {
    const known =
      glyphs.get(letter) ?? book.glyphFor([font.glyphForCodePoint(letter.charCodeAt(0))], [], [letter.charCodeAt(0)])
    glyphs.set(letter, known)
    return known
  }
  return (text) => {
    const run = Array.from(text, glyphOf)
    const positions = run.map(({ advanceWidth }) => ({ xAdvance: advanceWidth, yAdvance: 0, xOffset: 0, yOffset: 0 }))
    return { glyphs: run, positions, advanceWidth: positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0) }
  }
}
