import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { Playbook, PlaybookTask } from '../../../shared/schema/playbooks.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import type { CaseDraft } from '../cases/commands.ts'
import { roomFault } from '../tasks/decide.ts'
import type { Assignee, TaskCase } from '../tasks/decide.ts'

const hourMs = 3_600_000

const listed = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [`${title}\n${lines.map((line) => `- ${line}`).join('\n')}`]

/** What a task says of what is to be done, with the evidence and the answers that it expects. */
const descriptionOf = ({ instructions, evidence, questions }: PlaybookTask): string =>
  [instructions, ...listed('Evidence', evidence), ...listed('Questions', questions)].join('\n\n')

/** A case to which a playbook is applied. */
export interface PlaybookCase extends TaskCase {
  readonly number: string
  /** Keys of the playbooks that it has. */
  readonly applied: ReadonlySet<string>
  /** Who gets what is an investigator's; null: nobody. */
  readonly owner: Assignee | null
}

/** When a playbook is applied, and how its tasks are named: the same on every device (L-77). */
export interface Applying {
  readonly nowMs: number
  readonly uidOf: (taskKey: string) => string
}

const taskDraft = (
  { key, version }: Playbook,
  task: PlaybookTask,
  owner: Assignee | null,
  { nowMs, uidOf }: Applying,
): CaseDraft => {
  const assignee = task.role === 'investigator' ? owner : null
  return {
    type: 'task.added',
    pub: {
      task: uidOf(task.key),
      required: task.required,
      note_required: task.note_required,
      role: task.role,
      to_uid: assignee?.uid ?? null,
      to_id: assignee?.id ?? null,
      due_at: toTimestamp(nowMs + task.due_hours * hourMs),
      source: { playbook: key, version, key: task.key },
    },
    withheld: {
      title: task.title,
      description: descriptionOf(task),
      ...(assignee === null ? {} : { assignee_name: assignee.name }),
    },
  }
}

/** L-77: applies a playbook to a case: one entry that says so, and one for each of its tasks. */
export const decideApplying = (
  present: PlaybookCase,
  playbook: Playbook,
  applying: Applying,
): Result<readonly CaseDraft[], Refusal> => {
  if (present.applied.has(playbook.key))
    return fail(
      refusal(
        'already_done',
        `The playbook “${playbook.name}” was applied to ${present.number} already. Nothing was added.`,
      ),
    )
  const fault = roomFault(present, playbook.tasks.length)
  if (fault !== null) return fail(fault)
  return ok([
    {
      type: 'playbook.applied',
      pub: {
        playbook: playbook.key,
        version: playbook.version,
        name: playbook.name,
        tasks: playbook.tasks.length,
      },
    },
    ...playbook.tasks.map((task) => taskDraft(playbook, task, present.owner, applying)),
  ])
}
