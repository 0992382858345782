import { z } from 'zod'
import { rationale } from '../schema/case.ts'
import { caseTask, openTask, taskDescription, taskState, taskTitle } from '../schema/case-tasks.ts'
import { appliedPlaybook, playbook } from '../schema/playbooks.ts'
import { idText, integerId, integerText, timestamp, uid } from '../schema/text.ts'
import { caseIdParams, changed, everyone, writers } from './case-parts.ts'
import { defineOperation, pageEnvelope, envelope } from './operation.ts'

const tag = 'Tasks'
const taskParams = z.strictObject({ id: idText.describe('The internal case identifier.'), task: uid })
const changedTask = changed.extend({ task: uid })
const paged = {
  page: integerText({ min: 1, max: 10_000_000 }).default(1),
  size: integerText({ min: 1, max: 100 }).default(50),
}

export const listCaseTasks = defineOperation({
  id: 'listCaseTasks',
  method: 'GET',
  path: '/v1/cases/{id}/tasks',
  tag,
  summary: 'List tasks of a case',
  description:
    'Open tasks first, by due time (without one last), then the others in the order in which they were added. `open_required` counts the required tasks of the case that are open.',
  access: everyone,
  params: caseIdParams,
  query: z.strictObject({ ...paged, state: taskState.optional() }),
  answer: pageEnvelope(caseTask).extend({
    open_required: z.int(),
    playbooks: z.array(appliedPlaybook).describe('The playbooks that were applied to the case.'),
  }),
  refusals: ['not_found'],
})

export const listOpenTasks = defineOperation({
  id: 'listOpenTasks',
  method: 'GET',
  path: '/v1/tasks',
  tag,
  summary: 'List my open tasks',
  description:
    'The open tasks of whoever asks, in all cases that are not resolved or closed: by due time, without one last. `overdue` counts those whose due time has passed.',
  access: everyone,
  query: z.strictObject(paged),
  answer: pageEnvelope(openTask).extend({ overdue: z.int() }),
  refusals: [],
})

export const addTask = defineOperation({
  id: 'addTask',
  method: 'POST',
  path: '/v1/cases/{id}/tasks',
  retry: 'key',
  tag,
  summary: 'Add task',
  description:
    'Seals a task into the case. A resolved or closed case takes none, and a case may have 500 (409 task_forbidden). Title and description are withheld values and can be erased.',
  access: writers,
  status: 201,
  params: caseIdParams,
  body: z.strictObject({
    title: taskTitle,
    description: taskDescription.optional(),
    required: z.boolean().default(false).describe('Whether the case is complete only when this is done.'),
    note_required: z.boolean().default(false).describe('Whether marking it as done takes a note.'),
    due_at: timestamp.optional(),
    assignee_id: integerId.optional().describe('An active user who is no auditor.'),
  }),
  answer: envelope(changedTask),
  refusals: ['not_found', 'unknown_reference', 'task_forbidden'],
})

export const assignTask = defineOperation({
  id: 'assignTask',
  method: 'PUT',
  path: '/v1/cases/{id}/tasks/{task}/assignee',
  tag,
  summary: 'Assign task',
  description: 'Seals who is to do an open task; null: nobody.',
  access: writers,
  params: taskParams,
  body: z.strictObject({ assignee_id: integerId.nullable().describe('An active user who is no auditor.') }),
  answer: envelope(changedTask),
  refusals: ['not_found', 'unknown_reference', 'already_done', 'task_forbidden'],
})

export const completeTask = defineOperation({
  id: 'completeTask',
  method: 'PUT',
  path: '/v1/cases/{id}/tasks/{task}/done',
  tag,
  summary: 'Mark task as done',
  description:
    'Seals that a task is done, with a note where the task asks for one. If two devices do so apart, the first in the order of the hub holds; the entry of the other stays with its note and changes nothing.',
  access: writers,
  params: taskParams,
  body: z.strictObject({ note: rationale.optional().describe('Required where `note_required` is true.') }),
  answer: envelope(changedTask),
  refusals: ['not_found', 'already_done'],
})

export const reopenTask = defineOperation({
  id: 'reopenTask',
  method: 'PUT',
  path: '/v1/cases/{id}/tasks/{task}/open',
  tag,
  summary: 'Reopen task',
  description:
    'Seals that a task is not done after all, and why. The tasks of a resolved or closed case stay as they are.',
  access: writers,
  params: taskParams,
  body: z.strictObject({ reason: rationale }),
  answer: envelope(changedTask),
  refusals: ['not_found', 'already_done', 'task_forbidden'],
})

export const listPlaybooks = defineOperation({
  id: 'listPlaybooks',
  method: 'GET',
  path: '/v1/playbooks',
  tag,
  summary: 'List playbooks',
  description:
    'The playbooks that ship, one a typology: each with the tasks that it brings and the public documents that it rests on.',
  access: everyone,
  answer: envelope(z.array(playbook)),
  refusals: [],
})

export const applyPlaybook = defineOperation({
  id: 'applyPlaybook',
  method: 'POST',
  path: '/v1/cases/{id}/playbooks',
  retry: 'key',
  tag,
  summary: 'Apply playbook',
  description:
    'Seals into the case that a playbook was applied, and its tasks, at once. What is an investigator’s goes to the owner of the case. Applying the same one again is 409 already_done; a resolved or closed case takes none (409 task_forbidden).',
  access: writers,
  status: 201,
  params: caseIdParams,
  body: z.strictObject({ playbook: z.string().max(100).describe('Key of a playbook.') }),
  answer: envelope(changed.extend({ tasks: z.int().describe('How many tasks it brought.') })),
  refusals: ['not_found', 'unknown_reference', 'already_done', 'task_forbidden'],
})
