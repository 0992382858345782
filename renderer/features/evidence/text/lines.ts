import type { FoundPassage, FoundPiece } from '../../../../shared/schema/evidence-text.ts'

/** A line of what was found: a passage, or a way to more of a piece, or to more pieces. */
export type Line =
  | { readonly kind: 'passage'; readonly piece: FoundPiece; readonly passage: FoundPassage; readonly isFirst: boolean }
  | { readonly kind: 'more'; readonly piece: FoundPiece }
  | { readonly kind: 'next' }

/** The passages of one piece that were asked for besides, and whether more follow. */
export type OpenedPassages = { readonly passages: readonly FoundPassage[]; readonly more: boolean }

/**
 * The lines, in their order. A piece that was opened shows the passages that were asked for of it alone.
 *
 * @param isWhole whether no further pieces follow
 */
export const linesOf = (
  pieces: readonly FoundPiece[],
  opened: ReadonlyMap<number, OpenedPassages>,
  isWhole: boolean,
): readonly Line[] => {
  const lines = pieces.flatMap((piece): Line[] => {
    const { passages, more } = opened.get(piece.evidence_id) ?? piece
    return [
      ...passages.map((passage, at): Line => ({ kind: 'passage', piece, passage, isFirst: at === 0 })),
      ...(more ? [{ kind: 'more', piece } as const] : []),
    ]
  })
  return isWhole ? lines : [...lines, { kind: 'next' }]
}

/** A piece that a search went through in two pages is one piece. */
export const unitedPieces = (pages: readonly (readonly FoundPiece[])[]): readonly FoundPiece[] => {
  const pieces = new Map<number, FoundPiece>()
  for (const piece of pages.flat()) {
    const known = pieces.get(piece.evidence_id)
    pieces.set(
      piece.evidence_id,
      known === undefined
        ? piece
        : { ...known, passages: [...known.passages, ...piece.passages], more: known.more || piece.more },
    )
  }
  return [...pieces.values()]
}

/** The page of the piece itself that a passage stands on; null where it stands in a part of it, or on no page. */
export const passagePage = ({ way }: FoundPassage): number | null => {
  const [first] = way
  return first?.kind === 'page' ? first.number : null
}
