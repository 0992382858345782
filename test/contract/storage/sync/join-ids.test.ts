import { afterEach, beforeEach, expect, test } from 'vitest'
import { screenedFacts } from '../../../../shared/schema/screening.ts'
import { startScreeningService } from '../../../../main/server/screening/screening-service.ts'
import { openWriter } from '../../../../main/storage/sqlite/connection.ts'
import { statementsOf } from '../../../../main/storage/sqlite/statements.ts'
import type { SyncStatements } from '../../../../main/storage/sqlite/statements.ts'
import { readHitRow } from '../../../../main/storage/screening/hits.ts'
import { judged, payment, takeIn } from '../../alerts/support.ts'
import { listed, testLists } from '../../screening/support.ts'
import { ownWorkspace, granted } from '../support.ts'
import type { TestWorkspace } from '../support.ts'
import { answerOf, faultsOf, freshField, joinAlone } from './replicas.ts'
import type { Field, Replica } from './replicas.ts'

const number = 5
const shift = number * 2 ** 32

let field: Field
let alone: TestWorkspace
let joined: Replica | null

beforeEach(async () => {
  field = await freshField()
  alone = await ownWorkspace()
  joined = null
})
afterEach(async () => {
  await joined?.remove()
  await alone.remove()
  await field.remove()
})

const join = async (): Promise<Replica> => {
  const made = { ...alone, made: { ...alone.made, workspaceId: field.root.workspace.facts.uid } }
  joined = await joinAlone(
    field,
    alone,
    answerOf(field.order, made, field.root.workspace.keys.device.kid, alone.made.deviceId, number, field.admin.userUid),
    number,
  )
  return joined
}

const at = Date.UTC(2026, 1, 20)

/** A customer whose name fits a listed one; answers the hit. */
const matchAlone = async (): Promise<string> => {
  const lists = testLists()
  const screening = startScreeningService({ store: alone.workspace.screening, lists, scheduler: alone.scheduler })
  await screening.settle()
  lists.put('house', '1', [listed('X1', 'Boris Wolkow')])
  await screening.settle()
  granted(
    await screening.register(
      {
        subjects: [
          {
            subject: { kind: 'customer', id: 'C-1' },
            ...screenedFacts.parse({ names: ['Boris Wolkow'], kind: 'person' }),
          },
        ],
      },
      alone.admin,
    ),
  )
  await screening.close()
  const hit = alone.workspace.screening.sql.get<{ uid: string }>('select uid from screening_hits')
  if (hit === undefined) throw new Error('nothing matched')
  return hit.uid
}

/** An alert of the office with the number that the laptop's alert had, in a case that the laptop has too. */
const officeAlert = async (): Promise<void> => {
  const [alert] = await takeIn(field.root.workspace, field.admin, [
    { event: payment('office', at, { customer_id: '900' }), assessment: judged(0.95) },
  ])
  expect(alert?.id).toBe(1)
  granted(
    await field.root.workspace.cases.create(
      { title: 'Structuring', description: '', priority: 'low', alert_ids: [1] },
      { actor: field.admin },
    ),
  )
}

const alertsOf = ({ workspace }: Replica) =>
  workspace.screening.sql.all<{ id: number; kind: string; status: string }>(
    'select id, kind, status from alerts order by id',
  )

test('Y-14: whoever disposes of a match of before closes its own alert, and never one of the office with that number', async () => {
  const hit = await matchAlone()
  await officeAlert()
  const laptop = await join()
  await field.order.pull(laptop)
  expect(alertsOf(laptop)).toEqual([
    { id: 1, kind: 'activity', status: 'escalated' },
    { id: 1 + shift, kind: 'screening', status: 'new' },
  ])
  const read = await readHitRow({ ...laptop.workspace.screening, titleOf: (list) => list }, hit, () => null)
  expect(granted(read).alert_id).toBe(1 + shift)
  granted(
    await laptop.workspace.screening.dispose(
      { hit_ids: [hit], disposition: 'false_match', reason: 'Another Boris Wolkow, born 1999' },
      field.admin,
    ),
  )
  expect(alertsOf(laptop)).toEqual([
    { id: 1, kind: 'activity', status: 'escalated' },
    { id: 1 + shift, kind: 'screening', status: 'false_positive' },
  ])
  expect(await faultsOf(laptop)).toEqual([])
})

