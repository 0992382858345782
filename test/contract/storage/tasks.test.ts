import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '../../../main/domain/access/actor.ts'
import { openWriter } from '../../../main/storage/sqlite/connection.ts'
import { freshWorkspace, granted, listQuery, refused, startMs } from './support.ts'
import type { TestWorkspace } from './support.ts'

let t: TestWorkspace
let omar: Actor
beforeAll(async () => {
  t = await freshWorkspace()
  omar = await t.addUser('Omar Farsi', 'investigator')
})
afterAll(() => t.remove())

const options = () => ({ actor: t.admin })
const open = async (title = 'A case'): Promise<number> =>
  granted(await t.workspace.cases.create({ title, description: 'About it.', priority: 'high' }, options())).id
const plain = { required: false, note_required: false }
const add = async (id: number, input: Partial<Parameters<typeof t.workspace.tasks.add>[1]> = {}): Promise<string> =>
  granted(await t.workspace.tasks.add(id, { title: 'Call the bank', ...plain, ...input }, options())).task
const list = async (id: number) => granted(await t.workspace.tasks.list(id, { page: 1, size: 100 }))
const entries = async (id: number) =>
  granted(await t.workspace.cases.timeline(id, { order: 'oldest', page: 1, size: 100 })).data
const faults = async (id: number) =>
  granted(await t.workspace.verification.verifyCase(id))
    .findings.filter(({ severity }) => severity === 'fault')
    .map(({ code, message }) => `${code}: ${message}`)
const at = (ms: number): string => `${new Date(ms).toISOString().slice(0, -1)}+00:00`

describe('a task of a case', () => {
  test('is added, given away, done with a note and reopened, each step sealed', async () => {
    const id = await open()
    const due = at(startMs + 3_600_000)
    const task = await add(id, {
      title: 'Ask for a hold',
      description: 'By telephone.',
      required: true,
      note_required: true,
      due_at: due,
      assignee_id: t.made.userId,
    })
    expect(await list(id)).toMatchObject({
      open_required: 1,
      data: [{ uid: task, title: 'Ask for a hold', state: 'open', due_at: due, assignee_name: 'Ana Ruiz', note: null }],
    })
    granted(await t.workspace.tasks.assign(id, task, { assignee_id: omar.userId }, options()))
    expect(refused(await t.workspace.tasks.complete(id, task, {}, options()))).toBe('invalid_request')
    granted(await t.workspace.tasks.complete(id, task, { note: 'Held since 11:40.' }, { actor: omar }))
    expect(await list(id)).toMatchObject({
      open_required: 0,
      data: [{ state: 'done', done_by_name: 'Omar Farsi', note: 'Held since 11:40.', overdue: false }],
    })
    granted(await t.workspace.tasks.reopen(id, task, { reason: 'The bank let it go.' }, options()))
    expect(await list(id)).toMatchObject({ open_required: 1, data: [{ state: 'open', note: null, done_at: null }] })
    expect((await entries(id)).map(({ type }) => type)).toEqual([
      'case.opened',
      'task.added',
      'task.assigned',
      'task.done',
      'task.reopened',
    ])
    expect(granted(await t.workspace.cases.notes(id, { page: 1, size: 20 })).data.map(({ text }) => text)).toEqual([
      'The bank let it go.',
      'Held since 11:40.',
    ])
    expect(await faults(id)).toEqual([])
  })

  test('L-76: moves the time of change of its case and not its revision', async () => {
    const id = await open()
    const before = granted(await t.workspace.cases.read(id))
    await add(id)
    const after = granted(await t.workspace.cases.read(id))
    expect(after.revision).toBe(before.revision)
    expect(after.updated_at > before.updated_at).toBe(true)
  })

  test('L-75: a finished case takes none; unknown people, auditors, cases and tasks are refused', async () => {
    const id = await open()
    const task = await add(id)
    const auditor = await t.addUser('Olga Audit', 'auditor')
    expect(refused(await t.workspace.tasks.assign(id, task, { assignee_id: auditor.userId }, options()))).toBe(
      'unknown_reference',
    )
    const given = { title: 'For whom?', ...plain, assignee_id: 4_242 }
    expect(refused(await t.workspace.tasks.add(id, given, options()))).toBe('unknown_reference')
    expect(refused(await t.workspace.tasks.complete(await open(), task, {}, options()))).toBe('not_found')
    expect(refused(await t.workspace.tasks.complete(4_242, task, {}, options()))).toBe('not_found')
    expect(refused(await t.workspace.tasks.list(4_242, { page: 1, size: 20 }))).toBe('not_found')
    granted(await t.workspace.cases.changeStatus(id, { status: 'closed', notes: 'Over.' }, options()))
    expect(refused(await t.workspace.tasks.add(id, { title: 'Too late', ...plain }, options()))).toBe('task_forbidden')
    // What was still to do can be ticked.
    granted(await t.workspace.tasks.complete(id, task, {}, options()))
    expect(refused(await t.workspace.tasks.reopen(id, task, { reason: 'No.' }, options()))).toBe('task_forbidden')
  })
})

