import { useEffect } from 'react'
import type { EvidenceQuery } from '../../../state/route.ts'
import { useEvidencePages } from '../data/useEvidence.ts'
import type { ActivePiece } from '../list/EvidenceGrid.tsx'
import { indexOfPiece, piecePagesFor, pieceAt } from '../model/pages.ts'

/** The pieces before and after one in the list that it was opened from; `place` counts from 1. */
export interface PieceNeighbours {
  readonly previous: number | null
  readonly next: number | null
  readonly place: number | null
  readonly total: number | null
}

/**
 * Finds a piece's place in its list, so that one can go on to the next; a piece that was opened by its address is
 * looked for around the mark.
 */
export const usePieceNeighbours = (
  caseId: number,
  pieceId: number,
  query: EvidenceQuery,
  active: ActivePiece,
  onActive: (active: ActivePiece) => void,
): PieceNeighbours => {
  const { pages, total } = useEvidencePages(caseId, query, piecePagesFor(active.index - 1, active.index + 1, null))
  const index = indexOfPiece(pages, pieceId)
  useEffect(() => {
    if (index !== null && (index !== active.index || active.id !== pieceId)) onActive({ index, id: pieceId })
  }, [index, pieceId, active.index, active.id, onActive])
  if (index === null) return { previous: null, next: null, place: null, total }
  return {
    previous: index === 0 ? null : (pieceAt(pages, index - 1)?.id ?? null),
    next: pieceAt(pages, index + 1)?.id ?? null,
    place: index + 1,
    total,
  }
}
