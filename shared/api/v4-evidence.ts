import { z } from 'zod'
import {
  acquisition,
  acquisitionFacts,
  caseExport,
  contentLink,
  evidenceItem,
  evidenceKind,
  evidenceName,
  evidencePath,
  evidenceTag,
} from '../schema/evidence.ts'
import { integerId, lineOfText, timestamp } from '../schema/text.ts'
import { exportChoice } from './exports.ts'
import { defineOperation, envelope } from './operation.ts'

const tag = 'Evidence'

/** Where an operation of /v4 may name its workspace besides the header X-Workspace-Id. */
const workspace = {
  workspace_id: z
    .string()
    .max(100)
    .optional()
    .describe('The workspace; also accepted in the query or the header X-Workspace-Id.'),
}
const workspaceQuery = z.strictObject(workspace)

const caseRef = {
  case_id: integerId.optional(),
  case_number: z
    .string()
    .regex(/^CASE-[A-Z0-9]{1,20}-\d{8}-\d{5}$/, 'must be a case number')
    .optional()
    .describe('Instead of `case_id`.'),
}

const oneCase = (body: { case_id?: number | undefined; case_number?: string | undefined }): boolean =>
  body.case_id === undefined || body.case_number === undefined

/** What every answer of these operations holds. */
const answered = { status: z.string().describe('What this answer is, for example `ready`.'), timestamp }

const page = z.object({ total: z.int(), page: z.int(), size: z.int(), total_pages: z.int() })
const pageFields = { page: z.int().min(1).max(1_000_000).default(1), size: z.int().min(1).max(100).default(50) }

/** Largest file that one multipart request carries: 64 MiB; larger ones go by tus. */
export const multipartFileMax = 67_108_864

export const uploadEvidence = defineOperation({
  id: 'uploadEvidence',
  method: 'POST',
  path: '/v4/evidence/upload',
  retry: 'key',
  tag,
  summary: 'Upload evidence',
  description:
    'With the workspace alone it answers the limits and where bytes go (`status: ready`). With a case, a name and a size it opens a resumable tus 1.0.0 upload (`status: open`); the bytes go to `upload_url`. ' +
    'As multipart/form-data it takes a file of up to 64 MiB at once (`status: acquired`): the fields `case_id` or `case_number`, `path` and `facts` (JSON) come before the part `file`.',
  access: 'v4:write',
  bodyKind: 'json_or_multipart',
  bodyLimit: multipartFileMax + 1_048_576,
  query: workspaceQuery,
  body: z
    .strictObject({
      ...workspace,
      ...caseRef,
      name: evidenceName.optional(),
      path: evidencePath.optional(),
      size: z.int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
      facts: acquisitionFacts.default({}),
    })
    .refine(oneCase, { error: 'names a case twice: give case_id or case_number', path: ['case_number'] }),
  answer: envelope(
    z.object({
      ...answered,
      limits: z
        .object({
          multipart_file_bytes: z.int(),
          file_bytes: z.int().nullable().describe('null: none but the free space.'),
          chunk_bytes: z.int(),
          free_bytes: z.int(),
        })
        .optional(),
      upload_url: z
        .string()
        .optional()
        .describe('Takes the bytes by tus, with the API key and the header X-Workspace-Id.'),
      acquisition: acquisition.optional(),
      evidence: evidenceItem.optional(),
    }),
  ),
  refusals: [
    'not_found',
    'unknown_reference',
    'hash_mismatch',
    'evidence_erased',
    'workspace_mismatch',
    'storage_full',
  ],
})

export const listEvidenceOfWorkspace = defineOperation({
  id: 'listEvidenceOfWorkspace',
  method: 'POST',
  path: '/v4/evidence/list',
  retry: 'again',
  tag,
  summary: 'List case evidence',
  description: 'A page of the evidence of the workspace, or of one case; newest first.',
  access: 'v4:read',
  query: workspaceQuery,
  body: z
    .strictObject({
      ...workspace,
      ...caseRef,
      q: lineOfText(200).optional(),
      kind: evidenceKind.optional(),
      tag: evidenceTag.optional(),
      ...pageFields,
    })
    .refine(oneCase, { error: 'names a case twice: give case_id or case_number', path: ['case_number'] }),
  answer: envelope(z.object({ ...answered, evidence: z.array(evidenceItem), pagination: page })),
  refusals: ['not_found', 'workspace_mismatch'],
})

export const downloadEvidence = defineOperation({
  id: 'downloadEvidence',
  method: 'POST',
  path: '/v4/evidence/download',
  retry: 'anew',
  tag,
  summary: 'Download original',
  description:
    'With the workspace alone it answers how much can be downloaded, and the newest pieces. With `evidence_id` it seals the download, then answers a link that serves the original bytes for some minutes and no longer than the credential of the request, with Range, Content-Disposition and Digest.',
  access: 'v4:read',
  query: workspaceQuery,
  body: z.strictObject({ ...workspace, evidence_id: integerId.optional() }),
  answer: envelope(
    z.object({
      ...answered,
      pieces: z.int().optional(),
      bytes: z.int().optional(),
      evidence: z.array(evidenceItem).optional(),
      link: contentLink.optional(),
    }),
  ),
  refusals: ['not_found', 'evidence_elsewhere', 'evidence_erased', 'workspace_mismatch'],
})

export const exportEvidence = defineOperation({
  id: 'exportEvidence',
  method: 'POST',
  path: '/v4/evidence/export',
  retry: 'key',
  tag,
  summary: 'Export case bundle',
  description:
    'With the workspace alone it answers the exports and their state. With a case and a reason it seals the export and starts making the bundle (`status: running`); with `export_id` it answers the progress, and, when done, a link.',
  access: 'v4:write',
  query: workspaceQuery,
  body: z
    .strictObject({
      ...workspace,
      ...caseRef,
      ...exportChoice.partial({ reason: true }).shape,
      export_id: z.uuid().optional(),
    })
    .refine(oneCase, { error: 'names a case twice: give case_id or case_number', path: ['case_number'] }),
  answer: envelope(
    z.object({
      ...answered,
      exports: z.array(caseExport).optional(),
      export: caseExport.optional(),
      link: contentLink.optional(),
    }),
  ),
  refusals: [
    'not_found',
    'unknown_reference',
    'quoted_in_reports',
    'evidence_elsewhere',
    'workspace_mismatch',
    'storage_full',
  ],
})
