import { z } from 'zod'
import { caseOutcome, casePriority, caseStatus } from '../../../shared/schema/case.ts'
import { caseRelationKind } from '../../../shared/schema/case-relations.ts'
import { evidenceKind, relationKind } from '../../../shared/schema/evidence.ts'
import { entryId, hasTimestamp, integerId, uid } from '../../../shared/schema/text.ts'

/** Texts that name something: no control characters, which would take the lines of an index apart. */
export const name = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[^\p{Cc}]*$/u)
export const time = z
  .string()
  .max(64)
  .refine((text) => hasTimestamp(Date.parse(text)))
export const hours = z.number().positive().max(10_000_000)
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

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
})
export const movedCase = z.looseObject({
  from: z.string(),
  to: caseStatus,
  sla_due_at: time.optional(),
  sla_paused_ms: z.number().min(0).max(1e13).optional(),
  sla_paused: z.boolean().optional(),
  outcome: caseOutcome.optional(),
  settles: entryId.optional(),
})
export const acquiredPiece = z.looseObject({
  evidence_id: integerId,
  sha256,
  size: z.int().min(0),
  kind: evidenceKind.optional(),
  media_type: z.string().max(1_000).optional(),
})
export const namedPiece = z.looseObject({ evidence_id: integerId })
export const readStatement = namedPiece.extend({
  sha256,
  import_id: uid,
  rows: z.int().min(0),
  mapping: z.record(z.string().regex(/^\d{1,3}$/u), z.string().max(100)),
})
const task = z.looseObject({ task: uid })
/** A person to whom a task goes: both names of them, or neither. */
const givenTo = { to_uid: name.nullable(), to_id: integerId.nullable() }
export const addedTask = task.extend({
  ...givenTo,
  required: z.boolean(),
  note_required: z.boolean(),
  due_at: time.optional(),
  role: name.optional(),
  source: z.looseObject({ playbook: name, version: z.int().min(1), key: name }).optional(),
})
export const assignedTask = task.extend({ ...givenTo, from_uid: name.nullable(), from_id: integerId.nullable() })
export const doneTask = task.extend({ note_required: z.boolean() })
export const reopenedTask = task
export const appliedPlaybook = z.looseObject({
  playbook: name,
  version: z.int().min(1),
  name,
  tasks: z.int().min(0),
})
const returnedRun = z
  .looseObject({ device_id: name, from: z.int().min(1), to: z.int().min(1) })
  .refine(({ from, to }) => from <= to, { error: 'ends before it begins', path: ['to'] })
/** Y-84: runs of entries, each of one device, by their numbers in the chain. */
export const returnedEntries = z.looseObject({ runs: z.array(returnedRun).min(1).max(100_000) })
export const relation = z.looseObject({ evidence_id: integerId, to_id: integerId, relation: relationKind })
export const caseRelation = z.looseObject({ act: uid, relation: caseRelationKind, other_uid: uid, other_number: name })
