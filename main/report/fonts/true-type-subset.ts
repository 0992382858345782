import type { Font, Path } from 'fontkit'
import type { GlyphBook, GlyphPart } from './glyph-book.ts'

/**
 * Writes the glyphs that a document uses as a TrueType font of their own (OpenType 1.9: head, hhea, hmtx, maxp, loca,
 * glyf; ISO 32000 table 126 asks for no others). Glyphs are written from their outlines, so that those of a variable
 * font stand at the weight that was chosen, and a glyph of the book that has several parts is one. This is the
 * interface that pdfkit asks of a subset.
 */
export interface GlyphSubset {
  /** The number in the subset of a number of the book; the same for the same. */
  readonly includeGlyph: (glyph: number) => number
  /** The bytes of the font. */
  readonly encode: () => Uint8Array
}

interface Point {
  readonly x: number
  readonly y: number
  readonly onCurve: boolean
}

const samePlace = (a: Point, b: Point): boolean => a.x === b.x && a.y === b.y

/** The contours of an outline, each without the point that closes it. */
const contoursOf = (path: Path): Point[][] => {
  const contours: Point[][] = []
  const add = (x: number, y: number, onCurve: boolean): unknown =>
    contours.at(-1)?.push({ x: Math.round(x), y: Math.round(y), onCurve })
  for (const { command, args } of path.commands) {
    const [x = 0, y = 0, endX = 0, endY = 0] = args
    if (command === 'moveTo') contours.push([])
    if (command === 'moveTo' || command === 'lineTo') add(x, y, true)
    if (command === 'bezierCurveTo') throw new TypeError('an outline with cubic curves is not TrueType')
    if (command === 'quadraticCurveTo') {
      add(x, y, false)
      add(endX, endY, true)
    }
  }
  for (const contour of contours) {
    const [first, last] = [contour[0], contour.at(-1)]
    if (contour.length > 1 && first !== undefined && last !== undefined && last.onCurve && samePlace(first, last))
      contour.pop()
  }
  return contours.filter((contour) => contour.length > 1)
}

const onCurveFlag = 0x01
const shortX = 0x02
const shortY = 0x04
const sameOrPositiveX = 0x10
const sameOrPositiveY = 0x20

interface Deltas {
  readonly flag: number
  readonly bytes: readonly number[]
}

const delta = (value: number, short: number, sameOrPositive: number): Deltas => {
  if (value === 0) return { flag: sameOrPositive, bytes: [] }
  if (Math.abs(value) < 256) return { flag: short | (value > 0 ? sameOrPositive : 0), bytes: [Math.abs(value)] }
  return { flag: 0, bytes: [(value >> 8) & 0xff, value & 0xff] }
}

interface Outline {
  readonly bytes: Uint8Array
  readonly points: number
  readonly contours: number
  readonly box: readonly [xMin: number, yMin: number, xMax: number, yMax: number]
}

const emptyOutline: Outline = { bytes: new Uint8Array(0), points: 0, contours: 0, box: [0, 0, 0, 0] }

/** A simple glyph description (OpenType `glyf`), padded to four bytes. */
const outlineOf = (contours: readonly (readonly Point[])[]): Outline => {
  const points = contours.flat()
  if (points.length === 0) return emptyOutline
  const xs = points.map(({ x }) => x)
  const ys = points.map(({ y }) => y)
  const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] as const
  const steps = points.map(({ x, y, onCurve }, index) => {
    const before = points[index - 1]
    const dx = delta(x - (before?.x ?? 0), shortX, sameOrPositiveX)
    const dy = delta(y - (before?.y ?? 0), shortY, sameOrPositiveY)
    return { flag: (onCurve ? onCurveFlag : 0) | dx.flag | dy.flag, dx: dx.bytes, dy: dy.bytes }
  })
  const body = [...steps.map(({ flag }) => flag), ...steps.flatMap(({ dx }) => dx), ...steps.flatMap(({ dy }) => dy)]
  const head = 10 + 2 * contours.length + 2
  const bytes = Buffer.alloc(Math.ceil((head + body.length) / 4) * 4)
  for (const [index, value] of [contours.length, ...box].entries()) bytes.writeInt16BE(value, 2 * index)
  let last = -1
  for (const [index, contour] of contours.entries()) {
    last += contour.length
    bytes.writeUInt16BE(last, 10 + 2 * index)
  }
  bytes.set(body, head)
  return { bytes, points: points.length, contours: contours.length, box }
}

const headTable = (unitsPerEm: number, box: Outline['box']): Buffer => {
  const table = Buffer.alloc(54)
  table.writeUInt32BE(0x0001_0000, 0)
  table.writeUInt32BE(0x0001_0000, 4)
  table.writeUInt32BE(0x5f0f_3cf5, 12)
  table.writeUInt16BE(unitsPerEm, 18)
  for (const [index, value] of box.entries()) table.writeInt16BE(value, 36 + 2 * index)
  table.writeUInt16BE(8, 46)
  table.writeInt16BE(2, 48)
  table.writeInt16BE(1, 50)
  return table
}

