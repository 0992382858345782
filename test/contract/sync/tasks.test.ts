import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunningService } from '../../../main/server/running-service.ts'
import { createServedWorld, did } from './served-world.ts'

const world = createServedWorld()
let hub: RunningService
let first: RunningService
let second: RunningService

beforeAll(async () => {
  hub = await world.hub()
  first = await world.enrol(hub, 'first', { cases: 'all' })
  second = await world.enrol(hub, 'second', { cases: 'all' })
}, 120_000)

afterAll(() => world.end())

const sync = (service: RunningService) => did(service, 'POST', '/v1/sync/now', {})
/** Until everyone has everything of everyone. */
const meet = async (...devices: readonly RunningService[]): Promise<void> => {
  for (const service of [...devices, hub, ...devices]) await sync(service)
}
const apart = async (...devices: readonly RunningService[]): Promise<void> => {
  for (const service of devices) await did(service, 'PUT', '/v1/sync/settings', { paused: true })
}
/** The second laptop comes to the hub first: in hub order its word stands before that of the first. */
const secondFirst = async (): Promise<void> => {
  for (const service of [second, first]) {
    await did(service, 'PUT', '/v1/sync/settings', { paused: false })
    await sync(service)
  }
  await meet(first, second)
}

let opened = 0
const withTask = async (): Promise<{ readonly id: number; readonly task: string }> => {
  const title = `Case ${(opened += 1)}`
  await did(first, 'POST', '/v1/cases', { title, description: 'Of a ring.', priority: 'high' })
  const { id } = await first.workspace.db
    .selectFrom('cases')
    .select('id')
    .where('title', '=', title)
    .executeTakeFirstOrThrow()
  const added = await did(first, 'POST', `/v1/cases/${id}/tasks`, { title: 'Call the bank', note_required: true })
  await meet(first, second)
  return { id, task: String(added['task']) }
}
const rows = ({ workspace: { db } }: RunningService, id: number) =>
  Promise.all([
    db
      .selectFrom('case_tasks')
      .select(['uid', 'state', 'state_entry', 'state_at', 'state_by', 'assignee_uid', 'assignee_entry', 'place'])
      .where('case_id', '=', id)
      .execute(),
    db.selectFrom('case_task_overtaken').select(['entry', 'winner']).where('case_id', '=', id).execute(),
  ])
const shown = async (service: RunningService, id: number) =>
  (
    (await did(service, 'GET', `/v1/cases/${id}/timeline?order=oldest`)) as unknown as readonly {
      readonly type: string
      readonly withheld: Readonly<Record<string, { readonly value?: unknown }>>
      readonly without_effect?: { readonly code: string }
    }[]
  )
    .filter(({ type }) => type === 'task.done' || type === 'task.assigned')
    .map(({ type, withheld, without_effect: without }) => [type, withheld['note']?.value, without?.code])

