import { expect, test } from 'vitest'
import type { TextPassage } from '../../../../main/domain/evidence/passage.ts'
import {
  packBlock,
  startPacking,
  unitsPerBlock,
  unpackBlock,
} from '../../../../main/storage/evidence-text/packed-text.ts'

const page = (number: number, text: string): TextPassage => ({ way: [{ kind: 'page', number }], text })

const packed = (passages: readonly TextPassage[]) => {
  const packing = startPacking()
  const blocks = [...passages.flatMap((passage) => packing.add([passage])), packing.end()]
  return blocks.filter(({ length }) => length > 0)
}

test('passages come back in their order, and those of one page stand together', () => {
  const passages = Array.from({ length: 500 }, (_, n) => page(1 + Math.floor(n / 2), `text ${n} ${'x'.repeat(900)}`))
  const blocks = packed(passages)
  expect(blocks.length).toBeGreaterThan(3)
  expect(Math.max(...blocks.map(({ length }) => length))).toBeLessThanOrEqual(unitsPerBlock)
  const places = blocks.flatMap((block) => unpackBlock(packBlock(block))).flat()
  expect(places).toHaveLength(250)
  expect(places.map(({ text }) => text).join('\n')).toBe(passages.map(({ text }) => text).join('\n'))
})

test('a page that is very long is parted, and many short rows fill a unit', () => {
  const long = packed(Array.from({ length: 100 }, () => page(1, 'y'.repeat(2_000))))
  expect(Math.max(...long.flat(2).map(({ text }) => text.length))).toBeLessThanOrEqual(16_000)
  const rows = packed(Array.from({ length: 1_000 }, (_, n) => page(n + 1, `row ${n}`)))
  expect(rows.flat().length).toBeLessThan(5)
  expect(packed([])).toEqual([])
})
