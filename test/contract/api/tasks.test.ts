import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBench } from './support.ts'
import type { Bench, Person } from './support.ts'

let bench: Bench
let investigator: Person
let auditor: Person
beforeAll(async () => {
  bench = await startBench()
  investigator = await bench.addPerson('investigator', 'doing')
  auditor = await bench.addPerson('auditor', 'reading')
})
afterAll(() => bench.close())

const adding = (id: number, body: unknown, headers: Record<string, string> = {}, as = investigator) =>
  bench.ask('POST', `/v1/cases/${id}/tasks`, { as, body, headers })

describe('/v1/cases/{id}/tasks', () => {
  it('adds, assigns, does, reopens and lists; the event stream tells each step without a text', async () => {
    const made = await bench.createCase('With tasks')
    const from = bench.service.workspace.events.bounds().newest
    const added = await adding(made.id, { title: 'Call Maria Secreta', required: true, note_required: true })
    expect(added.status).toBe(201)
    const { task } = added.data
    const put = (part: string, body: unknown) => {
      const address: string = `/v1/cases/${made.id}/tasks/${task}/${part}`
      return bench.ask('PUT', address, { as: investigator, body })
    }
    expect((await put('assignee', { assignee_id: investigator.id })).status).toBe(200)
    const mine = await bench.ask('GET', '/v1/tasks', { as: investigator })
    expect(mine.body).toMatchObject({
      data: [{ uid: task, title: 'Call Maria Secreta', case_id: made.id, case_title: 'With tasks' }],
      overdue: 0,
    })
    expect((await bench.ask('GET', '/v1/tasks', { as: auditor })).body).toMatchObject({ data: [] })
    const bare = await put('done', {})
    expect([bare.status, bare.error.details]).toEqual([
      400,
      [{ path: 'body.note', message: 'is required: it is sealed with the entry' }],
    ])
    expect((await put('done', { note: 'She confirmed it.' })).status).toBe(200)
    expect((await put('done', { note: 'Again.' })).error.code).toBe('already_done')
    expect((await put('assignee', { assignee_id: null })).error.code).toBe('task_forbidden')
    expect((await put('open', { reason: 'She took it back.' })).status).toBe(200)
    const listed = await bench.ask('GET', `/v1/cases/${made.id}/tasks?state=open`, { as: auditor })
    expect(listed.body).toMatchObject({ data: [{ uid: task, state: 'open', required: true }], open_required: 1 })
    const told = bench.service.workspace.events.after(from, 100)
    expect(told.map(({ type, data }) => [type, data['task_uid'], data['to_id'] ?? null])).toEqual([
      ['case.task_added', task, null],
      ['case.task_assigned', task, investigator.id],
      ['case.task_done', task, null],
      ['case.task_reopened', task, null],
    ])
    expect(JSON.stringify(told)).not.toContain('Secreta')
  })

  it('an auditor reads and changes nothing', async () => {
    const made = await bench.createCase()
    const added = await adding(made.id, { title: 'Read the statement' })
    const before = await bench.snapshot()
    expect((await adding(made.id, { title: 'Mine' }, {}, auditor)).status).toBe(403)
    for (const [part, body] of [
      ['assignee', { assignee_id: auditor.id }],
      ['done', {}],
      ['open', { reason: 'Why.' }],
    ] as const) {
      const address: string = `/v1/cases/${made.id}/tasks/${added.data.task}/${part}`
      expect((await bench.ask('PUT', address, { as: auditor, body })).status).toBe(403)
    }
    expect(await bench.snapshot()).toBe(before)
    expect((await bench.ask('GET', `/v1/cases/${made.id}/tasks`, { as: auditor })).status).toBe(200)
  })

  it('the same key gets the first answer, and adds once; what is kept of it holds no text', async () => {
    const made = await bench.createCase()
    const headers = { 'idempotency-key': 'add-task-once-0001' }
    const body = { title: 'Ask Wilhelmina Quist' }
    const [first, again] = [await adding(made.id, body, headers), await adding(made.id, body, headers)]
    expect(again.body).toEqual(first.body)
    expect((await bench.ask('GET', `/v1/cases/${made.id}/tasks`)).body).toMatchObject({ pagination: { total: 1 } })
    expect(await bench.everything()).not.toContain('Wilhelmina')
  })

  it('the timeline says which step was without effect', async () => {
    const made = await bench.createCase()
    const { data } = await adding(made.id, { title: 'Twice' })
    const uid = (await bench.ask('GET', `/v1/cases/${made.id}`)).data.uid
    const done = {
      case: { id: made.id, uid },
      type: 'task.done',
      subject: uid,
      pub: { task: data.task, note_required: false },
      refs: [data.entry_id],
    }
    const { ledger } = bench.service.workspace
    const actor = { userId: investigator.id, userUid: investigator.uid, role: 'investigator' } as const
    for (let times = 0; times < 2; times += 1)
      await ledger.write(actor, async (tx) => ({ ok: true, value: await tx.append(done) }))
    const timeline = await bench.ask('GET', `/v1/cases/${made.id}/timeline?order=oldest`)
    expect(timeline.data.map(({ type, without_effect: without }) => [type, without?.code])).toEqual([
      ['case.opened', undefined],
      ['task.added', undefined],
      ['task.done', undefined],
      ['task.done', 'overtaken'],
    ])
  })
})

