import { relationLevelsMost } from '../../../shared/schema/case-relations.ts'
import { isOvertaken } from '../../domain/cases/relations.ts'
import type { RelationStep, UpwardKind } from '../../domain/cases/relations.ts'
import type { SyncStatements } from '../sqlite/statements.ts'

/**
 * How far a line is followed upwards. Commands make none that is longer than `relationLevelsMost`; devices that work
 * apart can, and so can a hostile one.
 */
const stepsMost = 1_000

/** The step up from a case, as it tells itself; null where it stands below nothing, or is not here. */
export const stepFrom = (sql: SyncStatements, uid: string, kind: UpwardKind): RelationStep | null => {
  const row = sql.get<{ other_uid: string; act: string }>(
    'select r.other_uid, r.act from cases c join case_relations r on r.case_id = c.id where c.uid = ? and r.kind = ? and r.holds = 1',
    uid,
    kind,
  )
  return row === undefined ? null : { lower: uid, upper: row.other_uid, act: row.act }
}

/**
 * The number of the upper case of a step: the present one, or, where that case is not here, the one that was sealed.
 */
export const numberAbove = (sql: SyncStatements, { lower, act }: RelationStep): string =>
  sql.get<{ number: string }>(
    'select coalesce(o.number, r.other_number) as number from cases c join case_relations r on r.case_id = c.id left join cases o on o.uid = r.other_uid where c.uid = ? and r.act = ?',
    lower,
    act,
  )?.number ?? ''

/**
 * The steps upwards from a case, until nothing stands above, what does is not here, or the line comes back to where it
 * was.
 */
export const pathFrom = (sql: SyncStatements, uid: string, kind: UpwardKind): readonly RelationStep[] => {
  const path: RelationStep[] = []
  const seen = new Set<string>([uid])
  for (
    let step = stepFrom(sql, uid, kind);
    step !== null && path.length < stepsMost;
    step = stepFrom(sql, step.upper, kind)
  ) {
    path.push(step)
    if (seen.has(step.upper)) break
    seen.add(step.upper)
  }
  return path
}

/** How many levels a case and what stands below it are, at most one more than a line may have. */
export const levelsBelow = (sql: SyncStatements, uid: string, kind: UpwardKind): number =>
  sql.get<{ levels: number }>(
    `with recursive below (uid, level) as (
       values (?, 1) union select c.uid, level + 1 from below join case_relations r on r.other_uid = below.uid and r.kind = ? and r.holds = 1 join cases c on c.id = r.case_id where level <= ?
     ) select max(level) as levels from below`,
    uid,
    kind,
    relationLevelsMost,
  )?.levels ?? 1

/** The number of what stands directly above a case by a relation that holds (Y-47). */
const upperNumber = (sql: SyncStatements, uid: string, kind: UpwardKind): string | null => {
  const step = stepFrom(sql, uid, kind)
  return step === null || isOvertaken(step, pathFrom(sql, step.upper, kind)) ? null : numberAbove(sql, step)
}

/** What a case stands below, by number. */
export interface Uppers {
  readonly parent_case_number: string | null
  readonly duplicate_of_case_number: string | null
}

export const noUppers: Uppers = { parent_case_number: null, duplicate_of_case_number: null }

/** Which of these cases tell that they stand below another: few do, and of all others nothing needs to be read. */
export const lowerAmong = (sql: SyncStatements, ids: readonly number[]): ReadonlySet<number> =>
  new Set(
    sql
      .all<{ case_id: number }>(
        `select case_id from case_relations where case_id in (select value from json_each(?)) and kind in ('parent', 'duplicate_of') and holds = 1`,
        JSON.stringify(ids),
      )
      .map(({ case_id: id }) => id),
  )

/** What a case stands below. */
export const uppersOf = (sql: SyncStatements, uid: string): Uppers => ({
  parent_case_number: upperNumber(sql, uid, 'parent'),
  duplicate_of_case_number: upperNumber(sql, uid, 'duplicate_of'),
})
