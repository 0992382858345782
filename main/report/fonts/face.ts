import type { Font, GlyphRun } from 'fontkit'
import { trueTypeSubset } from './true-type-subset.ts'

/** One opened font file at one weight. */
export interface Face {
  readonly key: string
  /** What pdfkit embeds. */
  readonly source: Font
  readonly has: (codePoint: number) => boolean
  /** Width of a text at 1 point: the sum of its words and spaces, each shaped by itself. */
  readonly width: (text: string) => number
}

/** How many widths and how many shaped texts a face remembers. */
const widthsMax = 5_000
const shapedMax = 200

/** Remembers answers, and forgets all of them when they are too many. */
const remembering = <T>(max: number, answer: (text: string) => T): ((text: string) => T) => {
  const answers = new Map<string, T>()
  return (text) => {
    const known = answers.get(text)
    if (known !== undefined) return known
    const fresh = answer(text)
    if (answers.size >= max) answers.clear()
    answers.set(text, fresh)
    return fresh
  }
}

/** pdfkit scales positions in place, so each caller gets its own. */
const copyOf = (run: GlyphRun): GlyphRun =>
  Object.assign(Object.create(Object.getPrototypeOf(run) as object) as GlyphRun, run, { positions: run.positions.map((position) => ({ ...position })) })

const ascii = /^[\x20-\x7e]+$/

/** A run of letters of one width, as digests are; shaping it would change nothing. */
const evenRun = (font: Font, text: string): Pick<GlyphRun, 'glyphs' | 'positions' | 'advanceWidth'> => {
  const glyphs = font.glyphsForString(text)
  const positions = glyphs.map(({ advanceWidth }) => ({ xAdvance: advanceWidth, yAdvance: 0, xOffset: 0, yOffset: 0 }))
  return { glyphs, positions, advanceWidth: positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0) }
}

/** Makes a font ready to be measured and embedded; `postscriptName` is no other's. */
export const openFace = (postscriptName: string, font: Font): Face => {
  const shape = font.layout.bind(font)
  const shaped = remembering(shapedMax, (text) => shape(text))
  const wordWidth = remembering(widthsMax, (word) => shape(word).advanceWidth / font.unitsPerEm)
  const isEven = new Set(font.glyphsForString('iW.0').map(({ id, advanceWidth }) => (id === 0 ? id : advanceWidth))).size === 1
  const layout = (text: string): unknown => (isEven && ascii.test(text) ? evenRun(font, text) : copyOf(shaped(text)))
  const source = Object.assign(font, { createSubset: () => trueTypeSubset(font), layout }) as Font
  // pdfkit takes fonts of one name for one font; the slices of a family, and its weights, have one name.
  Object.defineProperty(source, 'postscriptName', { value: postscriptName })
  const width = (text: string): number => {
    if (isEven && ascii.test(text)) return text.length * wordWidth(' ')
    const words = text.split(' ')
    const letters = words.reduce((sum, word) => (word === '' ? sum : sum + wordWidth(word)), 0)
    return words.length === 1 ? letters : letters + (words.length - 1) * wordWidth(' ')
  }
  return { key: postscriptName, source, has: (codePoint) => font.hasGlyphForCodePoint(codePoint), width }
}
