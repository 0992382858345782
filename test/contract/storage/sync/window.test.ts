import { expect, test } from 'vitest'
import type { Actor } from '../../../../main/domain/access/actor.ts'
import { settlementOf } from '../../../../main/server/sync-settlement.ts'
import { granted } from '../support.ts'
import { freshField } from './replicas.ts'
import type { Field, Replica } from './replicas.ts'

/** What the window shows of sync, and how it settles conflicts, over replicas that really worked apart. */

const inField = async (work: (field: Field) => Promise<void>): Promise<void> => {
  const field = await freshField()
  try {
    await work(field)
  } finally {
    await field.remove()
  }
}

const openCase = async (device: Replica, actor: Actor, title: string): Promise<number> =>
  granted(await device.workspace.cases.create({ title, description: 'x', priority: 'high' }, { actor })).id
const all = { sort: 'waiting', page: 1, size: 50 } as const
const open = { state: 'open', page: 1, size: 10 } as const

test('the cases of a device stand by what waits, in pages, and are found by what is typed', () =>
  inField(async (field) => {
    const actor = field.admin
    const a = await field.enrol()
    const ids: number[] = []
    for (const title of ['First', '100 % of it', 'Third_one', 'Fourth']) ids.push(await openCase(a, actor, title))
    await field.order.push(a)
    const { overview } = a.workspace.sync
    expect((await overview.cases(all)).items.map(({ waiting }) => waiting)).toEqual([0, 0, 0, 0])
    for (const text of ['one', 'two']) granted(await a.workspace.cases.addNote(ids[1] ?? 0, { text }, { actor }))
    granted(await a.workspace.cases.addNote(ids[3] ?? 0, { text: 'three' }, { actor }))

    const listed = await overview.cases(all)
    expect(listed.total).toBe(4)
    expect(listed.items.map(({ title, waiting }) => [title, waiting])).toEqual([
      ['100 % of it', 2],
      ['Fourth', 1],
      ['Third_one', 0],
      ['First', 0],
    ])
    expect(listed.items[0]?.witnessed).toMatchObject({ size: 1, witnesses: 0 })
    expect(listed.items[0]?.witnessed?.root).toMatch(/^[0-9a-f]{64}$/)
    expect((await overview.cases({ ...all, page: 2, size: 3 })).items.map(({ title }) => title)).toEqual(['First'])
    expect((await overview.cases({ ...all, filter: 'waiting' })).total).toBe(2)
    expect((await overview.cases({ ...all, filter: 'stuck' })).total).toBe(0)
    expect((await overview.cases({ ...all, q: '%' })).items.map(({ title }) => title)).toEqual(['100 % of it'])
    expect((await overview.cases({ ...all, q: '_one' })).items.map(({ title }) => title)).toEqual(['Third_one'])
    expect((await overview.cases({ ...all, sort: '-number' })).items.map(({ title }) => title)).toEqual([
      'Fourth',
      'Third_one',
      '100 % of it',
      'First',
    ])

    const [stuck] = listed.items
    await a.workspace.sync.replica.keepRefusal(stuck?.case_uid ?? '', {
      entryId: 'f'.repeat(64),
      code: 'not_granted',
      message: 'no longer yours',
      quarantined: false,
    })
    const refused = await overview.cases({ ...all, filter: 'stuck' })
    expect([refused.total, refused.items[0]?.stuck]).toEqual([
      1,
      { code: 'not_granted', message: 'no longer yours', quarantined: false },
    ])
    expect(granted(await overview.case(stuck?.case_id ?? 0))).toMatchObject({ waiting: 2, open_conflicts: 0 })
    expect((await overview.case(4_711)).ok).toBe(false)
  }))

