import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ExternalAlert } from '../../../main/domain/alerts/import/row.ts'
import { openWorkspace } from '../../../main/storage/ledger/open-workspace.ts'
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
const move = (alert: number, status: string) => call('PUT', `/v1/alerts/${alert}/status`, { status, notes: 'Looked at.' })
const find = (id: string, isFraud: boolean) => call('PUT', `/v1/transactions/${id}/label`, { is_fraud: isFraud, notes: 'The customer told us by telephone.' })
const label = async (id: string) => (await call('GET', `/v1/transactions/${id}`)).label

beforeAll(async () => {
  bench = await startBench()
})
afterAll(() => bench.close())

/** An activity with the alert that it raised, and another system's alert that names it. */
const inTwoAlerts = async (id: string): Promise<{ readonly own: number; readonly theirs: number }> => {
  const { workspace } = bench.service
  const [raised] = await takeIn(workspace, actor(), [{ event: payment(id, at, { customer_id: `customer of ${id}` }), assessment: judged(0.5) }])
  const alert: ExternalAlert = { externalId: id, atMs: at, accountId: `account of ${id}`, severity: 'medium', reasons: ['Mule account'], transactionIds: [id] }
  expect(await workspace.alerts.takeExternal(actor(), 'tm', [alert])).toMatchObject({ ok: true })
  const { id: theirs } = await workspace.db.selectFrom('alerts').select('id').where('source_reference', '=', id).executeTakeFirstOrThrow()
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

test('a folder of an earlier release gets back what it had forgotten', async () => {
  const { own, theirs } = await inTwoAlerts('lost-1')
  await move(own, 'confirmed')
  await move(theirs, 'confirmed')
  await inTwoAlerts('lost-2')
  await find('lost-2', false)
  await find('lost-2', true)
  const before = [await label('lost-1'), await label('lost-2')]
  const triggers = ['alert_steps_dispose', 'alert_steps_no_longer_dispose', 'case_alert_steps_dispose', 'case_alert_steps_no_longer_dispose', 'alerts_added_disposed']
  await bench.service.workspace.ledger.write(actor(), async (tx) => {
    for (const trigger of triggers) await tx.sql.run(`drop trigger ${trigger}`)
    await tx.sql.run('alter table alerts drop column disposed_at')
    for (const table of ['decisions', 'case_decisions']) for (const undo of [`drop index ${table}_replacing`, `alter table ${table} drop column replaces`]) await tx.sql.run(undo)
    for (const table of ['activity_findings', 'earlier_findings']) await tx.sql.run(`drop table ${table}`)
    await tx.sql.run("delete from migrations where name = '0030_findings'")
    await tx.sql.run("update activities set is_fraud = null, known_at_ms = null, labelled_by = null where transaction_id in ('lost-1', 'lost-2')")
    return { ok: true, value: undefined }
  })
  await bench.service.close()
  const opened = await openWorkspace(bench.dataDir, bench.env)
  if (!opened.ok) throw new Error(opened.error.message)
  const workspace = opened.value
  const labelNow = (id: string) => workspace.transactions.read(id)?.label
  try {
    expect(labelNow('lost-2')).toEqual(before[1])
    // Alerts are told with the next thing that anybody does.
    await takeIn(workspace, actor(), [{ event: payment('next', at), assessment: judged(0.9) }])
    await expect.poll(() => labelNow('lost-1')).toEqual(before[0])
    const { disposed_at: disposedAt, moved_at: movedAt } = await workspace.db.selectFrom('alerts').select(['disposed_at', 'moved_at']).where('id', '=', own).executeTakeFirstOrThrow()
    expect([disposedAt, await workspace.db.selectFrom('earlier_findings').selectAll().execute()]).toEqual([movedAt, []])
  } finally {
    await workspace.close()
  }
})
