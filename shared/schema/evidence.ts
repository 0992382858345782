import { z } from 'zod'
import { orderFault } from './acquisition-times.ts'
import { legalBases } from './legal-basis.ts'
import { knownMark } from './known-files.ts'
import { requestTime } from './request-time.ts'
import { entryId, integerId, lineOfText, textBlock, timestamp, uid } from './text.ts'

/** How the bytes were taken from their source (SWGDE and ISO/IEC 27037 speak of logical and physical acquisition). */
export const acquisitionMethods = [
  'logical_copy',
  'physical_image',
  'live_acquisition',
  'system_export',
  'handed_over',
  'upload',
] as const
export const acquisitionMethod = z.enum(acquisitionMethods)
export type AcquisitionMethod = z.infer<typeof acquisitionMethod>

const hexDigest = (digits: number) =>
  z
    .string()
    .regex(new RegExp(`^[0-9a-fA-F]{${digits}}$`), `must be ${digits} hexadecimal digits`)
    .transform((value) => value.toLowerCase())
    .pipe(z.string())

/** Hashes that an image carries of itself: of the medium, not of the image file. Recorded as stated. */
export const imageHashes = z.strictObject({
  md5: hexDigest(32).optional(),
  sha1: hexDigest(40).optional(),
  sha256: hexDigest(64).optional(),
})

const statedFacts = z.strictObject({
  source: lineOfText(300)
    .optional()
    .describe('What the bytes were taken from, for example `Laptop of the branch manager`. Withheld.'),
  serial: lineOfText(120).optional().describe('Serial number or inventory mark of the source. Withheld.'),
  method: acquisitionMethod.optional().describe('Default: `upload`, or `logical_copy` for a path.'),
  tool: lineOfText(120).optional().describe('What took the bytes. Default: Fieldseal.'),
  tool_version: lineOfText(60).optional().describe('Of the tool that is named beside it.'),
  write_blocker: lineOfText(120).optional().describe('The write blocker that was used; absent: none.'),
  acquired_by: lineOfText(120)
    .optional()
    .describe('Who took the bytes from the source. Default: the acting user. Withheld.'),
  started_at: requestTime
    .optional()
    .describe(
      'When taking the bytes from the source began, at most 5 minutes after the present time. Default: when the service began to read.',
    ),
  ended_at: requestTime
    .optional()
    .describe(
      'When it ended: not before `started_at`, which must then be given too, and at most 5 minutes after the present time. Default: when the service had read the bytes.',
    ),
  source_sha256: hexDigest(64)
    .optional()
    .describe('The SHA-256 of the file as it was at the source; other bytes are refused.'),
  image_hashes: imageHashes
    .optional()
    .describe('The hashes that a forensic image (E01 and others) states of its medium.'),
  description: textBlock(10_000).optional().describe('What it is and why it matters. Withheld.'),
})

/**
 * What is recorded of an acquisition besides what the service itself measures; that the times are not in the future is
 * for whoever has a clock to ask (`presentFault`).
 */
export const acquisitionFacts = statedFacts.check(({ value, issues }) => {
  const fault = orderFault(value)
  if (fault !== null) issues.push({ code: 'custom', input: value, path: [fault.field], message: fault.message })
  if (value.tool_version !== undefined && value.tool === undefined)
    issues.push({ code: 'custom', input: value, path: ['tool_version'], message: 'takes a tool, whose version it is' })
})
export type AcquisitionFacts = z.infer<typeof acquisitionFacts>

/** What a piece seems to be, judged by its name alone: evidence is never parsed outside the sandboxed preview. */
export const evidenceKinds = [
  'image',
  'pdf',
  'text',
  'table',
  'audio',
  'video',
  'archive',
  'disk_image',
  'other',
] as const
export const evidenceKind = z.enum(evidenceKinds)
export type EvidenceKind = z.infer<typeof evidenceKind>

export const evidenceNameMax = 1_000
/**
 * A file’s name as it was at the source, whatever it holds: what could deceive a reader is written out before it is
 * recorded.
 */
