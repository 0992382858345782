import { redactedText } from '../../../shared/schema/case.ts'
import { indexedText } from '../cases/search-text.ts'

/** What a piece of evidence is called, as its row has it. */
export interface PieceTexts {
  readonly name: string
  readonly path: string | null
  readonly label: string | null
}

/**
 * The search document of a piece: its name, its path below what was acquired and its label, a line each; '' where all
 * of it was erased.
 */
export const searchablePiece = ({ name, path, label }: PieceTexts): string =>
  [name, path, label]
    .filter((text): text is string => text !== null && text !== redactedText)
    .map(indexedText)
    .join('\n')