test('the case numbers that begin like a day’s are found, and a device by the name that the workspace’s chain gives its key', () =>
  inField(async (field) => {
    const a = await field.enrol()
    const { overview, replica } = a.workspace.sync
    for (const title of ['First', 'Second']) await openCase(a, field.admin, title)
    const numbers = (await overview.cases({ ...all, sort: 'number' })).items.map((item) => item.case_number)
    const [first = '', second = ''] = numbers
    expect([...overview.numbersWith(first.slice(0, first.lastIndexOf('-') + 1))].sort()).toEqual([first, second])
    expect(overview.numbersWith(second)).toEqual([second])
    expect(overview.numbersWith('CASE-NONE-')).toEqual([])
    await field.order.pull(a)
    expect(overview.deviceName(a.workspace.keys.device.kid)).toBe(`Device ${replica.relation()?.deviceNumber ?? ''}`)
    expect(overview.deviceName('no such key')).toBeNull()
  }))

test('Y-44: what was overtaken is settled through the case’s own commands, under their rules', () =>
  inField(async (field) => {
    const actor = field.admin
    const [a, b] = [await field.enrol(), await field.enrol()]
    const id = await openCase(a, actor, 'Contested')
    await field.order.push(a)
    await field.order.pull(b)
    granted(await a.workspace.cases.changeStatus(id, { status: 'investigating', notes: 'A' }, { actor }))
    granted(await b.workspace.cases.changeStatus(id, { status: 'closed', notes: 'B' }, { actor }))
    await field.order.push(a)
    await field.order.push(b)
    const loser = (await b.workspace.sync.overview.conflicts(open)).items[0]?.id ?? ''
    expect((await b.workspace.sync.overview.conflicts({ ...open, case_id: id + 1 })).total).toBe(0)
    expect(granted(await b.workspace.sync.overview.case(id)).open_conflicts).toBe(1)

    const { settle } = settlementOf(b.workspace)
    expect(await settle('0'.repeat(64), { how: 'keep' }, actor)).toMatchObject({
      ok: false,
      error: { code: 'not_found' },
    })
    expect(await settle(loser, { how: 'redecide', owner_id: 1, notes: 'x' }, actor)).toMatchObject({
      ok: false,
      error: { code: 'unknown_reference' },
    })
    expect(
      await settle(loser, { how: 'redecide', status: 'investigating', notes: 'it is that already' }, actor),
    ).toMatchObject({ ok: false, error: { code: 'already_done' } })
    expect((await b.workspace.sync.overview.conflicts(open)).total, 'nothing was settled by a refusal').toBe(1)

    const settled = granted(await settle(loser, { how: 'redecide', status: 'closed', notes: 'B was right' }, actor))
    expect(settled.case_id).toBe(id)
    expect(granted(await b.workspace.cases.read(id)).status).toBe('closed')
    expect((await b.workspace.sync.overview.conflicts({ ...open, state: 'settled' })).items[0]?.settled).toMatchObject({
      entry_id: settled.entry_id,
      how: 'redecided',
    })
    expect(await settle(loser, { how: 'keep' }, actor)).toMatchObject({ ok: false, error: { code: 'already_done' } })
  }))

test('what others wrote is news from a point on, and what this device wrote is none', () =>
  inField(async (field) => {
    const actor = field.admin
    const [a, b] = [await field.enrol(), await field.enrol()]
    const [first, second] = [await openCase(a, actor, 'First'), await openCase(a, actor, 'Second')]
    await field.order.push(a)
    await field.order.pull(b)
    const { overview } = b.workspace.sync
    const before = await overview.news(undefined)
    expect([before.total, before.cases.length]).toEqual([0, 0])
    granted(await b.workspace.cases.addNote(first, { text: 'mine' }, { actor }))
    await field.order.push(b)
    expect((await overview.news(before.cursor)).total).toBe(0)
    for (const text of ['one', 'two']) granted(await a.workspace.cases.addNote(second, { text }, { actor }))
    await field.order.push(a)
    await field.order.pull(b)
    const news = await overview.news(before.cursor)
    expect(news).toMatchObject({ total: 1, cases: [{ case_id: second, title: 'Second', entries: 2 }] })
    expect((await overview.news(news.cursor)).total).toBe(0)
  }))
