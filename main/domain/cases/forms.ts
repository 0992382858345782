import { z } from 'zod'
import { casePriorities, caseStatuses } from '../../../shared/schema/case.ts'
import { evidenceKinds, relationKinds } from '../../../shared/schema/evidence.ts'
import { hasTimestamp } from '../../../shared/schema/text.ts'
import { misfitOf } from '../entries/misfit.ts'

/** Texts that name something: no control characters, which would take the lines of an index apart. */
const name = z.string().min(1).max(255).regex(/^[^\p{Cc}]*$/u)
const id = z.int().min(1)
const time = z.string().max(64).refine((text) => hasTimestamp(Date.parse(text)))
const hours = z.number().positive().max(10_000_000)
const status = z.enum(caseStatuses)
const priority = z.enum(casePriorities)
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const entry = sha256
const piece = z.looseObject({ evidence_id: id })
const relation = z.looseObject({ evidence_id: id, to_id: id, relation: z.enum(relationKinds) })

/**
 * The form that the public values of each type must have for an entry to have an effect (Y-46). Entries of any form may be sealed; one that is not of its form is kept and
 * shown, and changes nothing, on every replica alike.
 */
export const caseForms: Readonly<Record<string, z.ZodType>> = {
  'case.opened': z.looseObject({
    case_id: id,
    case_number: name,
    status,
    priority,
    owner: name,
    owner_id: id,
    sla_hours: hours,
    sla_due_at: time,
    created_at: time,
    sla_paused: z.boolean().optional(),
    source: z.looseObject({ system: z.string().max(1_000), reference: z.string().max(10_000) }).optional(),
  }),
  'status.changed': z.looseObject({
    from: z.string(),
    to: status,
    sla_due_at: time.optional(),
    sla_paused_ms: z.number().min(0).max(1e13).optional(),
    sla_paused: z.boolean().optional(),
    settles: entry.optional(),
  }),
  'priority.changed': z.looseObject({ to: priority, sla_hours: hours, sla_due_at: time }),
  'owner.assigned': z.looseObject({ from_uid: z.string(), to_uid: name, to_id: id, settles: entry.optional() }),
  'case.renumbered': z.looseObject({ to: name }),
  'links.removed': z.looseObject({ removed: z.array(z.looseObject({ digest: z.string(), place: z.int() })).optional() }),
  'conflict.settled': z.looseObject({ settles: entry }),
  'evidence.acquired': z.looseObject({
    evidence_id: id,
    sha256,
    size: z.int().min(0),
    kind: z.enum(evidenceKinds).optional(),
    media_type: z.string().max(1_000).optional(),
  }),
  'evidence.viewed': piece,
  'evidence.downloaded': piece,
  'evidence.edited': piece,
  'evidence.noted': piece,
  'evidence.related': relation,
  'evidence.unrelated': relation,
  'evidence.received': z.looseObject({ sha256 }),
  'case.exported': z.looseObject({ evidence: z.union([z.literal('all'), z.literal('none'), z.array(id)]) }),
}

/** Whether an entry of a case has the form that its type asks for; types that ask for none, and unknown ones, always do. */
export const fitsForm = (type: string, pub: unknown): boolean => misfitOf(caseForms, type, pub) === null
