import { originOf } from '../../../../shared/schema/origin.ts'
import type { TimelineEntry } from '../../../../shared/schema/timeline.ts'
import { originBy } from '../../../../shared/text/origin-words.ts'

/**
 * Who or what opened a case, as its sealed entry says: `by detection policy 4, in an import started by Ana Ruiz (...)`.
 * What the case itself knows of is only whoever answers for it.
 *
 * @param entries the entries of its timeline that are here
 * @returns null where the entry is not among them: nobody is named on a guess
 */
export const openedBy = (entries: readonly TimelineEntry[]): string | null => {
  const entry = entries.find(({ type }) => type === 'case.opened')
  return entry === undefined ? null : originBy(originOf(entry.values), entry.actor.name)
}