/** Changes rows of the laptop's database while nobody has it open. */
const inDatabase = async (work: (sql: SyncStatements) => void): Promise<void> => {
  await alone.workspace.close()
  const { database } = alone.workspace.keys
  const writer = openWriter(alone.workspace.folder.database, database)
  try {
    work(statementsOf(writer))
  } finally {
    writer.close()
  }
  alone = await alone.reopen()
}

const exported = `insert into exports (id, case_id, case_number, state, pieces, disclosures, encrypted, bytes_total, bytes_done, started_at, file_name, wrapped_key, requested_by, entry_id)
  values ('0192', 1, 'CASE', 'done', 0, 'all', 0, 0, 0, 1, 'x', x'00', '{"id":1,"name":"Ana Ruiz"}', '')`

test('Y-14: what was kept of views, drafts, exports and events names the new ids, and what is the institution’s stays', async () => {
  const dee = await alone.addUser('Dee Ortiz', 'investigator')
  const [alert] = await takeIn(alone.workspace, alone.admin, [
    { event: payment('one', at, { customer_id: '4711' }), assessment: judged(0.95) },
  ])
  expect(alert?.id).toBe(1)
  const mine = granted(
    await alone.workspace.cases.create(
      { title: 'Mine', description: '', priority: 'low', alert_ids: [1, 77_000] },
      { actor: alone.admin },
    ),
  )
  granted(
    await alone.workspace.access.saveView(alone.admin, {
      name: 'Ours',
      query: { owner_id: `1,${dee.userId}`, alert_id: '1', customer_id: '1' },
    }),
  )
  granted(await alone.workspace.access.saveView(alone.admin, { name: 'Theirs', query: { alert_id: '77000' } }))
  const kept = [
    'note:1',
    'edit-title:1',
    'relate:1',
    'unrelate:1',
    'piece-note:3',
    'alert:1:confirmed',
    'decide:alert:1:approve',
    'decide:transaction:12345:approve',
    'merge-proposal:customer:4711',
    'rule:7',
  ]
  for (const key of kept) granted(await alone.workspace.access.keepDraft(alone.admin, { key, text: key, caseId: null }))
  await inDatabase((sql) => sql.run(exported))
  const { workspace } = await join()
  const { sql } = workspace.screening
  expect((await workspace.access.listViews(alone.admin.userUid)).map(({ query }) => query)).toEqual([
    { owner_id: `${1 + shift},${dee.userId + shift}`, alert_id: String(1 + shift), customer_id: '1' },
    { alert_id: '77000' },
  ])
  const drafts = await workspace.access.listDrafts(alone.admin.userUid)
  expect(Object.fromEntries(drafts.map(({ key, text }) => [text, key]))).toEqual({
    'note:1': `note:${1 + shift}`,
    'edit-title:1': `edit-title:${1 + shift}`,
    'relate:1': `relate:${1 + shift}`,
    'unrelate:1': `unrelate:${1 + shift}`,
    'piece-note:3': `piece-note:${3 + shift}`,
    'alert:1:confirmed': `alert:${1 + shift}:confirmed`,
    'decide:alert:1:approve': `decide:alert:${1 + shift}:approve`,
    ...Object.fromEntries(
      ['decide:transaction:12345:approve', 'merge-proposal:customer:4711', 'rule:7'].map((key) => [key, key]),
    ),
  })
  expect(sql.get('select requested_by as by, case_id from exports')).toEqual({
    by: `{"id":${1 + shift},"name":"Ana Ruiz"}`,
    case_id: 1 + shift,
  })
  const told = (type: string) =>
    sql
      .all<{ data: string }>('select data from event_log where type = ? order by id', type)
      .map(({ data }) => JSON.parse(data) as Record<string, unknown>)
  const { owner_id: owner } = granted(await workspace.cases.read(mine.id + shift))
  expect(told('case.opened').at(-1)).toMatchObject({
    case_id: mine.id + shift,
    owner_id: owner,
    alert_ids: [1 + shift, 77_000],
  })
  expect(told('alert.raised')[0]).toMatchObject({ alert_id: 1 + shift, transaction_id: 'one' })
  expect(told('user.added').at(-1)).toMatchObject({ user_id: dee.userId + shift })
})
