import type { FastifyRequest } from 'fastify'
import { fieldRefused, refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { multipartFileMax } from '../../../shared/api/v4-evidence.ts'
import type { uploadEvidence } from '../../../shared/api/v4-evidence.ts'
import type { AnswerOf, BodyOf } from '../../../shared/api/operation.ts'
import { evidenceName } from '../../../shared/schema/evidence.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'
import type { EvidenceService } from '../evidence/evidence-service.ts'
import { uploadChunkBytes } from '../evidence/uploads.ts'
import { limitedUpload } from '../http/bodies.ts'
import type { Caller } from '../http/call.ts'
import { RefusalError } from '../http/refusals.ts'
import { callsOfKeys } from '../v4/calls-of-keys.ts'
import type { V4Guard } from '../v4/guard.ts'
import { readForm } from './evidence-form.ts'
import type { OpenForm } from './evidence-form.ts'

const cancelled = refusal('invalid_request', 'The upload was cancelled before it was complete. Nothing was kept.')

type UploadAnswer = AnswerOf<typeof uploadEvidence>['data']

/** How evidence comes in by a key: within a form, or piece by piece (tus) at an address that is opened for it. */
export const createEvidenceTaking = (
  workspace: Workspace,
  { store, uploads, acquisitions }: EvidenceService,
  guard: V4Guard,
) => {
  const { blobs } = workspace.evidence
  const { said, named, caseIn } = callsOfKeys(workspace)

  const limits = async (): Promise<UploadAnswer> => ({
    ...said('ready'),
    limits: {
      multipart_file_bytes: multipartFileMax,
      file_bytes: null,
      chunk_bytes: uploadChunkBytes,
      free_bytes: await blobs.freeBytes(),
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

  return { limits, open: openTus, form: takeForm }
}
