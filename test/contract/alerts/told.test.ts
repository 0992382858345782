import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBench } from '../api/support.ts'
import type { Bench } from '../api/support.ts'
import { judged, payment, takeIn } from './support.ts'

let bench: Bench
let alertId: number

beforeAll(async () => {
  bench = await startBench()
  const actor = { userId: 1, userUid: bench.admin.uid, role: 'admin' } as const
  const [alert] = await takeIn(bench.service.workspace, actor, [
    { event: payment('P-1', Date.now()), assessment: judged(0.7) },
  ])
  alertId = alert?.id ?? 0
})
afterAll(() => bench.close())

const toldBy = async (act: () => Promise<{ readonly status: number; readonly text: string }>) => {
  const { newest } = bench.service.workspace.events.bounds()
  const answer = await act()
  expect(answer.status, answer.text).toBeLessThan(300)
  return bench.service.workspace.events.after(newest, 10).map(({ type, data }) => ({ type, data }))
}

it('tells of an alert that moves, is assigned and joins a case, and of a decision about it', async () => {
  expect(
    await toldBy(() => bench.ask('PUT', `/v1/alerts/${alertId}/assignee`, { body: { assignee_id: 1 } })),
  ).toMatchObject([{ type: 'alert.assigned', data: { alert_id: alertId, from_id: null, to_id: 1 } }])
  expect(
    await toldBy(() => bench.ask('PUT', `/v1/alerts/${alertId}/status`, { body: { status: 'in_review' } })),
  ).toMatchObject([{ type: 'alert.status_changed', data: { alert_id: alertId, to: 'in_review', disposition: null } }])
  const opened = await toldBy(() =>
    bench.ask('POST', '/v1/cases', {
      body: { title: 'A case', description: 'Of an alert', priority: 'high', alert_ids: [alertId] },
    }),
  )
  expect(opened.map(({ type }) => type)).toContain('alert.linked')
  const decided = await toldBy(() =>
    bench.ask('POST', '/v1/decisions', {
      body: { alert_id: alertId, outcome: 'decline', reason: 'Not made by the customer' },
    }),
  )
  expect(decided.map(({ type }) => type)).toContain('decision.recorded')
})
