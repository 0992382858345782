import type { Playbook } from '../../../shared/schema/playbooks.ts'

/** The task that ends a playbook: whether the law asks for a report of what was found, within so many hours. */
export const reportTask = (dueHours: number): Playbook['tasks'][number] => ({
  key: 'report',
  title: 'Decide whether a suspicious activity report is due',
  instructions: 'Weigh what was found against the reporting rules that apply, and write down why you report or do not.',
  role: 'supervisor',
  due_hours: dueHours,
  required: true,
  note_required: true,
  evidence: [],
  questions: ['Is a report due, under which rule, and by when?'],
})
