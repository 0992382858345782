import { z } from 'zod'
import { certificateForm } from './certificate.ts'
import { actingPerson } from './decisions.ts'
import { block, formDay, line, reportDay } from './form-fields.ts'
import { filedRelationKinds } from './report-codes.ts'
import { entryId, integerId, timestamp, uid } from './text.ts'

/**
 * A report of a case, a suspicious-activity report that is filed with a regulator, and a certificate of electronic
 * evidence for a court.
 */
export const caseReportKinds = ['case_report', 'sar', 'certificate'] as const
export const caseReportKind = z.enum(caseReportKinds)
export type CaseReportKind = z.infer<typeof caseReportKind>

/** `corrected`: written anew after the regulator has answered. */
export const reportStates = [
  'draft',
  'in_review',
  'approved',
  'filed',
  'acknowledged',
  'rejected',
  'corrected',
  'withdrawn',
] as const
export const reportState = z.enum(reportStates)
export type ReportState = z.infer<typeof reportState>

/**
 * What moves a report. Saving a version is a step too: after an answer of the regulator it makes the report
 * `corrected`.
 */
export const reportSteps = ['submit', 'approve', 'refuse', 'file', 'acknowledge', 'reject', 'withdraw'] as const
export const reportStep = z.enum(reportSteps)
export type ReportStep = z.infer<typeof reportStep>

export const reportFormats = ['pdf', 'html', 'xml', 'goaml'] as const
export const reportFormat = z.enum(reportFormats)
export type ReportFormat = z.infer<typeof reportFormat>

/** The six questions that a narrative answers. */
export const narrativeQuestions = ['who', 'what', 'when', 'where', 'why', 'how'] as const
export const narrativeQuestion = z.enum(narrativeQuestions)
export type NarrativeQuestion = z.infer<typeof narrativeQuestion>

const partialDay = z
  .union([
    z.literal(''),
    z.string().regex(/^\d{4}(-(0[1-9]|1[0-2]))?$/, 'must be YYYY, YYYY-MM or YYYY-MM-DD'),
    reportDay,
  ])
  .default('')
const country = z
  .string()
  .regex(/^([A-Z]{2})?$/, 'must be two capital letters (ISO 3166-1 alpha-2)')
  .default('')
/** Units of the report's currency, exactly, without separators of thousands. A file that takes whole units rounds. */
const amount = z
  .string()
  .regex(
    /^(?:(?:0|[1-9]\d{0,14})(?:\.\d{1,4})?)?$/,
    'must be a number without separators, at most 15 digits, and four behind a point',
  )
  .default('')
const code = z
  .string()
  .regex(/^\d{0,5}$/, 'must be a code of digits')
  .default('')
const yes = z.boolean().default(false)
const rowKey = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, _ or -')

export const addressParts = ['street', 'city', 'region', 'postcode', 'country'] as const

export const reportAddress = z.strictObject({
  street: line(),
  city: line(),
  region: line(60).describe('State or province, as its code.'),
  postcode: line(60),
  country,
  unknown: z
    .array(z.enum(addressParts))
    .max(5)
    .default([])
    .describe('Parts that nobody knows; a part that is empty and not named here is missing.'),
})
export type ReportAddress = z.infer<typeof reportAddress>
const emptyAddress = (): ReportAddress => ({ street: '', city: '', region: '', postcode: '', country: '', unknown: [] })

const phone = z.strictObject({
  type: z.enum(['residence', 'work', 'mobile', 'fax']).default('work'),
  number: line(60),
  extension: line(30),
})

const identifier = z.strictObject({ type: code, number: line(100), other: line(), country, region: line(60) })

export const institution = z.strictObject({
  name: line(),
  other_name: line(),
  tin: line(60),
  tin_type: z.enum(['ein', 'ssn_itin', 'foreign', 'unknown']).default('ein'),
  type: code.describe('OrganizationTypeID.'),
  type_other: line(),
  subtype: code,
  subtype_other: line(),
  regulator: code.describe('PrimaryRegulatorTypeCode.'),
  number_type: code,
  number: line(100),
  address: reportAddress.default(emptyAddress),
})
export type Institution = z.infer<typeof institution>
const emptyInstitution = (): Institution => ({
  name: '',
  other_name: '',
  tin: '',
  tin_type: 'ein',
  type: '',
  type_other: '',
  subtype: '',
  subtype_other: '',
  regulator: '',
  number_type: '',
  number: '',
  address: emptyAddress(),
})

