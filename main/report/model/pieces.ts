import type { BundledEvidence } from '../../bundle/contents.ts'
import { absent, value, words, type Phrase } from './phrase.ts'

/** The pieces of evidence as sentences name them. */
export interface Pieces {
  /** `E3 “ledger.xlsx”`, by the uid or the integer id of the piece. */
  readonly phrase: (id: string) => Phrase
  readonly keyOf: (id: string) => string | undefined
}

const shortName = (name: string): string => {
  const characters = [...name]
  return characters.length <= 60 ? name : `${characters.slice(0, 40).join('')}…${characters.slice(-18).join('')}`
}

/** Numbers the pieces `E1`, `E2` ... in their order. */
export const piecesOf = (evidence: readonly BundledEvidence[]): Pieces => {
  const byId = new Map<string, { key: string; name: string }>()
  for (const [index, { item }] of evidence.entries()) {
    const piece = { key: `E${index + 1}`, name: shortName(item.name) }
    byId.set(item.uid, piece).set(String(item.id), piece)
  }
  const phrase = (id: string): Phrase => {
    const piece = byId.get(id)
    return piece === undefined
      ? absent('a piece that is not listed here')
      : [...words(`${piece.key} `), ...value(piece.name)]
  }
  return { phrase, keyOf: (id) => byId.get(id)?.key }
}
