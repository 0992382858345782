import type { TaskState } from '../../../shared/schema/case-tasks.ts'

/** A task of a case. Times are Unix milliseconds; people are named by their user uid; entries by their id. */
export interface CaseTasksTable {
  case_id: number
  uid: string
  /** Arrival number of the entry that added it. */
  n: number
  /** Its place among the tasks, in the order of the chain. */
  place: number
  entry: string
  required: 0 | 1
  note_required: 0 | 1
  due_at: number | null
  /** Whose work it is, where a playbook says so. */
  role: string | null
  playbook: string | null
  playbook_version: number | null
  playbook_key: string | null
  /** Null: nobody. */
  assignee_uid: string | null
  assignee_entry: string
  state: TaskState
  state_entry: string
  /** Arrival number of the entry that set the state. */
  state_n: number
  state_at: number
  state_by: string
  added_at: number
  added_by: string
}

/** Entries about tasks that changed nothing, each with the entry that had set the same before. */
export interface CaseTaskOvertakenTable {
  entry: string
  case_id: number
  winner: string
}

/** Playbooks that were applied to a case, each once. */
export interface CasePlaybooksTable {
  case_id: number
  playbook: string
  version: number
  name: string
  entry: string
  /** Its place among them, in the order of the chain. */
  place: number
}

export interface TaskTables {
  case_tasks: CaseTasksTable
  case_task_overtaken: CaseTaskOvertakenTable
  case_playbooks: CasePlaybooksTable
}
