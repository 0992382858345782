import type { CaseRelationKind } from '../../../shared/schema/case-relations.ts'
import { isUpward } from '../../domain/cases/relations.ts'
import type { OpenedEntry } from '../ledger/ledger.ts'
import type { Statements } from '../sqlite/statements.ts'

interface Told {
  readonly act: string
  readonly relation: CaseRelationKind
  readonly other_uid: string
  readonly other_number: string
}

const insertRelation = `insert into case_relations (case_id, act, kind, other_uid, other_number, place, holds, entry, at, actor)
  values (?, ?, ?, ?, ?, (select coalesce(max(place), 0) + 1 from case_relations where case_id = ?), 1, ?, ?, ?) on conflict do nothing`

/**
 * L-63: of several parents that a case tells of, and of several cases of which it says that it is their duplicate, the
 * first in its order holds.
 */
const holdFirst = async (sql: Statements, caseId: number, kind: CaseRelationKind): Promise<void> => {
  if (!isUpward(kind)) return
  await sql.run(
    'update case_relations set holds = (place = (select min(place) from case_relations where case_id = ? and kind = ?)) where case_id = ? and kind = ?',
    caseId,
    kind,
    caseId,
    kind,
  )
}

/**
 * Keeps what an entry of the form of its type says of a relation of its case, or takes that back. A case that tells of
 * itself tells nothing.
 */
export const keepRelation = async (
  sql: Statements,
  caseId: number,
  { id, payload, atMs }: OpenedEntry,
): Promise<void> => {
  const { act, relation, other_uid: other, other_number: number } = payload.pub as unknown as Told
  if (other === payload.case) return
  if (payload.type === 'case.related') {
    await sql.run(insertRelation, caseId, act, relation, other, number, caseId, id, atMs, payload.actor)
    await holdFirst(sql, caseId, relation)
    return
  }
  const taken = await sql.get<{ kind: CaseRelationKind }>(
    'select kind from case_relations where case_id = ? and act = ?',
    caseId,
    act,
  )
  if (taken === undefined) return
  await sql.run('delete from case_relations where case_id = ? and act = ?', caseId, act)
  await holdFirst(sql, caseId, taken.kind)
}
