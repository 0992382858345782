import type { Font, GlyphRun } from 'fontkit'
import { trueTypeSubset } from './true-type-subset.ts'

/** One opened font file at one weight. */
export interface Face {
  readonly key: string
  /** What pdfkit embeds. */
  readonly source: Font
  readonly has: (codePoint: number) => boolean
  /** Width of a shaped text at 1 point. */
  readonly width: (text: string) => number
}

/** How many shaped texts a face remembers. */
const shapedMax = 4_000

/** Shapes each text once as long as it is remembered. pdfkit scales positions in place, so each caller gets its own. */
const remembering = (font: Font): ((text: string) => GlyphRun) => {
  const shape = font.layout.bind(font)
  const shaped = new Map<string, GlyphRun>()
  return (text) => {
    const run = shaped.get(text) ?? shape(text)
    if (shaped.size >= shapedMax) shaped.clear()
    shaped.set(text, run)
    return Object.assign(Object.create(Object.getPrototypeOf(run) as object) as GlyphRun, run, { positions: run.positions.map((position) => ({ ...position })) })
  }
}

/** Makes a font ready to be measured and embedded; `postscriptName` is no other's. */
export const openFace = (postscriptName: string, font: Font): Face => {
  const layout = remembering(font)
  const source = Object.assign(font, { createSubset: () => trueTypeSubset(font), layout })
  // pdfkit takes fonts of one name for one font; the slices of a family, and its weights, have one name.
  Object.defineProperty(source, 'postscriptName', { value: postscriptName })
  return { key: postscriptName, source, has: (codePoint) => font.hasGlyphForCodePoint(codePoint), width: (text) => layout(text).advanceWidth / font.unitsPerEm }
}
