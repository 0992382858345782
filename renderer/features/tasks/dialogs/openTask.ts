import type { CaseTask } from '../../../../shared/schema/case-tasks.ts'

/** What is asked about the tasks of a case. */
export type OpenTaskDialog =
  | { readonly kind: 'add' | 'playbook' }
  | { readonly kind: 'assign' | 'done' | 'reopen'; readonly task: CaseTask }
