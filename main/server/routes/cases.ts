import * as bulk from '../../../shared/api/case-bulk.ts'
import * as caseAccess from '../../../shared/api/case-access.ts'
import * as entries from '../../../shared/api/case-entries.ts'
import * as erasure from '../../../shared/api/case-erasure.ts'
import * as relations from '../../../shared/api/case-relations.ts'
import { readCaseOverview } from '../../../shared/api/case-overview.ts'
import * as api from '../../../shared/api/cases.ts'
import type { CaseStatus } from '../../../shared/schema/case.ts'
import { refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'
import { answer, enveloped } from '../http/answers.ts'
import { route } from '../http/call.ts'
import type { Call, Route } from '../http/call.ts'
import { casesCsv } from '../imports/export-csv.ts'
import { inTurns } from '../transactions/list-in-turns.ts'

const statusNames: Readonly<Record<CaseStatus, string>> = {
  open: 'open',
  investigating: 'investigating',
  pending_review: 'pending review',
  escalated: 'escalated',
  resolved: 'resolved',
  closed: 'closed',
}

/** What a command takes from its request besides the body. */
const optionsOf = ({
  caller,
  ifRevision,
  inTransaction,
}: Pick<Call<never>, 'caller' | 'ifRevision' | 'inTransaction'>) => ({
  actor: caller,
  ...(ifRevision === undefined ? {} : { ifRevision }),
  ...(inTransaction === undefined ? {} : { inTransaction }),
})

const noBreaker = refusal('forbidden', 'Supervisors, auditors and administrators break the glass of a case.')

const changes = ({ cases, access }: Workspace): readonly Route[] => [
  route(api.createCase, async (call) => enveloped(await cases.create(call.body, optionsOf(call)))),
  route(api.updateCaseStatus, async (call) => {
    const changed = await cases.changeStatus(call.params.id, call.body, optionsOf(call))
    if (!changed.ok) return changed
    const { id, status, updated_at, alerts } = changed.value
    return ok({
      success: true as const,
      message: `The case is now ${statusNames[status]}; the rationale is sealed into its timeline.`,
      data: { id, status, updated_at, ...(alerts === undefined ? {} : { alerts }) },
    })
  }),
  route(api.editCase, async (call) => enveloped(await cases.edit(call.params.id, call.body, optionsOf(call)))),
  route(api.changeCasePriority, async (call) =>
    enveloped(await cases.changePriority(call.params.id, call.body, optionsOf(call))),
  ),
  route(api.assignCase, async (call) => enveloped(await cases.assign(call.params.id, call.body, optionsOf(call)))),
  route(entries.addNote, async (call) => enveloped(await cases.addNote(call.params.id, call.body, optionsOf(call)))),
  route(api.linkToCase, async (call) => enveloped(await cases.link(call.params.id, call.body, optionsOf(call)))),
  route(api.unlinkFromCase, async (call) => enveloped(await cases.unlink(call.params.id, call.body, optionsOf(call)))),
  route(erasure.placeHold, async (call) =>
    enveloped(await cases.placeHold(call.params.id, call.body, optionsOf(call))),
  ),
  route(erasure.releaseHold, async (call) =>
    enveloped(await cases.releaseHold(call.params.id, call.body, optionsOf(call))),
  ),
  route(caseAccess.setCaseAccess, async (call) =>
    enveloped(await cases.setAccess(call.params.id, call.body, optionsOf(call))),
  ),
  route(caseAccess.breakGlass, async (call) => {
    // The role of the person counts: a token can be asked for with the role of an auditor.
    const role = access.userByUid(call.caller.userUid)?.role
    if (role === undefined || !(caseAccess.breakGlass.access as readonly string[]).includes(role))
      return fail(noBreaker)
    const { case_id: id, case_number: number, reason } = call.body
    return enveloped(await cases.breakGlass({ id, number }, reason, optionsOf(call)))
  }),
  route(erasure.findQuotations, async ({ params, body }) => enveloped(await cases.quotations(params.id, body))),
  route(erasure.redactDisclosures, async (call) =>
    enveloped(await cases.redact(call.params.id, call.body, optionsOf(call))),
  ),
  route(relations.relateCases, async (call) =>
    enveloped(await cases.relate(call.params.id, call.body, optionsOf(call))),
  ),
  route(relations.unrelateCases, async (call) =>
    enveloped(await cases.unrelate(call.params.id, call.body, optionsOf(call))),
  ),
  route(relations.bulkRelate, async ({ body, caller }) => enveloped(await cases.bulkRelate(body, { actor: caller }))),
  route(bulk.bulkStatus, async ({ body, caller }) => enveloped(await cases.bulkStatus(body, { actor: caller }))),
  route(bulk.bulkAssign, async ({ body, caller }) => enveloped(await cases.bulkAssign(body, { actor: caller }))),
]

const readings = ({ cases, access }: Workspace): readonly Route[] => [
  route(api.listCases, async ({ query }) => ok({ success: true as const, ...(await cases.list(query)) })),
  route(api.exportCases, async ({ query }) => {
    const logins = new Map((await access.listUsers()).map((user) => [user.id, user.login_name]))
    return ok({ fileName: 'cases.csv', rows: casesCsv(cases, query, logins) })
  }),
  route(api.caseStats, async () => answer(await cases.stats())),
  route(api.readCase, async ({ params, reply }) => {
    const read = await cases.read(params.id)
    if (read.ok) void reply.header('etag', `"${read.value.revision}"`)
    return enveloped(read)
  }),
  route(caseAccess.readCaseAccess, async ({ params, caller }) => enveloped(await cases.access(params.id, caller))),
  route(readCaseOverview, async ({ params }) => enveloped(await cases.overview(params.id, inTurns))),
  route(api.findCaseByNumber, async ({ params }) => enveloped(await cases.readByNumber(params.case_number))),
  route(relations.listCaseRelations, async ({ params, query }) => {
    const page = await cases.relations(params.id, query)
    return page.ok ? ok({ success: true as const, ...page.value }) : page
  }),
  route(relations.suggestRelations, async ({ params }) => enveloped(await cases.suggestRelations(params.id))),
  route(entries.listNotes, async ({ params, query }) => {
    const page = await cases.notes(params.id, query)
    return page.ok ? ok({ success: true as const, ...page.value }) : page
  }),
  route(entries.readTimeline, async ({ params, query }) => {
    const page = await cases.timeline(params.id, query)
    return page.ok ? ok({ success: true as const, ...page.value }) : page
  }),
  route(entries.readEntry, async ({ params }) => enveloped(await cases.entry(params.id, params.entry_id))),
  route(entries.readCheckpoint, async ({ params }) => enveloped(await cases.checkpoint(params.id))),
]

/** The operations on cases. */
export const caseRoutes = (workspace: Workspace): readonly Route[] => [...changes(workspace), ...readings(workspace)]
