import type { TimelineEntry } from '../../../../shared/schema/timeline.ts'
import { knownTypes, type KnownType } from './knownTypes.ts'

/** A kind of entry that the timeline can be filtered by; `unknown` is every type that this release does not write. */
export type EntryKind = KnownType | 'unknown'

export const entryKinds: readonly EntryKind[] = [...knownTypes, 'unknown']

const kindOf = (entry: TimelineEntry): EntryKind => knownTypes.find((type) => type === entry.type) ?? 'unknown'

/** Whether an entry is of one of these kinds; no kinds mean all. */
export const matchesKinds = (entry: TimelineEntry, kinds: readonly EntryKind[]): boolean =>
  kinds.length === 0 || kinds.includes(kindOf(entry))

/** Whether the entry still holds a withheld value that could be erased. */
export const isErasable = (entry: TimelineEntry): boolean =>
  Object.values(entry.withheld).some((value) => value.state === 'disclosed')
