import { describe, expect, it } from 'vitest'
import {
  compare as compareIn,
  indexOfRow,
  pageOf,
  pagesFor,
  rowAt,
  type Page,
} from '../../../../../renderer/data/paging/rows.ts'
import { caseList } from '../../../../../renderer/data/queries/caseList.ts'
import { targetOf } from '../../../../../renderer/ui/grid/keys.ts'
import type { CaseQueueItem } from '../../../../../shared/schema/case.ts'

type QueuePage = Page<CaseQueueItem>

const list = caseList({})
const compare = (shown: readonly QueuePage[], fresh: readonly QueuePage[]) => compareIn(list, shown, fresh)

const item = (id: number, updated = '2026-01-01T00:00:00.000+00:00'): CaseQueueItem => ({
  id,
  case_number: `CASE-ACME-20260101-${String(id).padStart(5, '0')}`,
  title: `Case ${id}`,
  priority: 'low',
  status: 'open',
  sla_due_at: '2026-01-02T00:00:00.000+00:00',
  owner_id: 1,
  owner_name: 'A',
  sla_state: 'on_track',
  alert_count: 0,
  legal_hold: false,
  outcome: null,
  parent_case_number: null,
  duplicate_of_case_number: null,
  created_at: updated,
  updated_at: updated,
})
const page = (ids: readonly number[], total = 1_000): QueuePage => ({ items: ids.map((id) => item(id)), total })

describe('pages of 100 rows', () => {
  it('row 99 is on page 1, row 100 on page 2', () => {
    expect([0, 99, 100, 99_999].map(pageOf)).toEqual([1, 1, 2, 1_000])
  })

  it('asks only for the pages that the screen touches', () => {
    expect(pagesFor(0, 40, 100_000)).toEqual([1])
    expect(pagesFor(90, 130, 100_000)).toEqual([1, 2])
    expect(pagesFor(99_970, 100_020, 100_000)).toEqual([1_000])
  })

  it('asks for the first page before anything is known, and when nothing matches', () => {
    expect(pagesFor(0, 40, null)).toEqual([1])
    expect(pagesFor(0, 40, 0)).toEqual([1])
  })

  it('finds rows and cases among the pages at hand', () => {
    const pages = new Map([[3, page([7, 8, 9])]])
    expect(rowAt(pages, 201)?.id).toBe(8)
    expect(rowAt(pages, 0)).toBeUndefined()
    expect(indexOfRow(list, pages, 9)).toBe(202)
    expect(indexOfRow(list, pages, 1)).toBeNull()
  })
})

describe('a refresh that does not move what is being read', () => {
  it('the same cases with the same values change nothing', () => {
    expect(compare([page([1, 2])], [page([1, 2])])).toBe('none')
  })

  it('new values of the same cases in the same places are filled in', () => {
    expect(compare([page([1])], [{ items: [item(1, '2026-02-02T00:00:00.000+00:00')], total: 1_000 }])).toBe('values')
  })

  it('other cases, another order or another total wait for the reader', () => {
    expect(compare([page([1, 2])], [page([2, 1])])).toBe('order')
    expect(compare([page([1, 2])], [page([1, 2], 1_001)])).toBe('order')
  })
})

describe('the keys of the grid', () => {
  const where = { active: 50, total: 100, rowsOnScreen: 20 }

  it.each([
    ['j', 51],
    ['ArrowUp', 49],
    ['PageDown', 69],
    ['PageUp', 31],
    ['Home', 0],
    ['End', 99],
  ])('%s leads to row %i', (key, row) => {
    expect(targetOf(key, where)).toBe(row)
  })

  it('stops at both ends', () => {
    expect(targetOf('k', { ...where, active: 0 })).toBe(0)
    expect(targetOf('PageDown', { ...where, active: 95 })).toBe(99)
  })

  it('other keys lead nowhere', () => {
    expect(targetOf('q', where)).toBeNull()
  })
})
