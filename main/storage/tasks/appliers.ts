import { fitsForm } from '../../domain/cases/forms.ts'
import { taskStep } from '../../../shared/entries/task-steps.ts'
import type { TaskHolding } from '../../../shared/entries/task-steps.ts'
import { addNote, touchCase } from '../cases/projection.ts'
import type { Applier, Area, OpenedEntry } from '../ledger/ledger.ts'
import type { Statements } from '../sqlite/statements.ts'
import type { CasePlaybooksTable, CaseTasksTable } from './tables.ts'

const holdingOf = (row: CaseTasksTable): TaskHolding => ({
  addedEntry: row.entry,
  state: row.state,
  stateEntry: row.state_entry,
  assigneeUid: row.assignee_uid,
  assigneeEntry: row.assignee_entry,
})

interface Added {
  readonly task: string
  readonly required: boolean
  readonly note_required: boolean
  readonly due_at?: string
  readonly role?: string
  readonly source?: { readonly playbook: string; readonly version: number; readonly key: string }
}

const insertTask = `insert into case_tasks (case_id, uid, n, place, entry, required, note_required, due_at, role, playbook,
    playbook_version, playbook_key, assignee_uid, assignee_entry, state, state_entry, state_n, state_at, state_by, added_at, added_by)
  values (?, ?, ?, (select coalesce(max(place), 0) + 1 from case_tasks where case_id = ?), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

const insert = async (sql: Statements, caseId: number, entry: OpenedEntry, task: TaskHolding): Promise<void> => {
  const added = entry.payload.pub as unknown as Added
  await sql.run(
    insertTask,
    caseId,
    added.task,
    entry.n,
    caseId,
    entry.id,
    added.required ? 1 : 0,
    added.note_required ? 1 : 0,
    added.due_at === undefined ? null : Date.parse(added.due_at),
    added.role ?? null,
    added.source?.playbook ?? null,
    added.source?.version ?? null,
    added.source?.key ?? null,
    task.assigneeUid,
    task.assigneeEntry,
    task.state,
    task.stateEntry,
    entry.n,
    entry.atMs,
    entry.payload.actor,
    entry.atMs,
    entry.payload.actor,
  )
}

const update = async (sql: Statements, caseId: number, entry: OpenedEntry, task: TaskHolding): Promise<void> => {
  const uid = entry.payload.pub['task'] as string
  if (entry.payload.type === 'task.assigned') {
    await sql.run(
      'update case_tasks set assignee_uid = ?, assignee_entry = ? where case_id = ? and uid = ?',
      task.assigneeUid,
      task.assigneeEntry,
      caseId,
      uid,
    )
    return
  }
  await sql.run(
    'update case_tasks set state = ?, state_entry = ?, state_n = ?, state_at = ?, state_by = ? where case_id = ? and uid = ?',
    task.state,
    task.stateEntry,
    entry.n,
    entry.atMs,
    entry.payload.actor,
    caseId,
    uid,
  )
}

const keepOvertaken = async (sql: Statements, caseId: number, entry: string, winner: string): Promise<void> => {
  await sql.run(
    'insert into case_task_overtaken (entry, case_id, winner) values (?, ?, ?) on conflict do nothing',
    entry,
    caseId,
    winner,
  )
}

/** The id of the case of an entry; null where the entry has no effect (Y-46). */
const caseOf = async (sql: Statements, { payload }: OpenedEntry): Promise<number | null> => {
  if (!fitsForm(payload.type, payload.pub)) return null
  return (await sql.get<{ id: number }>('select id from cases where uid = ?', payload.case))?.id ?? null
}

const overtakenBy = async (sql: Statements, caseId: number, entry: string | undefined): Promise<string | undefined> =>
  entry === undefined
    ? undefined
    : (
        await sql.get<{ winner: string }>(
          'select winner from case_task_overtaken where entry = ? and case_id = ?',
          entry,
          caseId,
        )
      )?.winner

/** L-74: what an entry about a task changes, in the order of the chain. */
const applyTask: Applier = async ({ sql }, entry) => {
  const { type, pub, refs } = entry.payload
  const caseId = await caseOf(sql, entry)
  if (caseId === null) return
  const row = await sql.get<CaseTasksTable>(
    'select * from case_tasks where case_id = ? and uid = ?',
    caseId,
    pub['task'] as string,
  )
  const fact = { id: entry.id, type, refs, pub }
  const before = await overtakenBy(sql, caseId, refs[0])
  const step = taskStep(row === undefined ? null : holdingOf(row), fact, before)
  if (step === null) return
  if (step.holds) await (row === undefined ? insert : update)(sql, caseId, entry, step.task)
  else await keepOvertaken(sql, caseId, entry.id, step.winner)
  await addNote(sql, caseId, entry)
  await touchCase(sql, caseId, entry.atMs)
}

/** L-77: a playbook is applied to a case once; the first in the order of the chain holds. */
const applyPlaybook: Applier = async ({ sql }, entry) => {
  const caseId = await caseOf(sql, entry)
  if (caseId === null) return
  const { playbook, version, name } = entry.payload.pub as unknown as CasePlaybooksTable
  const first = await sql.get<{ entry: string }>(
    'select entry from case_playbooks where case_id = ? and playbook = ?',
    caseId,
    playbook,
  )
  if (first === undefined)
    await sql.run(
      `insert into case_playbooks (case_id, playbook, version, name, entry, place)
       values (?, ?, ?, ?, ?, (select coalesce(max(place), 0) + 1 from case_playbooks where case_id = ?))`,
      caseId,
      playbook,
      version,
      name,
      entry.id,
      caseId,
    )
  else await keepOvertaken(sql, caseId, entry.id, first.entry)
  await touchCase(sql, caseId, entry.atMs)
}

/** Tasks of cases as the ledger takes them in. */
export const tasksArea: Area = {
  appliers: {
    'task.added': applyTask,
    'task.assigned': applyTask,
    'task.done': applyTask,
    'task.reopened': applyTask,
    'playbook.applied': applyPlaybook,
  },
}