export const evidenceName = z.string().min(1).max(evidenceNameMax)
/** Its path below the folder that is acquired, likewise. */
export const evidencePath = z.string().min(1).max(4_000)
/** The bytes of a path at the source, in hex, where they are no text that can be shown as it is. */
export const evidencePathBytes = z.string().regex(/^(?:[0-9a-f]{2}){1,8192}$/)
export const evidenceTagsMax = 30
export const evidenceTag = lineOfText(60)
export const evidenceLabel = lineOfText(120)

export const relationKinds = ['derived_from', 'contained_in', 'copy_of', 'related_to'] as const
export const relationKind = z.enum(relationKinds)
export type RelationKind = z.infer<typeof relationKind>

/** Where the bytes of a piece are, as this device knows it (docs/spec/sync.md, section 6). */
export const bytesPlaces = ['here', 'hub', 'elsewhere', 'erased'] as const

export const erasureStates = ['waiting', 'declined', 'erased'] as const
export type ErasureState = (typeof erasureStates)[number]

const person = z.object({ id: integerId.nullable(), name: z.string() })

export const evidenceItem = z.object({
  id: integerId,
  uid,
  case_id: integerId,
  name: z.string().describe('The file’s own name, as it was at the source.'),
  path: z
    .string()
    .nullable()
    .describe('Its path below the folder that was acquired, with `/` between the parts; null for a single file.'),
  kind: evidenceKind,
  media_type: z.string(),
  size: z.int().describe('Bytes.'),
  sha256: z.string(),
  label: z.string().nullable().describe('The exhibit mark or short title that people gave it.'),
  tags: z.array(z.string()),
  notes: z.int(),
  relations: z.int(),
  acquired_at: timestamp,
  acquired_by: person.describe('The user whose session took it in.'),
  same_bytes: z.array(integerId).describe('Other pieces of the case with the same SHA-256.'),
  entry_id: entryId.describe('The sealed `evidence.acquired`.'),
  known: z.array(knownMark).describe('Lists of known files that contain it, as this device has them. Not sealed.'),
  bytes: z
    .enum(bytesPlaces)
    .describe(
      'Where its bytes are: `here`, on this device; `hub`, to be fetched from there; `elsewhere`, on another device that has not sent them yet; `erased`, nowhere: they were erased by order.',
    ),
})
export type EvidenceItem = z.infer<typeof evidenceItem>

/** Acquisition facts as they were sealed. */
export const sealedFacts = z.object({
  source: z.string().nullable(),
  serial: z.string().nullable(),
  method: acquisitionMethod,
  tool: z.string(),
  tool_version: z.string(),
  write_blocker: z.string().nullable(),
  acquired_by: z.string(),
  started_at: timestamp,
  ended_at: timestamp,
  source_sha256: z.string().nullable(),
  image_hashes: imageHashes.nullable(),
  description: z.string().nullable(),
})
export type SealedFacts = z.infer<typeof sealedFacts>

/** One step in the life of a piece, each a sealed entry of the case. */
export const custodyEvent = z.object({
  type: z
    .string()
    .describe(
      '`evidence.acquired`, `evidence.viewed`, `evidence.found` (a search showed passages of it), `evidence.downloaded`, `evidence.exported`, `evidence.bundle_taken`, `evidence.edited`, `evidence.noted`, `evidence.related`, `evidence.unrelated`, `evidence.received`, `evidence.erasure_requested`, `evidence.erasure_declined`, `evidence.erased`.',
    ),
  at: timestamp,
  actor: person,
  entry_id: entryId,
  position: z.int().describe('0-based arrival position in the case, on this device alone.'),
  place: z.int().describe('0-based place in the timeline of the case.'),
  text: z
    .string()
    .nullable()
    .describe('What was written with it: a note, the reason of an export; null where there is none or it was erased.'),
})
export type CustodyEvent = z.infer<typeof custodyEvent>

export const evidenceRelation = z.object({
  to: integerId,
  to_name: z.string(),
  kind: relationKind,
  direction: z.enum(['out', 'in']),
  entry_id: entryId,
})
export type EvidenceRelation = z.infer<typeof evidenceRelation>

