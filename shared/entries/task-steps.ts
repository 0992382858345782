import type { TaskState as Doing } from '../schema/case-tasks.ts'

/** An entry about a task, as far as the rules read it. */
export interface TaskFact {
  /** The entry's id, lower-case hex. */
  readonly id: string
  readonly type: string
  readonly refs: readonly string[]
  readonly pub: Readonly<Record<string, unknown>>
}

/** A task as its entries left it: what only one can set at a time, each with the entry that set it. */
export interface TaskHolding {
  readonly addedEntry: string
  readonly state: Doing
  readonly stateEntry: string
  /** User uid; null: nobody. */
  readonly assigneeUid: string | null
  readonly assigneeEntry: string
}

/** What an entry did to its task: it set something, or it was overtaken by the entry that had set it before. */
export type TaskStep =
  | { readonly holds: true; readonly task: TaskHolding }
  | { readonly holds: false; readonly winner: string }

const uidIn = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** The field that an entry sets, with the entry that set it last; null of a type that sets nothing of a task. */
const contestedBy = (task: TaskHolding, type: string): string | null => {
  if (type === 'task.added') return task.addedEntry
  if (type === 'task.assigned') return task.assigneeEntry
  return type === 'task.done' || type === 'task.reopened' ? task.stateEntry : null
}

const changed = (task: TaskHolding, { id, type, pub }: TaskFact): TaskHolding => {
  if (type === 'task.assigned') return { ...task, assigneeUid: uidIn(pub['to_uid']), assigneeEntry: id }
  return { ...task, state: type === 'task.done' ? 'done' : 'open', stateEntry: id }
}

/**
 * L-74: what an entry about a task does in the order of the chain. It takes effect where the entry that it builds on is
 * still the one that set what it changes; a second addition of one task never does, and what builds on that builds on
 * the first (L-77).
 *
 * @param task null: the chain has no such task
 * @param before by what the entry that it builds on was overtaken, if it was
 * @returns null where the entry is about no task of the chain
 */
export const taskStep = (task: TaskHolding | null, fact: TaskFact, before?: string): TaskStep | null => {
  if (task === null) {
    if (fact.type !== 'task.added') return null
    return {
      holds: true,
      task: {
        addedEntry: fact.id,
        state: 'open',
        stateEntry: fact.id,
        assigneeUid: uidIn(fact.pub['to_uid']),
        assigneeEntry: fact.id,
      },
    }
  }
  const setBy = contestedBy(task, fact.type)
  if (setBy === null) return null
  const builtOn = before === task.addedEntry ? before : fact.refs[0]
  const builds = fact.type !== 'task.added' && builtOn === setBy
  return builds ? { holds: true, task: changed(task, fact) } : { holds: false, winner: setBy }
}

/**
 * The entries about tasks and playbooks that were overtaken, each with the entry that had set the same before.
 *
 * @param facts the entries of a case that fit their forms, in the order of the chain
 */
export const overtakenSteps = (facts: Iterable<TaskFact>): ReadonlyMap<string, string> => {
  const tasks = new Map<string, TaskHolding>()
  const overtaken = new Map<string, string>()
  const applied = new Map<string, string>()
  for (const fact of facts) {
    if (fact.type === 'playbook.applied') {
      const key = String(fact.pub['playbook'])
      const first = applied.get(key)
      if (first === undefined) applied.set(key, fact.id)
      else overtaken.set(fact.id, first)
    }
    const uid = uidIn(fact.pub['task'])
    if (uid === null || !fact.type.startsWith('task.')) continue
    const step = taskStep(tasks.get(uid) ?? null, fact, overtaken.get(fact.refs[0] ?? ''))
    if (step === null) continue
    if (step.holds) tasks.set(uid, step.task)
    else overtaken.set(fact.id, step.winner)
  }
  return overtaken
}
