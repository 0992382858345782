import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { relationLevelsMost, relationsMost } from '../../../shared/schema/case-relations.ts'
import type { CaseRelationKind } from '../../../shared/schema/case-relations.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { CaseDraft } from './commands.ts'

/** The relations by which one case stands below another: of each, a case has one (L-62). */
export const upwardKinds = ['parent', 'duplicate_of'] as const
export type UpwardKind = (typeof upwardKinds)[number]

/** The relation as the other case tells it. */
export const inverseRelation: Readonly<Record<CaseRelationKind, CaseRelationKind>> = {
  parent: 'child',
  child: 'parent',
  duplicate_of: 'has_duplicate',
  has_duplicate: 'duplicate_of',
  related: 'related',
}

/** The kind by which one of two related cases stands below the other; null where neither does. */
export const upwardKindOf = (kind: CaseRelationKind): UpwardKind | null => {
  if (kind === 'parent' || kind === 'child') return 'parent'
  return kind === 'related' ? null : 'duplicate_of'
}

/** Whether the case that tells of a relation is the lower one. */
export const isUpward = (kind: CaseRelationKind): kind is UpwardKind =>
  (upwardKinds as readonly string[]).includes(kind)

/** A case as one side of a relation. */
export interface RelationSide {
  readonly uid: string
  readonly number: string
  /** How many relations it has. */
  readonly relations: number
}

/** The line of cases into which a relation would put two. */
export interface RelationLine {
  /** The upper case and what stands above it, upwards, uids. */
  readonly above: readonly string[]
  /** Levels of the lower case and what stands below it; 1 where nothing does. */
  readonly levelsBelow: number
  /** The number of what the lower case stands below already by this kind; null: nothing. */
  readonly present: string | null
}

/** What is asked: that `one` tells `kind` of `other`. */
export interface Relating {
  readonly one: RelationSide
  readonly other: RelationSide
  readonly kind: CaseRelationKind
  /** What stands between the two already, told from `one`. */
  readonly between: readonly CaseRelationKind[]
  /** Null where neither would be the lower one. */
  readonly line: RelationLine | null
}

const toldOf: Readonly<Record<CaseRelationKind, (one: string, other: string) => string>> = {
  parent: (one, other) => `${one} is a child of ${other}`,
  child: (one, other) => `${one} is the parent of ${other}`,
  duplicate_of: (one, other) => `${one} is a duplicate of ${other}`,
  has_duplicate: (one, other) => `${other} is a duplicate of ${one}`,
  related: (one, other) => `${one} and ${other} are related`,
}

const forbidden = (message: string): Result<never, Refusal> => fail(refusal('relation_forbidden', message))

const lineFault = ({ one, other, kind }: Relating, line: RelationLine): Result<never, Refusal> | null => {
  const [lower, upper] = isUpward(kind) ? [one, other] : [other, one]
  const duplicates = upwardKindOf(kind) === 'duplicate_of'
  if (line.present !== null)
    return forbidden(
      `${lower.number} ${duplicates ? 'is a duplicate of' : 'has a parent already,'} ${line.present}. Take that relation back first: a case ${duplicates ? 'is a duplicate of one case' : 'has one parent'}.`,
    )
  if (line.above.includes(lower.uid))
    return forbidden(
      `${upper.number} stands ${duplicates ? 'as a duplicate ' : ''}below ${lower.number} already: no case can be above itself.`,
    )
  if (line.above.length + line.levelsBelow > relationLevelsMost)
    return forbidden(`More than ${relationLevelsMost} cases would stand above each other.`)
  return null
}

/** L-62: whether two cases may be related so; refused with the rule that forbids it. */
export const decideRelating = (relating: Relating): Result<null, Refusal> => {
  const { one, other, kind, between, line } = relating
  if (one.uid === other.uid) return forbidden('A case cannot be related to itself.')
  if (between.includes(kind)) return fail(refusal('already_done', `${toldOf[kind](one.number, other.number)} already.`))
  const [standing] = between
  if (standing !== undefined)
    return forbidden(
      `${toldOf[standing](one.number, other.number)} already. Take that back first: two cases have one relation.`,
    )
  const fault = line === null ? null : lineFault(relating, line)
  if (fault !== null) return fault
  const full = [one, other].find(({ relations }) => relations >= relationsMost)
  if (full !== undefined)
    return forbidden(
      `${full.number} has ${full.relations.toLocaleString('en')} relations, and a case may have ${relationsMost.toLocaleString('en')} at most.`,
    )
  return ok(null)
}

/** What both sides seal of one relation. */
export interface RelationAct {
  /** UUIDv7: the same on both sides. */
  readonly act: string
  readonly notes: string
}

/**
 * L-61: the entry by which a case tells of a relation, or that it was taken back. It holds of the other case its uid
 * and its number, and nothing else.
 */
export const relationDraft = (
  holds: boolean,
  kind: CaseRelationKind,
  other: Pick<RelationSide, 'uid' | 'number'>,
  { act, notes }: RelationAct,
  refs: readonly string[] = [],
): CaseDraft => ({
  type: holds ? 'case.related' : 'case.unrelated',
  pub: { act, relation: kind, other_uid: other.uid, other_number: other.number },
  withheld: { notes },
  refs,
})

/** One step up, as the lower case tells it. */
export interface RelationStep {
  readonly lower: string
  readonly upper: string
  readonly act: string
}

/**
 * Y-47: whether a step up is the one of a ring that does not hold: the one whose act is the last (a hostile device can
 * give one act to several: then the one of the last uid), so that every replica that holds the cases of the ring names
 * the same.
 *
 * @param path the steps upwards from the upper case of the step, each from where the one before it ended
 */
export const isOvertaken = (step: RelationStep, path: readonly RelationStep[]): boolean => {
  const end = path.findIndex(({ upper }) => upper === step.lower)
  return (
    end !== -1 &&
    path.slice(0, end + 1).every(({ act, lower }) => act < step.act || (act === step.act && lower < step.lower))
  )
}
