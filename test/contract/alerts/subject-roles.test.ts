import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SubjectRole } from '../../../shared/schema/alerts.ts'
import { byAlerts } from '../../../main/storage/network/known-by-alerts.ts'
import type { Activity } from '../../../shared/schema/activity.ts'
import { freshWorkspace, granted } from '../storage/support.ts'
import type { TestWorkspace } from '../storage/support.ts'
import { judged, payment, takeIn } from './support.ts'

let bench: TestWorkspace
const at = Date.UTC(2026, 2, 4, 10)

beforeAll(async () => {
  bench = await freshWorkspace()
})
afterAll(() => bench.workspace.close())

const raise = async (id: string, more: Partial<Activity>): Promise<number> => {
  const [raised] = await takeIn(bench.workspace, bench.admin, [
    { event: payment(id, at, more), assessment: judged(0.95) },
  ])
  return raised?.id ?? 0
}
const confirm = (id: number, role?: SubjectRole) =>
  bench.workspace.alerts.move(
    id,
    { status: 'confirmed', notes: 'So it is.', ...(role === undefined ? {} : { subject_role: role }) },
    { actor: bench.admin },
  )
const known = (id: number) =>
  byAlerts(bench.workspace.network.sql)
    .filter(({ alertId }) => alertId === id)
    .map(({ entity, certainty, text }) => [`${entity.kind} ${entity.id}`, certainty, text.split(':')[0]])

test('the cardholder whose card was misused is a victim and nobody’s known bad', async () => {
  const id = await raise('misused', { customer_id: '1' })
  expect(granted(await bench.workspace.alerts.read(id)).proposed_role).toBe('victim')
  granted(await confirm(id))
  expect(known(id)).toEqual([['customer 1', 'exposed', 'It is the victim of a fraud that was confirmed']])
})

test('who whom it is about is said by a person, is sealed, and counts; the last word stands', async () => {
  const id = await raise('sent', { customer_id: '2' })
  granted(await confirm(id, 'suspect'))
  expect(known(id)).toEqual([['customer 2', 'confirmed', 'An alert about it was confirmed, and it is the suspect']])
  const sealed = await bench.workspace.db
    .selectFrom('entries')
    .select('payload')
    .orderBy('n', 'desc')
    .executeTakeFirstOrThrow()
  expect(JSON.parse(sealed.payload.toString())).toMatchObject({ type: 'alert.moved', pub: { subject_role: 'suspect' } })
  granted(
    await bench.workspace.alerts.move(id, { status: 'in_review', notes: 'Looked at again.' }, { actor: bench.admin }),
  )
  expect(known(id)).toEqual([])
  granted(await confirm(id, 'mule'))
  expect(known(id)).toEqual([['customer 2', 'confirmed', 'An alert about it was confirmed, and it passes money on']])
})

test('a compromised terminal spreads exposure to who paid there, and no badness', async () => {
  const policy = bench.workspace.alerts.policy()
  granted(
    await bench.workspace.alerts.changePolicy(
      { ...policy, alerts: { ...policy.alerts, group_by: ['terminal', 'customer'] } },
      bench.admin,
    ),
  )
  const id = await raise('paid', { customer_id: '3', account_id: 'A3', terminal_id: 'T9' })
  granted(await confirm(id, 'compromised'))
  expect(known(id)).toEqual([
    ['terminal T9', 'exposed', 'It was compromised, as was confirmed'],
    ['customer 3', 'exposed', 'It was exposed to terminal T9, which was compromised'],
    ['account A3', 'exposed', 'It was exposed to terminal T9, which was compromised'],
  ])
})

test('a role goes with a confirmation alone', async () => {
  const id = await raise('none', { customer_id: '4' })
  expect(
    await bench.workspace.alerts.move(
      id,
      { status: 'dismissed', notes: 'A test.', subject_role: 'suspect' },
      { actor: bench.admin },
    ),
  ).toMatchObject({ ok: false, error: { code: 'invalid_request', details: [{ path: 'subject_role' }] } })
})

test('who is who is said of several alerts at once, or each counts as its alert proposes', async () => {
  const said = await raise('several-1', { customer_id: '5' })
  const left = await raise('several-2', { customer_id: '6' })
  granted(
    await bench.workspace.alerts.triage(
      { alert_ids: [said], status: 'confirmed', notes: 'One ring.', subject_role: 'mule' },
      bench.admin,
    ),
  )
  granted(
    await bench.workspace.alerts.triage({ alert_ids: [left], status: 'confirmed', notes: 'One ring.' }, bench.admin),
  )
  expect(known(said).map(([, certainty]) => certainty)).toEqual(['confirmed'])
  expect(known(left).map(([, certainty]) => certainty)).toEqual(['exposed'])
})
