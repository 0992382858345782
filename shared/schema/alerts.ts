import { z } from 'zod'
import { entityKinds, recommendedAction, riskLevel } from './activity.ts'
import { riskReason } from './assessments.ts'
import { decision } from './decisions.ts'
import { entryId, integerId, timestamp, uid } from './text.ts'

/** States of an alert: waiting, looked at, handed up, and the three dispositions. */
export const alertStatuses = ['new', 'in_review', 'escalated', 'confirmed', 'false_positive', 'dismissed'] as const
export const alertStatus = z.enum(alertStatuses)
export type AlertStatus = z.infer<typeof alertStatus>

/** A disposition ends an alert: fraud, no fraud, or no answer (a duplicate, a test, outside the appetite). */
export const alertDispositions = ['confirmed', 'false_positive', 'dismissed'] as const
export const alertDisposition = z.enum(alertDispositions)
export type AlertDisposition = z.infer<typeof alertDisposition>

export const isDisposed = (status: AlertStatus): status is AlertDisposition =>
  (alertDispositions as readonly string[]).includes(status)

/** Who whom a confirmed alert is about turned out to be. Only suspects and mules count as known bad. */
export const subjectRoles = ['victim', 'suspect', 'mule', 'compromised', 'taken_over'] as const
export const subjectRole = z.enum(subjectRoles)
export type SubjectRole = z.infer<typeof subjectRole>

export const alertSources = ['detection', 'import', 'screening'] as const

/** Who or what an alert is about. */
export const alertEntity = z.object({ kind: z.enum(entityKinds), id: z.string() })
export type AlertEntity = z.infer<typeof alertEntity>

/** Who one of those whom alerts are about turned out to be. */
export const subjectOfAlerts = alertEntity.extend({ subject_role: subjectRole })
export type SubjectOfAlerts = z.infer<typeof subjectOfAlerts>

/** Money per currency; an activity without a currency counts under ''. */
export const moneyTotal = z.object({ currency: z.string(), amount: z.number() })

/** So many different counterparties of an alert are named at most. */
export const alertCounterparties = 2

/** An alert as lists show it. */
export const alertItem = z.object({
  id: integerId,
  uid,
  title: z.string(),
  status: alertStatus,
  risk_level: riskLevel.describe('The highest of its activities.'),
  score: z.number().describe('The highest of its activities, 0 to 1.'),
  recommended_action: recommendedAction,
  signals: z.array(z.string()),
  entity: alertEntity.nullable(),
  proposed_role: subjectRole
    .nullable()
    .describe(
      'The likely role of whom the alert is about, by its kind and typology; null where it is about nobody. It counts where a confirmation names no role.',
    ),
  transaction_count: z.int(),
  totals: z.array(moneyTotal),
  reason: z.string().nullable().describe('The heaviest of its reasons, in a sentence.'),
  counterparties: z
    .array(z.string())
    .describe(`Of its activities; where there are more, ${alertCounterparties} different ones.`),
  first_at: timestamp.describe('Of its activities.'),
  last_at: timestamp,
  raised_at: timestamp,
  updated_at: timestamp,
  due_at: timestamp.nullable(),
  overdue: z.boolean(),
  assignee_id: integerId.nullable(),
  assignee_name: z.string().nullable(),
  case_id: integerId.nullable(),
  case_number: z.string().nullable(),
  source: z.enum(alertSources),
  seen_here: z
    .boolean()
    .describe('false: known by the entries of its case alone, because another device saw the activities.'),
  revision: z.int().describe('Grows with each sealed step.'),
})
export type AlertItem = z.infer<typeof alertItem>

export const alertTransaction = z.object({
  transaction_id: z.string(),
  at: timestamp,
  amount: z.number().nullable(),
  currency: z.string().nullable(),
  counterparty_id: z.string().nullable(),
  terminal_id: z.string().nullable(),
  score: z.number(),
  risk_level: riskLevel,
  is_fraud: z.boolean().nullable().describe('What is known of it, by a file or a person; null: nothing.'),
})
export type AlertTransaction = z.infer<typeof alertTransaction>

/** A sealed step of an alert. */
export const alertStep = z.object({
  entry_id: entryId,
  at: timestamp,
  type: z.string().describe('For example `alert.moved`, `alert.assigned`, `alert.attached`.'),
  actor_name: z.string().describe('Who answers for it.'),
  doer: z.string().describe('Who or what did it, in words: the same, or `Detection policy 4`.'),
  how: z
    .string()
    .describe('How that came about, in words that follow what was done; empty where nothing is to be said.'),
  from: z.string().nullable(),
  to: z.string().nullable(),
  note: z.string().nullable(),
  case_id: integerId.nullable(),
})
export type AlertStep = z.infer<typeof alertStep>

export const alertRule = z.object({ rule: z.string(), name: z.string(), hits: z.int() })

/** One alert with all that is known of it. */
export const alertFull = alertItem.extend({
  disposition: z
    .object({ status: alertDisposition, at: timestamp, by: z.string(), note: z.string().nullable() })
    .nullable(),
  reasons: z.array(riskReason).describe('Of its riskiest activity; the shares sum to 1.'),
  rules: z.array(alertRule).describe('Live rules that held of its activities, most hits first.'),
  model: z.object({ name: z.string(), version: z.string(), score: z.number() }).nullable(),
  transactions: z.array(alertTransaction).describe('The 100 newest.'),
  similar: z.array(alertItem).describe('Other alerts of the same entity, then of the same signals; at most 10.'),
  history: z.array(alertStep).describe('Sealed steps, oldest first.'),
  decisions: z.array(decision),
  needs_decision: z.boolean(),
  may_move_to: z.array(alertStatus),
  imported: z.object({ system: z.string(), reference: z.string() }).nullable(),
})
export type AlertFull = z.infer<typeof alertFull>
