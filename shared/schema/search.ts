import { z } from 'zod'
import { entityKinds, riskLevel } from './activity.ts'
import { alertStatus } from './alerts.ts'
import { caseOutcome, casePriority, caseStatus } from './case.ts'
import { evidenceKind } from './evidence.ts'
import { partyKind } from './kyb.ts'
import { watchlistKey } from './lists.ts'
import { caseReportKind, reportState } from './reports.ts'
import { listedKinds, screenedKinds } from './screening.ts'
import { integerId, timestamp, uid } from './text.ts'

/** What the one search looks for, in the order in which it answers. */
export const searchAreas = [
  'case',
  'entity',
  'alert',
  'transaction',
  'evidence',
  'evidence_text',
  'report',
  'list_entry',
  'list',
  'business',
] as const
export const searchArea = z.enum(searchAreas)
export type SearchArea = z.infer<typeof searchArea>

/** The longest text that can be searched for, in UTF-16 units. */
export const searchedMax = 500

/** Results of an area that are answered. */
export const searchResultsMost = 5

const searchFields = [
  'number',
  'former_number',
  'reference',
  'title',
  'description',
  'note',
  'id',
  'name',
  'path',
  'label',
  'sha256',
  'text',
  'value',
  'case_number',
  'customer',
  'account',
  'counterparty',
  'device',
  'ip',
  'terminal',
  'person',
  'company',
  'vessel',
  'alert',
  'transaction',
  'several',
] as const
export type SearchField = (typeof searchFields)[number]

/** Why something was found: in what, how, and where. */
export const searchReason = z.object({
  field: z
    .enum(searchFields)
    .describe(
      'What fits. `several`: the words are in several texts. A kind of entity, `alert`, `transaction`: what was found names it. `text`: text of evidence.',
    ),
  how: z.enum(['exact', 'beginning', 'words']).describe('The whole identifier, its beginning, or words.'),
  text: z
    .string()
    .nullable()
    .describe('The text that fits, or a passage of it. Null for text of evidence: showing a passage is a look (E-43).'),
  marks: z
    .array(z.object({ start: z.int(), end: z.int() }))
    .describe('What fits in `text`, in UTF-16 code units; `end` is exclusive.'),
})
export type SearchReason = z.infer<typeof searchReason>

/** What the one search knows as an entity: what activities name, and whom the register of screening knows. */
export const soughtEntityKinds = [...new Set([...entityKinds, ...screenedKinds])] as [
  (typeof entityKinds)[number] | (typeof screenedKinds)[number],
]
export type SoughtEntityKind = (typeof soughtEntityKinds)[number]

const found = { reason: searchReason }
const ofCase = { case_id: integerId, case_number: z.string() }

const foundCase = z.object({
  kind: z.literal('case'),
  id: integerId,
  case_number: z.string(),
  title: z.string(),
  status: caseStatus,
  priority: casePriority,
  outcome: caseOutcome.nullable(),
  ...found,
})

const foundEntity = z.object({
  kind: z.literal('entity'),
  entity_kind: z.enum(soughtEntityKinds),
  id: z.string(),
  name: z.string().nullable().describe('As the register of screening has it.'),
  risk_level: riskLevel.nullable().describe('The highest of its open and confirmed alerts.'),
  open_alerts: z.int().describe('1,000 at most.'),
  open_hits: z.int().describe('Screening hits that nobody has decided; 1,000 at most.'),
  active: z.boolean().describe('Whether activities name it.'),
  screened: z.boolean().describe('Whether the register of screening has it.'),
  ...found,
})

const foundAlert = z.object({
  kind: z.literal('alert'),
  id: integerId,
  title: z.string(),
  status: alertStatus,
  risk_level: riskLevel,
  raised_at: timestamp,
  ...found,
})

const foundTransaction = z.object({
  kind: z.literal('transaction'),
  transaction_id: z.string(),
  event_type: z.string(),
  at: timestamp,
  amount: z.number().nullable(),
  currency: z.string().nullable(),
  risk_level: riskLevel,
  ...found,
})

const evidenceFacts = { evidence_id: integerId, name: z.string(), evidence_kind: evidenceKind, ...ofCase }
const foundEvidence = z.object({ kind: z.literal('evidence'), ...evidenceFacts, ...found })
const foundEvidenceText = z.object({ kind: z.literal('evidence_text'), ...evidenceFacts, ...found })

const foundReport = z.object({
  kind: z.literal('report'),
  id: uid,
  report_kind: caseReportKind,
  title: z.string(),
  state: reportState,
  ...ofCase,
  ...found,
})

const foundListEntry = z.object({
  kind: z.literal('list_entry'),
  list: watchlistKey,
  list_title: z.string(),
  id: z.string().describe('The publisher’s id.'),
  name: z.string(),
  entry_kind: z.enum(listedKinds),
  ...found,
})

const foundList = z.object({
  kind: z.literal('list'),
  list: z.string().describe('The key.'),
  title: z.string(),
  holds: z.enum(['names', 'values']).describe('Names to screen against, or values that rules read.'),
  ...found,
})

const foundBusiness = z.object({
  kind: z.literal('business'),
  id: z.string().describe('Key of the data set, a colon, and the key of the party.'),
  name: z.string(),
  party_kind: partyKind,
  jurisdiction: z.string().nullable(),
  ...found,
})

/** Something that was found. */
export const searchResult = z.discriminatedUnion('kind', [
  foundCase,
  foundEntity,
  foundAlert,
  foundTransaction,
  foundEvidence,
  foundEvidenceText,
  foundReport,
  foundListEntry,
  foundList,
  foundBusiness,
])
export type SearchResult = z.infer<typeof searchResult>
/** What was found of one area. */
export type FoundOf<Area extends SearchArea> = Extract<SearchResult, { readonly kind: Area }>

export const searchGroup = z.object({
  area: searchArea,
  items: z.array(searchResult).max(searchResultsMost).describe('Exact identifiers first, then beginnings, then words.'),
  more: z.boolean().describe('Whether there are, or may be, others.'),
})
export type SearchGroup = z.infer<typeof searchGroup>
