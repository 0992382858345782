import type { Encoding } from '../../shared/text/encoding.ts'

/** A line longer than this many bytes is shown in rows of this many. */
export const pieceBytes = 1_024

/** Finds the line feeds of an encoding; in UTF-16 one is two bytes at an even place. */
type FeedFinder = { readonly width: 1 | 2; next(bytes: Uint8Array, from: number): number }

const feedFinder = (encoding: Encoding): FeedFinder => {
  if (encoding !== 'utf-16le' && encoding !== 'utf-16be')
    return { width: 1, next: (bytes, from) => bytes.indexOf(0x0a, from) }
  const low = encoding === 'utf-16le' ? 0 : 1
  return {
    width: 2,
    next(bytes, from) {
      for (let at = bytes.indexOf(0x0a, from); at !== -1; at = bytes.indexOf(0x0a, at + 1)) {
        if (at % 2 === low && bytes[at + (low === 0 ? 1 : -1)] === 0) return at - low
      }
      return -1
    },
  }
}

/** Called for each row: where it starts, and whether a line starts there or only goes on. */
export type OnRow = (offset: number, startsLine: boolean) => void

/**
 * Reads a text from its start or from the start of any row, in order, and tells where its rows begin. A row is a line,
 * or 1,024 bytes of a longer one, so that rows are the same from wherever one starts. Pieces given to `push` have an
 * even number of bytes but for the last.
 */
export const createRowScan = (
  encoding: Encoding,
  onRow: OnRow,
  start: { offset: number; startsLine: boolean },
): { push(bytes: Uint8Array): void } => {
  const feeds = feedFinder(encoding)
  let base = start.offset
  let nextPiece = start.offset + pieceBytes
  onRow(start.offset, start.startsLine)

  return {
    push(bytes) {
      let at = 0
      for (;;) {
        const feed = feeds.next(bytes, at)
        const end = base + (feed === -1 ? bytes.length : feed)
        for (; nextPiece < end; nextPiece += pieceBytes) onRow(nextPiece, false)
        if (feed === -1) break
        at = feed + feeds.width
        onRow(base + at, true)
        nextPiece = base + at + pieceBytes
      }
      base += bytes.length
    },
  }
}

/** Rows between two places of the index that are kept. */
export const anchorRows = 256

/** Every 256th row of a text: enough to find any row by reading little. */
export type RowIndex = {
  push(bytes: Uint8Array): void
  /** Rows so far; the empty one after a last line feed does not count. */
  rows(): number
  lines(): number
  /** Bytes so far. */
  size(): number
  /** Where a block of 256 rows starts, ends, and which line it starts in. */
  block(index: number): { offset: number; end: number; line: number; startsLine: boolean } | undefined
  /** The block in which a line starts (1 is the first). */
  blockOfLine(line: number): number
}

/** Makes an index that grows as the file is read. `start` is where the text begins, after a byte order mark. */
export const createRowIndex = (encoding: Encoding, start: number): RowIndex => {
  const anchors: { offset: number; line: number; startsLine: boolean }[] = []
  let rows = 0
  let lines = 0
  let size = start
  let lastRow = start
  const scan = createRowScan(
    encoding,
    (offset, startsLine) => {
      if (startsLine) lines += 1
      if (rows % anchorRows === 0) anchors.push({ offset, line: lines, startsLine })
      rows += 1
      lastRow = offset
    },
    { offset: start, startsLine: true },
  )
  const emptyEnd = (): number => (lastRow === size ? 1 : 0)
  return {
    push(bytes) {
      scan.push(bytes)
      size += bytes.length
    },
    rows: () => rows - emptyEnd(),
    lines: () => lines - emptyEnd(),
    size: () => size,
    block(index) {
      const anchor = anchors[index]
      return anchor === undefined ? undefined : { ...anchor, end: anchors[index + 1]?.offset ?? size }
    },
    blockOfLine(line) {
      let low = 0
      let high = anchors.length - 1
      while (low < high) {
        const middle = Math.ceil((low + high) / 2)
        const anchor = anchors[middle]
        // A block that goes on with this line is too late: the line starts before it.
        if (anchor !== undefined && (anchor.line < line || (anchor.line === line && anchor.startsLine))) low = middle
        else high = middle - 1
      }
      return low
    },
  }
}

/** A row as text, and the number of the line if it starts there. */
export type TextRow = { readonly text: string; readonly line: number | null }

/** Bytes that a row may reach beyond its piece: the rest of a character. */
export const overhang = 4

const isContinuation = (bytes: Uint8Array, at: number, encoding: Encoding): boolean => {
  if (encoding === 'utf-8') return ((bytes[at] ?? 0) & 0xc0) === 0x80
  if (encoding === 'windows-1252') return false
  return ((bytes[at + (encoding === 'utf-16le' ? 1 : 0)] ?? 0) & 0xfc) === 0xdc
}

/** Moves a cut inside a character to its end. */
const wholeCharacter = (bytes: Uint8Array, at: number, encoding: Encoding): number => {
  const width = encoding.startsWith('utf-16') ? 2 : 1
  let moved = at
  for (let step = 0; step < 3 && moved < bytes.length && isContinuation(bytes, moved, encoding); step += 1)
    moved += width
  return moved
}

/**
 * The rows of a block: `bytes` start where the block does and reach up to four bytes beyond its `length`.
 */
export const rowsOfBlock = (
  bytes: Uint8Array,
  length: number,
  block: { line: number; startsLine: boolean },
  encoding: Encoding,
): TextRow[] => {
  const starts: { at: number; startsLine: boolean }[] = []
  createRowScan(encoding, (at, startsLine) => starts.push({ at, startsLine }), {
    offset: 0,
    startsLine: block.startsLine,
  }).push(bytes.subarray(0, length))
  const decoder = new TextDecoder(encoding, { ignoreBOM: true })
  let line = block.startsLine ? block.line - 1 : block.line
  return starts
    .filter((start, index) => index === 0 || start.at < length)
    .map(({ at, startsLine }, index) => {
      const next = starts[index + 1]
      const from = startsLine ? at : wholeCharacter(bytes, at, encoding)
      const to = next === undefined || !next.startsLine ? wholeCharacter(bytes, next?.at ?? length, encoding) : next.at
      if (startsLine) line += 1
      return { text: decoder.decode(bytes.subarray(from, to)).replace(/\r?\n$/, ''), line: startsLine ? line : null }
    })
}
