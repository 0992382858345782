import type { EvidenceItem } from '../../../../shared/schema/evidence.ts'
import { naturalOrder } from '../../../state/natural-order.ts'

/** Pieces that one request reads: the most that the interface gives. */
export const evidencePageSize = 100

export type EvidencePage = { readonly items: readonly EvidenceItem[]; readonly total: number }
export type EvidencePages = ReadonlyMap<number, EvidencePage>

/** The page (from 1) that holds the piece at a 0-based index. */
export const piecePageOf = (index: number): number => Math.floor(index / evidencePageSize) + 1

/** The pages that the pieces `first` to `last` need; at least one. */
export const piecePagesFor = (first: number, last: number, total: number | null): readonly number[] => {
  const end = total === null ? last : Math.min(last, Math.max(0, total - 1))
  const from = piecePageOf(Math.max(0, Math.min(first, end)))
  return Array.from({ length: piecePageOf(Math.max(0, end)) - from + 1 }, (_, step) => from + step)
}

/** The piece at an index, when its page is at hand. */
export const pieceAt = (pages: EvidencePages, index: number): EvidenceItem | undefined =>
  pages.get(piecePageOf(index))?.items[index % evidencePageSize]

/** Where a piece stands among the pages that are at hand; null when none of them holds it. */
export const indexOfPiece = (pages: EvidencePages, id: number): number | null => {
  for (const [page, { items }] of pages) {
    const row = items.findIndex((item) => item.id === id)
    if (row >= 0) return (page - 1) * evidencePageSize + row
  }
  return null
}

/** The tags of the pieces that are at hand, the most frequent first. */
export const tagsIn = (pages: EvidencePages): readonly string[] => {
  const counts = new Map<string, number>()
  for (const { items } of pages.values())
    for (const { tags } of items) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return [...counts]
    .sort(([one, count], [other, otherCount]) => otherCount - count || naturalOrder(one, other))
    .map(([tag]) => tag)
}
