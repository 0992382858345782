import { z } from 'zod'
import { rationale } from '../schema/case.ts'
import { contentLink } from '../schema/evidence.ts'
import { effectiveness } from '../schema/metrics.ts'
import {
  caseReportKind,
  kpiFormats,
  kpiReport,
  narrativeSentence,
  narrativeSource,
  report,
  reportCheck,
  reportDeadline,
  reportDocument,
  reportForm,
  reportFormat,
  reportItem,
  reportSettings,
  reportSource,
  reportState,
  reportStep,
  sentencesMax,
} from '../schema/reports.ts'
import { reportDay } from '../schema/form-fields.ts'
import { orderedRange } from '../schema/request-time.ts'
import { booleanText, idText, integerId, integerText, lineOfText, skipText, uid } from '../schema/text.ts'
import { keysetEnvelope } from './alerts.ts'
import { period } from './metrics.ts'
import { defineOperation, envelope, pageEnvelope } from './operation.ts'

const tag = 'Reports'
const everyone = 'signed_in'
const writers = ['investigator', 'supervisor', 'admin'] as const
const supervisors = ['supervisor', 'admin'] as const

const reportParams = z.strictObject({ id: uid })
/** Largest form: 500 sentences, 999 subjects and their addresses. */
const formLimit = 4_194_304

export const reportFilters = {
  kind: caseReportKind.optional(),
  state: reportState.optional(),
  case_id: idText.optional(),
  overdue: booleanText.optional().describe('Only what is past its deadline.'),
}

export const listReports = defineOperation({
  id: 'listReports',
  method: 'GET',
  path: '/v1/reports',
  tag,
  summary: 'List reports',
  description: 'Reports of cases with state and deadline: what is overdue first, then by deadline, then the newest.',
  access: everyone,
  query: z.strictObject({
    ...reportFilters,
    after: z.string().min(1).max(500).optional(),
    skip: skipText.optional(),
    size: integerText({ min: 1, max: 200 }).default(50),
  }),
  answer: keysetEnvelope(reportItem),
})

export const createReport = defineOperation({
  id: 'createReport',
  method: 'POST',
  path: '/v1/reports',
  retry: 'key',
  tag,
  summary: 'Write a report of a case',
  description:
    'Begins a report, drafted from the facts of the case unless `empty`: each sentence of the narrative names the entry or the evidence that it comes from. A `certificate` has no narrative: it states what the sealed entries say of all pieces of evidence, or of none with `empty`, after a check of the case. Sealed in the case’s chain as version 1.',
  access: writers,
  status: 201,
  body: z.strictObject({ kind: caseReportKind, case_id: integerId, empty: z.boolean().default(false) }),
  answer: envelope(report),
  refusals: ['not_found'],
})

export const readReport = defineOperation({
  id: 'readReport',
  method: 'GET',
  path: '/v1/reports/{id}',
  tag,
  summary: 'Read report',
  description: 'One report with its newest form, what is missing, every sealed step, and what the caller may do.',
  access: everyone,
  params: reportParams,
  answer: envelope(report),
  refusals: ['not_found'],
})

export const readReportVersion = defineOperation({
  id: 'readReportVersion',
  method: 'GET',
  path: '/v1/reports/{id}/versions/{version}',
  tag,
  summary: 'Read a version of a report',
  description: 'The form as that version held it.',
  access: everyone,
  params: z.strictObject({ id: uid, version: integerText({ min: 1, max: 1_000_000 }) }),
  answer: envelope(z.object({ version: z.int(), sha256: z.string(), form: reportForm.nullable() })),
  refusals: ['not_found'],
})

export const saveReport = defineOperation({
  id: 'saveReport',
  method: 'PUT',
  path: '/v1/reports/{id}',
  tag,
  summary: 'Save report',
  description:
    'Seals a new version with its hash. The record of a certificate is read again from the sealed entries, whatever `form.certificate.record` holds. A report that the regulator has answered becomes `corrected`. An unchanged form changes nothing.',
  access: writers,
  bodyLimit: formLimit,
  params: reportParams,
  body: z.strictObject({
    form: reportForm,
    base_version: z
      .int()
      .min(1)
      .describe('The version that was edited; another one in between refuses as `stale_revision`.'),
  }),
  answer: envelope(report),
  refusals: ['not_found', 'transition_forbidden', 'stale_revision', 'unknown_reference'],
})