describe('L-74: two laptops change one task apart', () => {
  test('both mark it as done: the first in hub order holds on every replica, and the other says that it was overtaken', async () => {
    const { id, task } = await withTask()
    await apart(first, second)
    await did(first, 'PUT', `/v1/cases/${id}/tasks/${task}/done`, { note: 'Done here.' })
    await did(second, 'PUT', `/v1/cases/${id}/tasks/${task}/done`, { note: 'Done there.' })
    expect(await shown(first, id)).toEqual([['task.done', 'Done here.', undefined]])
    await secondFirst()
    const seen = [
      ['task.done', 'Done there.', undefined],
      ['task.done', 'Done here.', 'overtaken'],
    ]
    for (const replica of [first, second, hub]) {
      expect(await shown(replica, id)).toEqual(seen)
      expect(await rows(replica, id)).toEqual(await rows(first, id))
      expect(await did(replica, 'GET', `/v1/cases/${id}/tasks`)).toMatchObject([{ state: 'done', note: 'Done there.' }])
    }
    // Nobody has anything to settle.
    expect(await did(first, 'GET', '/v1/sync/conflicts')).toEqual([])
  }, 120_000)

  test('each assigns it to another person: one of them has it, the same everywhere; doing it apart counts beside', async () => {
    const { id, task } = await withTask()
    const person = async (name: string): Promise<{ readonly id: number; readonly name: string }> => {
      const made = await did(hub, 'POST', '/v1/users', { login_name: name.toLowerCase(), name, role: 'investigator' })
      return { id: made['id'] as number, name }
    }
    const [one, other] = [await person('Mira'), await person('Omar')]
    await meet(first, second)
    await apart(first, second)
    await did(first, 'PUT', `/v1/cases/${id}/tasks/${task}/assignee`, { assignee_id: one.id })
    await did(first, 'PUT', `/v1/cases/${id}/tasks/${task}/done`, { note: 'Done here.' })
    await did(second, 'PUT', `/v1/cases/${id}/tasks/${task}/assignee`, { assignee_id: other.id })
    await secondFirst()
    for (const replica of [first, second, hub]) {
      expect(await rows(replica, id)).toEqual(await rows(first, id))
      expect(await did(replica, 'GET', `/v1/cases/${id}/tasks`)).toMatchObject([
        { state: 'done', note: 'Done here.', assignee_name: other.name },
      ])
      expect(await shown(replica, id)).toEqual([
        ['task.assigned', undefined, undefined],
        ['task.assigned', undefined, 'overtaken'],
        ['task.done', 'Done here.', undefined],
      ])
    }
  }, 120_000)

  test('an erasure of the title here takes it everywhere, and a closed case keeps a task that came later', async () => {
    const { id, task } = await withTask()
    await apart(first, second)
    await did(second, 'PUT', `/v1/cases/${id}/status`, { status: 'closed', notes: 'Over.' })
    await did(first, 'POST', `/v1/cases/${id}/tasks`, { title: 'One more' })
    await secondFirst()
    for (const replica of [first, second, hub])
      expect(await did(replica, 'GET', `/v1/cases/${id}/tasks`)).toMatchObject([
        { uid: task, title: 'Call the bank' },
        { title: 'One more', state: 'open' },
      ])
    const timeline = (await did(first, 'GET', `/v1/cases/${id}/timeline?order=oldest`)) as unknown as readonly {
      readonly type: string
      readonly entry_id: string
      readonly withheld: Readonly<Record<string, { readonly digest: string }>>
    }[]
    const added = timeline.find(({ type }) => type === 'task.added')
    await did(first, 'POST', `/v1/cases/${id}/redactions`, {
      entry_id: added?.entry_id,
      digests: [added?.withheld['title']?.digest],
      legal_basis: 'gdpr_art_17',
    })
    await meet(first, second)
    for (const replica of [first, second, hub])
      expect(await did(replica, 'GET', `/v1/cases/${id}/tasks`)).toMatchObject([
        { uid: task, title: '[redacted]' },
        { title: 'One more' },
      ])
  }, 120_000)

  test('L-77: both apply one playbook: its tasks are there once, and what each did of them holds', async () => {
    const { id } = await withTask()
    await apart(first, second)
    const body = { playbook: 'money_mule' }
    for (const service of [first, second]) await did(service, 'POST', `/v1/cases/${id}/playbooks`, body)
    const tasks = (await did(first, 'GET', `/v1/cases/${id}/tasks`)) as unknown as readonly {
      readonly uid: string
      readonly source: { readonly key: string } | null
    }[]
    const uidOf = (key: string) => tasks.find(({ source }) => source?.key === key)?.uid ?? ''
    await did(first, 'PUT', `/v1/cases/${id}/tasks/${uidOf('flow')}/done`, { note: 'Done here.' })
    await did(second, 'PUT', `/v1/cases/${id}/tasks/${uidOf('origin')}/done`, { note: 'Done there.' })
    await secondFirst()
    for (const replica of [first, second, hub]) {
      expect(await rows(replica, id)).toEqual(await rows(first, id))
      const seen = (await did(replica, 'GET', `/v1/cases/${id}/tasks`)) as unknown as readonly {
        readonly state: string
        readonly note: string | null
      }[]
      expect(seen).toHaveLength(tasks.length)
      expect(seen.flatMap(({ state, note }) => (state === 'done' ? [note] : []))).toEqual(['Done there.', 'Done here.'])
    }
  }, 120_000)
})
