import { z } from 'zod'
import { integerId, uid } from '../schema/text.ts'
import type { TaskEntryType } from '../schema/timeline.ts'
import { name, time } from './open-values.ts'

const task = z.looseObject({ task: uid })
/** A person to whom a task goes: both names of them, or neither. */
const givenTo = { to_uid: name.nullable(), to_id: integerId.nullable() }
const addedTask = task.extend({
  ...givenTo,
  required: z.boolean(),
  note_required: z.boolean(),
  due_at: time.optional(),
  role: name.optional(),
  source: z.looseObject({ playbook: name, version: z.int().min(1), key: name }).optional(),
})
const assignedTask = task.extend({ ...givenTo, from_uid: name.nullable(), from_id: integerId.nullable() })
const doneTask = task.extend({ note_required: z.boolean() })
const reopenedTask = task
const appliedPlaybook = z.looseObject({
  playbook: name,
  version: z.int().min(1),
  name,
  tasks: z.int().min(0),
})

/** The form of the public values of each entry about a task or a playbook: without it the entry has no effect (Y-46). */
export const taskForms: Readonly<Record<TaskEntryType, z.ZodType>> = {
  'task.added': addedTask,
  'task.assigned': assignedTask,
  'task.done': doneTask,
  'task.reopened': reopenedTask,
  'playbook.applied': appliedPlaybook,
}

/** Whether the public values of an entry are about a task or a playbook, in the form of their type. */
export const fitsTaskForm = (type: string, pub: unknown): boolean =>
  Object.hasOwn(taskForms, type) && taskForms[type as TaskEntryType].safeParse(pub).success
