import { z } from 'zod'
import { entityKinds, riskLevel } from './activity.ts'
import { moneyTotal, subjectRole } from './alerts.ts'
import { caseOutcome, caseStatus, slaState } from './case.ts'
import { evidenceKind } from './evidence.ts'
import { reportItem, reportState } from './reports.ts'
import { integerId, timestamp, uid } from './text.ts'

/** How much of each list an overview shows at most; how much there is, it tells beside the list. */
export const overviewLimits = {
  subjects: 50,
  /** Of one subject. */
  hits: 5,
  /** Of one subject. */
  otherCases: 5,
  /** Days that the chart of payments spans. */
  days: 92,
  currencies: 8,
  /** Payments that are counted for the chart. */
  payments: 20_000,
  pieces: 3,
  reports: 10,
  /** Reports whose loss is read: each of them is opened for it. */
  losses: 5,
} as const

/** What the subject of a case can be: what alerts are about, and whom the register of screening knows. */
export const caseSubjectKinds = [...entityKinds, 'person', 'company', 'vessel'] as const

const subjectHit = z.object({
  id: uid,
  state: z.enum(['open', 'true_match']),
  list: z.string(),
  list_title: z.string(),
  listed_name: z.string(),
  score: z.number(),
  risk_level: riskLevel.describe(
    'What a match of this kind is as a risk: `critical` for a name that is the very same.',
  ),
  alert_id: integerId.nullable(),
})

const otherCase = z.object({
  id: integerId,
  case_number: z.string(),
  title: z.string(),
  status: caseStatus,
  outcome: caseOutcome.nullable(),
  created_at: timestamp,
})

/** Somebody, or something, that a case is about. */
export const caseSubject = z.object({
  kind: z.enum(caseSubjectKinds),
  id: z.string(),
  name: z.string().nullable().describe('As the register of screening has it; null where it has none.'),
  linked: z.boolean().describe('Whether the case names it itself; false: only alerts of the case do.'),
  roles: z
    .array(
      z.object({
        role: subjectRole,
        sealed: z
          .boolean()
          .describe('Whether a person said so when the alert was confirmed; false: proposed by the typology.'),
        alert_id: integerId,
        case_id: integerId.nullable(),
      }),
    )
    .describe('What confirmed alerts, of any case, say that it is; each role once, sealed ones first.'),
  risk_level: riskLevel
    .nullable()
    .describe('The highest of its alerts that are open or confirmed, and of its hits that are; null: there is none.'),
  alerts: z
    .object({
      total: z.int(),
      open: z.int(),
      confirmed: z.int(),
      of_case: z.int().describe('Of these, those of this case.'),
    })
    .describe('In the whole workspace, among the newest 1,000.'),
  hits: z.object({
    open: z.int(),
    confirmed: z.int(),
    items: z.array(subjectHit).describe('The best of them, open ones first; 5 at most.'),
  }),
  other_cases: z.object({
    total: z.int().describe('At most 100 of each way in which a case can name it.'),
    items: z.array(otherCase).describe('The newest; 5 at most.'),
  }),
})
export type CaseSubject = z.infer<typeof caseSubject>

const caseMoney = z.object({
  transactions: z
    .int()
    .describe('Transactions with an amount in open and confirmed alerts of the case, each once: what the sums are of.'),
  without_amount: z.int().describe('Activities in these alerts that have no amount, and are in no sum.'),
  at_risk: z
    .array(moneyTotal)
    .describe('In open alerts alone, by currency, with what an alert of another system states beyond them.'),
  confirmed: z.array(moneyTotal).describe('The same of confirmed alerts.'),
  returned: z
    .array(moneyTotal)
    .describe('Refunds and reversals among these transactions: their negative amounts, without the sign.'),
  lost: z
    .array(
      z.object({
        report_id: uid,
        title: z.string(),
        state: reportState,
        version: z.int(),
        currency: z.string(),
        amount: z.string().describe('As it is written in the form.'),
      }),
    )
    .describe(
      'The loss that suspicious-activity reports of the case state, newest change first; never summed, because a report may continue or correct another one. Withdrawn ones are left out.',
    ),
})

const dayTotal = z.object({
  currency: z.string(),
  count: z.int(),
  flagged: z.int(),
  amount: z.number(),
  flagged_amount: z.number(),
})
export type DayTotal = z.infer<typeof dayTotal>

/** Payments of the subjects; refunds and reversals, whose amounts are negative, are none. */
const casePayments = z.object({
  subjects: z.int().describe('How many customers and accounts the payments are of; 50 at most.'),
  from: z.iso.date().nullable().describe('The first day that is counted (UTC); null where there is no payment.'),
  to: z.iso.date().nullable(),
  complete: z.boolean().describe('False: the days hold more than 20,000 activities, and the newest are counted.'),
  earlier: z.boolean().describe('Whether the subjects have activities before `from`.'),
  later: z.boolean().describe('Whether they have activities after `to`.'),
  flagged_outside: z.int().describe('Flagged payments on other days.'),
  days: z
    .array(z.object({ day: z.iso.date(), totals: z.array(dayTotal) }))
    .describe('Days with a payment, oldest first. An amount without a currency counts under "".'),
  currencies: z.array(dayTotal).describe('Over these days, the most frequent first; 8 at most.'),
  other_currencies: z.int().describe('Payments in currencies that are left out.'),
})

const caseEvidence = z.object({
  pieces: z.int(),
  bytes: z.int(),
  here: z.int().describe('Pieces whose bytes are on this device.'),
  at_hub: z.int().describe('Pieces whose bytes are at the hub alone.'),
  erased: z.int().describe('Pieces whose bytes were erased by order.'),
  elsewhere: z.int().describe('Pieces whose bytes are on the device that acquired them, or gone.'),
  unreadable: z
    .int()
    .describe('Pieces whose stored bytes could not be read when their text was; a verification says what they are.'),
  newest: z.array(z.object({ id: integerId, name: z.string(), kind: evidenceKind, acquired_at: timestamp })),
})

const caseDue = z.object({
  deadline: z.object({ due_at: timestamp, state: slaState }),
  hold: z.object({ placed_at: timestamp }).nullable(),
  alerts: z.object({
    open: z.int(),
    overdue: z.int(),
    next: z.object({ id: integerId, title: z.string(), due_at: timestamp }).nullable(),
  }),
  decisions: z.object({
    awaiting: z.int().describe('Open alerts of the case that ask for a decision and have none proposed.'),
    proposed: z.int().describe('Proposals that await a second person.'),
    oldest_proposal_at: timestamp.nullable(),
  }),
  conflicts: z.int().describe('Conflicts of devices that nobody has settled.'),
  report: z.object({ id: uid, title: z.string(), due_on: z.iso.date(), overdue: z.boolean() }).nullable(),
})

/** What somebody decides from who opens a case. */
export const caseOverview = z.object({
  subjects: z.object({
    total: z.int(),
    open_hits: z.int().describe('Of all of them.'),
    items: z.array(caseSubject).describe('The gravest first; 50 at most.'),
  }),
  money: caseMoney,
  payments: casePayments,
  evidence: caseEvidence,
  reports: z.object({ total: z.int(), items: z.array(reportItem).describe('What is due first; 10 at most.') }),
  due: caseDue,
})
export type CaseOverview = z.infer<typeof caseOverview>
