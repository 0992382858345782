import { expect, test } from 'vitest'
import type { FoundPassage, FoundPiece } from '../../../../shared/schema/evidence-text.ts'
import {
  inNames,
  inText,
  isInText,
  listQueryOf,
  pageIn,
  withPage,
  wordsOf,
} from '../../../../renderer/features/evidence/model/query.ts'
import { linesOf, passagePage, unitedPieces } from '../../../../renderer/features/evidence/text/lines.ts'
import { markedParts } from '../../../../renderer/ui/marked-parts.ts'

const passage = (page: number): FoundPassage => ({ way: [{ kind: 'page', number: page }], text: 'a word', marks: [] })

const piece = (id: number, pages: readonly number[], more = false): FoundPiece => ({
  evidence_id: id,
  name: `piece ${id}`,
  kind: 'pdf',
  passages: pages.map(passage),
  more,
  entry_id: 'a'.repeat(64),
})

test('lines are the passages of each piece, then a way to more of it, and a way to more pieces at the end', () => {
  const pieces = [piece(1, [1, 2], true), piece(2, [5])]
  expect(linesOf(pieces, new Map(), false).map(({ kind }) => kind)).toEqual([
    'passage',
    'passage',
    'more',
    'passage',
    'next',
  ])
  const opened = new Map([[1, { passages: [passage(1), passage(2), passage(9)], more: false }]])
  expect(
    linesOf(pieces, opened, true).map((line) => (line.kind === 'passage' ? passagePage(line.passage) : line.kind)),
  ).toEqual([1, 2, 9, 5])
})

test('a piece that two pages of a search tell of is one', () => {
  expect(
    unitedPieces([
      [piece(1, [1]), piece(2, [1])],
      [piece(2, [4], true), piece(3, [1])],
    ]),
  ).toEqual([piece(1, [1]), piece(2, [1, 4], true), piece(3, [1])])
})

test('a page is one of the piece itself, and of no attachment', () => {
  expect(passagePage(passage(3))).toBe(3)
  expect(
    passagePage({
      ...passage(3),
      way: [
        { kind: 'attachment', name: 'a.pdf' },
        { kind: 'page', number: 3 },
      ],
    }),
  ).toBeNull()
  expect(passagePage({ ...passage(3), way: [] })).toBeNull()
})

test('what was found is told from the rest of a text', () => {
  expect(markedParts({ text: 'the courier came', marks: [{ start: 4, end: 11 }] })).toEqual([
    { text: 'the ', isFound: false },
    { text: 'courier', isFound: true },
    { text: ' came', isFound: false },
  ])
  expect(markedParts({ text: 'courier', marks: [{ start: 0, end: 7 }] })).toEqual([{ text: 'courier', isFound: true }])
})

test('an address tells where words are looked for, and the page of a preview, and keeps how the list is narrowed', () => {
  const list = { kind: 'pdf', sort: 'name' }
  const text = inText(list, 'gazelle')
  expect(text).toEqual({ ...list, in: 'text', words: 'gazelle' })
  expect([isInText(text), wordsOf(text), listQueryOf(text)]).toEqual([true, 'gazelle', list])
  expect(inText(text)).toEqual(text)
  expect(inText(text, '')).toEqual({ ...list, in: 'text' })
  const paged = withPage(text, 7)
  expect([pageIn(paged), pageIn(text), pageIn({ page: '0' }), pageIn({ page: '1e9' })]).toEqual([7, null, null, null])
  expect(withPage(paged, null)).toEqual(text)
  expect(inNames(paged)).toEqual(list)
})
