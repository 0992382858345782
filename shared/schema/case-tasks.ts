import { z } from 'zod'
import { caseStatus } from './case.ts'
import { integerId, lineOfText, textBlock, timestamp, uid } from './text.ts'

/** Tasks that a case may have before another one is refused. */
export const tasksMost = 500

export const taskTitle = lineOfText(200)
export const taskDescription = textBlock(10_000)

export const taskStates = ['open', 'done'] as const
export const taskState = z.enum(taskStates)
export type TaskState = z.infer<typeof taskState>

/** The playbook that brought a task, and the name of the task in it. */
export const taskSource = z.object({
  playbook: z.string().describe('Key of the playbook.'),
  version: z.int().describe('The version that was applied.'),
  key: z.string().describe('Name of the task in the playbook.'),
})

/** A task of a case as its entries tell it. */
export const caseTask = z.object({
  uid: uid.describe('Names the task in addresses and entries.'),
  title: z.string().describe('`[redacted]` where it was erased.'),
  description: z.string().nullable(),
  state: taskState,
  required: z.boolean().describe('Whether the case is complete only when this is done.'),
  note_required: z.boolean().describe('Whether marking it as done takes a note.'),
  due_at: timestamp.nullable(),
  role: z.string().nullable().describe('Whose work it is, where its playbook says so.'),
  overdue: z.boolean().describe('Open, and its due time has passed.'),
  assignee_id: integerId.nullable().describe('Null: nobody.'),
  assignee_name: z.string().nullable(),
  source: taskSource.nullable().describe('Null: a person added it.'),
  added_at: timestamp,
  added_by_name: z.string(),
  done_at: timestamp.nullable(),
  done_by_name: z.string().nullable(),
  note: z.string().nullable().describe('What was written when it was marked as done.'),
})
export type CaseTask = z.infer<typeof caseTask>

/** An open task with the case that it belongs to. */
export const openTask = caseTask.extend({
  case_id: integerId,
  case_number: z.string(),
  case_title: z.string(),
  case_status: caseStatus,
})
export type OpenTask = z.infer<typeof openTask>
