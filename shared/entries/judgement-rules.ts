import { z } from 'zod'
import { rationale } from '../schema/case.ts'
import { listContent, newListValue, ruleContent } from '../schema/rules.ts'
import type { DetectionEntryType, ReportEntryType } from '../schema/timeline.ts'
import { lineOfText } from '../schema/text.ts'
import { admins, byHand, byHandOrProgram, givenText, supervisingRoles, textsIn } from './entry-rule.ts'
import type { EntryRule, OpenValues } from './entry-rule.ts'
import type { JudgementEntryType } from './entry-types.ts'

const optionalNotes = { notes: rationale.optional() }
const step = { note: rationale.optional(), reference: lineOfText(100).optional() }
const submitted: EntryRule = { chain: 'case', by: 'writers', origins: byHand, withheld: step }
const sentBack: EntryRule = { chain: 'case', by: 'writers', origins: byHand, withheld: { ...step, note: rationale } }
const decided: EntryRule = {
  chain: 'either',
  by: 'writers',
  origins: byHandOrProgram,
  byApiKey: true,
  withheld: { reason: rationale, transaction_id: givenText },
}
const settled: EntryRule = { chain: 'either', by: supervisingRoles, origins: byHand, withheld: optionalNotes }
const stepOfAlert: EntryRule = {
  chain: 'either',
  by: 'writers',
  origins: byHandOrProgram,
  byApiKey: true,
  withheld: optionalNotes,
}
const moved: EntryRule = {
  chain: 'workspace',
  by: supervisingRoles,
  origins: byHand,
  withheld: { note: lineOfText(500).optional() },
}
const ruleTexts = ruleContent.pick({ name: true, why: true, reason: true }).loose()
const listTexts = listContent.pick({ name: true, why: true }).loose()
const whyOnce = lineOfText(500)

const valueIds = ({ values }: OpenValues): readonly string[] =>
  Array.isArray(values)
    ? textsIn(values.map((one: unknown) => (typeof one === 'object' && one !== null && 'id' in one ? one.id : null)))
    : []

/** The rules of the entries about a report. */
export const reportRules: Readonly<Record<ReportEntryType, EntryRule>> = {
  'report.drafted': {
    chain: 'case',
    by: 'writers',
    origins: byHandOrProgram,
    withheld: { title: z.string(), content: z.looseObject({}) },
  },
  'report.submitted': submitted,
  'report.approved': { ...submitted, by: supervisingRoles },
  'report.refused': sentBack,
  'report.filed': { ...submitted, withheld: { ...step, reference: lineOfText(100) } },
  'report.acknowledged': submitted,
  'report.rejected': sentBack,
  'report.withdrawn': sentBack,
  'report.exported': { chain: 'case', by: 'writers', origins: byHandOrProgram, withheld: {} },
}

/** The rules of the entries about alerts and decisions. */
export const detectionRules: Readonly<Record<DetectionEntryType, EntryRule>> = {
  'alert.attached': {
    chain: 'case',
    by: 'writers',
    origins: ['person', 'policy', 'import', 'sample'],
    withheld: { facts: z.looseObject({}).optional(), import_file: givenText },
  },
  'alert.detached': { chain: 'case', by: 'writers', origins: byHand, withheld: {} },
  'alert.moved': stepOfAlert,
  'alert.assigned': stepOfAlert,
  'decision.recorded': decided,
  'decision.proposed': decided,
  'decision.approved': settled,
  'decision.refused': settled,
}

/** The rules of the entries by which detection and screening are set up, and of what is judged outside of cases. */
export const judgementRules: Readonly<Record<JudgementEntryType, EntryRule>> = {
  'detection.policy_changed': { chain: 'workspace', by: admins, origins: byHand, withheld: {} },
  'rule.changed': { chain: 'workspace', by: supervisingRoles, origins: byHand, withheld: { texts: ruleTexts } },
  'rules.imported': {
    chain: 'workspace',
    by: supervisingRoles,
    origins: ['person', 'setup'],
    withheld: { texts: z.array(ruleTexts), list_texts: z.array(listTexts) },
  },
  'rule.moved': moved,
  'rule.proposed': moved,
  'list.changed': { chain: 'workspace', by: supervisingRoles, origins: byHand, withheld: listTexts.shape },
  'list.values_added': {
    chain: 'workspace',
    by: supervisingRoles,
    origins: byHand,
    withheld: {},
    needs: valueIds,
    others: newListValue.pick({ value: true, reason: true }).loose(),
  },
  'list.values_removed': { chain: 'workspace', by: supervisingRoles, origins: byHand, withheld: { reason: whyOnce } },
  'transaction.labelled': {
    chain: 'workspace',
    by: 'writers',
    origins: byHand,
    withheld: { transaction_id: z.string().min(1), notes: lineOfText(2_000).optional() },
  },
  'screening.policy_changed': { chain: 'workspace', by: admins, origins: byHand, withheld: {} },
  'screening.disposed': {
    chain: 'workspace',
    by: 'writers',
    origins: byHand,
    withheld: { reason: rationale, subject: z.looseObject({}), listed_name: givenText },
  },
  // The first version of a list is put in force by its import, of which nobody is asked why.
  'screening_list.in_force': {
    chain: 'workspace',
    by: supervisingRoles,
    origins: ['person', 'import'],
    withheld: { file_name: givenText, reason: whyOnce.optional() },
  },
  'screening_list.configured': {
    chain: 'workspace',
    by: supervisingRoles,
    origins: ['person', 'import'],
    withheld: { title: lineOfText(120) },
  },
  'screening_list.version_removed': {
    chain: 'workspace',
    by: supervisingRoles,
    origins: byHand,
    withheld: { reason: whyOnce },
  },
  'network.merge_settled': {
    chain: 'workspace',
    by: 'writers',
    origins: byHand,
    withheld: { pair: z.looseObject({}), notes: rationale },
  },
  'business.concluded': {
    chain: 'workspace',
    by: 'writers',
    origins: byHand,
    withheld: { reason: rationale, business: givenText, business_id: givenText },
  },
}
