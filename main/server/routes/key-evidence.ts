import { fieldRefused, refusal } from '../../../shared/api/errors.ts'
import {
  downloadEvidence,
  exportEvidence,
  listEvidenceOfWorkspace,
  uploadEvidence,
} from '../../../shared/api/v4-evidence.ts'
import { fail } from '../../../shared/schema/result.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'
import type { EvidenceService } from '../evidence/evidence-service.ts'
import { answer, enveloped } from '../http/answers.ts'
import { isForm } from '../http/bodies.ts'
import { route } from '../http/call.ts'
import type { Route } from '../http/call.ts'
import { callsOfKeys } from '../v4/calls-of-keys.ts'
import type { V4Guard } from '../v4/guard.ts'
import { createEvidenceTaking } from './key-evidence-taking.ts'

/** The operations of /v4 on evidence. */
export const keyEvidenceRoutes = (workspace: Workspace, service: EvidenceService, guard: V4Guard): readonly Route[] => {
  const { store, exports } = service
  const { said, named, caseIn } = callsOfKeys(workspace)
  const taking = createEvidenceTaking(workspace, service, guard)
  const newest = { page: 1, size: 20, sort: '-acquired' as const }

  return [
    route(uploadEvidence, async ({ body, caller, request }) => {
      if (isForm(request)) return enveloped(await taking.form(request, caller))
      const found = await caseIn(body)
      if (!found.ok) return found
      return found.value === null
        ? answer(await taking.limits())
        : enveloped(await taking.open(found.value, body, caller))
    }),
    route(listEvidenceOfWorkspace, async ({ body }) => {
      const found = await caseIn(body)
      if (!found.ok) return found
      const { q, kind, tag, page, size } = body
      const listed = await store.list(found.value, { q, kind, tag, page, size, sort: '-acquired' })
      return listed.ok
        ? answer({ ...said('ok'), evidence: listed.value.data, pagination: listed.value.pagination })
        : listed
    }),
    route(downloadEvidence, async ({ body, caller }) => {
      if (body.evidence_id === undefined) {
        const listed = await store.list(null, newest)
        return listed.ok ? answer({ ...said('ready'), ...store.totals(), evidence: listed.value.data }) : listed
      }
      const caseId = store.caseOfPiece(body.evidence_id)
      if (caseId === null) return fail(refusal('not_found', 'There is no evidence with this id.'))
      const link = await service.release(caseId, body.evidence_id, 'download', caller)
      return link.ok ? answer({ ...said('ready'), link: link.value }) : link
    }),
    route(exportEvidence, async ({ body, caller }) => {
      const { export_id: exportId, evidence: chosen, disclosures, recipient, reason } = body
      if (exportId !== undefined) {
        const read = await exports.read(exportId)
        if (!read.ok) return read
        const link = read.value.state === 'done' ? await exports.link(exportId, caller) : null
        return answer({
          ...said(read.value.state),
          export: read.value,
          ...(link?.ok === true ? { link: link.value } : {}),
        })
      }
      const found = await caseIn(body)
      if (!found.ok) return found
      if (found.value === null) return answer({ ...said('ok'), exports: [...(await exports.list())] })
      if (reason === undefined)
        return fail(fieldRefused('body.reason', 'is required with a case: it is sealed with the export'))
      const started = await exports.start(
        found.value,
        { evidence: chosen, disclosures, recipient, reason },
        await named(caller),
      )
      return started.ok ? answer({ ...said('running'), export: started.value }) : started
    }),
  ]
}
