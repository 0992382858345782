import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ExternalAlert } from '../../../main/domain/alerts/import/row.ts'
import { startBench } from '../api/support.ts'
import type { Bench } from '../api/support.ts'
import { judged, payment, takeIn } from './support.ts'

/** Several alerts, and a person, say something of one activity (I-6). */

let bench: Bench
const at = Date.UTC(2026, 2, 4, 10)

const actor = () => ({ userId: bench.admin.id, userUid: bench.admin.uid, role: 'admin' as const })
const call = async <M extends string, A extends string>(method: M, path: A, body?: unknown) => {
  const { data } = await bench.ask(method, path, body === undefined ? {} : { body })
  return data
}
const move = (alert: number, status: string) =>
  call('PUT', `/v1/alerts/${alert}/status`, { status, notes: 'Looked at.' })
const find = (id: string, isFraud: boolean) =>
  call('PUT', `/v1/transactions/${id}/label`, { is_fraud: isFraud, notes: 'The customer told us by telephone.' })
const label = async (id: string) => (await call('GET', `/v1/transactions/${id}`)).label

beforeAll(async () => {
  bench = await startBench()
})
afterAll(() => bench.close())

/** An activity with the alert that it raised, and another system's alert that names it. */
const inTwoAlerts = async (id: string): Promise<{ readonly own: number; readonly theirs: number }> => {
  const { workspace } = bench.service
  const [raised] = await takeIn(workspace, actor(), [
    { event: payment(id, at, { customer_id: `customer of ${id}` }), assessment: judged(0.5) },
  ])
  const alert: ExternalAlert = {
    externalId: id,
    atMs: at,
    accountId: `account of ${id}`,
    severity: 'medium',
    reasons: ['Mule account'],
    transactionIds: [id],
  }
  expect(await workspace.alerts.takeExternal(actor(), 'tm', [alert])).toMatchObject({ ok: true })
  const { id: theirs } = await workspace.db
    .selectFrom('alerts')
    .select('id')
    .where('source_reference', '=', id)
    .executeTakeFirstOrThrow()
  return { own: raised?.id ?? 0, theirs }
}

test('opening an alert again takes back what it said, and not what a person said of the activity', async () => {
  const { own } = await inTwoAlerts('told')
  await find('told', true)
  const said = await label('told')
  await move(own, 'confirmed')
  await move(own, 'in_review')
  expect(await label('told')).toEqual(said)
  await move(own, 'false_positive')
  expect(await label('told')).toMatchObject({ is_fraud: false })
  await move(own, 'in_review')
  expect(await label('told'), 'it is known since it was said').toEqual(said)
})

test('opening an alert again leaves what another one says of the same activity', async () => {
  const { own, theirs } = await inTwoAlerts('twice')
  await move(own, 'confirmed')
  const said = await label('twice')
  await move(theirs, 'confirmed')
  await move(theirs, 'in_review')
  expect(await label('twice')).toEqual(said)
  await move(theirs, 'false_positive')
  expect(await label('twice'), 'the newest word stands').toMatchObject({ is_fraud: false })
  await move(own, 'in_review')
  expect(await label('twice')).toMatchObject({ is_fraud: false })
  await move(theirs, 'dismissed')
  expect(await label('twice'), 'nobody says anything any more').toBeNull()
})
