import { afterAll, beforeAll, expect, test } from 'vitest'
import { judged, payment, takeIn } from '../alerts/support.ts'
import { startBench } from './support.ts'
import type { Bench, Person } from './support.ts'

/** Nobody becomes an auditor, who changes nothing, while work waits for him. */

let bench: Bench
let ines: Person
let ola: Person

const give = (id: number, role: string) => bench.ask('PATCH', `/v1/users/${id}`, { body: { role } })

beforeAll(async () => {
  bench = await startBench()
  ines = await bench.addPerson('investigator', 'ines')
  ola = await bench.addPerson('supervisor', 'ola')
})
afterAll(() => bench.close())

test('who owns cases or has alerts is told what to hand over, and stays what he is', async () => {
  const one = await bench.createCase('Of Ines')
  expect(one.owner_id).toBe(ines.id)
  const [raised] = await takeIn(
    bench.service.workspace,
    { userId: bench.admin.id, userUid: bench.admin.uid, role: 'admin' },
    [{ event: payment('held', Date.UTC(2031, 2, 4, 2), { customer_id: 'of-held' }), assessment: judged(0.6) }],
  )
  await bench.ask('PUT', `/v1/alerts/${raised?.id}/assignee`, { body: { assignee_id: ines.id } })
  const before = await bench.snapshot()
  const refused = await give(ines.id, 'auditor')
  expect([refused.status, refused.error.code, refused.error.message]).toEqual([
    409,
    'work_held',
    expect.stringContaining('1 unfinished case and 1 open alert'),
  ])
  expect(refused.error.details).toEqual([
    { path: 'body.role', message: `${one.case_number} (id ${one.id})` },
    { path: 'body.role', message: `alert (id ${raised?.id})` },
  ])
  expect(await bench.snapshot()).toBe(before)

  await bench.ask('PUT', `/v1/cases/${one.id}/owner`, { body: { owner_id: ola.id } })
  expect((await give(ines.id, 'auditor')).error.message).toContain('has 1 open alert.')
  await bench.ask('PUT', `/v1/alerts/${raised?.id}/status`, { body: { status: 'dismissed', notes: 'Her own card.' } })
  expect((await give(ines.id, 'auditor')).data.role).toBe('auditor')
  expect((await give(ines.id, 'investigator')).data.role).toBe('investigator')
})

test('a finished case is no work, another role works on, and whoever must not go on is made inactive at once', async () => {
  const two = await bench.createCase('Of Ines again')
  expect(two.owner_id).toBe(ines.id)
  await bench.ask('PUT', `/v1/cases/${two.id}/status`, { body: { status: 'closed', notes: 'Nothing in it.' } })
  expect((await give(ines.id, 'auditor')).status).toBe(200)
  expect((await give(ines.id, 'investigator')).status).toBe(200)
  const three = await bench.createCase('A third')
  expect(three.owner_id).toBe(ines.id)
  expect((await give(ines.id, 'supervisor')).status).toBe(200)
  const gone = await bench.ask('PATCH', `/v1/users/${ines.id}`, { body: { active: false } })
  expect([gone.status, gone.data.active, gone.data.open_cases]).toEqual([200, false, 1])
})
