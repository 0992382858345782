import { searchResultsMost } from '../../../shared/schema/search.ts'
import type { SearchReason } from '../../../shared/schema/search.ts'
import type { Vault } from '../ledger/vault.ts'
import type { SyncStatements } from '../sqlite/statements.ts'

/** What finders read with. */
export interface SearchReads {
  readonly sql: SyncStatements
  readonly vault: Vault
  readonly nowMs: number
}

/** What was found of an area. */
export interface Finding<Item> {
  readonly items: readonly Item[]
  readonly more: boolean
}

/** One more than is shown: it says whether there are others. */
export const foundMost = searchResultsMost + 1

/** Something that may be shown, and why. */
export interface SearchCandidate<Key, Row> {
  readonly key: Key
  readonly row: Row
  readonly reason: SearchReason
}

const ranks: Readonly<Record<SearchReason['how'], number>> = { exact: 0, beginning: 1, words: 2 }

/** The best reason for each, exact ones first; among equals the order in which they came. */
export const best = <Key, Row>(
  candidates: readonly SearchCandidate<Key, Row>[],
): readonly SearchCandidate<Key, Row>[] => {
  const kept = new Map<Key, SearchCandidate<Key, Row>>()
  const ordered = candidates.toSorted((one, other) => ranks[one.reason.how] - ranks[other.reason.how])
  for (const candidate of ordered) if (!kept.has(candidate.key)) kept.set(candidate.key, candidate)
  return [...kept.values()]
}

/** What is shown of the candidates, and whether there are others. */
export const shownOf = <Key, Row, Item>(
  candidates: readonly SearchCandidate<Key, Row>[],
  show: (row: Row, reason: SearchReason) => Item,
  more = false,
): Finding<Item> => {
  const found = best(candidates)
  return {
    items: found.slice(0, searchResultsMost).map(({ row, reason }) => show(row, reason)),
    more: more || found.length > searchResultsMost,
  }
}