describe('/v1/cases/{id}/playbooks', () => {
  it('brings a playbook with its tasks once, for the owner; the list names its sources', async () => {
    const made = await bench.createCase('A mule')
    const listed = await bench.ask('GET', '/v1/playbooks', { as: auditor })
    const mule = listed.data.find(({ key }) => key === 'money_mule')
    expect(mule?.sources).not.toEqual([])
    const applying = (playbook: string, as = investigator) =>
      bench.ask('POST', `/v1/cases/${made.id}/playbooks`, { as, body: { playbook } })
    expect((await applying('money_mule', auditor)).status).toBe(403)
    expect((await applying('nothing')).error.code).toBe('unknown_reference')
    expect((await applying('money_mule')).data.tasks).toBe(mule?.tasks.length)
    const refused = await applying('money_mule')
    expect([refused.status, refused.error.code]).toEqual([409, 'already_done'])
    const tasks = await bench.ask('GET', `/v1/cases/${made.id}/tasks`)
    expect(tasks.whole).toMatchObject({
      playbooks: [{ key: 'money_mule', version: 1, name: 'Money mule' }],
      open_required: mule?.tasks.filter(({ required }) => required).length,
      pagination: { total: mule?.tasks.length },
    })
    expect(tasks.data[0]).toMatchObject({ role: 'investigator', source: { playbook: 'money_mule', version: 1 } })
    const report = await bench.service.workspace.verification.verifyCase(made.id)
    expect(report.ok && report.value.findings.filter(({ severity }) => severity === 'fault')).toEqual([])
  })
})

describe('PUT /v1/cases/{id}/status', () => {
  it('L-78: asks for the required tasks first, and lets a supervisor pass with a rationale', async () => {
    const { policy } = (await bench.ask('GET', '/v1/workspace')).data
    const asking = { ...policy, tasks_required: { before: ['closed'], passed_by: 'supervisors' } }
    expect((await bench.ask('PUT', '/v1/workspace/policy', { body: asking })).status).toBe(200)
    const supervisor = await bench.addPerson('supervisor', 'passing')
    const made = await bench.createCase('With a task')
    await adding(made.id, { title: 'Required', required: true })
    await adding(made.id, { title: 'Not required' })
    const closing = (as: Person, more: object = {}) =>
      bench.ask('PUT', `/v1/cases/${made.id}/status`, { as, body: { status: 'closed', notes: 'Over.', ...more } })
    const refused = await closing(investigator)
    expect([refused.status, refused.error.code, refused.error.message]).toEqual([
      409,
      'tasks_open',
      'One required task is open, and the policy asks for them before a case becomes closed. Nothing was changed. Mark them as done first, or ask a supervisor, who may leave them open and say why.',
    ])
    expect((await closing(investigator, { leave_tasks: true })).error.code).toBe('tasks_open')
    expect((await closing(supervisor)).error.code).toBe('tasks_open')
    expect((await closing(supervisor, { leave_tasks: true })).status).toBe(200)
    const timeline = await bench.ask('GET', `/v1/cases/${made.id}/timeline?order=newest`)
    expect(timeline.data[0]).toMatchObject({ type: 'status.changed', values: { tasks_left: 1 } })
    await bench.ask('PUT', '/v1/workspace/policy', { body: policy })
  })
})
