import { fail, ok } from '../../../../shared/schema/result.ts'
import { readDetectionPolicy } from '../../alerts/policy.ts'
import { readingFrom } from '../../reports/read-reports.ts'
import type { CaseStore } from '../case-store.ts'
import { notFound } from '../change-case.ts'
import type { CaseReadParts } from '../parts.ts'
import type { CasesTable } from '../tables.ts'
import { readDue } from './due.ts'
import { readEvidenceCounts, readReportItems } from './holdings.ts'
import { readCaseMoney } from './money.ts'
import { readPayments } from './payments.ts'
import { readSubjects } from './subjects.ts'

/**
 * Reads what a case is about and what it asks for. What it costs follows from what the case holds and from what is
 * shown, not from what else is in the workspace.
 */
export const readOverview =
  (parts: Pick<CaseReadParts, 'sql' | 'vault' | 'env'>): CaseStore['overview'] =>
  async (id, inTurns) => {
    const { sql, env } = parts
    const row = sql.get<CasesTable>('select * from cases where id = ?', id)
    if (row === undefined) return fail(notFound)
    const reading = await readingFrom(parts, sql)
    const policy = await readDetectionPolicy(sql)
    const subjects = readSubjects(sql, id)
    const reports = readReportItems(reading, id)
    return ok({
      subjects,
      money: readCaseMoney(sql, reading, id),
      payments: await inTurns(readPayments(sql, id, subjects.items)),
      evidence: readEvidenceCounts(sql, id),
      reports,
      due: readDue(sql, row, policy, reports, env.clock.nowMs()),
    })
  }
