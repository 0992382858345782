import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor } from '../../../main/domain/access/actor.ts'
import type { Origin } from '../../../shared/schema/origin.ts'
import { freshWorkspace, granted } from '../storage/support.ts'
import type { TestWorkspace } from '../storage/support.ts'
import { judged, payment, takeIn } from './support.ts'

let bench: TestWorkspace
const at = Date.UTC(2026, 2, 4, 10)
const sha256 = 'f'.repeat(64)
const file: Origin = { by: 'import', kind: 'transactions', sha256 }

beforeAll(async () => {
  bench = await freshWorkspace()
})
afterAll(() => bench.workspace.close())

/** What the sealed payloads of a case say, without the database’s help. */
const sealed = async (caseId: number) => {
  const rows = await bench.workspace.db
    .selectFrom('entries')
    .select('payload')
    .where('chain', '=', caseId)
    .orderBy('n')
    .execute()
  return rows.map(
    ({ payload }) => JSON.parse(payload.toString('utf8')) as { type: string; actor: string; pub: { origin: Origin } },
  )
}

const raise = async (customer: string, actor: Actor): Promise<number> => {
  const [raised] = await takeIn(bench.workspace, actor, [
    { event: payment(`t-${customer}`, at, { customer_id: customer }), assessment: judged(0.95) },
  ])
  return raised?.caseId ?? 0
}

test('S-27: a case that policy opens says so, with the policy, its version and what set it off', async () => {
  const { workspace, admin } = bench
  const person = await sealed(await raise('1', admin))
  expect(person.map(({ type }) => type)).toEqual(['case.opened', 'alert.attached'])
  const asShipped = { by: 'policy', policy: 'detection', version: 0, entry: null }
  for (const { actor, pub } of person) {
    expect(actor).toBe(admin.userUid)
    expect(pub.origin).toEqual({ ...asShipped, cause: { by: 'person' } })
  }
  const policy = workspace.alerts.policy()
  granted(await workspace.alerts.changePolicy({ ...policy, cases: { ...policy.cases, title: '{entity}' } }, admin))
  const [change] = workspace.alerts.policyChanges()
  const importer = { ...admin, acting: { origin: file, file: 'payments.csv' } }
  const caseId = await raise('2', importer)
  for (const { pub } of await sealed(caseId))
    expect(pub.origin).toEqual({ by: 'policy', policy: 'detection', version: 1, entry: change?.entry_id, cause: file })
  // The name of the file is there for whoever may see it.
  expect(granted(await workspace.cases.timeline(caseId, { order: 'oldest', page: 1, size: 10 })).data[0]).toMatchObject(
    {
      values: { origin: { by: 'policy' } },
      withheld: { import_file: { state: 'disclosed', value: 'payments.csv' } },
    },
  )
})

test('S-27: an alert that joins the case of its customer joins it by policy, and what a person does next is his', async () => {
  const { workspace, admin } = bench
  const caseId = await raise('3', admin)
  await takeIn(workspace, { ...admin, acting: { origin: file } }, [
    {
      event: payment('t-3b', at + 3_600_000 * 30, { customer_id: '3' }),
      assessment: judged(0.95, 'another'),
    },
  ])
  granted(await workspace.cases.addNote(caseId, { text: 'Looked at.' }, { actor: admin }))
  const origins = (await sealed(caseId)).map(({ type, pub }) => [type, pub.origin.by])
  expect(origins.slice(0, 2)).toEqual([
    ['case.opened', 'policy'],
    ['alert.attached', 'policy'],
  ])
  expect(origins.at(-1)).toEqual(['note.added', 'person'])
  for (const [type, by] of origins.slice(2, -1)) expect(by, type).toBe('policy')
})

test('S-27: the history of an alert says that policy put it into its case, and an activity shows what is known of it', async () => {
  const { workspace, admin } = bench
  const [raised] = await takeIn(workspace, { ...admin, acting: { origin: file } }, [
    { event: payment('t-9', at, { customer_id: '9', is_fraud: true }), assessment: judged(0.95) },
    { event: payment('t-9b', at + 1, { customer_id: '9', is_fraud: false }), assessment: judged(0.95) },
    { event: payment('t-9c', at + 2, { customer_id: '9' }), assessment: judged(0.95) },
  ])
  const alert = granted(await workspace.alerts.read(raised?.id ?? 0))
  const attached = alert.history.find(({ type }) => type === 'alert.attached')
  expect(attached?.doer).toBe('Detection policy 1')
  expect(attached?.how).toMatch(/^, in an import started by .* \(transactions, file with the SHA-256 ffffffffffff…\)$/u)
  expect(alert.transactions.map(({ transaction_id: id, is_fraud: isFraud }) => [id, isFraud])).toEqual([
    ['t-9c', null],
    ['t-9b', false],
    ['t-9', true],
  ])
})
