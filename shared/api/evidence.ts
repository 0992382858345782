import { z } from 'zod'
import {
  acquisition,
  acquisitionFacts,
  contentLink,
  evidenceFull,
  evidenceItem,
  evidenceKind,
  evidenceLabel,
  evidenceName,
  evidencePath,
  evidenceTag,
  evidenceTagsMax,
  relationKind,
} from '../schema/evidence.ts'
import { knownFilter } from '../schema/known-files.ts'
import { entryId, idText, integerId, integerText, lineOfText, noteMax, textBlock, uid } from '../schema/text.ts'
import { defineOperation, envelope, pageEnvelope } from './operation.ts'

const tag = 'Evidence'
const writers = ['investigator', 'supervisor', 'admin'] as const
const ofCase = z.strictObject({ id: idText.describe('The internal case identifier.') })
const ofPiece = z.strictObject({ id: idText.describe('The internal case identifier.'), evidence_id: idText })
const changed = z.object({ id: integerId, entry_id: entryId, revision: z.int().describe('The revision of the case.') })

export const evidenceSorts = ['acquired', '-acquired', 'name', '-name', 'size', '-size'] as const

export const listEvidence = defineOperation({
  id: 'listEvidence',
  method: 'GET',
  path: '/v1/cases/{id}/evidence',
  tag,
  summary: 'List the evidence of a case',
  description:
    'A page of the pieces, oldest first unless sorted otherwise. `q` finds in names, paths, labels and tags, in any script.',
  access: 'signed_in',
  params: ofCase,
  query: z.strictObject({
    q: lineOfText(200).optional(),
    kind: evidenceKind.optional(),
    tag: evidenceTag.optional(),
    known: knownFilter
      .optional()
      .describe('What is on lists of known files of this standing, or `unlisted`: on none, as far as it is compared.'),
    sort: z.enum(evidenceSorts).default('acquired'),
    page: integerText({ min: 1, max: 1_000_000 }).default(1),
    size: integerText({ min: 1, max: 100 }).default(50),
  }),
  answer: pageEnvelope(evidenceItem),
  refusals: ['not_found'],
})

export const readEvidence = defineOperation({
  id: 'readEvidence',
  method: 'GET',
  path: '/v1/cases/{id}/evidence/{evidence_id}',
  tag,
  summary: 'Read a piece of evidence',
  description:
    'The piece with its acquisition facts, notes, relations and custody history, from acquisition to the last look.',
  access: 'signed_in',
  params: ofPiece,
  answer: envelope(evidenceFull),
  refusals: ['not_found'],
})

export const editEvidence = defineOperation({
  id: 'editEvidence',
  method: 'PATCH',
  path: '/v1/cases/{id}/evidence/{evidence_id}',
  tag,
  summary: 'Label or tag a piece of evidence',
  description: 'Sets the label (null removes it), the tags, or both. Facts of the acquisition never change.',
  access: writers,
  params: ofPiece,
  body: z.strictObject({
    label: evidenceLabel.nullable().optional(),
    tags: z.array(evidenceTag).max(evidenceTagsMax).optional(),
  }),
  answer: envelope(changed),
  refusals: ['not_found', 'already_done'],
})

export const addEvidenceNote = defineOperation({
  id: 'addEvidenceNote',
  method: 'POST',
  path: '/v1/cases/{id}/evidence/{evidence_id}/notes',
  retry: 'key',
  tag,
  summary: 'Add a note to a piece of evidence',
  description: 'Seals a note about the piece; it is withheld from the entry like every note.',
  access: writers,
  status: 201,
  params: ofPiece,
  body: z.strictObject({ text: textBlock(noteMax) }),
  answer: envelope(changed),
  refusals: ['not_found'],
})

const relationBody = z.strictObject({ to: integerId.describe('Another piece of the same case.'), kind: relationKind })

export const relateEvidence = defineOperation({
  id: 'relateEvidence',
  method: 'POST',
  path: '/v1/cases/{id}/evidence/{evidence_id}/relations',
  retry: 'key',
  tag,
  summary: 'Relate two pieces of evidence',
  description: 'States that this piece is derived from, contained in, a copy of, or related to the other.',
  access: writers,
  status: 201,
  params: ofPiece,
  body: relationBody,
  answer: envelope(changed),
  refusals: ['not_found', 'already_done', 'unknown_reference'],
})

