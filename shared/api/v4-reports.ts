import { z } from 'zod'
import { contentLink } from '../schema/evidence.ts'
import { effectiveness } from '../schema/metrics.ts'
import { caseReportKind, kpiReport, report, reportItem, reportState } from '../schema/reports.ts'
import { orderedRange } from '../schema/request-time.ts'
import { idText, integerId, integerText, timestamp, uid } from '../schema/text.ts'
import { period } from './metrics.ts'
import { defineOperation, envelope } from './operation.ts'

const workspace = {
  workspace_id: z
    .string()
    .max(100)
    .optional()
    .describe('The workspace; also accepted in the query, the body, or the header X-Workspace-Id.'),
}
const answered = { status: z.string().describe('What this answer is, for example `ready`.'), timestamp }
const tag = 'Reports'

export const retrieveReport = defineOperation({
  id: 'retrieveReport',
  method: 'GET',
  path: '/v4/reports/retrieve',
  tag,
  summary: 'Retrieve report',
  description:
    'With the workspace alone the reports with states and deadlines, overdue first, and the KPI reports; with `report_id` that one; with `format` besides a link to its file (`xml`: FinCEN SAR batch, `goaml`, `pdf`, `html`; a KPI report has `csv` and `pdf`), whose SHA-256 is sealed before the link is given.',
  access: 'v4:read',
  query: z.strictObject({
    ...workspace,
    report_id: uid.optional(),
    format: z.enum(['xml', 'goaml', 'pdf', 'html', 'csv']).optional(),
    kind: caseReportKind.optional(),
    state: reportState.optional(),
    case_id: idText.optional(),
    after: z.string().min(1).max(500).optional(),
    size: integerText({ min: 1, max: 200 }).default(50),
  }),
  answer: envelope(
    z.object({
      ...answered,
      counts: z.record(reportState, z.int()).optional(),
      overdue: z.int().optional(),
      reports: z.array(reportItem).optional(),
      next: z.string().nullable().optional().describe('Give it as `after` for the next page.'),
      kpi_reports: z.array(kpiReport).optional(),
      report: report.optional(),
      kpi_report: kpiReport.extend({ figures: effectiveness }).optional(),
      link: contentLink.optional(),
    }),
  ),
  refusals: ['not_found', 'workspace_mismatch'],
})

export const createReportByKey = defineOperation({
  id: 'createReportByKey',
  method: 'POST',
  path: '/v4/reports/retrieve',
  retry: 'key',
  tag,
  summary: 'Create report',
  description:
    'With the workspace alone what can be made. With `kind` `case_report`, `sar` or `certificate` and a case it begins one, drafted from the facts of the case; with `kpi` it measures a period. An API key never submits or approves.',
  access: 'v4:write',
  query: z.strictObject(workspace),
  body: orderedRange(
    z.strictObject({
      ...workspace,
      kind: z.enum(['case_report', 'sar', 'certificate', 'kpi']).optional(),
      case_id: integerId.optional(),
      ...period,
    }),
  ),
  answer: envelope(
    z.object({
      ...answered,
      kinds: z.array(z.string()).optional(),
      report: report.optional(),
      kpi_report: kpiReport.optional(),
    }),
  ),
  refusals: ['not_found', 'workspace_mismatch'],
})
