import type { TaskHolding } from '../../../shared/entries/task-steps.ts'
import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { isFinished } from '../../../shared/schema/case.ts'
import type { CaseStatus } from '../../../shared/schema/case.ts'
import { tasksMost } from '../../../shared/schema/case-tasks.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import type { CaseDraft } from '../cases/commands.ts'
import { withheldRefusal } from '../entries/withheld.ts'

/** A person of whom a task is. */
export interface Assignee {
  readonly uid: string
  readonly id: number
  readonly name: string
}

/** A task that is to be added. */
export interface NewTask {
  /** UUIDv7. */
  readonly uid: string
  readonly title: string
  readonly description?: string
  readonly required: boolean
  readonly noteRequired: boolean
  /** Unix milliseconds; null: whenever. */
  readonly dueAtMs: number | null
  readonly assignee: Assignee | null
}

/** The case that a task is of, as far as the rules ask. */
export interface TaskCase {
  readonly status: CaseStatus
  /** How many tasks it has. */
  readonly tasks: number
}

/** A task that exists, with what a step of it seals again. */
export interface PresentTask extends TaskHolding {
  readonly uid: string
  readonly noteRequired: boolean
  readonly assignee: Assignee | null
}

type Decision = Result<CaseDraft, Refusal>

const forbidden = (message: string): Result<never, Refusal> => fail(refusal('task_forbidden', message))
const alreadyDone = (message: string): Result<never, Refusal> => fail(refusal('already_done', message))

/** L-19: the entry, where everything is there that its type asks for. */
const sealed = (draft: CaseDraft): Decision => {
  const refused = withheldRefusal(draft)
  return refused === null ? ok(draft) : fail(refused)
}

/** L-75: why a case takes no more tasks; null where it takes so many. */
export const roomFault = ({ status, tasks }: TaskCase, more: number): Refusal | null => {
  if (isFinished(status))
    return refusal(
      'task_forbidden',
      `The case is ${status} and takes no new tasks. Nothing was added. Reopen the case first.`,
    )
  if (tasks + more <= tasksMost) return null
  return refusal('task_forbidden', `A case may have ${tasksMost} tasks, and this one has ${tasks}. Nothing was added.`)
}

/** Adds a task to a case. */
export const decideAdding = (present: TaskCase, task: NewTask): Decision => {
  const fault = roomFault(present, 1)
  if (fault !== null) return fail(fault)
  return sealed({
    type: 'task.added',
    pub: {
      task: task.uid,
      required: task.required,
      note_required: task.noteRequired,
      to_uid: task.assignee?.uid ?? null,
      to_id: task.assignee?.id ?? null,
      ...(task.dueAtMs === null ? {} : { due_at: toTimestamp(task.dueAtMs) }),
    },
    withheld: {
      title: task.title,
      ...(task.description === undefined ? {} : { description: task.description }),
      ...(task.assignee === null ? {} : { assignee_name: task.assignee.name }),
    },
  })
}

/** Gives a task to a person, or to nobody. */
export const decideAssigning = (task: PresentTask, to: Assignee | null): Decision => {
  if (task.state === 'done')
    return forbidden('The task is done, so it needs nobody. Nothing was changed. Reopen the task first.')
  const from = task.assignee
  if ((from?.uid ?? null) === (to?.uid ?? null))
    return alreadyDone(to === null ? 'The task is assigned to nobody already.' : 'The task is theirs already.')
  return sealed({
    type: 'task.assigned',
    pub: {
      task: task.uid,
      from_uid: from?.uid ?? null,
      from_id: from?.id ?? null,
      to_uid: to?.uid ?? null,
      to_id: to?.id ?? null,
    },
    withheld: {
      ...(from === null ? {} : { from_assignee: from.name }),
      ...(to === null ? {} : { to_assignee: to.name }),
    },
    refs: [task.assigneeEntry],
  })
}

/** Marks a task as done; the catalogue asks for a note where the task does (L-19). */
export const decideDone = (task: PresentTask, note: string | undefined): Decision =>
  task.state === 'done'
    ? alreadyDone('The task is done already.')
    : sealed({
        type: 'task.done',
        pub: { task: task.uid, note_required: task.noteRequired },
        ...(note === undefined ? {} : { withheld: { note } }),
        refs: [task.stateEntry],
      })

/** Opens a task again that was done. */
export const decideReopening = (status: CaseStatus, task: PresentTask, reason: string): Decision => {
  if (task.state === 'open') return alreadyDone('The task is open already.')
  if (isFinished(status))
    return forbidden(
      `The case is ${status}, and its tasks stay as they are. Nothing was changed. Reopen the case first.`,
    )
  return sealed({
    type: 'task.reopened',
    pub: { task: task.uid },
    withheld: { reason },
    refs: [task.stateEntry],
  })
}
