import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { casePriorities, caseStatuses, dueSoonMs, isFinished, slaStates } from '../../../shared/schema/case.ts'
import type { CaseQueueItem } from '../../../shared/schema/case.ts'
import { caseSorts } from '../../../shared/api/cases.ts'
import type { CaseListQuery } from '../../../main/storage/cases/case-store.ts'
import { freshWorkspace, granted, listQuery, startMs } from './support.ts'
import type { TestWorkspace } from './support.ts'

/** The list against a plain model of it: every filter, order and page. */

let t: TestWorkspace
let all: CaseQueueItem[]
let finishedAt: Map<number, string | null>
const owners: number[] = []

const pick = <T>(values: readonly T[], n: number): T => values[n % values.length] as T

beforeAll(async () => {
  t = await freshWorkspace()
  const actor = t.admin
  for (const name of ['Ben Ito', 'Cho Mensah', 'Dov Adler']) owners.push((await t.addUser(name, 'investigator')).userId)
  const policy = t.workspace.access.policy()
  granted(await t.workspace.access.changePolicy({ ...policy, sla_pauses_in_pending_review: true }, { actor }))
  await Promise.all(
    Array.from({ length: 240 }, async (_, n) => {
      const imported = {
        system: 'Old',
        reference: `R-${n}`,
        createdAtMs: startMs - (n % 40) * 3_600_000,
        slaDueAtMs: startMs + (((n * 37) % 200) - 100) * 600_000,
        status: pick(caseStatuses, n * 7),
        ownerId: pick(owners, n * 11),
      }
      return granted(
        await t.workspace.cases.create(
          {
            title: `Case ${n % 2 === 0 ? 'alpha' : 'beta'} ${n}`,
            description: 'x',
            priority: pick(casePriorities, n * 5),
            alert_ids: [(n % 9) + 1],
            imported,
          },
          { actor },
        ),
      )
    }),
  )
  for (const id of [3, 30, 77]) granted(await t.workspace.cases.placeHold(id, { reason: 'r' }, { actor }))
  const pages = await Promise.all(
    [1, 2, 3].map((page) => t.workspace.cases.list(listQuery({ view: 'queue', sort: 'number', page, size: 100 }))),
  )
  all = pages.flatMap(({ data }) => data as CaseQueueItem[])
  finishedAt = new Map(
    await Promise.all(all.map(async ({ id }) => [id, granted(await t.workspace.cases.read(id)).finished_at] as const)),
  )
})
afterAll(async () => await t.remove())

const slaOf = (item: CaseQueueItem, nowMs: number): string => {
  const due = Date.parse(item.sla_due_at)
  if (isFinished(item.status)) return Date.parse(finishedAt.get(item.id) ?? '') > due ? 'missed' : 'met'
  if (item.status === 'pending_review') return 'paused'
  return due <= nowMs ? 'breached' : due < nowMs + dueSoonMs ? 'due_soon' : 'on_track'
}

const queueKey = (item: CaseQueueItem): number =>
  isFinished(item.status) ? 4e15 - Date.parse(item.updated_at) : Date.parse(item.sla_due_at)
const priorityKey = (item: CaseQueueItem): number => casePriorities.indexOf(item.priority)

const compare: Record<CaseListQuery['sort'], (a: CaseQueueItem, b: CaseQueueItem) => number> = {
  sla: (a, b) => queueKey(a) - queueKey(b) || a.id - b.id,
  created: (a, b) => Date.parse(a.created_at) - Date.parse(b.created_at) || a.id - b.id,
  '-created': (a, b) => compare.created(b, a),
  updated: (a, b) => Date.parse(a.updated_at) - Date.parse(b.updated_at) || a.id - b.id,
  '-updated': (a, b) => compare.updated(b, a),
  priority: (a, b) => compare['-priority'](b, a),
  '-priority': (a, b) => priorityKey(b) - priorityKey(a) || compare.sla(a, b),
  number: (a, b) => (a.case_number < b.case_number ? -1 : 1),
  '-number': (a, b) => compare.number(b, a),
}

