import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemEnv } from '../../../main/platform/env.ts'
import { createLog } from '../../../main/platform/log.ts'
import { raiseScreeningAlert } from '../../../main/storage/screening/raise-alert.ts'
import { ok } from '../../../shared/schema/result.ts'
import type { ScreeningMatchItem } from '../../../shared/schema/screening.ts'
import { startBench, type Bench } from '../api/support.ts'

const hour = 3_600_000
const begin = Date.UTC(2026, 2, 4, 10)
let nowMs = begin
let bench: Bench

beforeAll(async () => {
  const real = systemEnv(createLog('silent'))
  bench = await startBench({ env: { ...real, clock: { ...real.clock, nowMs: () => nowMs } } })
})
afterAll(() => bench.close())

const match = (score: number): ScreeningMatchItem => ({
  list: 'un',
  list_version: '1',
  entry_id: `e${score}`,
  entry_kind: 'person',
  primary_name: 'A B',
  listed_name: 'A B',
  searched_name: 'A B',
  name_quality: 'primary',
  score,
  name_score: score,
  mode: 'precise',
  parts: [],
  qualifiers: [],
})

/** What screening finds of one customer; answers the alert's level and its deadline in hours since the first. */
const found = async (score: number): Promise<readonly [level: string | undefined, due: number]> => {
  const { workspace } = bench.service
  const actor = { userId: bench.admin.id, userUid: bench.admin.uid, role: 'admin' as const }
  const raised = await workspace.ledger.write(actor, async (tx) =>
    ok(
      await raiseScreeningAlert(tx, workspace.env.random, { kind: 'customer', id: '4711' }, [
        { uid: `hit ${score}`, match: match(score), fits: true },
      ]),
    ),
  )
  if (!raised.ok) throw new Error(raised.error.message)
  const row = await workspace.db
    .selectFrom('alerts')
    .select('id')
    .where('uid', '=', raised.value)
    .executeTakeFirstOrThrow()
  const item = workspace.alerts.item(row.id)
  return [item?.risk_level, (Date.parse(item?.due_at ?? '') - begin) / hour]
}

test('the deadline of a match counts from its raising, and that of a graver one from then, as with every alert', async () => {
  expect(await found(0.85)).toEqual(['medium', 72])
  nowMs = begin + 60 * hour
  expect(await found(0.86), 'no graver than it was').toEqual(['medium', 72])
  expect(await found(0.99)).toEqual(['critical', 64])
  nowMs = begin + 61 * hour
  expect(await found(0.98), 'once grave, no deadline is put off').toEqual(['critical', 64])
})

test('a match that is found after the case of its alert was finished raises an alert of its own, which takes what follows', async () => {
  const { workspace } = bench.service
  const alerts = async () =>
    await workspace.db.selectFrom('alerts').select(['id', 'case_id', 'open']).orderBy('id').execute()
  const [first] = await alerts()
  // The clock has moved on since the bench was made.
  const as = { ...bench.admin, token: await bench.mint(bench.admin.uid, 'admin') }
  const made = (
    await bench.ask('POST', '/v1/cases', {
      as,
      body: { title: 'A case', description: 'What was seen.', priority: 'medium' },
    })
  ).data
  expect((await bench.ask('POST', `/v1/cases/${made.id}/links`, { as, body: { alert_ids: [first?.id] } })).status).toBe(
    200,
  )
  expect(await found(0.9)).toEqual(['critical', 64])
  expect(
    (await bench.ask('PUT', `/v1/cases/${made.id}/status`, { as, body: { status: 'closed', notes: 'Nothing in it.' } }))
      .status,
  ).toBe(200)
  expect(await alerts()).toEqual([{ id: first?.id, case_id: made.id, open: 1 }])
  expect(await found(0.87)).toEqual(['medium', 61 + 72])
  expect(await found(0.88)).toEqual(['medium', 61 + 72])
  expect(await alerts()).toMatchObject([
    { id: first?.id, case_id: made.id, open: 1 },
    { case_id: null, open: 1 },
  ])
})
