import { entityKinds } from '../../../shared/schema/activity.ts'
import type { EntityKind } from '../../../shared/schema/activity.ts'
import type { SearchReason } from '../../../shared/schema/search.ts'
import type { ActivityRow } from '../transactions/tables.ts'
import { entityTerm, matchAll } from '../transactions/terms.ts'
import type { Question } from './question.ts'
import { reasonOfId } from './reasons.ts'

/** The columns in which an activity names entities. */
export type EntityColumn = 'ip' | `${Exclude<EntityKind, 'ip'>}_id`

const columnOf = (kind: EntityKind): EntityColumn => (kind === 'ip' ? kind : `${kind}_id`)

/** A query of the index of activities for those that name an entity, of whatever kind, in one of the spellings. */
export const termsNaming = (spellings: readonly string[]): string =>
  matchAll([spellings.flatMap((id) => entityKinds.map((kind) => entityTerm(kind, id)))])

/** Why something was found whose activity names an entity. */
export const reasonOfNaming = (question: Question, row: Pick<ActivityRow, EntityColumn>): SearchReason | null => {
  for (const kind of entityKinds) {
    const id = row[columnOf(kind)]
    const reason = id === null ? null : reasonOfId(question, kind, id)
    if (reason?.how === 'exact') return reason
  }
  return null
}
