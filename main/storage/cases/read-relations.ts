import type { CaseRelation, CaseRelationKind, CaseRelationState } from '../../../shared/schema/case-relations.ts'
import { caseRelationKinds } from '../../../shared/schema/case-relations.ts'
import type { CaseStatus } from '../../../shared/schema/case.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { inverseRelation, isOvertaken, isUpward, upwardKindOf } from '../../domain/cases/relations.ts'
import type { RelationStep, UpwardKind } from '../../domain/cases/relations.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { CaseStore } from './case-store.ts'
import { notFound } from './change-case.ts'
import type { CaseReadParts } from './parts.ts'
import { readPeople } from './people.ts'
import { pathFrom, stepFrom } from './relation-lines.ts'
import type { CaseRelationsTable } from './tables.ts'

type ToldRow = Pick<CaseRelationsTable, 'kind' | 'other_uid' | 'other_number' | 'holds' | 'act' | 'at' | 'actor'> & {
  readonly other_id: number | null
  readonly number: string | null
  readonly title: string | null
  readonly status: CaseStatus | null
}

const kindOrder = caseRelationKinds.map((kind, rank) => `when '${kind}' then ${rank}`).join(' ')

// Two that were made apart between the same cases are one: min() gives the row of the first.
const toldSql = `select t.kind, t.other_uid, t.other_number, t.holds, t.act, t.at, t.actor, o.id as other_id, o.number, o.title, o.status from (
    select kind, other_uid, other_number, holds, act, at, actor, min(place) as place from case_relations where case_id = ? group by kind, other_uid
    order by case kind ${kindOrder} end, place limit ? offset ?
  ) t left join cases o on o.uid = t.other_uid order by case t.kind ${kindOrder} end, t.place`

/** Whether the other case, which is here, tells of the relation, and whether it holds by what it tells. */
const counterpart = (
  sql: SyncStatements,
  otherId: number,
  uid: string,
  kind: CaseRelationKind,
): { holds: number } | undefined =>
  sql.get<{ holds: number }>(
    'select max(holds) as holds from case_relations where case_id = ? and kind = ? and other_uid = ? group by kind',
    otherId,
    inverseRelation[kind],
    uid,
  )

/** Y-47, Y-48: what a relation is, by all that is here. */
const stateOf = (
  sql: SyncStatements,
  uid: string,
  row: ToldRow,
  pathAbove: (upper: string, kind: UpwardKind) => readonly RelationStep[],
): CaseRelationState => {
  if (isUpward(row.kind) && row.holds === 0) return 'overtaken'
  const other = row.other_id === null ? null : counterpart(sql, row.other_id, uid, row.kind)
  const line = upwardKindOf(row.kind)
  if (line !== null) {
    const [lower, upper] = isUpward(row.kind) ? [uid, row.other_uid] : [row.other_uid, uid]
    if (other?.holds === 0) return 'overtaken'
    const step = stepFrom(sql, lower, line)
    if (step?.upper === upper && isOvertaken(step, pathAbove(upper, line))) return 'overtaken'
  }
  return other === undefined ? 'one_sided' : 'holds'
}

/** Paths upwards, each read once. */
const rememberedPaths = (sql: SyncStatements): ((upper: string, kind: UpwardKind) => readonly RelationStep[]) => {
  const paths = new Map<string, readonly RelationStep[]>()
  return (upper, kind) => {
    const key = `${kind} ${upper}`
    const path = paths.get(key) ?? pathFrom(sql, upper, kind)
    paths.set(key, path)
    return path
  }
}

/** Reads the relations of a case, a page at a time. */
export const readRelations =
  ({ sql }: Pick<CaseReadParts, 'sql'>): CaseStore['relations'] =>
  async (id, { page, size }) => {
    const here = sql.get<{ uid: string }>('select uid from cases where id = ?', id)
    if (here === undefined) return fail(notFound)
    const total =
      sql.get<{ total: number }>(
        'select count(*) as total from (select 1 from case_relations where case_id = ? group by kind, other_uid)',
        id,
      )?.total ?? 0
    const people = await readPeople(sql)
    const paths = rememberedPaths(sql)
    const data = sql.all<ToldRow>(toldSql, id, size, (page - 1) * size).map((row): CaseRelation => ({
      relation: row.kind,
      other_uid: row.other_uid,
      case_number: row.number ?? row.other_number,
      other_id: row.other_id,
      title: row.title,
      status: row.status,
      state: stateOf(sql, here.uid, row, paths),
      made_at: toTimestamp(row.at),
      made_by: people.get(row.actor)?.id ?? 1,
      made_by_name: people.get(row.actor)?.name ?? '',
    }))
    return ok({ data, pagination: { total, page, size, total_pages: Math.ceil(total / size) } })
  }
