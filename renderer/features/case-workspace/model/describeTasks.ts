import type { TaskEntryType, TimelineEntry } from '../../../../shared/schema/timeline.ts'
import { named, type StatedChange } from './changes.ts'
import { firstFact } from './entryFacts.ts'

const task = (entry: TimelineEntry): StatedChange[] => named('task', 'task', entry)

/** From whom to whom the task went; nobody where the entry gives no name. */
const assigned = (entry: TimelineEntry): StatedChange[] => [
  {
    field: 'assignee',
    kind: 'user',
    from: firstFact(entry, ['from_assignee', 'from_uid']),
    to: firstFact(entry, ['to_assignee', 'to_uid']),
  },
]

const addedFor = (entry: TimelineEntry): StatedChange[] =>
  entry.values['to_uid'] === null ? [] : named('assignee', 'user', entry, ['assignee_name', 'to_uid'])

/** What each entry about a task states. */
export const taskChanges: Readonly<Record<TaskEntryType, (entry: TimelineEntry) => readonly StatedChange[]>> = {
  'task.added': (entry) => [
    ...named('taskTitle', 'text', entry, ['title']),
    ...addedFor(entry),
    ...named('due', 'time', entry, ['due_at']),
  ],
  'task.assigned': (entry) => [...task(entry), ...assigned(entry)],
  'task.done': task,
  'task.reopened': task,
  'playbook.applied': (entry) => named('playbook', 'text', entry, ['name']),
}
