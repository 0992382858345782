import { redactedText } from '../../../shared/schema/case.ts'
import type { ManualDecision } from '../../../shared/schema/decisions.ts'
import type { Report } from '../../../shared/schema/reports.ts'
import { utcDay } from '../../../shared/text/days.ts'
import { checkForm } from '../../domain/reports/check.ts'
import type { CaseStore } from '../../storage/cases/case-store.ts'
import type { DecisionStore } from '../../storage/decisions/decision-store.ts'
import type { ReportStore } from '../../storage/reports/report-store.ts'
import type { Acquisitions } from '../evidence/acquisitions.ts'
import type { Recipe } from './idempotency.ts'

/** Where replays read what may be erased. */
export interface RecipeParts {
  readonly cases: Pick<CaseStore, 'timeline'>
  readonly decisions: Pick<DecisionStore, 'read'>
  readonly reports: Pick<ReportStore, 'version'>
  readonly acquisitions: Pick<Acquisitions, 'read'>
}

/**
 * The answer to a create holds the title, which a redaction may erase; so it is kept without it, and a replay reads the
 * title of that time from the first entry's disclosure, where redaction reaches it.
 */
const createdCase = (cases: RecipeParts['cases']): Recipe => ({
  strip: ({ title: _title, ...data }) => data,
  restore: async (data) => {
    const timeline = await cases.timeline(data['id'] as number, { order: 'oldest', page: 1, size: 1 })
    const disclosed = timeline.ok ? timeline.value.data[0]?.withheld['title'] : undefined
    const { id, case_number, ...rest } = data
    return { id, case_number, title: disclosed?.state === 'disclosed' ? disclosed.value : redactedText, ...rest }
  },
})

/**
 * The first version of a report, whose form and title can be erased; what the check said of it follows from the form
 * and its day.
 */
const createdReport = (reports: RecipeParts['reports']): Recipe => ({
  strip: (data) => ({ ...data, title: '', form: null, check: null }),
  restore: (data) => {
    const { id, kind, created_at: createdAt } = data as Pick<Report, 'id' | 'kind' | 'created_at'>
    const first = reports.version(id, 1)
    const form = first.ok ? first.value.form : null
    return {
      ...data,
      title: form?.title ?? redactedText,
      form,
      check: form === null ? null : checkForm(kind, form, utcDay(Date.parse(createdAt))),
    }
  },
})

const withoutReason = (decision: ManualDecision): ManualDecision => ({ ...decision, reason: '' })

const withReason = async (decisions: RecipeParts['decisions'], decision: ManualDecision): Promise<ManualDecision> => {
  const read = await decisions.read(decision.id)
  return { ...decision, reason: read.ok ? read.value.reason : redactedText }
}

/** The reason of a decision can be erased. */
const recordedDecision = (decisions: RecipeParts['decisions']): Recipe => ({
  strip: (data) => ({ ...withoutReason(data as unknown as ManualDecision) }),
  restore: async (data) => ({ ...(await withReason(decisions, data as unknown as ManualDecision)) }),
})

/** A part of an answer that has a recipe of its own. */
const inField = (field: string, recipe: Recipe): Recipe => ({
  strip: (data) =>
    data[field] === undefined ? data : { ...data, [field]: recipe.strip(data[field] as Record<string, unknown>) },
  restore: async (data) =>
    data[field] === undefined
      ? data
      : { ...data, [field]: await recipe.restore(data[field] as Record<string, unknown>) },
})

/**
 * An acquisition that begins: the name of what is acquired can be erased with the piece, and what is remembered of the
 * acquisition ends then (L-56).
 */
const begunAcquisition = (acquisitions: RecipeParts['acquisitions']): Recipe => ({
  strip: (data) => ({ ...data, name: '' }),
  restore: (data) => {
    const now = acquisitions.read(data['id'] as string)
    return Promise.resolve({ ...data, name: now.ok ? now.value.name : redactedText })
  },
})

/** Ids of the operations whose command keeps its answer in its own transaction. */
export const joiningOperations: ReadonlySet<string> = new Set([
  'createCase',
  'addNote',
  'addEvidenceNote',
  'addUser',
  'createKey',
  'createReport',
  'createKpiReport',
  'recordDecision',
  'createAssessment',
  'recordManualDecision',
])

/** The recipes of the operations whose answers hold text that can be erased. */
export const recipesFor = ({
  cases,
  decisions,
  reports,
  acquisitions,
}: RecipeParts): Readonly<Record<string, Recipe>> => ({
  createCase: createdCase(cases),
  createReport: createdReport(reports),
  recordDecision: recordedDecision(decisions),
  recordManualDecision: inField('decision', recordedDecision(decisions)),
  createReportByKey: inField('report', createdReport(reports)),
  acquirePath: begunAcquisition(acquisitions),
  openUpload: inField('acquisition', begunAcquisition(acquisitions)),
  uploadEvidence: inField('acquisition', begunAcquisition(acquisitions)),
})