export const evidenceNote = z.object({ text: z.string(), at: timestamp, author: person, entry_id: entryId })

/** A request to erase the bytes of a piece by order, and what became of it. */
export const evidenceErasure = z.object({
  request: entryId.describe('The sealed `evidence.erasure_requested`.'),
  state: z.enum(erasureStates),
  legal_basis: z.enum(legalBases),
  reference: z.string().describe('File number of the order; sealed openly.'),
  reason: z.string().nullable().describe('Why; null where it was erased or is not here.'),
  requested_at: timestamp,
  requested_by: person,
  decided_at: timestamp.nullable(),
  decided_by: person.nullable(),
  decided_entry: entryId.nullable().describe('The sealed `evidence.erased` or `evidence.erasure_declined`.'),
})
export type EvidenceErasure = z.infer<typeof evidenceErasure>

export const evidenceFull = evidenceItem.extend({
  facts: sealedFacts,
  erasure: evidenceErasure.nullable().describe('The newest request to erase its bytes; null where there was none.'),
  note_list: z.array(evidenceNote),
  relation_list: z.array(evidenceRelation),
  custody: z.array(custodyEvent).describe('Oldest first; the newest 1,000 and the acquisition.'),
  custody_total: z.int(),
})
export type EvidenceFull = z.infer<typeof evidenceFull>

export const acquisitionStates = ['waiting', 'running', 'paused', 'done', 'failed', 'cancelled'] as const

/** Taking one file, or a folder of files, into a case. */
export const acquisition = z.object({
  id: uid,
  case_id: integerId,
  via: z.enum(['path', 'upload']),
  state: z
    .enum(acquisitionStates)
    .describe('`waiting`: an upload of which no byte has come. `failed`: see `error`; what was taken before stays.'),
  name: z.string(),
  files_total: z.int().nullable().describe('null while a folder is still being counted.'),
  files_done: z.int(),
  bytes_total: z.int().nullable(),
  bytes_done: z.int().describe('Bytes that are durably stored.'),
  started_at: timestamp,
  finished_at: timestamp.nullable(),
  active_ms: z.int().describe('Time spent working, pauses left out: bytes_done / active_ms is the rate.'),
  duplicates: z
    .int()
    .describe('Files whose bytes the case holds already. They are taken as pieces of their own, and said.'),
  problems: z
    .array(z.object({ path: z.string(), message: z.string() }))
    .describe('Files that were not taken, and why; the first 200.'),
  problems_total: z.int(),
  evidence_id: integerId.nullable().describe('The piece, where a single file was taken.'),
  error: z.string().nullable(),
})
export type Acquisition = z.infer<typeof acquisition>

/** Making a bundle of a case. */
export const caseExport = z.object({
  id: uid,
  case_id: integerId,
  case_number: z.string(),
  state: z.enum(['running', 'done', 'failed', 'cancelled']),
  pieces: z.int().describe('Pieces of evidence in the bundle.'),
  disclosures: z.enum(['all', 'none', 'some']),
  encrypted: z.boolean().describe('Whether only the recipient’s age identity opens it.'),
  bytes_total: z.int(),
  bytes_done: z.int(),
  started_at: timestamp,
  finished_at: timestamp.nullable(),
  file_name: z.string(),
  size: z.int().nullable().describe('Bytes of the finished bundle.'),
  sha256: z.string().nullable().describe('Of the finished bundle as it is handed out.'),
  requested_by: person,
  entry_id: entryId.describe('The sealed `case.exported`.'),
  error: z.string().nullable(),
})
export type CaseExport = z.infer<typeof caseExport>

/**
 * A link that serves one thing to whoever holds it, for some minutes and no longer than the credential that it was made
 * by.
 */
export const contentLink = z.object({
  url: z
    .string()
    .describe(
      'Relative to the service; serves the bytes with Range, Content-Disposition and Digest, without another credential.',
    ),
  expires_at: timestamp,
  name: z.string(),
  media_type: z.string(),
  size: z.int(),
  sha256: z.string(),
  entry_id: entryId.describe('The entry that was sealed before the link was given.'),
})
export type ContentLink = z.infer<typeof contentLink>
