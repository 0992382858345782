import { z } from 'zod'

/** Whose work a task of a playbook is. */
const taskRoles = ['investigator', 'supervisor'] as const

/** A public document that a playbook rests on. */
export const playbookSource = z.object({
  publisher: z.string(),
  title: z.string(),
  year: z.int(),
})

export const playbookTask = z.object({
  key: z.string().describe('Names the task in the playbook, over all its versions.'),
  title: z.string(),
  instructions: z.string(),
  role: z.enum(taskRoles).describe('Whose work it is. What is an investigator’s goes to the owner of the case.'),
  due_hours: z.int().min(1).describe('Hours after the playbook is applied.'),
  required: z.boolean(),
  note_required: z.boolean(),
  evidence: z.array(z.string()).describe('Evidence that the case should have of it.'),
  questions: z.array(z.string()).describe('What the note should answer.'),
})
export type PlaybookTask = z.infer<typeof playbookTask>

/** What is to be done in cases of one typology. */
export const playbook = z.object({
  key: z.string(),
  version: z.int().min(1),
  name: z.string(),
  about: z.string(),
  sources: z.array(playbookSource).min(1),
  tasks: z.array(playbookTask).min(1),
})
export type Playbook = z.infer<typeof playbook>

/** A playbook that was applied to a case. */
export const appliedPlaybook = z.object({
  key: z.string(),
  version: z.int(),
  name: z.string(),
})
export type AppliedPlaybook = z.infer<typeof appliedPlaybook>