/** Who files, by whom, and what the regulators' systems call it. */
export const filer = z.strictObject({
  institution: institution.default(emptyInstitution),
  control_number: line(60).describe('The institution’s own number of this report.'),
  contact_office: line(),
  contact_phone: line(60),
  contact_extension: line(30),
  contact_first_name: line().describe('The reporting person, for goAML.'),
  contact_last_name: line(),
  transmitter: z
    .strictObject({
      name: line(),
      tin: line(60),
      control_code: line(60).describe('Transmitter control code (TCC).'),
      contact: line(),
      phone: line(60),
      address: reportAddress.default(emptyAddress),
    })
    .default(() => ({ name: '', tin: '', control_code: '', contact: '', phone: '', address: emptyAddress() })),
  goaml: z.strictObject({ entity_id: line(60), branch: line() }).default({ entity_id: '', branch: '' }),
})
export type Filer = z.infer<typeof filer>

export const reportSubjectRoles = ['', 'sender', 'receiver', 'both'] as const

export const reportSubject = z.strictObject({
  id: rowKey,
  kind: z.enum(['person', 'entity']).default('person'),
  known: z.boolean().default(true).describe('False: nothing is known of the subject.'),
  last_name: line().describe('The family name of a person, the legal name of an entity.'),
  first_name: line(),
  middle_name: line(),
  suffix: line(),
  last_name_unknown: yes,
  first_name_unknown: yes,
  other_names: z
    .array(z.strictObject({ type: z.enum(['aka', 'dba']).default('aka'), name: line() }))
    .max(99)
    .default([]),
  born: partialDay,
  born_unknown: yes,
  gender: z.enum(['', 'male', 'female', 'unknown']).default(''),
  occupation: line(),
  naics: code,
  addresses: z.array(reportAddress).max(99).default([]),
  phones: z.array(phone).max(99).default([]),
  emails: z.array(line(600)).max(99).default([]),
  websites: z.array(line(600)).max(99).default([]),
  identifiers: z.array(identifier).max(99).default([]),
  tin_unknown: yes,
  identification_unknown: yes.describe('No document of identification is known.'),
  role: z.enum(reportSubjectRoles).default(''),
  no_account: yes.describe('No account of the subject is involved.'),
  relations: z.array(z.enum(filedRelationKinds)).max(12).default([]),
  relation_other: line(),
  relation_tin: line(60).describe(
    'Tax number of the institution that the relation is to; empty: of where it happened.',
  ),
  relation_status: z.enum(['', 'continues', 'terminated', 'suspended', 'resigned']).default(''),
  relation_status_on: formDay,
  confession: z.enum(['', 'yes', 'no']).default(''),
})
export type ReportSubject = z.infer<typeof reportSubject>

export const reportAccount = z.strictObject({
  id: rowKey,
  subject: rowKey.describe('The subject whose account it is.'),
  number: line(100),
  closed: yes,
  institution_tin: line(60).describe('Tax number of the institution that holds it; empty: of where it happened.'),
  institution_name: line(),
  foreign: yes.describe('Held at an institution outside the United States.'),
})
export type ReportAccount = z.infer<typeof reportAccount>

export const suspiciousActivity = z.strictObject({
  from: formDay,
  to: formDay,
  amount_kind: z.enum(['known', 'unknown', 'none']).default('known'),
  amount,
  cumulative_amount: amount.describe('Of all reports on a continuing activity.'),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be three capital letters (ISO 4217)')
    .default('USD'),
  loss: amount.describe('What the institution has lost.'),
  classifications: z
    .array(z.strictObject({ subtype: code, other: line() }))
    .max(99)
    .default([]),
  instruments: z
    .array(z.strictObject({ code, other: line() }))
    .max(40)
    .default([]),
  ip_addresses: z
    .array(
      z.strictObject({
        address: line(60),
        on: formDay,
        at: z
          .string()
          .regex(/^(([01]\d|2[0-3]):[0-5]\d:[0-5]\d)?$/, 'must be a time, HH:MM:SS')
          .default(''),
      }),
    )
    .max(99)
    .default([]),
  cyber: z
    .array(z.strictObject({ type: code, value: block(4_000).default(''), other: line(), on: formDay }))
    .max(99)
    .default([]),
})

/** Where it happened. */
export const activityLocation = z.strictObject({
  same: z.boolean().default(true).describe('At the institution that files.'),
  institution: institution.default(emptyInstitution),
  control_number: line(60),
  role: z.enum(['', 'selling', 'paying', 'both']).default(''),
  branches: z
    .array(
      z.strictObject({
        rssd: line(60),
        role: z.enum(['', 'selling', 'paying', 'both']).default(''),
        address: reportAddress.default(emptyAddress),
      }),
    )
    .max(99)
    .default([]),
  no_branch: yes.describe('No branch was involved.'),
})