export const unrelateEvidence = defineOperation({
  id: 'unrelateEvidence',
  method: 'DELETE',
  path: '/v1/cases/{id}/evidence/{evidence_id}/relations',
  tag,
  summary: 'Take back a relation',
  description: 'The relation no longer holds; that it was stated stays sealed.',
  access: writers,
  params: ofPiece,
  body: relationBody,
  answer: envelope(changed),
  refusals: ['not_found', 'already_done', 'unknown_reference'],
})

export const linkToEvidence = defineOperation({
  id: 'linkToEvidence',
  method: 'POST',
  path: '/v1/cases/{id}/evidence/{evidence_id}/link',
  retry: 'anew',
  tag,
  summary: 'View or download a piece of evidence',
  description:
    'Seals that the caller views or downloads the piece, then answers a link that serves its bytes for some minutes and no longer than the credential of the request.',
  access: 'signed_in',
  status: 201,
  params: ofPiece,
  body: z.strictObject({ purpose: z.enum(['view', 'download']) }),
  answer: envelope(contentLink),
  refusals: ['not_found', 'evidence_elsewhere', 'evidence_erased'],
})

export const openUpload = defineOperation({
  id: 'openUpload',
  method: 'POST',
  path: '/v1/cases/{id}/uploads',
  retry: 'key',
  tag,
  summary: 'Open an upload of a file',
  description:
    'Names a file and its facts; its bytes then go to `upload_url` by the tus protocol 1.0 (PATCH with application/offset+octet-stream, HEAD for the offset, DELETE to give up). ' +
    'An answer’s Upload-Offset counts what is durable, which may be less than was sent; continue from there. The last byte seals `evidence.acquired`.',
  access: writers,
  status: 201,
  params: ofCase,
  body: z.strictObject({
    name: evidenceName,
    path: evidencePath.optional().describe('Path below the folder that is being acquired, with `/` between the parts.'),
    size: z.int().min(0).max(Number.MAX_SAFE_INTEGER),
    facts: acquisitionFacts.default({}),
  }),
  answer: envelope(
    z.object({
      acquisition,
      upload_url: z.string(),
      chunk_bytes: z
        .int()
        .describe(
          'Send chunks of a multiple of this for the best rate. One that brings less than a segment (about 1 MiB) and does not end the file is refused.',
        ),
    }),
  ),
  // A file without a byte is whole when it is opened.
  refusals: ['not_found', 'hash_mismatch', 'evidence_erased', 'storage_full'],
})

export const acquirePath = defineOperation({
  id: 'acquirePath',
  method: 'POST',
  path: '/v1/cases/{id}/acquisitions',
  retry: 'key',
  tag,
  summary: 'Acquire a path of this computer',
  description:
    'Reads a file, a folder with all below it, or a device. Only the desktop and the command line of the computer’s own user may name paths. Symbolic links are not followed; sockets, pipes and the like are named among the problems.',
  access: writers,
  status: 202,
  params: ofCase,
  body: z.strictObject({
    path: z
      .string()
      .min(1)
      .max(8_000)
      .refine((value) => !value.includes('\0'), { error: 'holds a NUL' }),
    facts: acquisitionFacts.default({}),
  }),
  answer: envelope(acquisition),
  refusals: ['not_found', 'forbidden', 'unknown_reference'],
})

export const listAcquisitions = defineOperation({
  id: 'listAcquisitions',
  method: 'GET',
  path: '/v1/acquisitions',
  tag,
  summary: 'List acquisitions',
  description: 'The newest 1,000, newest first: those that run, wait or are paused, and those that ended.',
  access: 'signed_in',
  query: z.strictObject({ case_id: idText.optional() }),
  answer: envelope(z.array(acquisition)),
})

const acquisitionParams = z.strictObject({ id: uid })

export const readAcquisition = defineOperation({
  id: 'readAcquisition',
  method: 'GET',
  path: '/v1/acquisitions/{id}',
  tag,
  summary: 'Follow an acquisition',
  description: 'State, progress and problems.',
  access: 'signed_in',
  params: acquisitionParams,
  answer: envelope(acquisition),
  refusals: ['not_found'],
})

export const steerAcquisition = defineOperation({
  id: 'steerAcquisition',
  method: 'POST',
  path: '/v1/acquisitions/{id}/{action}',
  retry: 'again',
  tag,
  summary: 'Pause, resume or cancel an acquisition',
  description:
    'Pausing keeps what is stored; resuming continues from there, also after a restart of the service. Cancelling discards the current file; acquired pieces stay.',
  access: writers,
  params: acquisitionParams.extend({ action: z.enum(['pause', 'resume', 'cancel']) }),
  answer: envelope(acquisition),
  refusals: ['not_found', 'already_done'],
})
