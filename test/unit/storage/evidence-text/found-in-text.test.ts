import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseQuery } from '../../../../main/storage/cases/search-text.ts'
import { excerptOf } from '../../../../main/storage/evidence-text/found-in-text.ts'

const found = (text: string, query: string): string[] | null =>
  excerptOf(text, parseQuery(query))?.marks.map(([start, end]) =>
    (excerptOf(text, parseQuery(query))?.text ?? '').slice(start, end),
  ) ?? null

test('E-44, L-71: every word must stand in the passage, quoted words one after the other, the last word may be a beginning', () => {
  const text = 'The payment to Zürich was made by Gazelle Ltd.'
  expect(found(text, 'gazelle zurich')).toEqual(['Zürich', 'Gazelle'])
  expect(found(text, 'gazelle paris')).toBeNull()
  expect(found(text, '"gazelle ltd"')).toEqual(['Gazelle Ltd'])
  expect(found(text, '"ltd gazelle"')).toBeNull()
  expect(found(text, 'gaz')).toEqual(['Gazelle'])
  expect(found(text, 'gaz made')).toBeNull()
  expect(found('客户王小明涉嫌洗钱', '王小明')).toEqual(['王小明'])
  expect(found(text, '')).toBeNull()
})

test('an excerpt shows the most of what was asked for, whole words, and says that the text goes on', () => {
  const filler = 'words that nobody asks for '.repeat(40)
  const excerpt = excerptOf(
    `${filler}courier ${filler}the courier and the gazelle ${filler}`,
    parseQuery('courier gazelle'),
  )
  expect(excerpt?.text.startsWith('… ')).toBe(true)
  expect(excerpt?.text.endsWith(' …')).toBe(true)
  expect(excerpt?.marks.map(([start, end]) => excerpt.text.slice(start, end))).toEqual(['courier', 'gazelle'])
  expect(excerpt?.text.length).toBeLessThan(300)
})

test('whatever text and query: marks lie in the excerpt, in order, and the excerpt is bounded and well-formed', () => {
  const words = fc.array(fc.constantFrom('a', 'bé', '王', '😀', 'ccc', '\n', '  ', '한국', 'x'.repeat(400)), {
    maxLength: 400,
  })
  fc.assert(
    fc.property(
      words,
      fc.array(fc.constantFrom('a', 'be', '王', '"a be"', 'ccc', 'x'), { maxLength: 3 }),
      (text, query) => {
        const excerpt = excerptOf(text.join(' '), parseQuery(query.join(' ')))
        if (excerpt === null) return
        expect(excerpt.text.isWellFormed()).toBe(true)
        expect(excerpt.text.length).toBeLessThan(900)
        let before = 0
        expect(excerpt.marks.length).toBeGreaterThan(0)
        for (const [start, end] of excerpt.marks) {
          expect(start).toBeGreaterThanOrEqual(before)
          expect(end).toBeGreaterThan(start)
          before = end
        }
        expect(before).toBeLessThanOrEqual(excerpt.text.length)
      },
    ),
  )
})
