import { afterEach, beforeEach, expect, test } from 'vitest'
import { defaultDetectionPolicy } from '../../../shared/schema/detection-policy.ts'
import { granted } from '../storage/support.ts'
import { freshField } from '../storage/sync/replicas.ts'
import type { Field, Replica } from '../storage/sync/replicas.ts'
import { judged, payment, takeIn } from './support.ts'

let field: Field
beforeEach(async () => {
  field = await freshField()
})
afterEach(() => field.remove())

const asked = ({ workspace }: Replica) =>
  workspace.events
    .after(0, 500)
    .filter(({ type }) => type === 'decision.requested')
    .map(({ data }) => data)

const proposedOn = async (device: Replica) => {
  const { workspace } = device
  const decisions = {
    ...defaultDetectionPolicy.decisions,
    four_eyes: { outcomes: ['approve' as const], from_level: 'low' as const },
  }
  granted(await workspace.alerts.changePolicy({ ...defaultDetectionPolicy, decisions }, field.admin))
  const [alert] = await takeIn(workspace, field.admin, [
    { event: payment('P-1', Date.UTC(2026, 2, 2)), assessment: judged(0.5) },
  ])
  const alertId = alert?.id ?? 0
  const { id: caseId } = granted(
    await workspace.cases.create(
      { title: 'A case', description: 'Of an alert', priority: 'high', alert_ids: [alertId] },
      { actor: field.admin },
    ),
  )
  const { id } = granted(
    await workspace.decisions.record(
      { alert_id: alertId, outcome: 'approve', reason: 'Looked at.' },
      { actor: field.admin },
    ),
  )
  return { alertId, second: { decision_id: id, alert_id: alertId, case_id: caseId, needs: 'second_person' } }
}

test('a second person is asked for once on each device that gets the proposal; of an alert alone the device asks that raised it', async () => {
  const [a, b] = [await field.enrol(), await field.enrol()]
  const { alertId, second } = await proposedOn(a)
  await field.order.push(a)
  await field.order.pull(b)
  await field.order.pull(b)
  expect(asked(a)).toEqual([{ decision_id: null, alert_id: alertId, case_id: null, needs: 'decision' }, second])
  expect(asked(b)).toEqual([second])
})
