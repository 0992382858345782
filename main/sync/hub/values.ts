import { z } from 'zod'
import { casePriority, caseStatus } from '../../../shared/schema/case.ts'
import { acquisitionMethod, evidenceKind, relationKind } from '../../../shared/schema/evidence.ts'
import { modelFileMost } from '../../../shared/schema/models.ts'
import { policy } from '../../../shared/schema/policy.ts'
import { entryId, hasTimestamp, integerId, uid } from '../../../shared/schema/text.ts'
import { role } from '../../../shared/schema/user.ts'
import { idRange } from '../../platform/ids.ts'
import type { EntryPayload } from '../../seal/entry.ts'
import type { GivenIdKind } from './store.ts'
import type { HubKnownKey } from './workspace-head.ts'

/** A text that names something: no control characters. */
const name = z.string().min(1).max(255).regex(/^[^\p{Cc}]*$/u)
const time = z.string().max(64).refine((text) => hasTimestamp(Date.parse(text)))
const hours = z.number().positive().max(10_000_000)
const digest = z.string().regex(/^[A-Za-z0-9_-]{43}$/)
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const ids = z.array(integerId).max(100_000)
const piece = z.looseObject({ evidence_id: integerId, sha256: sha256.optional() })
const relation = z.looseObject({ evidence_id: integerId, to_id: integerId, relation: relationKind })
const links = z.looseObject({ alert_ids: ids.optional() })
const anything = z.looseObject({})

/**
 * The form of the public values of each type that this release knows (Y-20). Members that it does not know may stand beside: a newer release can say more. Types that it
 * does not know pass as they are (Y-27).
 */
const forms: Readonly<Record<string, z.ZodType>> = {
  'case.opened': z.looseObject({
    case_id: integerId,
    case_number: name,
    status: caseStatus,
    priority: casePriority,
    owner: name,
    owner_id: integerId,
    sla_hours: hours,
    sla_due_at: time,
    created_at: time,
    alert_ids: ids.optional(),
    sla_paused: z.boolean().optional(),
    source: z.looseObject({ system: z.string().max(1_000), reference: z.string().max(10_000) }).optional(),
  }),
  'case.edited': z.looseObject({ fields: z.array(z.enum(['title', 'description'])).max(2) }),
  'case.renumbered': z.looseObject({ from: name, to: name }),
  'status.changed': z.looseObject({ from: caseStatus, to: caseStatus, sla_due_at: time.optional(), sla_paused_ms: z.number().min(0).max(1e13).optional(), sla_paused: z.boolean().optional(), settles: entryId.optional() }),
  'priority.changed': z.looseObject({ from: casePriority, to: casePriority, sla_hours: hours, sla_due_at: time }),
  'owner.assigned': z.looseObject({ from_uid: name, from_id: integerId, to_uid: name, to_id: integerId, settles: entryId.optional() }),
  'note.added': anything,
  'links.added': links,
  'links.removed': links.extend({ removed: z.array(z.looseObject({ digest, place: z.int().min(0) })).max(100_000).optional() }),
  'hold.placed': anything,
  'hold.released': anything,
  'redaction.applied': z.looseObject({ entry: entryId, digests: z.array(digest).min(1).max(10_000), legal_basis: z.string().max(1_000), reference: z.string().max(10_000).optional() }),
  'conflict.settled': z.looseObject({ settles: entryId }),
  'evidence.acquired': z.looseObject({ evidence_id: integerId, sha256, size: z.int().min(0), kind: evidenceKind.optional(), media_type: z.string().max(1_000).optional(), method: acquisitionMethod }),
  'evidence.viewed': piece,
  'evidence.downloaded': piece,
  'evidence.edited': piece,
  'evidence.noted': piece,
  'evidence.related': relation,
  'evidence.unrelated': relation,
  'case.exported': z.looseObject({ evidence: z.union([z.literal('all'), z.literal('none'), ids]) }),
  'workspace.created': z.looseObject({ workspace_id: z.uuid(), institution: z.string().regex(/^[A-Z0-9]{1,16}$/u), name: z.string().max(1_000) }),
  'user.added': z.looseObject({ id: integerId, role }),
  'user.changed': z.looseObject({ role: role.optional(), active: z.boolean().optional() }),
  'api_key.created': z.looseObject({ kind: z.enum(['api', 'institution']), scopes: z.array(z.string().max(100)).max(100), secret_sha256: z.string().max(100) }),
  'api_key.revoked': anything,
  'policy.changed': policy,
  'team.changed': z.looseObject({ members: z.array(uid).max(1_000) }),
  'model.activated': z.looseObject({ sha256: sha256.nullable(), version: name.nullable(), size: z.int().min(0).max(modelFileMost).optional() }),
  'webhook.changed': z.looseObject({ change: z.string().max(100) }),
}

