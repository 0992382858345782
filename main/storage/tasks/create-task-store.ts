import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { CaseStatus } from '../../../shared/schema/case.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { timestampMs, toTimestamp } from '../../../shared/schema/text.ts'
import type { CaseDraft } from '../../domain/cases/commands.ts'
import { decideAdding, decideAssigning, decideDone, decideReopening } from '../../domain/tasks/decide.ts'
import type { Assignee, PresentTask } from '../../domain/tasks/decide.ts'
import { appendAll, notFound } from '../cases/change-case.ts'
import type { CaseParts } from '../cases/parts.ts'
import { activeUser, readPeople } from '../cases/people.ts'
import type { LedgerTx } from '../ledger/ledger.ts'
import { applyingPlaybooks } from './apply-playbook.ts'
import { readOpenTasks, readTasks } from './read-tasks.ts'
import type { CaseTasksTable } from './tables.ts'
import type { ChangedTask, TaskStore } from './task-store.ts'

export type TaskParts = Pick<CaseParts, 'sql' | 'vault' | 'env' | 'ledger'>
type Found = { readonly id: number; readonly uid: string; readonly status: CaseStatus; readonly revision: number }

const noTask = refusal('not_found', 'The case has no such task.')
const unknownAssignee = refusal('unknown_reference', 'There is no active user with this id who may do a task.', [
  { path: 'assignee_id', message: 'is no active user who may do a task' },
])

const caseOf = (tx: LedgerTx, caseId: number): Promise<Found | undefined> =>
  Promise.resolve(tx.sql.get<Found>('select id, uid, status, revision from cases where id = ?', caseId))

/** The person of an id who may do a task; null: nobody is asked for. */
const assigneeOf = async (tx: LedgerTx, id: number | null): Promise<Result<Assignee | null, Refusal>> => {
  if (id === null) return ok(null)
  const user = await activeUser(tx.sql, id)
  return user === null || user.role === 'auditor' ? fail(unknownAssignee) : ok(user)
}

const presentTask = async (tx: LedgerTx, caseId: number, uid: string): Promise<PresentTask | null> => {
  const row = await tx.sql.get<CaseTasksTable>('select * from case_tasks where case_id = ? and uid = ?', caseId, uid)
  if (row === undefined) return null
  const person = row.assignee_uid === null ? undefined : (await readPeople(tx.sql)).get(row.assignee_uid)
  return {
    uid,
    noteRequired: row.note_required === 1,
    addedEntry: row.entry,
    state: row.state,
    stateEntry: row.state_entry,
    assigneeUid: row.assignee_uid,
    assigneeEntry: row.assignee_entry,
    assignee:
      row.assignee_uid === null ? null : { uid: row.assignee_uid, id: person?.id ?? 1, name: person?.name ?? '' },
  }
}

const seal = async (tx: LedgerTx, found: Found, task: string, draft: CaseDraft): Promise<ChangedTask> => {
  const last = await appendAll(tx, found, [draft])
  return { id: found.id, task, updated_at: toTimestamp(last.atMs), revision: found.revision, entry_id: last.id }
}

type Decide = (tx: LedgerTx, task: PresentTask, found: Found) => Promise<Result<CaseDraft, Refusal>>

/** Makes the store of tasks. */
export const createTaskStore = (parts: TaskParts): TaskStore => {
  /** Runs a command in one transaction, with what is kept beside its answer. */
  const answered = (
    options: Parameters<TaskStore['add']>[2],
    act: (tx: LedgerTx) => Promise<Result<ChangedTask, Refusal>>,
  ): Promise<Result<ChangedTask, Refusal>> =>
    parts.ledger.write(options.actor, async (tx) => {
      const result = await act(tx)
      if (result.ok) await options.inTransaction?.(tx, result.value)
      return result
    })

  const step = (
    caseId: number,
    task: string,
    options: Parameters<TaskStore['add']>[2],
    decide: Decide,
  ): Promise<Result<ChangedTask, Refusal>> =>
    answered(options, async (tx) => {
      const found = await caseOf(tx, caseId)
      if (found === undefined) return fail(notFound)
      const present = await presentTask(tx, caseId, task)
      if (present === null) return fail(noTask)
      const decided = await decide(tx, present, found)
      return decided.ok ? ok(await seal(tx, found, task, decided.value)) : decided
    })

  return {
    list: readTasks(parts),
    openOf: readOpenTasks(parts),
    add: (caseId, input, options) =>
      answered(options, async (tx) => {
        const found = await caseOf(tx, caseId)
        if (found === undefined) return fail(notFound)
        const assignee = await assigneeOf(tx, input.assignee_id ?? null)
        if (!assignee.ok) return assignee
        const tasks = await tx.sql.get<{ n: number }>('select count(*) as n from case_tasks where case_id = ?', caseId)
        const uid = parts.env.random.uuidv7(tx.nowMs)
        const decided = decideAdding(
          { status: found.status, tasks: tasks?.n ?? 0 },
          {
            uid,
            title: input.title,
            ...(input.description === undefined ? {} : { description: input.description }),
            required: input.required,
            noteRequired: input.note_required,
            dueAtMs: input.due_at === undefined ? null : timestampMs(input.due_at),
            assignee: assignee.value,
          },
        )
        return decided.ok ? ok(await seal(tx, found, uid, decided.value)) : decided
      }),
    applyPlaybook: applyingPlaybooks(parts),
    assign: (caseId, task, input, options) =>
      step(caseId, task, options, async (tx, present) => {
        const to = await assigneeOf(tx, input.assignee_id)
        return to.ok ? decideAssigning(present, to.value) : to
      }),
    complete: (caseId, task, input, options) =>
      step(caseId, task, options, (_tx, present) => Promise.resolve(decideDone(present, input.note))),
    reopen: (caseId, task, input, options) =>
      step(caseId, task, options, (_tx, present, { status }) =>
        Promise.resolve(decideReopening(status, present, input.reason)),
      ),
  }
}
