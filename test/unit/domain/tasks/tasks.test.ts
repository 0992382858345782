import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { tasksMost } from '../../../../shared/schema/case-tasks.ts'
import { sealingFault } from '../../../../main/domain/entries/sealing-forms.ts'
import { decideAdding, decideAssigning, decideDone, decideReopening } from '../../../../main/domain/tasks/decide.ts'
import type { Assignee, NewTask, PresentTask } from '../../../../main/domain/tasks/decide.ts'
import { overtakenSteps, taskStep } from '../../../../shared/entries/task-steps.ts'
import type { TaskFact, TaskHolding } from '../../../../shared/entries/task-steps.ts'

const uid = '018f0000-0000-7000-8000-000000000001'
const ines: Assignee = { uid: 'user-ines', id: 2, name: 'Inês Prado' }
const omar: Assignee = { uid: 'user-omar', id: 3, name: 'Omar' }
const fresh: NewTask = {
  uid,
  title: 'Call the bank',
  required: true,
  noteRequired: true,
  dueAtMs: Date.parse('2026-03-02T12:00:00.000Z'),
  assignee: ines,
}
const present = (given: Partial<PresentTask> = {}): PresentTask => ({
  uid,
  noteRequired: false,
  addedEntry: 'added',
  state: 'open',
  stateEntry: 'added',
  assigneeUid: ines.uid,
  assigneeEntry: 'added',
  assignee: ines,
  ...given,
})
const refusalOf = (decided: ReturnType<typeof decideAdding>) => (decided.ok ? null : decided.error)
const draftOf = (decided: ReturnType<typeof decideAdding>) => (decided.ok ? decided.value : null)

describe('L-75: what may be done of a task', () => {
  test('a new one withholds its texts and the name of its assignee, and fits its form', () => {
    const draft = draftOf(decideAdding({ status: 'open', tasks: 0 }, { ...fresh, description: 'Ask for a hold.' }))
    expect(draft).toEqual({
      type: 'task.added',
      pub: {
        task: uid,
        required: true,
        note_required: true,
        to_uid: 'user-ines',
        to_id: 2,
        due_at: '2026-03-02T12:00:00.000+00:00',
      },
      withheld: { title: 'Call the bank', description: 'Ask for a hold.', assignee_name: 'Inês Prado' },
    })
    expect(sealingFault('task.added', draft?.pub)).toBeNull()
    const bare = draftOf(decideAdding({ status: 'open', tasks: 0 }, { ...fresh, dueAtMs: null, assignee: null }))
    expect(bare?.withheld).toEqual({ title: 'Call the bank' })
    expect(sealingFault('task.added', bare?.pub)).toBeNull()
  })

  test('a finished case takes none, and no case more than it may have', () => {
    for (const status of ['resolved', 'closed'] as const)
      expect(refusalOf(decideAdding({ status, tasks: 0 }, fresh))).toMatchObject({
        code: 'task_forbidden',
        message: `The case is ${status} and takes no new tasks. Nothing was added. Reopen the case first.`,
      })
    expect(refusalOf(decideAdding({ status: 'open', tasks: tasksMost - 1 }, fresh))).toBeNull()
    expect(refusalOf(decideAdding({ status: 'open', tasks: tasksMost }, fresh))?.code).toBe('task_forbidden')
  })

  test('the note is asked for by the catalogue where the task says so', () => {
    const strict = present({ noteRequired: true })
    expect(refusalOf(decideDone(strict, undefined))).toMatchObject({
      code: 'invalid_request',
      details: [{ path: 'note' }],
    })
    const done = draftOf(decideDone(strict, 'Held since 11:40.'))
    expect(done).toEqual({
      type: 'task.done',
      pub: { task: uid, note_required: true },
      withheld: { note: 'Held since 11:40.' },
      refs: ['added'],
    })
    expect(sealingFault('task.done', done?.pub)).toBeNull()
    expect(draftOf(decideDone(present(), undefined))?.withheld).toBeUndefined()
  })

  test('what is so already is done already; a done task gets no other person', () => {
    const done = present({ state: 'done', stateEntry: 'done' })
    expect(refusalOf(decideDone(done, 'Again.'))?.code).toBe('already_done')
    expect(refusalOf(decideReopening('open', present(), 'Why.'))?.code).toBe('already_done')
    expect(refusalOf(decideAssigning(present(), ines))?.code).toBe('already_done')
    expect(refusalOf(decideAssigning(present({ assignee: null, assigneeUid: null }), null))?.code).toBe('already_done')
    expect(refusalOf(decideAssigning(done, omar))?.code).toBe('task_forbidden')
    expect(refusalOf(decideReopening('closed', done, 'Why.'))?.code).toBe('task_forbidden')
  })

  test('each step names the entry that set what it changes', () => {
    const moved = draftOf(decideAssigning(present({ assigneeEntry: 'earlier' }), omar))
    expect(moved).toMatchObject({
      pub: { from_uid: 'user-ines', to_uid: 'user-omar' },
      withheld: { from_assignee: 'Inês Prado', to_assignee: 'Omar' },
      refs: ['earlier'],
    })
    expect(sealingFault('task.assigned', moved?.pub)).toBeNull()
    const nobody = draftOf(decideAssigning(present(), null))
    expect(nobody).toMatchObject({ pub: { to_uid: null, to_id: null }, withheld: { from_assignee: 'Inês Prado' } })
    expect(sealingFault('task.assigned', nobody?.pub)).toBeNull()
    const again = draftOf(decideReopening('open', present({ state: 'done', stateEntry: 'done' }), 'It came back.'))
    expect(again).toMatchObject({ type: 'task.reopened', withheld: { reason: 'It came back.' }, refs: ['done'] })
    expect(sealingFault('task.reopened', again?.pub)).toBeNull()
  })
})