describe('the open tasks of a person', () => {
  test('over all unfinished cases, what is due first, with those overdue counted', async () => {
    const person = await t.addUser('Mira Holt', 'investigator')
    const [one, two, over] = [await open('One'), await open('Two'), await open('Over')]
    const mine = { assignee_id: person.userId }
    await add(one, { title: 'Whenever', ...mine })
    await add(one, { title: 'Late', due_at: at(startMs - 1), ...mine })
    await add(two, { title: 'Soon', due_at: at(startMs + 86_400_000), ...mine })
    await add(two, { title: 'Of nobody' })
    await add(over, { title: 'Of a closed case', ...mine })
    granted(await t.workspace.cases.changeStatus(over, { status: 'closed', notes: 'Over.' }, options()))
    const page = await t.workspace.tasks.openOf(person.userUid, { page: 1, size: 2 })
    expect(page).toMatchObject({
      overdue: 1,
      pagination: { total: 3, total_pages: 2 },
      data: [
        { title: 'Late', overdue: true, case_title: 'One', case_id: one },
        { title: 'Soon', overdue: false, case_title: 'Two', case_status: 'open' },
      ],
    })
    const [late] = page.data
    granted(await t.workspace.tasks.complete(one, late?.uid ?? '', {}, { actor: person }))
    expect(await t.workspace.tasks.openOf(person.userUid, { page: 1, size: 50 })).toMatchObject({
      overdue: 0,
      data: [{ title: 'Soon' }, { title: 'Whenever' }],
    })
  })
})

describe('personal data', () => {
  test('title, description, note and reason are erased wherever they are shown; the task stays', async () => {
    const id = await open()
    const task = await add(id, { title: 'Ask Maria Secreta', description: 'She lives at 4 Hidden Lane.' })
    granted(await t.workspace.tasks.complete(id, task, { note: 'Zoltan told us.' }, options()))
    for (const entry of (await entries(id)).filter(({ type }) => type.startsWith('task.'))) {
      const digests = Object.entries(entry.withheld).map(([, { digest }]) => digest)
      granted(
        await t.workspace.cases.redact(
          id,
          { entry_id: entry.entry_id, digests, legal_basis: 'gdpr_art_17' },
          options(),
        ),
      )
    }
    expect((await list(id)).data).toMatchObject([
      { uid: task, title: '[redacted]', description: '[redacted]', note: '[redacted]', state: 'done' },
    ])
    const shown = JSON.stringify([
      await entries(id),
      granted(await t.workspace.cases.notes(id, { page: 1, size: 20 })).data,
      (await t.workspace.cases.list(listQuery({ q: 'Zoltan' }))).data,
    ])
    expect(shown).not.toMatch(/Secreta|Hidden Lane|Zoltan/u)
    expect(await faults(id)).toEqual([])
  })
})

test('L-80: a task that differs from its entries is found, whatever of it was changed', async () => {
  const id = await open()
  const task = await add(id, { required: true })
  granted(await t.workspace.tasks.assign(id, task, { assignee_id: omar.userId }, options()))
  const writer = openWriter(t.workspace.folder.database, t.workspace.keys.database)
  try {
    for (const [column, value] of [
      ['required', 0],
      ['state', 'done'],
      ['assignee_uid', t.admin.userUid],
      ['due_at', 1],
    ] as const) {
      const before = writer.prepare(`select ${column} as value from case_tasks where case_id = ?`).get(id) as {
        value: string | number | null
      }
      writer.prepare(`update case_tasks set ${column} = ? where case_id = ?`).run(value, id)
      expect(await faults(id), column).toEqual([
        `row_differs: a row of case_tasks differs from its entries in ${column}`,
      ])
      writer.prepare(`update case_tasks set ${column} = ? where case_id = ?`).run(before.value, id)
    }
    writer.prepare('delete from case_tasks where case_id = ?').run(id)
    expect(await faults(id)).toEqual(['row_differs: a row of case_tasks that the entries make is missing'])
  } finally {
    writer.close()
  }
})
