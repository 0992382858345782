import type { FastifyRequest } from 'fastify'
import { fieldRefused, refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import {
  downloadEvidence,
  exportEvidence,
  listEvidenceOfWorkspace,
  multipartFileMax,
  uploadEvidence,
} from '../../../shared/api/v4-evidence.ts'
import type { AnswerOf, BodyOf } from '../../../shared/api/operation.ts'
import { evidenceName } from '../../../shared/schema/evidence.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { nameOfKey, uidOfKey } from '../../domain/access/key-name.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'
import type { NamedActor } from '../evidence/kept-acquisition.ts'
import type { EvidenceService } from '../evidence/evidence-service.ts'
import { uploadChunkBytes } from '../evidence/uploads.ts'
import { answer, enveloped } from '../http/answers.ts'
import { isForm, limitedUpload } from '../http/bodies.ts'
import { route } from '../http/call.ts'
import type { Caller, Route } from '../http/call.ts'
import { RefusalError } from '../http/refusals.ts'
import type { V4Guard } from '../v4/guard.ts'
import { readForm } from './evidence-form.ts'
import type { OpenForm } from './evidence-form.ts'

const cancelled = refusal('invalid_request', 'The upload was cancelled before it was complete. Nothing was kept.')

type UploadAnswer = AnswerOf<typeof uploadEvidence>['data']

/** The operations of /v4 on evidence. */
export const keyEvidenceRoutes = (workspace: Workspace, service: EvidenceService, guard: V4Guard): readonly Route[] => {
  const { env, cases, evidence } = workspace
  const { store, uploads, exports, acquisitions } = service
  const said = (status: string): { status: string; timestamp: string } => ({
    status,
    timestamp: toTimestamp(env.clock.nowMs()),
  })

  const named = async (caller: Caller): Promise<NamedActor> => {
    const keys = await workspace.db.selectFrom('api_keys').select(['id', 'label']).execute()
    const key = keys.find(({ id }) => uidOfKey(id) === caller.userUid)
    return { actor: caller, name: key === undefined ? caller.userUid : nameOfKey(key.label) }
  }

  /** The case that a request names; null where it names none. */
  const caseIn = async ({
    case_id: id,
    case_number: number,
  }: {
    case_id?: number | undefined
    case_number?: string | undefined
  }): Promise<Result<number | null, Refusal>> => {
    if (id === undefined && number === undefined) return ok(null)
    const found = id === undefined ? await cases.readByNumber(number ?? '') : await cases.read(id)
    return found.ok ? ok(found.value.id) : found
  }

  const limits = async (): Promise<UploadAnswer> => ({
    ...said('ready'),
    limits: {
      multipart_file_bytes: multipartFileMax,
      file_bytes: null,
      chunk_bytes: uploadChunkBytes,
      free_bytes: await evidence.blobs.freeBytes(),
    },
    upload_url: '/v4/evidence/uploads/{id}',
  })

  const openTus = async (
    caseId: number,
    body: BodyOf<typeof uploadEvidence>,
    caller: Caller,
  ): Promise<Result<UploadAnswer, Refusal>> => {
    const { name, size, path, facts } = body
    if (name === undefined || size === undefined) {
      const missing = name === undefined ? 'name' : 'size'
      return fail(
        fieldRefused(
          `body.${missing}`,
          'is required with a case; a small file can also be sent as multipart/form-data',
        ),
      )
    }
    const opened = await uploads.open(
      caseId,
      { name, size, facts, ...(path === undefined ? {} : { path }) },
      await named(caller),
    )
    return opened.ok
      ? ok({ ...said('open'), upload_url: `/v4/evidence/uploads/${opened.value.id}`, acquisition: opened.value })
      : opened
  }

  const takeFile = async (caseId: number, form: OpenForm, caller: Caller): Promise<Result<UploadAnswer, Refusal>> => {
    const name = evidenceName.safeParse(form.file.filename)
    if (!name.success) return fail(fieldRefused('body.file', 'has no usable file name'))
    const { path } = form.fields
    const opened = await uploads.open(
      caseId,
      { name: name.data, size: null, facts: form.facts, ...(path === undefined ? {} : { path }) },
      await named(caller),
    )
    if (!opened.ok) return opened
    const bytes = limitedUpload(form.file.file, multipartFileMax, form.end)
    const written = await uploads.write(opened.value.id, 0, bytes)
    if (!written.ok) return written
    const taken = acquisitions.read(opened.value.id)
    if (!taken.ok || taken.value.evidence_id === null) {
      await uploads.steer(opened.value.id, 'cancel')
      return fail(bytes.errored instanceof RefusalError ? bytes.errored.refusal : cancelled)
    }
    const piece = await store.read(caseId, taken.value.evidence_id)
    return piece.ok ? ok({ ...said('acquired'), acquisition: taken.value, evidence: piece.value }) : piece
  }

  const takeForm = async (request: FastifyRequest, caller: Caller): Promise<Result<UploadAnswer, Refusal>> => {
    const form = await readForm(request)
    if (!form.ok) return form
    guard.checkWorkspace(request, form.value.fields.workspace_id)
    const found = await caseIn(form.value.fields)
    if (!found.ok) return found
    return found.value === null
      ? fail(fieldRefused('body.case_id', 'is missing: send it before the file'))
      : await takeFile(found.value, form.value, caller)
  }

  const newest = { page: 1, size: 20, sort: '-acquired' as const }

  return [
    route(uploadEvidence, async ({ body, caller, request }) => {
      if (isForm(request)) return enveloped(await takeForm(request, caller))
      const found = await caseIn(body)
      if (!found.ok) return found
      return found.value === null ? answer(await limits()) : enveloped(await openTus(found.value, body, caller))
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
