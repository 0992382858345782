import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusal } from '../../../shared/api/errors.ts'
import { eventCatalogue } from '../../../shared/schema/events.ts'
import type { EventType } from '../../../shared/schema/events.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import { startBench } from '../api/support.ts'
import type { Bench, Person } from '../api/support.ts'
import { freshWorkspace, granted, refused } from '../storage/support.ts'
import type { TestWorkspace } from '../storage/support.ts'

describe('what a person does', () => {
  let bench: Bench
  let other: Person
  let caseId: number
  beforeAll(async () => {
    bench = await startBench()
    // Before there is anybody else who could own it.
    caseId = (await bench.createCase()).id
    other = await bench.addPerson('supervisor', 'bo.lind')
  })
  afterAll(() => bench.close())

  const put = (what: string, body: unknown, method = 'PUT') =>
    bench.ask(method, `/v1/cases/${caseId}/${what}`, { body })

  const steps: readonly (readonly [
    EventType,
    object,
    () => Promise<{ readonly status: number; readonly text: string }>,
  ])[] = [
    [
      'case.status_changed',
      { from: 'open', to: 'investigating' },
      () => put('status', { status: 'investigating', notes: 'Words of a person' }),
    ],
    [
      'case.priority_changed',
      { from: 'medium', to: 'urgent' },
      () => put('priority', { priority: 'urgent', notes: 'Words of a person' }),
    ],
    ['case.assigned', { to_id: 2 }, () => put('owner', { owner_id: other.id, notes: 'Words of a person' })],
    ['case.note_added', {}, () => put('notes', { text: 'Words of a person' }, 'POST')],
    [
      'case.edited',
      { fields: ['title'] },
      () => bench.ask('PATCH', `/v1/cases/${caseId}`, { body: { title: 'Words of a person' } }),
    ],
    ['case.linked', { alert_ids: [7] }, () => put('links', { alert_ids: [7], customer_ids: [4711] }, 'POST')],
    ['case.hold_placed', {}, () => put('hold', { reason: 'Words of a person' }, 'POST')],
    ['case.hold_released', {}, () => put('hold/release', { reason: 'Words of a person' }, 'POST')],
    [
      'user.added',
      { role: 'auditor' },
      () =>
        bench.ask('POST', '/v1/users', { body: { login_name: 'words', name: 'Words of a person', role: 'auditor' } }),
    ],
    [
      'user.changed',
      { user_id: 2 },
      () => bench.ask('PATCH', `/v1/users/${other.id}`, { body: { name: 'Words of a person' } }),
    ],
    [
      'list.changed',
      { list_id: 'odd_shops', items: 0 },
      () =>
        bench.ask('PUT', '/v1/lists/odd_shops', {
          body: { key: 'odd_shops', name: 'Words of a person', why: 'Words of a person' },
        }),
    ],
    [
      'rule.changed',
      { rule_id: 'large_payment', version: 1, to: 'draft' },
      () =>
        bench.ask('POST', '/v1/rules', {
          body: {
            key: 'large_payment',
            name: 'Words of a person',
            why: 'Words of a person',
            logic: { at_least: [{ var: 'event.amount' }, 9_000] },
            signal: 'large_payment',
            weight: 0.2,
            reason: 'Words of a person',
          },
        }),
    ],
    [
      'api_key.created',
      { kind: 'api', scopes: ['v4:read'] },
      () => bench.ask('POST', '/v1/keys', { body: { label: 'Words of a person', scopes: ['v4:read'] } }),
    ],
  ]

  it.each(steps)('is told as %s, with what the list says and no word that a person wrote', async (type, data, act) => {
    const { newest } = bench.service.workspace.events.bounds()
    const answer = await act()
    expect(answer.status, answer.text).toBeLessThan(300)
    const told = bench.service.workspace.events.after(newest, 10)
    expect(told.map((event) => event.type)).toEqual([type])
    expect(told[0]).toMatchObject({ id: newest + 1, actor: bench.admin.uid, data })
    expect(told[0]?.entry_id).toMatch(/^[0-9a-f]{64}$/)
    expect(eventCatalogue[type].data.safeParse(told[0]?.data).success).toBe(true)
    // The number as a value of its own: four digits in a row are in a hash soon enough.
    expect(JSON.stringify(told)).not.toMatch(/Words|[:,["]4711[\],}"]/)
  })

  it('V-3: is told once: verifying and replaying the entries tells nothing', async () => {
    const before = bench.service.workspace.events.bounds()
    const answer = await bench.ask('POST', `/v1/cases/${caseId}/verify`)
    expect(answer.status).toBeLessThan(300)
    expect(bench.service.workspace.events.bounds()).toEqual(before)
  })
})

describe('LedgerTx.emit', () => {
  let bench: TestWorkspace
  beforeAll(async () => {
    bench = await freshWorkspace()
  })
  afterAll(() => bench.remove())

  const emitting = (type: 'model.activated' = 'model.activated') =>
    ({ type, data: { model: 'default', version: '1', previous_version: null } }) as const

  it('V-1, V-2, V-6: tells in the transaction of the job: with its writes or not at all, without a gap', async () => {
    const { ledger, events } = bench.workspace
    const { newest } = events.bounds()
    const heard: number[] = []
    const off = ledger.onEvents((id) => heard.push(id))
    const ended = await Promise.all([
      ledger.write(bench.admin, (tx) => ok(tx.emit(emitting()))),
      ledger.write(bench.admin, (tx) => {
        tx.emit(emitting())
        return fail(refusal('not_found', 'refused'))
      }),
      ledger
        .write(bench.admin, (tx) => {
          tx.emit(emitting())
          throw new Error('a bug')
        })
        .catch((error: unknown) => String(error)),
      ledger.write(bench.admin, (tx) => ok(tx.emit(emitting(), null))),
    ] as const)
    const [first, second, third, fourth] = ended
    off()
    expect(granted(first)).toEqual({ id: newest + 1 })
    expect(refused(second)).toBe('not_found')
    expect(third).toBe('Error: a bug')
    expect(granted(fourth)).toEqual({ id: newest + 2 })
    expect(events.after(newest, 10).map(({ id, actor }) => [id, actor])).toEqual([
      [newest + 1, bench.admin.userUid],
      [newest + 2, null],
    ])
    expect(heard.at(-1)).toBe(newest + 2)
  })

  it('takes nothing that the list does not say, and leaves nothing of the job behind', async () => {
    const { ledger, events } = bench.workspace
    const before = events.bounds()
    const wrong = {
      type: 'model.activated',
      data: { model: 'default', version: '1', previous_version: null, customer: 'a name' },
    } as unknown as ReturnType<typeof emitting>
    await expect(ledger.write(bench.admin, (tx) => ok(tx.emit(wrong)))).rejects.toThrow('customer')
    expect(events.bounds()).toEqual(before)
  })

  it('tells after a restart where it was before', async () => {
    const before = bench.workspace.events.bounds()
    bench = await bench.reopen()
    expect(bench.workspace.events.bounds()).toEqual(before)
    expect(granted(await bench.workspace.ledger.write(bench.admin, (tx) => ok(tx.emit(emitting())))).id).toBe(
      before.newest + 1,
    )
  })
})
