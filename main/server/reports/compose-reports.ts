import * as api from '../../../shared/api/reports.ts'
import * as keyApi from '../../../shared/api/v4-reports.ts'
import { fieldRefused, refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { AnswerOf, BodyOf, QueryOf } from '../../../shared/api/operation.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { version } from '../../platform/version.ts'
import { openFonts } from '../../report/fonts/font-shelf.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'
import type { EvidenceService } from '../evidence/evidence-service.ts'
import { answer, enveloped, paged } from '../http/answers.ts'
import { route } from '../http/call.ts'
import type { Caller, Route } from '../http/call.ts'
import { walked } from '../routes/alerts.ts'
import { measuredPeriod } from '../routes/metrics.ts'
import { createReportFiles } from './report-files.ts'
import type { ReportFiles } from './report-files.ts'

const reportRoutes = (workspace: Workspace, files: ReportFiles): readonly Route[] => {
  const { reports } = workspace
  return [
    route(api.listReports, async ({ query }) => walked(await reports.list(query))),
    route(api.createReport, async ({ body, caller, inTransaction }) =>
      enveloped(
        await reports.create(body, { actor: caller, ...(inTransaction === undefined ? {} : { inTransaction }) }),
      ),
    ),
    route(api.readReport, async ({ params, caller }) => enveloped(await reports.read(params.id, caller))),
    route(api.readReportVersion, ({ params }) => enveloped(reports.version(params.id, params.version))),
    route(api.saveReport, async ({ params, body, caller }) => enveloped(await reports.save(params.id, body, caller))),
    route(api.checkReport, ({ params, body }) => enveloped(reports.check(params.id, body.form))),
    route(api.draftReport, async ({ params }) => enveloped(await reports.draft(params.id))),
    route(api.findReportFacts, async ({ params, body }) => {
      const found = await reports.facts(params.id, body)
      if (!found.ok) return found
      const { facts, untold } = found.value
      return ok({ ...paged(found.value, body).value, facts, untold })
    }),
    route(api.findReportSources, async ({ params, query }) => {
      const found = await reports.sources(params.id, query)
      return found.ok ? paged(found.value, query) : found
    }),
    route(api.nameReportSources, async ({ params, body }) => enveloped(await reports.named(params.id, body.sources))),
    route(api.moveReport, async ({ params, body, caller }) => enveloped(await reports.move(params.id, body, caller))),
    route(api.exportReport, async ({ params, body, caller }) =>
      enveloped(
        body.keep
          ? await files.keep(params.id, body.format, caller)
          : await files.export(params.id, { format: body.format, version: body.version }, caller),
      ),
    ),
    route(api.previewReport, async ({ params, body }) => {
      const pages = await reports.pages(params.id, undefined, body.form)
      return pages.ok ? answer(pages.value.document) : pages
    }),
    route(api.readReportSettings, () => answer(reports.settings())),
    route(api.changeReportSettings, async ({ body, caller }) => enveloped(await reports.changeSettings(body, caller))),
    route(api.listKpiReports, async () => answer([...(await reports.kpi.list())])),
    route(api.createKpiReport, async ({ body, caller, inTransaction }) => {
      const figures = measuredPeriod(workspace, body)
      return figures.ok
        ? enveloped(
            await reports.kpi.create(figures.value, {
              actor: caller,
              ...(inTransaction === undefined ? {} : { inTransaction }),
            }),
          )
        : figures
    }),
    route(api.readKpiReport, async ({ params }) => enveloped(await reports.kpi.read(params.id))),
    route(api.exportKpiReport, async ({ params, body, caller }) =>
      enveloped(await files.exportKpi(params.id, body.format, caller)),
    ),
  ]
}

type Retrieved = AnswerOf<typeof keyApi.retrieveReport>['data']
type Said = (status: string) => { status: string; timestamp: string }

/** What the workspace has in all. */
const overview = async (
  { reports }: Workspace,
  query: QueryOf<typeof keyApi.retrieveReport>,
  said: Said,
): Promise<Result<Retrieved, Refusal>> => {
  const { kind, state, case_id: caseId, after, size } = query
  const page = await reports.list({ kind, state, case_id: caseId, after, size })
  if (!page.ok) return page
  const { byState, overdue } = reports.counts()
  return ok({
    ...said(overdue > 0 ? 'overdue' : 'ready'),
    counts: { ...byState },
    overdue,
    reports: [...page.value.data],
    next: page.value.next,
    kpi_reports: [...(await reports.kpi.list())],
  })
}

const retrieveKpi = async (
  { reports }: Workspace,
  files: ReportFiles,
  { report_id: id = '', format }: QueryOf<typeof keyApi.retrieveReport>,
  caller: Caller,
  said: Said,
): Promise<Result<Retrieved, Refusal>> => {
  const kpi = await reports.kpi.read(id)
  if (!kpi.ok) return fail(refusal('not_found', 'There is no report with this id.'))
  if (format === undefined) return ok({ ...said('measured'), kpi_report: kpi.value })
  if (format !== 'csv' && format !== 'pdf') return fail(fieldRefused('query.format', 'is csv or pdf for a KPI report'))
  const link = await files.exportKpi(id, format, caller)
  return link.ok ? ok({ ...said('measured'), link: link.value }) : link
}

const retrieve = async (
  workspace: Workspace,
  files: ReportFiles,
  query: QueryOf<typeof keyApi.retrieveReport>,
  caller: Caller,
  said: Said,
): Promise<Result<Retrieved, Refusal>> => {
  const { report_id: id, format } = query
  if (id === undefined)
    return format === undefined
      ? await overview(workspace, query, said)
      : fail(fieldRefused('query.report_id', 'is required with format'))
  const read = await workspace.reports.read(id, caller)
  if (!read.ok) return await retrieveKpi(workspace, files, query, caller, said)
  if (format === undefined) return ok({ ...said(read.value.state), report: read.value })
  if (format === 'csv') return fail(fieldRefused('query.format', 'is pdf, html, xml or goaml for a report of a case'))
  const link = await files.export(id, { format }, caller)
  return link.ok ? ok({ ...said(read.value.state), link: link.value }) : link
}

const createByKey = async (
  workspace: Workspace,
  body: BodyOf<typeof keyApi.createReportByKey>,
  caller: Caller,
  said: Said,
): Promise<Result<AnswerOf<typeof keyApi.createReportByKey>['data'], Refusal>> => {
  const { kind, case_id: caseId, from, to } = body
  if (kind === undefined)
    return caseId === undefined && from === undefined && to === undefined
      ? ok({ ...said('ready'), kinds: ['case_report', 'sar', 'certificate', 'kpi'] })
      : fail(fieldRefused('body.kind', 'is required: case_report, sar, certificate or kpi'))
  if (kind === 'kpi') {
    if (caseId !== undefined) return fail(fieldRefused('body.case_id', 'is of no use to a KPI report'))
    const figures = measuredPeriod(workspace, { from, to })
    if (!figures.ok) return figures
    const made = await workspace.reports.kpi.create(figures.value, { actor: caller })
    return made.ok ? ok({ ...said('measured'), kpi_report: made.value }) : made
  }
  if (caseId === undefined) return fail(fieldRefused('body.case_id', `is required for a ${kind}`))
  if (from !== undefined || to !== undefined)
    return fail(fieldRefused('body.from', 'is of no use to a report of a case'))
  const made = await workspace.reports.create({ kind, case_id: caseId, empty: false }, { actor: caller })
  return made.ok ? ok({ ...said(made.value.state), report: made.value }) : made
}

/** Reports of cases and of effectiveness, in the window and by API key. */
export const composeReports = (
  workspace: Workspace,
  evidence: Pick<EvidenceService, 'links' | 'uploads' | 'acquisitions'>,
): readonly Route[] => {
  const files = createReportFiles({ workspace, ...evidence, fonts: openFonts(), version })
  const said: Said = (status) => ({ status, timestamp: toTimestamp(workspace.env.clock.nowMs()) })
  return [
    ...reportRoutes(workspace, files),
    route(keyApi.retrieveReport, async ({ query, caller }) =>
      enveloped(await retrieve(workspace, files, query, caller, said)),
    ),
    route(keyApi.createReportByKey, async ({ body, caller }) =>
      enveloped(await createByKey(workspace, body, caller, said)),
    ),
  ]
}
