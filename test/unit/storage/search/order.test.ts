import { expect, test } from 'vitest'
import { best, shownOf } from '../../../../main/storage/search/finding.ts'
import { orderedGroups } from '../../../../main/storage/search/search-store.ts'
import type { SearchField, SearchGroup, SearchReason, SearchResult } from '../../../../shared/schema/search.ts'

const reason = (how: SearchReason['how'], field: SearchField = 'id'): SearchReason => ({
  field,
  how,
  text: 'x',
  marks: [],
})
const candidate = (key: string, how: SearchReason['how']) => ({ key, row: key, reason: reason(how) })

test('exact identifiers come before beginnings, and those before words; each thing once, by its best reason', () => {
  const found = best([
    candidate('a', 'words'),
    candidate('b', 'beginning'),
    candidate('c', 'exact'),
    candidate('a', 'exact'),
    candidate('d', 'beginning'),
  ])
  expect(found.map(({ key, reason: { how } }) => [key, how])).toEqual([
    ['c', 'exact'],
    ['a', 'exact'],
    ['b', 'beginning'],
    ['d', 'beginning'],
  ])
})

test('five are shown, and a sixth says that there are more', () => {
  const of = (count: number) =>
    shownOf(
      Array.from({ length: count }, (_, n) => candidate(`${n}`, 'words')),
      (row) => row,
    )
  expect([of(5).items.length, of(5).more]).toEqual([5, false])
  expect([of(6).items.length, of(6).more]).toEqual([5, true])
  expect(shownOf([candidate('a', 'words')], (row) => row, true).more).toBe(true)
})

test('groups whose first result bears what was typed come before those that only name it', () => {
  const group = (area: SearchGroup['area'], why: SearchReason): SearchGroup => ({
    area,
    items: [{ reason: why } as SearchResult],
    more: false,
  })
  const groups = [
    group('case', reason('exact', 'customer')),
    group('entity', reason('exact')),
    group('alert', reason('words', 'title')),
    group('evidence', reason('exact', 'sha256')),
    group('report', reason('beginning')),
  ]
  expect(orderedGroups(groups).map(({ area }) => area)).toEqual(['entity', 'evidence', 'case', 'alert', 'report'])
})
