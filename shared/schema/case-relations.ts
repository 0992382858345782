import { z } from 'zod'
import { caseStatus } from './case.ts'
import { integerId, timestamp, uid } from './text.ts'

/**
 * How two cases belong together, told from one of them; it is read before the number of the other: `parent CASE-2` is
 * told by a child of CASE-2, `duplicate_of CASE-2` by a case that is one case with it and is not worked on. `related`
 * says no more than that.
 */
export const caseRelationKinds = ['parent', 'duplicate_of', 'child', 'has_duplicate', 'related'] as const
export const caseRelationKind = z.enum(caseRelationKinds)
export type CaseRelationKind = z.infer<typeof caseRelationKind>

/**
 * Whether a relation counts. `holds`: yes. `overtaken`: it contradicts another one, which was made apart from it and
 * holds (a second parent, or a ring of parents). `one_sided`: the other case is
 * here and does not tell of it.
 */
export const caseRelationStates = ['holds', 'overtaken', 'one_sided'] as const
export const caseRelationState = z.enum(caseRelationStates)
export type CaseRelationState = z.infer<typeof caseRelationState>

/** Relations that a case may have before another one is refused. */
export const relationsMost = 1_000
/** Cases above each other by `parent` (or `duplicate_of`), the highest and the lowest counted. */
export const relationLevelsMost = 10

/** A relation as a case tells it, with what is known here of the other case now. */
export const caseRelation = z.object({
  relation: caseRelationKind,
  other_uid: uid,
  case_number: z
    .string()
    .describe(
      'The number that the other case bears now; where it is not on this device, the one that it bore when the relation was made.',
    ),
  other_id: integerId.nullable().describe('Null: the other case is not on this device.'),
  title: z.string().nullable().describe('Null with `other_id`; `[redacted]` where it was erased.'),
  status: caseStatus.nullable(),
  state: caseRelationState,
  made_at: timestamp,
  made_by: integerId,
  made_by_name: z.string(),
})
export type CaseRelation = z.infer<typeof caseRelation>

/** What two cases have in common. */
export const sharedKinds = ['customer', 'account', 'alert', 'entity'] as const
export const sharedIdentifier = z.object({
  kind: z.enum(sharedKinds),
  id: z.string().describe('As the case links it; an entity is `kind:identifier`.'),
})
export type SharedIdentifier = z.infer<typeof sharedIdentifier>

/** A case that shares identifiers with another. */
export const relationSuggestion = z.object({
  id: integerId,
  case_number: z.string(),
  title: z.string(),
  status: caseStatus,
  shared_count: z.int(),
  shared: z.array(sharedIdentifier).describe('The first ten of them.'),
})
export type RelationSuggestion = z.infer<typeof relationSuggestion>
