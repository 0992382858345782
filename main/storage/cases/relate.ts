import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { CaseRelationKind } from '../../../shared/schema/case-relations.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import type { CaseDraft } from '../../domain/cases/commands.ts'
import { decideRelating, inverseRelation, isUpward, relationDraft, upwardKindOf } from '../../domain/cases/relations.ts'
import type { RelationLine, RelationSide } from '../../domain/cases/relations.ts'
import type { LedgerTx } from '../ledger/ledger.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { Changed, CommandOptions, RelateInput, Related, Unrelated, UnrelateInput } from './case-store.ts'
import { appendAll, notFound, staleness } from './change-case.ts'
import type { CaseParts } from './parts.ts'
import { levelsBelow, numberAbove, pathFrom, stepFrom } from './relation-lines.ts'
import type { CaseRelationsTable, CasesTable } from './tables.ts'

type Parts = Pick<CaseParts, 'env' | 'ledger'>
type Found = Pick<CasesTable, 'id' | 'uid' | 'number' | 'revision'>

export const unknownOther = refusal('unknown_reference', 'The other case is not on this device.', [
  { path: 'other_id', message: 'is no case on this device' },
])

const findCase = (sql: SyncStatements, id: number): Found | undefined =>
  sql.get<Found>('select id, uid, number, revision from cases where id = ?', id)

const relationsOf = (sql: SyncStatements, id: number): number =>
  sql.get<{ relations: number }>('select count(*) as relations from case_relations where case_id = ?', id)?.relations ??
  0

const sideOf = (sql: SyncStatements, { id, uid, number }: Found): RelationSide => ({
  uid,
  number,
  relations: relationsOf(sql, id),
})

/** What stands between two cases, told from the first: by either of them, so that half a relation is found too. */
const between = (sql: SyncStatements, one: Found, other: Found): readonly CaseRelationKind[] => {
  const told = (from: Found, to: Found): CaseRelationKind[] =>
    sql
      .all<{ kind: CaseRelationKind }>(
        'select distinct kind from case_relations where case_id = ? and other_uid = ?',
        from.id,
        to.uid,
      )
      .map(({ kind }) => kind)
  return [...new Set([...told(one, other), ...told(other, one).map((kind) => inverseRelation[kind])])]
}

const lineOf = (sql: SyncStatements, one: Found, other: Found, kind: CaseRelationKind): RelationLine | null => {
  const upward = upwardKindOf(kind)
  if (upward === null) return null
  const [lower, upper] = isUpward(kind) ? [one, other] : [other, one]
  const present = stepFrom(sql, lower.uid, upward)
  return {
    above: [upper.uid, ...pathFrom(sql, upper.uid, upward).map((step) => step.upper)],
    levelsBelow: levelsBelow(sql, lower.uid, upward),
    present: present === null ? null : numberAbove(sql, present),
  }
}

const seal = async (tx: LedgerTx, found: Found, drafts: readonly CaseDraft[]): Promise<Changed> => {
  const last = await appendAll(tx, found, drafts)
  return {
    id: found.id,
    updated_at: toTimestamp(last.atMs),
    revision: found.revision + drafts.length,
    entry_id: last.id,
  }
}

type Options = Pick<CommandOptions, 'ifRevision'>

/** Relates two cases within a transaction: an entry in each of them (L-61). */
export const relateCases = async (
  tx: LedgerTx,
  { env, ledger: { sql } }: Parts,
  id: number,
  input: RelateInput,
  options: Options,
): Promise<Result<Related, Refusal>> => {
  const one = findCase(sql, id)
  if (one === undefined) return fail(notFound)
  const stale = staleness(one, options.ifRevision)
  if (stale !== null) return fail(stale)
  const other = findCase(sql, input.other_id)
  if (other === undefined) return fail(unknownOther)
  const kind = input.relation
  const decided = decideRelating({
    one: sideOf(sql, one),
    other: sideOf(sql, other),
    kind,
    between: between(sql, one, other),
    line: lineOf(sql, one, other, kind),
  })
  if (!decided.ok) return decided
  const act = { act: env.random.uuidv7(tx.nowMs), notes: input.notes }
  const here = await seal(tx, one, [relationDraft(true, kind, other, act)])
  return ok({ ...here, other: await seal(tx, other, [relationDraft(true, inverseRelation[kind], one, act)]) })
}

const toldActs = (
  sql: SyncStatements,
  caseId: number,
  kind: CaseRelationKind,
  otherUid: string,
): CaseRelationsTable[] =>
  sql.all<CaseRelationsTable>(
    'select * from case_relations where case_id = ? and kind = ? and other_uid = ? order by place',
    caseId,
    kind,
    otherUid,
  )

const takenBack = (
  rows: readonly CaseRelationsTable[],
  other: Pick<RelationSide, 'uid' | 'number'>,
  notes: string,
): CaseDraft[] => rows.map(({ kind, act, entry }) => relationDraft(false, kind, other, { act, notes }, [entry]))

/**
 * Takes a relation back within a transaction, in each of the two cases that is here and tells of it: each time that it
 * was made, where that was apart.
 */
export const unrelateCases = async (
  tx: LedgerTx,
  { ledger: { sql } }: Parts,
  id: number,
  input: UnrelateInput,
  options: Options,
): Promise<Result<Unrelated, Refusal>> => {
  const one = findCase(sql, id)
  if (one === undefined) return fail(notFound)
  const stale = staleness(one, options.ifRevision)
  if (stale !== null) return fail(stale)
  const told = toldActs(sql, id, input.relation, input.other_uid)
  const [first] = told
  if (first === undefined) return fail(refusal('already_done', 'The case has no such relation.'))
  const other = sql.get<Found>('select id, uid, number, revision from cases where uid = ?', input.other_uid)
  const here = await seal(
    tx,
    one,
    takenBack(told, { uid: input.other_uid, number: other?.number ?? first.other_number }, input.notes),
  )
  const there =
    other === undefined
      ? []
      : takenBack(toldActs(sql, other.id, inverseRelation[input.relation], one.uid), one, input.notes)
  return ok({ ...here, other: other === undefined || there.length === 0 ? null : await seal(tx, other, there) })
}
