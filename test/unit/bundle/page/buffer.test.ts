import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Buffer as PageBuffer, Bytes, type BufferEncoding } from '../../../../main/bundle/page/platform/buffer.ts'
import { inRoot } from '../../../../scripts/lib/paths.ts'

const encodings: readonly BufferEncoding[] = ['utf8', 'ascii', 'latin1', 'hex', 'base64', 'base64url']
const anyBytes = fc.uint8Array({ maxLength: 200 })
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEFgG'), maxLength: 40 }),
  fc.string({ unit: fc.constantFrom(...'ABCDwxyz0189+/-_=\n !é'), maxLength: 40 }),
  anyBytes.map((bytes) => Buffer.from(bytes).toString('base64')),
  anyBytes.map((bytes) => Buffer.from(bytes).toString('base64url')),
)

/**
 * Of letters beyond Latin-1 Node's readers take the low byte; what reads strictly compares with the text afterwards, so
 * that none of them passes.
 */
const latin = (text: string): string => text.replaceAll(/[^\u0000-\u00ff]/g, '?')

describe('the stand-in for Buffer does what Node’s does', () => {
  test.each(encodings)('text is written as %s', (encoding) => {
    fc.assert(
      fc.property(
        anyBytes,
        (bytes) => void expect(PageBuffer.from(bytes).toString(encoding)).toBe(Buffer.from(bytes).toString(encoding)),
      ),
      { numRuns: 300 },
    )
  })

  test.each(encodings)('text is read as %s, wrong letters included', (encoding) => {
    const same = (text: string): void =>
      void expect([...PageBuffer.from(text, encoding)]).toEqual([...Buffer.from(text, encoding)])
    fc.assert(
      fc.property(anyText, (text) => same(encoding === 'utf8' ? text : latin(text))),
      { numRuns: 1000 },
    )
  })

  test('a byte order mark stays, and what is no UTF-8 becomes the same marks', () => {
    for (const hex of ['efbbbf41', 'c0af', 'eda080', 'f5808080', 'e2']) {
      expect(PageBuffer.from(hex, 'hex').toString('utf8')).toBe(Buffer.from(hex, 'hex').toString('utf8'))
    }
  })

  test('bytes are joined, compared and found', () => {
    fc.assert(
      fc.property(anyBytes, anyBytes, fc.uint8Array({ maxLength: 3 }), (a, b, wanted) => {
        expect([...PageBuffer.concat([a, b])]).toEqual([...Buffer.concat([a, b])])
        expect(PageBuffer.compare(a, b)).toBe(Buffer.compare(a, b))
        expect(PageBuffer.compare(a, Uint8Array.from(a))).toBe(0)
        expect(PageBuffer.concat([a, wanted, b]).includes(wanted)).toBe(true)
        expect(PageBuffer.from(a).includes(wanted)).toBe(Buffer.from(a).includes(Buffer.from(wanted)))
      }),
    )
  })

  test('bytes are copied into others', () => {
    fc.assert(
      fc.property(anyBytes, fc.nat(5), (bytes, at) => {
        const [own, nodes] = [new Uint8Array(bytes.length + at), new Uint8Array(bytes.length + at)]
        expect(PageBuffer.from(bytes).copy(own, at)).toBe(Buffer.from(bytes).copy(nodes, at))
        expect(own).toEqual(nodes)
      }),
    )
  })

  test('a view shares the memory that it views; a copy does not', () => {
    const bytes = Uint8Array.from([1, 2, 3, 4])
    const view = PageBuffer.from(bytes.buffer, 1, 2)
    const copy = PageBuffer.from(bytes)
    bytes[1] = 9
    expect([...view]).toEqual([9, 3])
    expect([...copy]).toEqual([1, 2, 3, 4])
  })

  test('numbers are read as a ZIP file has them, and beyond the end there are none', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 4, maxLength: 16 }), (bytes) => {
        expect(PageBuffer.from(bytes).readUInt8(1)).toBe(Buffer.from(bytes).readUInt8(1))
        expect(PageBuffer.from(bytes).subarray(1).readUInt16LE(0)).toBe(Buffer.from(bytes).readUInt16LE(1))
        expect(PageBuffer.from(bytes).readUInt32LE(bytes.length - 4)).toBe(
          Buffer.from(bytes).readUInt32LE(bytes.length - 4),
        )
        expect(() => PageBuffer.from(bytes).readUInt32LE(bytes.length - 3)).toThrow(RangeError)
      }),
    )
  })

  test('the length of a text is that of its UTF-8 form', () => {
    fc.assert(fc.property(anyText, (text) => void expect(PageBuffer.byteLength(text)).toBe(Buffer.byteLength(text))))
  })
})

test('the linter refuses every method for numbers, parts and comparing that the stand-in does not have', () => {
  const ofBytes = /^(?:(?:read|write)(?:U?Int|Uint|Big|Float|Double)|swap|equals$|\w+(?:Slice|Write)$)/
  const missing = Object.getOwnPropertyNames(Buffer.prototype).filter(
    (name) => ofBytes.test(name) && !(name in Bytes.prototype),
  )
  const config = readFileSync(inRoot('.oxlintrc.json'), 'utf8')
  expect(missing.length).toBeGreaterThan(50)
  expect(
    missing.filter((name) => !config.includes(`{ "property": "${name}", "message": "A browser has no Buffer`)),
  ).toEqual([])
})
