import { useState } from 'react'
import type { CaseStatus } from '../../../../shared/schema/case.ts'
import { asksForTasks, mayLeaveTasks, type Policy } from '../../../../shared/schema/policy.ts'
import type { Role } from '../../../../shared/schema/user.ts'
import { useCaseTasks } from '../../../data/queries/tasks.ts'

/** What the policy asks of the tasks of a case before it gets to a state. */
export interface TaskGate {
  /** Required tasks that are in the way; 0: none is. */
  readonly open: number
  /** Whether this person may leave them open, and does. */
  readonly mayLeave: boolean
  readonly leaves: boolean
  readonly onLeaves: (leaves: boolean) => void
  /** Whether the case may go on. */
  readonly passes: boolean
  /** What is sent with the move. */
  readonly sent: { readonly leave_tasks?: true }
}

/** The required tasks of a case that are in the way to a state. */
export const useTaskGate = (caseId: number, policy: Policy, to: CaseStatus | null, role: Role): TaskGate => {
  const [chosen, onLeaves] = useState(false)
  const tasks = useCaseTasks(caseId).data
  const open = to !== null && asksForTasks(policy, to) ? (tasks?.openRequired ?? 0) : 0
  const mayLeave = mayLeaveTasks(policy, role)
  const leaves = open > 0 && mayLeave && chosen
  return { open, mayLeave, leaves, onLeaves, passes: open === 0 || leaves, sent: leaves ? { leave_tasks: true } : {} }
}