const expected = (query: CaseListQuery, nowMs: number): CaseQueueItem[] =>
  all
    .filter((item) => query.status?.includes(item.status) ?? true)
    .filter((item) => query.priority?.includes(item.priority) ?? true)
    .filter((item) => query.owner_id?.includes(item.owner_id) ?? true)
    .filter((item) => (query.sla as readonly string[] | undefined)?.includes(slaOf(item, nowMs)) ?? true)
    .filter((item) => query.hold === undefined || item.legal_hold === query.hold)
    .filter((item) => query.q === undefined || item.title.includes(query.q))
    .filter((item) => query.alert_id === undefined || (Number(item.title.split(' ')[2]) % 9) + 1 === query.alert_id)
    .sort(compare[query.sort])

const some = <T>(values: readonly T[]) =>
  fc.option(fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 6 }), { nil: undefined })

test('L-60: the list is what its filters and order say, on every page, with the right total', async () => {
  const queries = fc.record({
    status: some(caseStatuses),
    priority: some(casePriorities),
    owner_id: some([...owners, t.admin.userId]),
    sla: some(slaStates),
    hold: fc.option(fc.boolean(), { nil: undefined, freq: 4 }),
    q: fc.option(fc.constantFrom('alpha', 'beta', 'gamma'), { nil: undefined }),
    alert_id: fc.option(fc.integer({ min: 1, max: 10 }), { nil: undefined, freq: 4 }),
    sort: fc.constantFrom(...caseSorts),
    page: fc.integer({ min: 1, max: 14 }),
    size: fc.constantFrom(1, 7, 20, 100),
    view: fc.constant('queue' as const),
  })
  await fc.assert(
    fc.asyncProperty(queries, async (given) => {
      const query = listQuery(given)
      const rows = expected(query, t.clock.nowMs())
      const page = await t.workspace.cases.list(query)
      expect(page.pagination).toEqual({
        total: rows.length,
        page: query.page,
        size: query.size,
        total_pages: Math.ceil(rows.length / query.size),
      })
      expect(page.data.map(({ id }) => id)).toEqual(
        rows.slice((query.page - 1) * query.size, query.page * query.size).map(({ id }) => id),
      )
    }),
    { numRuns: 400 },
  )
})

test('L-60: without a filter, and by each filter alone, the total and the first page are right', async () => {
  const filters: readonly Partial<CaseListQuery>[] = [
    {},
    { status: ['open'] },
    { status: ['resolved', 'closed'] },
    { priority: ['high', 'urgent'] },
    { hold: true },
    { hold: false },
    { q: 'alpha' },
    { alert_id: 4 },
    ...owners.map((owner) => ({ owner_id: [owner] })),
    { owner_id: owners.slice(0, 2) },
    { status: ['open', 'closed'], priority: ['low'], owner_id: owners.slice(1) },
    ...slaStates.map((sla) => ({ sla: [sla] })),
  ]
  for (const filter of filters) {
    const query = listQuery({ view: 'queue', size: 20, ...filter })
    const rows = expected(query, t.clock.nowMs())
    const { data, pagination } = await t.workspace.cases.list(query)
    expect([pagination.total, data.map(({ id }) => id)], JSON.stringify(filter)).toEqual([
      rows.length,
      rows.slice(0, 20).map(({ id }) => id),
    ])
  }
})

test('the states against the deadline are those that the ranges of the filters find', async () => {
  const nowMs = t.clock.nowMs()
  for (const item of all) expect(slaOf(item, nowMs), `case ${item.id}`).toBe(item.sla_state)
  expect(new Set(all.map(({ sla_state: state }) => state))).toEqual(new Set(slaStates))
  const stats = await t.workspace.cases.stats()
  expect(stats.due_soon).toBe(all.filter((item) => item.sla_state === 'due_soon').length)
})
