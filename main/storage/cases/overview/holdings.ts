import { overviewLimits } from '../../../../shared/schema/case-overview.ts'
import type { CaseOverview } from '../../../../shared/schema/case-overview.ts'
import { toTimestamp } from '../../../../shared/schema/text.ts'
import { isErased } from '../../evidence/erased-pieces.ts'
import { unreadableBytes } from '../../evidence-text/unreadable-bytes.ts'
import { reportRankSql } from '../../reports/list-reports.ts'
import { reportItemOf } from '../../reports/rows.ts'
import type { ReportReading, ReportRow } from '../../reports/rows.ts'
import type { EvidenceTable } from '../../evidence/tables.ts'
import type { SyncStatements } from '../../sqlite/statements.ts'

interface CountRow {
  readonly pieces: number
  readonly bytes: number | null
  readonly here: number | null
  readonly at_hub: number | null
  readonly erased: number | null
  readonly unreadable: number | null
}

const isHere = 'exists (select 1 from blob_keys k where k.sha256 = e.sha256 and k.case_id = e.case_id)'
const countSql = `select count(*) as pieces, sum(size) as bytes, sum(${isHere} and not ${isErased('e')}) as here, sum(received = 1 and not ${isHere} and not ${isErased('e')}) as at_hub, sum(${isErased('e')}) as erased,
    sum(exists (select 1 from evidence_texts x where x.case_id = e.case_id and x.sha256 = e.sha256 and instr(x.lacks, ?) > 0)) as unreadable
  from evidence e where case_id = ?`
const newestSql =
  'select id, name, kind, acquired_at from evidence where case_id = ? order by acquired_at desc, id desc limit ?'

/** How much evidence a case has, where its bytes are, and its newest pieces. */
export const readEvidenceCounts = (sql: SyncStatements, caseId: number): CaseOverview['evidence'] => {
  const counts = sql.get<CountRow>(countSql, unreadableBytes, caseId)
  const pieces = counts?.pieces ?? 0
  const [here, atHub, erased] = [counts?.here ?? 0, counts?.at_hub ?? 0, counts?.erased ?? 0]
  return {
    pieces,
    bytes: counts?.bytes ?? 0,
    here,
    at_hub: atHub,
    erased,
    elsewhere: pieces - here - atHub - erased,
    unreadable: counts?.unreadable ?? 0,
    newest: sql
      .all<Pick<EvidenceTable, 'id' | 'name' | 'kind' | 'acquired_at'>>(newestSql, caseId, overviewLimits.pieces)
      .map(({ id, name, kind, acquired_at: atMs }) => ({ id, name, kind, acquired_at: toTimestamp(atMs) })),
  }
}

const reportsSql = `select r.*, c.number as case_number from case_reports r join cases c on c.id = r.case_id
  where r.case_id = ? order by ${reportRankSql}, r.uid limit ?`

/** The reports of a case, what is due first. */
export const readReportItems = (reading: ReportReading, caseId: number): CaseOverview['reports'] => ({
  total:
    reading.sql.get<{ total: number }>('select count(*) as total from case_reports where case_id = ?', caseId)?.total ??
    0,
  items: reading.sql
    .all<ReportRow>(reportsSql, caseId, overviewLimits.reports)
    .map((row) => reportItemOf(reading, row)),
})
