import { rationale } from '../schema/case.ts'
import { taskDescription, taskTitle } from '../schema/case-tasks.ts'
import type { TaskEntryType } from '../schema/timeline.ts'
import { givenText, playedByHand } from './entry-rule.ts'
import type { EntryRule } from './entry-rule.ts'

const written = { chain: 'case', by: 'writers', origins: playedByHand } as const

/** The rules of the entries about the tasks of a case. */
export const taskRules: Readonly<Record<TaskEntryType, EntryRule>> = {
  'task.added': {
    ...written,
    withheld: { title: taskTitle, description: taskDescription.optional(), assignee_name: givenText },
  },
  'task.assigned': { ...written, withheld: { from_assignee: givenText, to_assignee: givenText } },
  'task.done': {
    ...written,
    withheld: { note: rationale.optional() },
    needs: ({ note_required: required }) => (required === true ? ['note'] : []),
  },
  'task.reopened': { ...written, withheld: { reason: rationale } },
  'playbook.applied': { ...written, withheld: {} },
}
