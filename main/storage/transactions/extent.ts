import type { EntityKind } from '../../../shared/schema/activity.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { entityTerm, matchAll } from './terms.ts'

/** An entity as activities name it. */
export interface NamedEntity {
  readonly kind: EntityKind
  readonly id: string
}

/** Which activities name an entity. */
export interface EntityExtent {
  /** `examined` at most. */
  readonly activities: number
  readonly firstMs: number
  readonly lastMs: number
}

/** Activities of an entity that are looked at, newest first. */
export const examined = 20_000

/**
 * Moments of the activities that name an entity, newest first, from one moment to another. The index alone is read:
 * some milliseconds for all that are looked at, and one more.
 */
export const momentsNaming = (
  sql: SyncStatements,
  { kind, id }: NamedEntity,
  from = 0,
  to = Number.MAX_SAFE_INTEGER,
): readonly number[] =>
  sql
    .all<{ moment: number }>(
      'select rowid as moment from activity_terms where activity_terms match ? and rowid >= ? and rowid < ? order by rowid desc limit ?',
      matchAll([[entityTerm(kind, id)]]),
      from,
      to,
      examined + 1,
    )
    .map(({ moment }) => moment)

/**
 * How many of the newest activities name an entity, and the times of the first and the last of them; null where none
 * does.
 */
export const readExtent = (sql: SyncStatements, entity: NamedEntity): EntityExtent | null => {
  const moments = momentsNaming(sql, entity).slice(0, examined)
  const msAt = (moment: number | undefined): number | null =>
    moment === undefined
      ? null
      : (sql.get<{ at: number }>('select at_ms as at from activities where moment = ?', moment)?.at ?? null)
  const [lastMs, firstMs] = [msAt(moments[0]), msAt(moments.at(-1))]
  return lastMs === null || firstMs === null ? null : { activities: moments.length, firstMs, lastMs }
}