export const checkReport = defineOperation({
  id: 'checkReport',
  method: 'POST',
  path: '/v1/reports/{id}/check',
  retry: 'again',
  tag,
  summary: 'Check a form',
  description: 'What a form lacks, without saving it: the six questions, and each format.',
  access: everyone,
  bodyLimit: formLimit,
  params: reportParams,
  body: z.strictObject({ form: reportForm }),
  answer: envelope(reportCheck.extend({ deadline: reportDeadline.nullable() })),
  refusals: ['not_found'],
})

export const draftReport = defineOperation({
  id: 'draftReport',
  method: 'GET',
  path: '/v1/reports/{id}/draft',
  tag,
  summary: 'Draft the narrative again',
  description:
    'Sentences from the facts of the case as they stand now, each with its sources. Of a case with more than 200 facts those are told that rank first: decisions, alerts and evidence before notes, the newest entries before older ones. Nothing is saved.',
  access: everyone,
  params: reportParams,
  answer: envelope(
    z.object({
      narrative: z.array(narrativeSentence),
      facts: z
        .int()
        .describe(
          'Sentences that the facts of the case make in all; more than `narrative` holds where the draft was cut.',
        ),
    }),
  ),
  refusals: ['not_found'],
})

export const findReportFacts = defineOperation({
  id: 'findReportFacts',
  method: 'POST',
  path: '/v1/reports/{id}/facts',
  retry: 'again',
  tag,
  summary: 'Find facts that a narrative does not tell',
  description:
    'A page of the sentences that the facts of the case make, in the order of its entries, without those that are told already. Nothing is saved.',
  access: everyone,
  params: reportParams,
  body: z.strictObject({
    told: z
      .array(narrativeSentence.shape.id)
      .max(sentencesMax)
      .default([])
      .describe('Ids of the sentences that the narrative has.'),
    q: lineOfText(200).optional().describe('Words that the sentence must hold, in any script.'),
    page: z.int().min(1).max(1_000_000).default(1),
    size: z.int().min(1).max(100).default(20),
  }),
  answer: pageEnvelope(narrativeSentence).extend({
    facts: z.int().describe('Sentences in all, told or not.'),
    untold: z.int().describe('Sentences that are not told, whatever `q` finds.'),
  }),
  refusals: ['not_found'],
})

export const findReportSources = defineOperation({
  id: 'findReportSources',
  method: 'GET',
  path: '/v1/reports/{id}/sources',
  tag,
  summary: 'Find what a sentence can name',
  description:
    'The entries and the evidence of the case of a report, newest first, without the steps of its reports. `q` finds by number, kind, day, author and words, in any script.',
  access: everyone,
  params: reportParams,
  query: z.strictObject({
    q: lineOfText(200).optional(),
    page: integerText({ min: 1, max: 1_000_000 }).default(1),
    size: integerText({ min: 1, max: 100 }).default(20),
  }),
  answer: pageEnvelope(reportSource),
  refusals: ['not_found'],
})

export const nameReportSources = defineOperation({
  id: 'nameReportSources',
  method: 'POST',
  path: '/v1/reports/{id}/sources/named',
  retry: 'again',
  tag,
  summary: 'Look up the sources of a narrative',
  description:
    'What sources are: number, kind, author and first words. One that is not of the case is not in the answer.',
  access: everyone,
  bodyLimit: formLimit,
  params: reportParams,
  body: z.strictObject({ sources: z.array(narrativeSource).max(sentencesMax * 50) }),
  answer: envelope(z.array(reportSource)),
  refusals: ['not_found'],
})

/** What a step takes: which of it, the step says. */
export const stepFields = {
  step: reportStep,
  version: z.int().min(1).describe('The version that is meant; another one refuses as `stale_revision`.'),
  note: rationale.optional().describe('Required with `refuse`, `reject` and `withdraw`.'),
  reference: lineOfText(100)
    .optional()
    .describe(
      'Required with `file`: the number under which the filing is known; with `acknowledge` and `reject` the regulator’s own.',
    ),
  filed_on: reportDay.optional().describe('With `file`: default today (UTC).'),
  export_sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional()
    .describe('With `file`: the exported file that was filed; it must have been exported of this version.'),
}

export const moveReport = defineOperation({
  id: 'moveReport',
  method: 'POST',
  path: '/v1/reports/{id}/steps',
  retry: 'again',
  tag,
  summary: 'Move report',
  description:
    'Submits, approves, refuses, files, acknowledges, rejects or withdraws, and seals it. The approver is a supervisor or admin who wrote no version of it.',
  access: writers,
  params: reportParams,
  body: z.strictObject(stepFields),
  answer: envelope(report),
  refusals: ['not_found', 'transition_forbidden', 'four_eyes_required', 'stale_revision', 'unknown_reference'],
})

