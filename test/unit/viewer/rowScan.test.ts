import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Encoding } from '../../../shared/text/encoding.ts'
import {
  anchorRows,
  createRowIndex,
  overhang,
  pieceBytes,
  rowsOfBlock,
  type TextRow,
} from '../../../viewer/text/rowScan.ts'

/** Reads a whole text through the index, block by block, as the view does. */
const readAll = (
  bytes: Uint8Array,
  encoding: Encoding,
  chunk = 4_096,
  start = 0,
): { rows: TextRow[]; lines: number; counted: number } => {
  const index = createRowIndex(encoding, start)
  for (let at = start; at < bytes.length; at += chunk) index.push(bytes.subarray(at, at + chunk))
  const rows: TextRow[] = []
  for (let key = 0; key * anchorRows < index.rows(); key += 1) {
    const block = index.block(key)
    if (block === undefined) throw new Error(`no block ${key}`)
    rows.push(
      ...rowsOfBlock(
        bytes.subarray(block.offset, block.end + overhang),
        block.end - block.offset,
        block,
        encoding,
      ).slice(0, anchorRows),
    )
  }
  return { rows: rows.slice(0, index.rows()), lines: index.lines(), counted: index.rows() }
}

const encode: Readonly<Record<string, (text: string) => Uint8Array>> = {
  'utf-8': (text) => Buffer.from(text),
  'utf-16le': (text) => Buffer.from(text, 'utf16le'),
  'utf-16be': (text) => Buffer.from(text, 'utf16le').swap16(),
}

describe.each(['utf-8', 'utf-16le', 'utf-16be'] as const)('the rows of a text in %s', (encoding) => {
  const bytesOf = (text: string): Uint8Array => encode[encoding]?.(text) ?? new Uint8Array(0)

  it('are its lines, numbered, whatever the pieces that it is read in', () => {
    const line = fc.stringMatching(/^[a-zäöü東京Ċ਀𝔸😀 ]{0,40}$/u)
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 600 }),
        fc.constantFrom('\n', '\r\n'),
        fc.integer({ min: 1, max: 50 }),
        (lines, end, half) => {
          const { rows, counted } = readAll(bytesOf(lines.join(end) + end), encoding, half * 2)
          expect(rows).toEqual(lines.map((text, index) => ({ text, line: index + 1 })))
          expect(counted).toBe(lines.length)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('cut a long line without breaking a character, and every character is there once', () => {
    const long = 'aé東😀'.repeat(3_000)
    const { rows, lines } = readAll(bytesOf(`first\n${long}\nlast`), encoding)
    expect(lines).toBe(3)
    expect(rows[0]).toEqual({ text: 'first', line: 1 })
    expect(rows.at(-1)).toEqual({ text: 'last', line: 3 })
    const middle = rows.slice(1, -1)
    expect(middle.length).toBe(Math.ceil(bytesOf(long).length / pieceBytes))
    expect(middle.map(({ line }) => line)).toEqual([2, ...middle.slice(1).map(() => null)])
    expect(middle.map(({ text }) => text).join('')).toBe(long)
  })
})

describe('the index of a text', () => {
  it('finds the block in which a line starts', () => {
    const text = Array.from({ length: 2_000 }, (_, index) =>
      index % 7 === 0 ? 'x'.repeat(3_000) : `line ${index + 1}`,
    ).join('\n')
    const bytes = Buffer.from(text)
    const index = createRowIndex('utf-8', 0)
    index.push(bytes)
    for (const line of [1, 2, 300, 777, 778, 1_999, 2_000]) {
      const block = index.block(index.blockOfLine(line))
      if (block === undefined) throw new Error('no block')
      const rows = rowsOfBlock(
        bytes.subarray(block.offset, block.end + overhang),
        block.end - block.offset,
        block,
        'utf-8',
      )
      expect(
        rows.some((row) => row.line === line),
        `line ${line}`,
      ).toBe(true)
    }
  })
  it('counts no line in an empty text, and one in a text without a line feed', () => {
    expect(readAll(new Uint8Array(0), 'utf-8')).toEqual({ rows: [], lines: 0, counted: 0 })
    expect(readAll(Buffer.from('x'), 'utf-8').rows).toEqual([{ text: 'x', line: 1 }])
    expect(readAll(Buffer.from('\n\n'), 'utf-8').rows).toEqual([
      { text: '', line: 1 },
      { text: '', line: 2 },
    ])
  })
  it('leaves a byte order mark out', () => {
    expect(readAll(Buffer.from('\ufeffx\ny'), 'utf-8', 4_096, 3).rows).toEqual([
      { text: 'x', line: 1 },
      { text: 'y', line: 2 },
    ])
  })
})
