import { z } from 'zod'
import { defaultAccessLogDays, defaultUnusualCases } from './access-log.ts'
import { signInProvider } from './sign-in-provider.ts'
import { role } from './user.ts'
import type { Role } from './user.ts'
import { institutionCode } from './workspace.ts'
import { caseStatus, type CaseOutcome, type CasePriority, type CaseStatus } from './case.ts'

const hours = z.number().min(0.25).max(8_760)

/** What the institution may configure about cases. A change of it is sealed in the workspace's chain. */
export const policy = z.strictObject({
  sla_hours: z.strictObject({ urgent: hours, high: hours, medium: hours, low: hours }),
  sla_pauses_in_pending_review: z.boolean(),
  workflow: z
    .partialRecord(caseStatus, z.array(caseStatus))
    .nullable()
    .describe('Permitted next states by state; null permits every move. A state that is not named permits none.'),
  four_eyes: z
    .array(z.enum(['resolved', 'closed', 'rule_live']))
    .describe(
      'What needs a second person: the states of a case, by a supervisor or admin who has not owned it since it was opened or last reopened, did not make its last status change, and has not handed it over since; `rule_live`: a rule goes live by another person than the one who wrote it.',
    ),
  outcome_required: z
    .array(z.enum(['resolved', 'closed']))
    .optional()
    .describe('States of a case that ask for an outcome; absent: none.'),
  tasks_required: z
    .strictObject({
      before: z.array(z.enum(['resolved', 'closed'])).min(1),
      passed_by: z.enum(['supervisors', 'nobody']),
    })
    .optional()
    .describe(
      'States that a case with open required tasks may not reach, and who may let it pass: a supervisor or admin who says so with the rationale, or nobody. Absent: tasks keep no case from any state.',
    ),
  case_number_segments: z
    .array(institutionCode)
    .max(99)
    .optional()
    .describe(
      'Further segments of case numbers besides the institution’s own: each has 99,999 numbers a day, and they are used in this order once those before are given out. Absent: none.',
    ),
  lock_after_days: z
    .int()
    .min(0)
    .max(3_650)
    .optional()
    .describe(
      'After so many days without contact with its hub a device is locked until it reaches the hub again. Absent or 0: never.',
    ),
  idle_lock_minutes: z
    .int()
    .min(0)
    .max(1_440)
    .optional()
    .describe(
      'After so many minutes without a key or the pointer a window locks and asks for the password again. Absent or 0: never.',
    ),
  second_factor_roles: z
    .array(role)
    .optional()
    .describe('Roles in which signing in with a password takes a second factor. Absent: none.'),
  sign_in_provider: signInProvider.optional(),
  access_log_days: z
    .int()
    .min(0)
    .max(36_500)
    .optional()
    .describe(
      `For how many days the access log of a service keeps its rows; 0: for ever. Absent: ${defaultAccessLogDays}.`,
    ),
  unusual_cases_per_hour: z
    .int()
    .min(0)
    .max(10_000)
    .optional()
    .describe(
      `So many different cases that are neither theirs nor of their team, opened by one person in an hour, are unusual reading; 0: never. Absent: ${defaultUnusualCases}.`,
    ),
})
export type Policy = z.infer<typeof policy>

export const defaultSlaHours: Readonly<Record<CasePriority, number>> = { urgent: 4, high: 24, medium: 72, low: 168 }

export const defaultPolicy: Policy = {
  sla_hours: { ...defaultSlaHours },
  sla_pauses_in_pending_review: false,
  workflow: null,
  four_eyes: [],
}

/** Whether the policy lets a case go from one state to another. */
export const permitsMove = (rules: Policy, from: CaseStatus, to: CaseStatus): boolean =>
  rules.workflow === null || (rules.workflow[from]?.includes(to) ?? false)

/**
 * Whether the policy keeps a case out of a state for want of an outcome; `outcome` is the one that it would have there.
 */
export const lacksOutcome = (
  { outcome_required: required = [] }: Policy,
  to: CaseStatus,
  outcome: CaseOutcome | null,
): boolean => outcome === null && (required as readonly CaseStatus[]).includes(to)

/** Whether the policy keeps a case with open required tasks out of a state. */
export const asksForTasks = ({ tasks_required: required }: Policy, to: CaseStatus): boolean =>
  (required?.before as readonly CaseStatus[] | undefined)?.includes(to) ?? false

/** Whether somebody of a role may let a case pass whose required tasks are open. */
export const mayLeaveTasks = ({ tasks_required: required }: Policy, role: Role): boolean =>
  required?.passed_by === 'supervisors' && (role === 'supervisor' || role === 'admin')

/** After how many minutes an unused window locks; 0: never. */
export const idleLockMinutesOf = ({ idle_lock_minutes: minutes = 0 }: Policy): number => minutes

/** Whether whoever signs in with a password in a role needs a second factor. */
export const asksForSecondFactor = ({ second_factor_roles: asked = [] }: Policy, one: Role): boolean =>
  asked.includes(one)

/** For how many days rows of the access log are kept; 0: for ever. */
export const accessLogDaysOf = ({ access_log_days: days = defaultAccessLogDays }: Policy): number => days

/** How many cases of others, opened in an hour, are unusual; 0: never. */
export const unusualCasesOf = ({ unusual_cases_per_hour: cases = defaultUnusualCases }: Policy): number => cases

/** The segments of the institution's case numbers, its own first. */
export const segmentsWith = (institution: string, further: readonly string[] = []): readonly string[] => [
  ...new Set([institution, ...further]),
]