/** Types that give an integer id of the device to what they make, and where it stands. */
const idGivenBy: Readonly<Record<string, { readonly kind: GivenIdKind; readonly member: string }>> = {
  'case.opened': { kind: 'case', member: 'case_id' },
  'evidence.acquired': { kind: 'evidence', member: 'evidence_id' },
  'user.added': { kind: 'user', member: 'id' },
}

type Author = Pick<HubKnownKey, 'number' | 'joinedDseq'>

/** The id that an entry gives out, as it stands in its payload. */
const statedId = ({ type, pub }: EntryPayload): { readonly kind: GivenIdKind; readonly id: number } | null => {
  const given = Object.hasOwn(idGivenBy, type) ? idGivenBy[type] : undefined
  const id = given === undefined ? undefined : pub[given.member]
  return given === undefined || typeof id !== 'number' ? null : { kind: given.kind, id }
}

const isOfOldFolder = (payload: EntryPayload, author: Author, id: number): boolean => payload.dseq <= author.joinedDseq && id <= idRange(0).last

/** The id that an entry gives out, as the workspace knows it: one of a folder that joined is one of its device (Y-14). */
export const idGiven = (payload: EntryPayload, author: Author): { readonly kind: GivenIdKind; readonly id: number } | null => {
  const stated = statedId(payload)
  return stated !== null && isOfOldFolder(payload, author, stated.id) ? { ...stated, id: author.number * (idRange(0).last + 1) + stated.id } : stated
}

/** Types of a case's own chain, and of the workspace's: none of them may stand in the other. */
const workspaceTypes = /^(workspace|key|user|api_key|policy|team|device|import|model)\./u
const caseTypes = /^(case|status|priority|owner|note|links|hold|redaction|conflict|evidence|transition|assignment)\./u

/** What is wrong with the values of an entry. */
export interface ValueFault {
  readonly code: 'invalid_values' | 'id_out_of_range'
  readonly message: string
}

const fault = (code: ValueFault['code'], message: string): ValueFault => ({ code, message })

/** Holds the values of an entry against the form of its type, and the id that it gives out against its device's range (L-22, Y-14); null where nothing is wrong. */
export const valueFault = (payload: EntryPayload, author: Author): ValueFault | null => {
  const { type, pub } = payload
  const misplaced = payload.case === 'workspace' ? caseTypes.test(type) : workspaceTypes.test(type)
  if (misplaced) return fault('invalid_values', `An entry of type ${type} has no place in this chain.`)
  const form = Object.hasOwn(forms, type) ? forms[type] : undefined
  const checked = form?.safeParse(pub)
  if (checked?.success === false) {
    const where = checked.error.issues[0]?.path.map(String).join('.') ?? ''
    return fault('invalid_values', `The values of ${type} are not of their form${where === '' ? '' : ` at ${where.slice(0, 100)}`}.`)
  }
  const given = statedId(payload)
  if (given === null) return null
  const { first, last } = idRange(author.number)
  const isOwn = (given.id >= first && given.id <= last) || isOfOldFolder(payload, author, given.id)
  return isOwn ? null : fault('id_out_of_range', `The id that ${type} gives out is not of this device’s range.`)
}
