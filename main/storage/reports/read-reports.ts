import { refusal } from '../../../shared/api/errors.ts'
import { reportSteps } from '../../../shared/schema/reports.ts'
import type { Report } from '../../../shared/schema/reports.ts'
import { writingRoles } from '../../../shared/schema/user.ts'
import { utcDay } from '../../../shared/text/days.ts'
import type { Actor } from '../../domain/access/actor.ts'
import type { CaseFacts } from '../../domain/reports/case-facts.ts'
import { checkForm } from '../../domain/reports/check.ts'
import { afterSaving, afterStep, approvalFault } from '../../domain/reports/transitions.ts'
import type { Env } from '../../platform/env.ts'
import { readPeople } from '../cases/people.ts'
import type { Vault } from '../ledger/vault.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { readCaseFacts } from './facts.ts'
import { eventOf, reportFormOf, reportItemOf, reportSelect, stepsOf } from './rows.ts'
import type { ReportReading, ReportRow } from './rows.ts'
import { readReportSettings } from './settings.ts'
import { approvalOf } from './steps.ts'

/** What reports are read with, besides the tables. */
export interface ReportReadingParts {
  readonly vault: Vault
  readonly env: Pick<Env, 'clock'>
}

export const noReport = refusal('not_found', 'There is no report with this id.')

/** What is read from these tables now. */
export const readingFrom = async ({ vault, env }: ReportReadingParts, sql: SyncStatements): Promise<ReportReading> => ({
  sql,
  vault,
  people: await readPeople(sql),
  today: utcDay(env.clock.nowMs()),
})

/** A report by its uid. */
export const reportRowOf = (sql: SyncStatements, id: string): ReportRow | undefined =>
  sql.get<ReportRow>(`${reportSelect} where r.uid = ?`, id)

/** The facts of a case; null where there is none with this id. */
export const caseFactsOf = async (
  { vault }: Pick<ReportReadingParts, 'vault'>,
  sql: SyncStatements,
  caseId: number,
): Promise<CaseFacts | null> => readCaseFacts(sql, vault, caseId, await readPeople(sql))

/** A report whole, with what its viewer may do with it. */
export const presentReport = async (
  parts: ReportReadingParts,
  from: SyncStatements,
  row: ReportRow,
  viewer: Actor,
): Promise<Report> => {
  const read = await readingFrom(parts, from)
  const form = reportFormOf(read, row.n)
  const settings = readReportSettings(from, parts.vault)
  const mayWrite = writingRoles.includes(viewer.role)
  const fault = approvalFault(await approvalOf(from, row, settings.four_eyes), viewer)
  const steps = mayWrite
    ? reportSteps.filter(
        (step) => afterStep(row.kind, row.state, step) !== null && (step !== 'approve' || fault === null),
      )
    : []
  return {
    ...reportItemOf(read, row),
    form,
    sha256: row.sha256,
    check: form === null ? null : checkForm(row.kind, form, read.today),
    history: stepsOf(from, row.uid).map((step) => eventOf(read, step)),
    may: {
      save: mayWrite && afterSaving(row.kind, row.state) !== null,
      steps: [...steps],
      why_not_approve: row.state === 'in_review' ? fault : null,
    },
  }
}