const hheaTable = (font: Font, advanceMax: number, glyphs: number): Buffer => {
  const table = Buffer.alloc(36)
  table.writeUInt32BE(0x0001_0000, 0)
  table.writeInt16BE(font.ascent, 4)
  table.writeInt16BE(font.descent, 6)
  table.writeUInt16BE(advanceMax, 10)
  table.writeInt16BE(1, 18)
  table.writeUInt16BE(glyphs, 34)
  return table
}

const maxpTable = (outlines: readonly Outline[]): Buffer => {
  const table = Buffer.alloc(32)
  table.writeUInt32BE(0x0001_0000, 0)
  table.writeUInt16BE(outlines.length, 4)
  table.writeUInt16BE(Math.max(...outlines.map(({ points }) => points)), 6)
  table.writeUInt16BE(Math.max(...outlines.map(({ contours }) => contours)), 8)
  table.writeUInt16BE(2, 14)
  return table
}

const hmtxTable = (advances: readonly number[], outlines: readonly Outline[]): Buffer => {
  const table = Buffer.alloc(4 * outlines.length)
  for (const [index, { box }] of outlines.entries()) {
    table.writeUInt16BE(advances[index] as number, 4 * index)
    table.writeInt16BE(box[0], 4 * index + 2)
  }
  return table
}

const locaTable = (outlines: readonly Outline[]): Buffer => {
  const table = Buffer.alloc(4 * (outlines.length + 1))
  let offset = 0
  for (const [index, { bytes }] of outlines.entries()) table.writeUInt32BE((offset += bytes.length), 4 * (index + 1))
  return table
}

const checksum = (table: Uint8Array): number => {
  const view = Buffer.concat([table, Buffer.alloc((4 - (table.length % 4)) % 4)])
  let sum = 0
  for (let offset = 0; offset < view.length; offset += 4) sum = (sum + view.readUInt32BE(offset)) >>> 0
  return sum
}

/** Puts tables, sorted by their tags, into one file. */
const fontFile = (tables: readonly (readonly [tag: string, table: Buffer])[]): Buffer => {
  const power = 2 ** Math.floor(Math.log2(tables.length))
  const head = Buffer.alloc(12 + 16 * tables.length)
  head.writeUInt32BE(0x0001_0000, 0)
  for (const [index, value] of [tables.length, power * 16, Math.log2(power), (tables.length - power) * 16].entries())
    head.writeUInt16BE(value, 4 + 2 * index)
  let offset = head.length
  const parts: Buffer[] = []
  for (const [index, [tag, table]] of tables.entries()) {
    const at = 12 + 16 * index
    head.write(tag, at, 'latin1')
    head.writeUInt32BE(checksum(table), at + 4)
    head.writeUInt32BE(offset, at + 8)
    head.writeUInt32BE(table.length, at + 12)
    const padded = Math.ceil(table.length / 4) * 4
    parts.push(table, Buffer.alloc(padded - table.length))
    offset += padded
  }
  const file = Buffer.concat([head, ...parts])
  const headAt = head.readUInt32BE(12 + 16 * tables.findIndex(([tag]) => tag === 'head') + 8)
  file.writeUInt32BE((0xb1b0_afba - checksum(file)) >>> 0, headAt + 8)
  return file
}

const around = (boxes: readonly Outline['box'][]): Outline['box'] => [
  Math.min(...boxes.map(([xMin]) => xMin)),
  Math.min(...boxes.map(([, yMin]) => yMin)),
  Math.max(...boxes.map(([, , xMax]) => xMax)),
  Math.max(...boxes.map(([, , , yMax]) => yMax)),
]

const moved = (contour: readonly Point[], { x: dx, y: dy }: GlyphPart): Point[] =>
  contour.map(({ x, y, onCurve }) => ({ x: x + dx, y: y + dy, onCurve }))

/**
 * Begins a subset of the glyphs of a book, for a font with quadratic outlines. Glyph 0, the one for what is missing, is
 * always in it.
 */
export const trueTypeSubset = (font: Font, book: GlyphBook): GlyphSubset => {
  const numbers = new Map<number, number>([[0, 0]])
  const includeGlyph = (glyph: number): number => {
    const number = numbers.get(glyph) ?? numbers.size
    numbers.set(glyph, number)
    return number
  }
  const encode = (): Uint8Array => {
    const glyphs = [...numbers.keys()].map(book.read)
    const outlines = glyphs.map(({ parts }) =>
      outlineOf(
        parts.flatMap((part) => contoursOf(font.getGlyph(part.glyph).path).map((contour) => moved(contour, part))),
      ),
    )
    const advances = glyphs.map(({ advanceWidth }) => Math.round(advanceWidth))
    return fontFile([
      ['glyf', Buffer.concat(outlines.map(({ bytes }) => bytes))],
      ['head', headTable(font.unitsPerEm, around(outlines.map(({ box }) => box)))],
      ['hhea', hheaTable(font, Math.max(...advances), outlines.length)],
      ['hmtx', hmtxTable(advances, outlines)],
      ['loca', locaTable(outlines)],
      ['maxp', maxpTable(outlines)],
    ])
  }
  return { includeGlyph, encode }
}
