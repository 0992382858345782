import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { NarrativeSource, ReportFormat } from '../../../shared/schema/reports.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { utcDay } from '../../../shared/text/days.ts'
import { withKeptRecord } from '../../domain/reports/certificate/draft.ts'
import { formatFaults } from '../../domain/reports/check.ts'
import { reportDocumentOf } from '../../domain/reports/document.ts'
import { regulatorFileFault } from '../../domain/reports/regulator-files.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { caseFactsOf, noReport, readingFrom, reportRowOf } from './read-reports.ts'
import type { ReportReadingParts } from './read-reports.ts'
import type { ReportPages, ReportStore } from './report-store.ts'
import { reportFormOf, reportItemOf, stepsOf } from './rows.ts'
import { refusedForm } from './steps.ts'
import type { CaseReportStepsTable } from './tables.ts'

const erased = refusal('not_found', 'The content of this version was erased.')

/** Papers of our own, of any version; what a regulator takes is made of an approved one. */
export const isOwnFormat = (format: ReportFormat): format is 'pdf' | 'html' => format === 'pdf' || format === 'html'

const stepWords: Readonly<Record<string, string>> = {
  'report.drafted': 'saved version',
  'report.submitted': 'submitted version',
  'report.approved': 'approved version',
  'report.refused': 'sent back version',
  'report.filed': 'filed version',
  'report.acknowledged': 'noted the acknowledgement of version',
  'report.rejected': 'noted the rejection of version',
  'report.withdrawn': 'withdrew version',
  'report.exported': 'exported version',
}

/** What the pages of a version say, and whether it may leave as a file. */
export const createReportPages = (
  parts: ReportReadingParts & {
    readonly sql: SyncStatements
    /** What the institution is called on the pages of a report that names none. */
    readonly institution: string
  },
): Pick<ReportStore, 'pages' | 'mayExport'> => {
  const { sql, env } = parts

  const pages: ReportStore['pages'] = async (id, version, given) => {
    const row = reportRowOf(sql, id)
    if (row === undefined) return fail(noReport)
    const read = await readingFrom(parts, sql)
    const steps = stepsOf(sql, id)
    const wanted = version ?? row.version
    const step = steps.find((one) => one.type === 'report.drafted' && one.version === wanted)
    if (step === undefined) return fail(refusal('not_found', 'The report has no such version.'))
    const stored = reportFormOf(read, step.n)
    const form = given === undefined ? stored : withKeptRecord(given, stored)
    if (form === null) return fail(erased)
    const facts = await caseFactsOf(parts, sql, row.case_id)
    const numbers = new Map(facts?.entries.map(({ id: entry, number }) => [entry, number]))
    const sourceName = (source: NarrativeSource): string =>
      source.kind === 'entry' ? `entry ${numbers.get(source.id) ?? source.id.slice(0, 12)}` : `evidence ${source.id}`
    const item = reportItemOf(read, row)
    const upTo = steps.filter(({ type, version: of }) => of <= wanted && type !== 'report.exported')
    const document = reportDocumentOf(form, {
      kind: row.kind,
      caseNumber: row.case_number,
      institution: form.filer.institution.name === '' ? parts.institution : form.filer.institution.name,
      state: wanted === row.version ? row.state : 'superseded',
      version: wanted,
      madeFrom:
        given === undefined
          ? [
              { label: 'SHA-256 of the form', digest: step.sha256 ?? '' },
              { label: 'Sealed as entry', digest: step.entry },
            ]
          : [],
      sourceName,
      history: upTo.map((one: CaseReportStepsTable) => [
        new Date(one.at).toISOString().slice(0, 16).replace('T', ' '),
        read.people.get(one.actor)?.name ?? one.actor,
        `${stepWords[one.type] ?? one.type} ${one.version}`,
      ]),
    })
    return ok({ item, version: wanted, writtenAtMs: step.at, form, document })
  }

  const mayExport = async (
    id: string,
    format: ReportFormat,
    version?: number,
  ): Promise<Result<ReportPages, Refusal>> => {
    const found = await pages(id, version)
    if (!found.ok || isOwnFormat(format)) return found
    const { item, form, version: wanted } = found.value
    if (item.kind !== 'sar')
      return fail(
        refusal('invalid_request', 'A report that is filed with no authority has only a PDF and an HTML page.', [
          { path: 'format', message: 'is pdf or html for what is filed with nobody' },
        ]),
      )
    const faults = formatFaults(form, format, utcDay(env.clock.nowMs()))
    if (faults.length > 0) return fail(refusedForm('exported', faults))
    const fault = regulatorFileFault(stepsOf(sql, id), wanted)
    return fault === null ? found : fail(refusal('four_eyes_required', fault))
  }

  return { pages, mayExport }
}
