import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBench, type Bench } from '../api/support.ts'
import { judged, payment, takeIn } from './support.ts'

const at = Date.UTC(2026, 2, 4, 10)
let bench: Bench

beforeAll(async () => {
  bench = await startBench()
})
afterAll(() => bench.close())

test('the brief of a case counts an activity once, however many alerts tell of it', async () => {
  const { workspace } = bench.service
  const { alerts, db } = workspace
  const actor = { userId: bench.admin.id, userUid: bench.admin.uid, role: 'admin' as const }
  const policy = alerts.policy()
  await alerts.changePolicy(
    { ...policy, cases: { ...policy.cases, min_alerts: 2, title: '{count} of {entity}' } },
    actor,
  )
  await takeIn(workspace, actor, [
    { event: payment('one', at, { customer_id: '817', amount: 1_000 }), assessment: judged(0.9) },
    { event: payment('two', at + 1, { customer_id: '817', amount: 200 }), assessment: judged(0.9) },
  ])
  const theirs = {
    externalId: 'theirs',
    atMs: at,
    customerId: '817',
    severity: 'critical',
    reasons: ['Odd'],
    amount: 1_500,
    currency: 'EUR',
    transactionIds: ['one', 'not here'],
  } as const
  expect(await alerts.takeExternal(actor, 'tm', [theirs])).toMatchObject({ value: [{ openedCase: true }] })
  const { case_id: id } = await db
    .selectFrom('alerts')
    .select('case_id')
    .where('source_reference', '=', 'theirs')
    .executeTakeFirstOrThrow()
  const { data } = await bench.ask('GET', `/v1/cases/${id}`)
  expect(data.title).toBe('3 of 817')
  expect(data.description.split('\n').slice(0, 4)).toEqual([
    'Who: customer 817.',
    'What: 2 alerts over 3 activities.',
    'When: from 2026-03-04 10:00 UTC to 2026-03-04 10:00 UTC.',
    'Amounts: 1,700.00 EUR.',
  ])
})
