import type { Font } from 'fontkit'
import { openGlyphBook } from './glyph-book.ts'
import { openEvenShaper, openShaper, type Shaped } from './shaping.ts'
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

const ascii = /^[\x20-\x7e]+$/

/** pdfkit scales positions in place, so each caller gets its own. */
const copyOf = (run: Shaped): Shaped => ({ ...run, positions: run.positions.map((position) => ({ ...position })) })

/** Makes a font ready to be measured and embedded; `postscriptName` is no other's. */
export const openFace = (postscriptName: string, font: Font): Face => {
  const book = openGlyphBook(font)
  const shaper = openShaper(font, book)
  const shapeEven = openEvenShaper(font, book)
  const shaped = remembering(shapedMax, shaper.shape)
  const wordWidth = remembering(widthsMax, (word) => shaper.width(word) / font.unitsPerEm)
  const isEven =
    new Set(font.glyphsForString('iW.0').map(({ id, advanceWidth }) => (id === 0 ? id : advanceWidth))).size === 1
  const layout = (text: string): Shaped => (isEven && ascii.test(text) ? shapeEven(text) : copyOf(shaped(text)))
  // fontkit keeps what it computes on the font itself; what pdfkit sees differs in how it shapes, its subset and its
  // name: pdfkit takes fonts of one name for one font, and the slices of a family, and its weights, have one name.
  const source = Object.create(font, {
    layout: { value: layout },
    createSubset: { value: () => trueTypeSubset(font, book) },
    postscriptName: { value: postscriptName },
  }) as Font
  const width = (text: string): number => {
    if (isEven && ascii.test(text)) return text.length * wordWidth(' ')
    const words = text.split(' ')
    const sum = words.reduce((total, word) => (word === '' ? total : total + wordWidth(word)), 0)
    return words.length === 1 ? sum : sum + (words.length - 1) * wordWidth(' ')
  }
  return { key: postscriptName, source, has: (codePoint) => font.hasGlyphForCodePoint(codePoint), width }
}