/** Where a sentence comes from: a sealed entry of the case's timeline, or a piece of its evidence. */
export const narrativeSource = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('entry'), id: entryId }),
  z.strictObject({ kind: z.literal('evidence'), id: integerId }),
])
export type NarrativeSource = z.infer<typeof narrativeSource>

/** A source as people know it. */
export const reportSource = z.object({
  source: narrativeSource,
  number: z.int().describe('Of an entry its place in the timeline, from 1; of evidence its id.'),
  type: z.string().describe('Type of the entry; of evidence that of its acquisition.'),
  at: timestamp,
  by: z.string(),
  words: z.string().describe('The first words of it; empty where it has none, or was erased.'),
})
export type ReportSource = z.infer<typeof reportSource>

export const sentenceMax = 4_000
export const sentencesMax = 500
/** Sentences that a draft begins with; a person adds the other facts of the case, or takes some out. */
export const draftedMax = 200

export const narrativeSentence = z.strictObject({
  id: rowKey,
  text: block(sentenceMax).refine((value) => value.trim().length > 0, {
    error: 'must not be empty or only white space',
  }),
  origin: z
    .enum(['drafted', 'written'])
    .describe(
      '`drafted`: from the facts that its sources state, word by word; `written`: by a person. The service tells which: a drafted sentence that was changed is a written one.',
    ),
  sources: z.array(narrativeSource).max(50).default([]),
  answers: z.array(narrativeQuestion).max(6).default([]).describe('The questions that it answers.'),
  paragraph: yes.describe('Begins a paragraph.'),
})
export type NarrativeSentence = z.infer<typeof narrativeSentence>

/** Everything that a report says. A draft may lack any of it; what a step or an export asks for is named before it. */
export const reportForm = z.strictObject({
  title: line(),
  filing: z
    .strictObject({
      system: z
        .enum(['fincen', 'goaml'])
        .default('fincen')
        .describe('Whose format it is filed in: what that one lacks stands in the way of submitting it.'),
      type: z.enum(['initial', 'corrects', 'continuing']).default('initial'),
      joint: yes,
      prior_number: z
        .string()
        .regex(/^\d{0,14}$/, 'must be up to 14 digits')
        .default('')
        .describe('BSA identifier of the report that this one corrects or continues; 14 zeros where unknown.'),
      note: line(),
      detected_on: formDay.describe(
        'When the facts were first known that make it suspicious: the deadline counts from it.',
      ),
    })
    .default({ system: 'fincen', type: 'initial', joint: false, prior_number: '', note: '', detected_on: '' }),
  filer: filer.prefault({}),
  location: activityLocation.prefault({}),
  subjects: z.array(reportSubject).max(999).default([]),
  accounts: z.array(reportAccount).max(999).default([]),
  activity: suspiciousActivity.prefault({}),
  law_enforcement: z
    .strictObject({ agency: line(), contact: line(), phone: line(60), extension: line(30), on: formDay })
    .default({ agency: '', contact: '', phone: '', extension: '', on: '' }),
  narrative: z.array(narrativeSentence).max(sentencesMax).default([]),
  certificate: certificateForm.optional().describe('Of a certificate alone.'),
})
export type ReportForm = z.infer<typeof reportForm>

export const reportSections = [
  'filing',
  'filer',
  'location',
  'subjects',
  'accounts',
  'activity',
  'law_enforcement',
  'narrative',
  'statement',
  'person',
  'items',
  'methods',
  'record',
] as const
export const reportSection = z.enum(reportSections)
export type ReportSection = z.infer<typeof reportSection>

/** Something that a report lacks, or says in a way that a format does not take. */
export const reportFinding = z.object({
  code: z.string(),
  section: reportSection,
  path: z.string().describe('Where in the form, for example `subjects.0.last_name`.'),
  message: z.string(),
  blocks: z.array(z.enum(['submit', ...reportFormats])).describe('What it stands in the way of; empty: advice.'),
})
export type ReportFinding = z.infer<typeof reportFinding>

/** How the narrative stands to one of its questions. */
export const questionState = z.object({
  question: narrativeQuestion,
  answered: z.boolean(),
  missing: z.array(z.string()).describe('What is missing, in sentences.'),
  sentences: z.array(z.string()).describe('Ids of the sentences that answer it.'),
})
export type QuestionState = z.infer<typeof questionState>

export const reportCheck = z.object({
  findings: z.array(reportFinding),
  questions: z.array(questionState),
  ready: z.object({ submit: z.boolean(), pdf: z.boolean(), xml: z.boolean(), goaml: z.boolean() }),
})
export type ReportCheck = z.infer<typeof reportCheck>