export const exportReport = defineOperation({
  id: 'exportReport',
  method: 'POST',
  path: '/v1/reports/{id}/exports',
  retry: 'key',
  tag,
  summary: 'Export report',
  description:
    'Makes the file of a format, seals its SHA-256, then answers a link that serves it for some minutes and no longer than the credential of the request. What the format cannot do without is named and nothing is made. With `keep` the file of an approved certificate is also taken into its case as a piece of evidence, so that it goes into bundles.',
  access: writers,
  status: 201,
  params: reportParams,
  body: z
    .strictObject({
      format: reportFormat,
      version: z.int().min(1).optional().describe('Default: the newest.'),
      keep: z.boolean().default(false).describe('Of an approved certificate: take the file into the case as evidence.'),
    })
    .refine(({ version, keep }) => !keep || version === undefined, {
      error: 'is the newest one where the file is kept',
      path: ['version'],
    }),
  answer: envelope(
    contentLink.extend({
      evidence_id: integerId.nullable().optional().describe('The piece of evidence that the file became, with `keep`.'),
    }),
  ),
  refusals: ['not_found', 'four_eyes_required', 'transition_forbidden', 'storage_full'],
})

export const previewReport = defineOperation({
  id: 'previewReport',
  method: 'POST',
  path: '/v1/reports/{id}/preview',
  retry: 'again',
  tag,
  summary: 'Preview the PDF of a form',
  description: 'What the PDF of a form would say, as sections in its order; nothing is saved or sealed.',
  access: everyone,
  bodyLimit: formLimit,
  params: reportParams,
  body: z.strictObject({ form: reportForm }),
  answer: envelope(reportDocument),
  refusals: ['not_found'],
})

export const readReportSettings = defineOperation({
  id: 'readReportSettings',
  method: 'GET',
  path: '/v1/report-settings',
  tag,
  summary: 'Read the settings of reports',
  description: 'Deadlines, four eyes, and the institution that a new report begins with.',
  access: everyone,
  answer: envelope(reportSettings),
})

export const changeReportSettings = defineOperation({
  id: 'changeReportSettings',
  method: 'PUT',
  path: '/v1/report-settings',
  tag,
  summary: 'Change the settings of reports',
  description: 'Sealed in the workspace’s chain. Existing reports keep the deadline sealed with their last version.',
  access: supervisors,
  body: reportSettings,
  answer: envelope(reportSettings),
})

export const listKpiReports = defineOperation({
  id: 'listKpiReports',
  method: 'GET',
  path: '/v1/kpi-reports',
  tag,
  summary: 'List KPI reports',
  description: 'Newest first, at most 200.',
  access: everyone,
  answer: envelope(z.array(kpiReport)),
})

export const createKpiReport = defineOperation({
  id: 'createKpiReport',
  method: 'POST',
  path: '/v1/kpi-reports',
  retry: 'key',
  tag,
  summary: 'Make a KPI report',
  description:
    'Measures a period, keeps the figures as they are now, and seals their hash in the chain of the workspace.',
  access: writers,
  status: 201,
  body: orderedRange(z.strictObject(period)),
  answer: envelope(kpiReport),
})

export const readKpiReport = defineOperation({
  id: 'readKpiReport',
  method: 'GET',
  path: '/v1/kpi-reports/{id}',
  tag,
  summary: 'Read KPI report',
  description: 'The figures as they were when it was made.',
  access: everyone,
  params: reportParams,
  answer: envelope(kpiReport.extend({ figures: effectiveness })),
  refusals: ['not_found'],
})

export const exportKpiReport = defineOperation({
  id: 'exportKpiReport',
  method: 'POST',
  path: '/v1/kpi-reports/{id}/exports',
  retry: 'key',
  tag,
  summary: 'Export KPI report',
  description:
    'Makes the file, seals its SHA-256 in the chain of the workspace, then answers a link that serves it for some minutes and no longer than the credential of the request. `entry_id` is the entry that holds that SHA-256.',
  access: writers,
  status: 201,
  params: reportParams,
  body: z.strictObject({ format: z.enum(kpiFormats) }),
  answer: envelope(contentLink),
  refusals: ['not_found'],
})
