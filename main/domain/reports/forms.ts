import { z } from 'zod'
import { reportDay } from '../../../shared/schema/form-fields.ts'
import { caseReportKinds, deadlineRules, reportFormats, reportSettings } from '../../../shared/schema/reports.ts'

const version = z.int().min(1).max(1_000_000)
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const step = z.looseObject({ version })

/** What the public values of the entries about reports must be for them to have an effect (Y-46). */
export const reportForms = {
  'report.drafted': z.looseObject({
    kind: z.enum(caseReportKinds),
    version,
    sha256,
    due_on: reportDay.nullable(),
    deadline_rule: z.enum(deadlineRules).nullable(),
    deadline_days: z.int().min(1).max(3_650).nullable(),
    continuing: z.boolean(),
    review_days: z.int().min(1).max(3_650),
  }),
  'report.submitted': step,
  'report.approved': z.looseObject({ version, four_eyes: z.boolean() }),
  'report.refused': step,
  'report.filed': z.looseObject({ version, filed_on: reportDay }),
  'report.acknowledged': step,
  'report.rejected': step,
  'report.withdrawn': step,
  'report.exported': z.looseObject({ version, format: z.enum(reportFormats), sha256, size: z.int().min(0) }),
} as const
export type ReportEntryType = keyof typeof reportForms

/** The same of `report_settings.changed`; who files is withheld. */
export const reportSettingsForm = reportSettings.omit({ filer: true }).loose()
