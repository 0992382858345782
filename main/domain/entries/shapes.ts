import { z } from 'zod'
import { name, time } from '../../../shared/entries/open-values.ts'
import { caseOutcome, casePriority, caseStatus } from '../../../shared/schema/case.ts'
import { sealedAccess } from '../../../shared/schema/case-access.ts'
import { caseRelationKind } from '../../../shared/schema/case-relations.ts'
import { evidenceKind, relationKind } from '../../../shared/schema/evidence.ts'
import { entryId, integerId, uid } from '../../../shared/schema/text.ts'

export const hours = z.number().positive().max(10_000_000)
export const sha256Hex = z.string().regex(/^[0-9a-f]{64}$/)

/**
 * What an entry needs to have an effect (Y-46); where a hub asks for more before it takes one (Y-20), it extends these.
 */
export const openedCase = z.looseObject({
  case_id: integerId,
  case_number: name,
  status: caseStatus,
  priority: casePriority,
  owner: name,
  owner_id: integerId,
  sla_hours: hours,
  sla_due_at: time,
  created_at: time,
  sla_paused: z.boolean().optional(),
  outcome: caseOutcome.optional(),
  source: z.looseObject({ system: z.string().max(1_000), reference: z.string().max(10_000) }).optional(),
  access: sealedAccess.optional(),
})
export const movedCase = z.looseObject({
  from: z.string(),
  to: caseStatus,
  sla_due_at: time.optional(),
  sla_paused_ms: z.number().min(0).max(1e13).optional(),
  sla_paused: z.boolean().optional(),
  outcome: caseOutcome.optional(),
  tasks_left: z.int().min(1).optional(),
  settles: entryId.optional(),
})
export const acquiredPiece = z.looseObject({
  evidence_id: integerId,
  sha256: sha256Hex,
  size: z.int().min(0),
  kind: evidenceKind.optional(),
  media_type: z.string().max(1_000).optional(),
})
export const namedPiece = z.looseObject({ evidence_id: integerId })
/** L-130: the piece whose bytes somebody wants erased, with its size. */
export const pieceToErase = namedPiece.extend({ sha256: sha256Hex, size: z.int().min(0) })
/** What is said on a request: the piece, and the entry of the request. */
export const erasureWord = namedPiece.extend({ sha256: sha256Hex, request: entryId })
export const readStatement = namedPiece.extend({
  sha256: sha256Hex,
  import_id: uid,
  rows: z.int().min(0),
  mapping: z.record(z.string().regex(/^\d{1,3}$/u), z.string().max(100)),
})
/** L-95: how far an access log was, and what retention had removed of it. */
export const sealedLog = z.looseObject({
  size: z.int().min(1),
  head: sha256Hex,
  removed: z.int().min(0),
  removed_head: sha256Hex.nullable(),
})
const returnedRun = z
  .looseObject({ device_id: name, from: z.int().min(1), to: z.int().min(1) })
  .refine(({ from, to }) => from <= to, { error: 'ends before it begins', path: ['to'] })
/** Y-84: runs of entries, each of one device, by their numbers in the chain. */
export const returnedRuns = z.looseObject({ runs: z.array(returnedRun).min(1).max(100_000) })
export const relation = z.looseObject({ evidence_id: integerId, to_id: integerId, relation: relationKind })
export const caseRelation = z.looseObject({ act: uid, relation: caseRelationKind, other_uid: uid, other_number: name })
