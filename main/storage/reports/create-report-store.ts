import { refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import { utcDay } from '../../../shared/text/days.ts'
import { withKeptRecord } from '../../domain/reports/certificate/draft.ts'
import { checkForm } from '../../domain/reports/check.ts'
import { deadlineOf, deadlineOn } from '../../domain/reports/deadlines.ts'
import type { Env } from '../../platform/env.ts'
import type { JsonValue } from '../../seal/canonical.ts'
import type { OwnedLedger } from '../ledger/create-ledger.ts'
import type { Vault } from '../ledger/vault.ts'
import type { Verification } from '../ledger/workspace.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { createCaseFinds } from './case-finds.ts'
import { createCertificates } from './certificates.ts'
import { createKpiReports } from './kpi.ts'
import { createReportLists } from './list-reports.ts'
import { caseFactsOf, noReport, presentReport, reportRowOf } from './read-reports.ts'
import { createReportPages } from './report-pages.ts'
import type { ReportStore } from './report-store.ts'
import { reportFormOf, stepsOf } from './rows.ts'
import { readReportSettings } from './settings.ts'
import { createReportWrites } from './write-reports.ts'

/** What the store stands on. */
export interface ReportParts {
  readonly ledger: OwnedLedger
  readonly sql: SyncStatements
  readonly vault: Vault
  readonly env: Env
  /** What the institution is called on the pages of a report that names none. */
  readonly institution: string
  /** Checks the case that a certificate speaks of. */
  readonly verifyCase: Verification['verifyCase']
}

/** Makes the store. */
export const createReportStore = (parts: ReportParts): ReportStore => {
  const { ledger, sql, vault, env } = parts
  const certificates = createCertificates(parts)
  return {
    ...createReportLists(parts),
    ...createReportPages(parts),
    ...createReportWrites({ ...parts, certificates }),
    read: async (id, viewer) => {
      const row = reportRowOf(sql, id)
      return row === undefined ? fail(noReport) : ok(await presentReport(parts, sql, row, viewer))
    },
    version: (id, version) => {
      const step = stepsOf(sql, id).find((one) => one.type === 'report.drafted' && one.version === version)
      return step === undefined
        ? fail(refusal('not_found', 'There is no such version of a report with this id.'))
        : ok({ version, sha256: step.sha256 ?? '', form: reportFormOf({ sql, vault }, step.n) })
    },
    check: (id, form) => {
      const row = reportRowOf(sql, id)
      if (row === undefined) return fail(noReport)
      const today = utcDay(env.clock.nowMs())
      const deadline = deadlineOf(row.kind, form, readReportSettings(sql, vault).deadline_days)
      return ok({
        ...checkForm(row.kind, withKeptRecord(form, reportFormOf({ sql, vault }, row.n)), today),
        deadline: deadline === null ? null : deadlineOn(deadline, today),
      })
    },
    ...createCaseFinds(async (id) => {
      const row = reportRowOf(sql, id)
      return row === undefined ? null : await caseFactsOf(parts, sql, row.case_id)
    }),
    settings: () => readReportSettings(sql, vault),
    changeSettings: (settings, actor) =>
      ledger.write(actor, async (tx) => {
        const { filer, ...open } = settings
        await tx.append({
          case: 'workspace',
          type: 'report_settings.changed',
          subject: 'report_settings',
          pub: open,
          withheld: { filer: filer as unknown as JsonValue },
        })
        return ok(readReportSettings(ledger.sql, vault))
      }),
    kpi: createKpiReports({ ledger, sql, env }),
  }
}
