import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ExternalAlert } from '../../../main/domain/alerts/import/row.ts'
import { refusal } from '../../../shared/api/errors.ts'
import { fail } from '../../../shared/schema/result.ts'
import { insertActivities } from '../../../main/storage/transactions/write-rows.ts'
import { startBench, type Bench } from '../api/support.ts'
import { judged, payment, takeIn } from './support.ts'

/** An alert of another system can come before the activities that it names. */

let bench: Bench
const day = 86_400_000
const at = Date.UTC(2026, 2, 4, 10)

const actor = () => ({ userId: bench.admin.id, userUid: bench.admin.uid, role: 'admin' as const })
const call = async <M extends string, A extends string>(method: M, path: A, body?: unknown) =>
  (await bench.ask(method, path, body === undefined ? {} : { body })).data
const named = (
  externalId: string,
  transactionIds: readonly string[],
  more: Partial<ExternalAlert> = {},
): ExternalAlert => ({
  externalId,
  atMs: at,
  accountId: `account ${externalId}`,
  severity: 'medium',
  reasons: ['Mule account'],
  transactionIds,
  ...more,
})

beforeAll(async () => {
  bench = await startBench()
})
afterAll(() => bench.close())

/** Takes an alert in, and answers its id. */
const take = async (alert: ExternalAlert): Promise<number> => {
  const { workspace } = bench.service
  const taken = await workspace.alerts.takeExternal(actor(), 'tm', [alert])
  expect(taken).toMatchObject({ ok: true, value: [{ outcome: 'taken' }] })
  const row = await workspace.db
    .selectFrom('alerts')
    .select('id')
    .where('source_reference', '=', alert.externalId)
    .executeTakeFirstOrThrow()
  return row.id
}

const pay = (id: string, atMs: number, score = 0.1) =>
  takeIn(bench.service.workspace, actor(), [
    {
      event: payment(id, atMs, { customer_id: `customer of ${id}`, counterparty_id: 'P', terminal_id: 'T' }),
      assessment: judged(score),
    },
  ])

const kept = async (alertId: number) => {
  const { db } = bench.service.workspace
  const { first_at, last_at, count, score, level } = await db
    .selectFrom('alerts')
    .selectAll()
    .where('id', '=', alertId)
    .executeTakeFirstOrThrow()
  const rows = await db
    .selectFrom('alert_transactions')
    .selectAll()
    .where('alert_id', '=', alertId)
    .orderBy('transaction_id')
    .execute()
  return {
    first_at,
    last_at,
    count,
    score,
    level,
    rows: rows.map(({ alert_id: _, transaction_row: row, transaction_id: id, ...rest }) => ({
      ...rest,
      isLinked: row !== null,
      id: id.slice(2),
    })),
  }
}

it('stands the same, whether what it names came before it or after it', async () => {
  await pay('a-1', at - 2 * day)
  await pay('a-2', at + day, 0.5)
  const before = await take(named('before', ['a-1', 'a-2', 'a-3']))
  const after = await take(named('after', ['b-1', 'b-2', 'b-3']))
  expect(await kept(after)).toMatchObject({
    first_at: at,
    last_at: at,
    rows: [{ isLinked: false, amount: null }, { isLinked: false }, { isLinked: false }],
  })
  await pay('b-1', at - 2 * day)
  await pay('b-2', at + day, 0.5)
  const stands = await kept(after)
  expect(stands).toMatchObject({
    first_at: at - 2 * day,
    last_at: at + day,
    count: 3,
    rows: [
      { isLinked: true, amount: 1_000_000, score: 0.1 },
      { isLinked: true, level: 1 },
      { isLinked: false, amount: null },
    ],
  })
  expect(stands).toEqual(await kept(before))
})

it('labels what comes in with what was said of it meanwhile; what a person found of the others stays', async () => {
  const alert = await take(named('said', ['c-1', 'c-2', 'c-3']))
  await pay('c-1', at)
  await call('PUT', `/v1/alerts/${alert}/status`, { status: 'confirmed', notes: 'It was a mule.' })
  expect(await call('GET', '/v1/transactions/c-1')).toMatchObject({ label: { is_fraud: true, by: 'person' } })
  await call('PUT', '/v1/transactions/c-1/label', { is_fraud: false, notes: 'This one was the customer.' })
  await pay('c-2', at + day)
  const { moved_at: saidAt, moved_by: by } = await bench.service.workspace.db
    .selectFrom('alerts')
    .select(['moved_at', 'moved_by'])
    .where('id', '=', alert)
    .executeTakeFirstOrThrow()
  const rows = await bench.service.workspace.db
    .selectFrom('activities')
    .select(['transaction_id', 'is_fraud', 'known_at_ms', 'labelled_by'])
    .where('transaction_id', 'in', ['c-1', 'c-2'])
    .orderBy('transaction_id')
    .execute()
  expect(rows).toMatchObject([{ is_fraud: 0 }, { is_fraud: 1, known_at_ms: saidAt, labelled_by: by }])
  await call('PUT', `/v1/alerts/${alert}/status`, { status: 'in_review', notes: 'Looked at anew.' })
  expect(await call('GET', '/v1/transactions/c-2')).toMatchObject({ label: null })
  await pay('c-3', at + day)
  expect(await call('GET', '/v1/transactions/c-3')).toMatchObject({ label: null })
})

it('is linked with the activity by each of several alerts, and raises nothing by that', async () => {
  const first = await take(named('one of two', ['d-1']))
  const second = await take(named('two of two', ['d-1'], { atMs: at + day }))
  expect(await pay('d-1', at)).toEqual([])
  expect([(await kept(first)).rows, (await kept(second)).rows]).toMatchObject([
    [{ isLinked: true }],
    [{ isLinked: true }],
  ])
})

it('stays unlinked where the transaction that would keep the activity is undone', async () => {
  const { workspace } = bench.service
  const alert = await take(named('undone', ['e-1']))
  const event = payment('e-1', at)
  const assessment = judged(0.1)
  const stopped = refusal('unavailable', 'The test stops it.')
  const done = await workspace.ledger.write(actor(), async (tx) => {
    const [row = 0] = await insertActivities(
      tx.sql,
      [{ event, assessment, atMs: at, knownAtMs: null, late: false }],
      null,
      tx.nowMs,
    )
    await workspace.alerts.raise(tx, actor(), [{ event, assessment, row }], 'live')
    expect(await tx.sql.get('select transaction_row from alert_transactions where transaction_id = ?', 'e-1')).toEqual({
      transaction_row: row,
    })
    return fail(stopped)
  })
  expect(done).toEqual(fail(stopped))
  expect((await kept(alert)).rows).toMatchObject([{ isLinked: false }])
  await pay('e-1', at)
  expect((await kept(alert)).rows).toMatchObject([{ isLinked: true }])
})