const fact = (id: string, type: string, refs: readonly string[] = [], pub: TaskFact['pub'] = {}): TaskFact => ({
  id,
  type,
  refs,
  pub: { task: uid, ...pub },
})
const after = (facts: readonly TaskFact[]): TaskHolding | null =>
  facts.reduce<TaskHolding | null>((task, one, index) => {
    const before = overtakenSteps(facts.slice(0, index)).get(one.refs[0] ?? '')
    const step = taskStep(task, one, before)
    return step?.holds === true ? step.task : task
  }, null)

describe('L-74: the order of the chain decides', () => {
  const added = fact('a', 'task.added', [], { to_uid: 'user-ines' })

  test('of two that mark a task as done apart the first holds, and the second says that it was overtaken', () => {
    const apart = [added, fact('d1', 'task.done', ['a']), fact('d2', 'task.done', ['a'])]
    expect(after(apart)).toMatchObject({ state: 'done', stateEntry: 'd1' })
    expect([...overtakenSteps(apart)]).toEqual([['d2', 'd1']])
  })

  test('of two assignments apart the first holds; doing a task and assigning it do not contradict', () => {
    const apart = [
      added,
      fact('x', 'task.assigned', ['a'], { to_uid: 'user-omar' }),
      fact('y', 'task.assigned', ['a'], { to_uid: null }),
      fact('d', 'task.done', ['a']),
    ]
    expect(after(apart)).toMatchObject({ assigneeUid: 'user-omar', state: 'done' })
    expect([...overtakenSteps(apart)]).toEqual([['y', 'x']])
  })

  test('done, reopened and done again all hold, each built on the one before', () => {
    const line = [
      added,
      fact('d', 'task.done', ['a']),
      fact('o', 'task.reopened', ['d']),
      fact('e', 'task.done', ['o']),
    ]
    expect(after(line)).toMatchObject({ state: 'done', stateEntry: 'e' })
    expect([...overtakenSteps(line)]).toEqual([])
  })

  test('a second addition of one uid, and what is about no task of the chain, change nothing', () => {
    const odd = [fact('early', 'task.done', ['a']), added, fact('b', 'task.added', [], { to_uid: 'user-omar' })]
    expect(after(odd)).toMatchObject({ assigneeUid: 'user-ines', stateEntry: 'a' })
    expect([...overtakenSteps(odd)]).toEqual([['b', 'a']])
  })

  test('L-77: what builds on an addition that was overtaken builds on the one that holds', () => {
    const apart = [added, fact('b', 'task.added'), fact('d', 'task.done', ['b']), fact('o', 'task.reopened', ['d'])]
    expect(after(apart.slice(0, 3))).toMatchObject({ state: 'done', stateEntry: 'd' })
    expect(after(apart)).toMatchObject({ state: 'open', stateEntry: 'o' })
    expect([...overtakenSteps(apart)]).toEqual([['b', 'a']])
  })

  test('whatever comes, what is set was set by an entry that holds, and so was what overtook another', () => {
    const ids = ['a', 'b', 'c', 'd', 'e']
    const arbitrary = fc.array(
      fc.record({
        type: fc.constantFrom('task.added', 'task.assigned', 'task.done', 'task.reopened', 'note.added'),
        ref: fc.constantFrom(...ids),
      }),
      { maxLength: 5 },
    )
    fc.assert(
      fc.property(arbitrary, (steps) => {
        const facts = steps.map(({ type, ref }, index) => fact(ids[index] ?? '', type, [ref]))
        const overtaken = overtakenSteps(facts)
        const stands = after(facts)
        const set = [stands?.addedEntry, stands?.stateEntry, stands?.assigneeEntry]
        expect(set.filter((id) => id !== undefined && overtaken.has(id))).toEqual([])
        expect([...overtaken.values()].filter((winner) => overtaken.has(winner))).toEqual([])
      }),
    )
  })
})
