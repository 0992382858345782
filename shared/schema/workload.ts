import { z } from 'zod'
import { alertItem } from './alerts.ts'
import { caseQueueItem } from './case.ts'
import { openTask } from './case-tasks.ts'
import { actingPerson, decisionQueueItem } from './decisions.ts'
import { reportItem } from './reports.ts'
import { conflict } from './sync.ts'
import { entryId, integerId, timestamp } from './text.ts'

/** How much of each list a workload shows at most; how much there is, it tells beside the list. */
export const workloadLimits = {
  /** Cases, tasks, alerts and approvals that are named. */
  items: 5,
  changes: 20,
  /** Proposals and reports of which it is asked whether the caller may be their second person. */
  asked: 50,
  /** The same of cases: who had one in hand is read from its entries. */
  askedCases: 25,
  /** Cases whose entries are looked through for changes: those that changed last. */
  changedCases: 50,
  /** Newest entries that are looked through in each. */
  entriesOfCase: 200,
  people: 100,
} as const

/** Deadlines that run, as the filter `due_in_hours` of the case list takes them. */
export const deadlineRanges = ['0-4', '4-24', '24-72', '72-'] as const

/** Ages of cases, as the filter `age_days` of the case list takes them. */
export const ageRanges = ['0-7', '7-30', '30-90', '90-'] as const

const ownWork = z.object({
  cases: z.object({
    open: z.int().describe('Cases that are not resolved or closed.'),
    overdue: z.int(),
    due_in_24h: z.int().describe('Not overdue, and due within 24 hours.'),
    items: z.array(caseQueueItem).describe('By deadline; 5 at most.'),
  }),
  tasks: z.object({
    open: z.int(),
    overdue: z.int(),
    items: z.array(openTask).describe('By due time; 5 at most.'),
  }),
  alerts: z.object({
    open: z.int(),
    overdue: z.int(),
    items: z.array(alertItem).describe('By due time; 5 at most.'),
  }),
  decisions: z.object({
    awaiting: z.int().describe('Open alerts of the caller that ask for a decision and have none proposed.'),
    items: z.array(decisionQueueItem).describe('The riskiest; 5 at most.'),
  }),
  changes: z.object({
    since: timestamp,
    total: z.int(),
    complete: z
      .boolean()
      .describe(
        'False: more than 50 cases changed, or a case has more than 200 entries since then; there may be more.',
      ),
    items: z
      .array(
        z.object({
          case_id: integerId,
          case_number: z.string(),
          case_title: z.string(),
          entry_id: entryId,
          type: z.string().describe('The type of the entry.'),
          at: timestamp,
          by: actingPerson,
        }),
      )
      .describe('The newest; 20 at most.'),
  }),
})

const approvals = <T extends z.ZodType>(item: T, asked: number) =>
  z.object({
    total: z.int().describe('All that wait, whoever may approve them.'),
    asked: z.int().describe(`The first of them, ${asked} at most: so many the other figures are about.`),
    yours: z.int().describe('Of those, how many the caller may approve or finish.'),
    items: z.array(item).describe('The first of these; 5 at most.'),
  })

const waiting = z.object({
  decisions: approvals(decisionQueueItem, workloadLimits.asked).describe(
    'Proposed decisions that await a second person.',
  ),
  cases: approvals(caseQueueItem, workloadLimits.askedCases).describe(
    'Cases in `pending_review`. `yours` counts those that the caller may finish as the second person, where the policy asks for one.',
  ),
  reports: approvals(reportItem, workloadLimits.asked).describe('Reports in review.'),
  conflicts: z.object({ open: z.int(), items: z.array(conflict).describe('The newest; 5 at most.') }),
})

const personLoad = z.object({
  user_id: integerId,
  name: z.string(),
  open_cases: z.int(),
  overdue_cases: z.int(),
  open_alerts: z.int(),
  overdue_alerts: z.int(),
  open_tasks: z.int(),
  oldest_case_at: timestamp.nullable().describe('When the oldest unfinished case was opened; null: there is none.'),
})
export type PersonLoad = z.infer<typeof personLoad>

const teamWork = z.object({
  people: z.object({
    total: z.int().describe('Active people who are no auditor.'),
    items: z.array(personLoad).describe('The most loaded first; 100 at most.'),
  }),
  nobody: z.object({
    alerts: z.int().describe('Open alerts that nobody has.'),
    cases: z.int().describe('Unfinished cases of people who are no longer active.'),
    owners: z
      .array(z.object({ user_id: integerId, name: z.string(), open_cases: z.int() }))
      .describe('Whose they are; 50 at most.'),
  }),
  cases: z.object({
    open: z.int().describe('Cases that are not resolved or closed.'),
    overdue: z.int(),
    paused: z.int().describe('Their deadline stands still.'),
    due: z
      .array(z.object({ due_in_hours: z.enum(deadlineRanges), cases: z.int() }))
      .describe('Deadlines to come. Each range is a value of the filter `due_in_hours` of the case list.'),
    ages: z
      .array(z.object({ age_days: z.enum(ageRanges), cases: z.int() }))
      .describe('How long ago they were opened. Each range is a value of the filter `age_days` of the case list.'),
  }),
})
export type TeamWork = z.infer<typeof teamWork>

/** What awaits somebody, and for those who answer for others how the work is spread. */
export const workload = z.object({
  own: ownWork.nullable().describe('Null for an auditor, who has no work of their own.'),
  waiting,
  team: teamWork.nullable().describe('Null for an investigator.'),
})
export type Workload = z.infer<typeof workload>