/** What the pages of a report say, in their order: the PDF and its preview are made from it. */
export const reportDocument = z.object({
  title: z.string(),
  kind: z.string(),
  under: z.string(),
  sections: z.array(
    z.object({
      title: z.string(),
      note: z.string().nullable(),
      facts: z.array(z.object({ label: z.string(), value: z.string() })),
      paragraphs: z.array(z.object({ text: z.string(), under: z.string().nullable() })),
      table: z.object({ head: z.array(z.string()), rows: z.array(z.array(z.string())) }).nullable(),
    }),
  ),
  made_from: z.array(z.object({ label: z.string(), digest: z.string() })).describe('Digests that stand on each page.'),
})
export type ReportDocument = z.infer<typeof reportDocument>
export type ReportDocumentSection = ReportDocument['sections'][number]

export const deadlineRules = ['known_subject', 'no_subject', 'continuing'] as const

/** Until when a report must be filed, and by which rule. */
export const reportDeadline = z.object({
  due_on: reportDay,
  rule: z.enum(deadlineRules),
  days: z.int(),
  days_left: z.int().describe('Negative: overdue by so many days.'),
  overdue: z.boolean(),
})
export type ReportDeadline = z.infer<typeof reportDeadline>

/** A report as lists show it. */
export const reportItem = z.object({
  id: uid,
  kind: caseReportKind,
  state: reportState,
  title: z.string().describe('`[redacted]` where it was erased.'),
  case_id: integerId,
  case_number: z.string(),
  version: z.int().describe('1, 2, 3 ...: the newest.'),
  written_by: actingPerson,
  created_at: timestamp,
  changed_at: timestamp,
  deadline: reportDeadline
    .nullable()
    .describe('null: none runs, because it is no SAR, has no day of detection, or was filed.'),
  review_due_on: reportDay.nullable().describe('When a continuing activity that was filed is to be looked at again.'),
  filed_at: timestamp.nullable(),
  reference: z.string().nullable().describe('The reference number of the filing.'),
})
export type ReportItem = z.infer<typeof reportItem>

/** A step of a report, as it was sealed. */
export const reportEvent = z.object({
  type: z.string().describe('The type of the entry.'),
  at: timestamp,
  by: actingPerson,
  version: z.int(),
  sha256: z.string().nullable().describe('Of the canonical form of the version, or of the exported file.'),
  note: z.string().nullable(),
  format: reportFormat.nullable(),
  reference: z.string().nullable(),
  entry_id: entryId,
})
export type ReportEvent = z.infer<typeof reportEvent>

export const report = reportItem.extend({
  form: reportForm.nullable().describe('null: it was erased.'),
  sha256: z.string().describe('SHA-256 of the form in RFC 8785 form, lower-case hex; sealed with the version.'),
  check: reportCheck.nullable(),
  history: z.array(reportEvent).describe('Every step, oldest first.'),
  may: z
    .object({ save: z.boolean(), steps: z.array(reportStep), why_not_approve: z.string().nullable() })
    .describe('What whoever asks may do now.'),
})
export type Report = z.infer<typeof report>

const days = z.int().min(1).max(3_650)

export const reportSettings = z.strictObject({
  deadline_days: z
    .strictObject({ known_subject: days, no_subject: days, continuing: days })
    .describe(
      'Calendar days: after detection with a known subject, without one, and from a filing to the next review of a continuing activity.',
    ),
  four_eyes: z.boolean().describe('Whether a case report needs a second person too; a SAR always does.'),
  filer: filer.describe('What a new report begins with.'),
})
export type ReportSettings = z.infer<typeof reportSettings>

/**
 * 30 days after detection, 60 where no subject is known (31 CFR 1020.320(b)(3)); 120 for continuing activity (FinCEN's
 * guidance: a review every 90 days, filed within 120).
 */
export const defaultDeadlineDays: ReportSettings['deadline_days'] = {
  known_subject: 30,
  no_subject: 60,
  continuing: 120,
}

/** The files of a KPI report. */
export const kpiFormats = ['csv', 'pdf'] as const
export type KpiFormat = (typeof kpiFormats)[number]

/** A KPI report: figures frozen when it was made. */
export const kpiReport = z.object({
  id: uid,
  from: timestamp,
  to: timestamp,
  made_at: timestamp,
  made_by: actingPerson,
  sha256: z.string().describe('SHA-256 of the figures in RFC 8785 form, sealed in the chain of the workspace.'),
  entry_id: entryId,
})
export type KpiReport = z.infer<typeof kpiReport>
