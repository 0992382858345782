import type { TextPassage, PassageStep, TextLack } from '../../../domain/evidence/passage.ts'

/** What a reader tells: text, or a part that gives none. */
export type ReadPart = TextPassage | { readonly way: readonly PassageStep[]; readonly lack: TextLack }

/** What a reader comes upon; `ahead`: what follows may end the thread, and what was found is told before. */
export type ReaderMessage = ReadPart | { readonly ahead: true }

/** What the thread is started with. */
export interface TextRequest {
  /** The name of the piece, for what its bytes do not tell. */
  readonly name: string
  readonly size: number
}

/** What the thread tells; it waits for an answer to each but the last. */
export type TextReply =
  /** Asks for the bytes from `start` up to before `end`. */
  | { readonly kind: 'bytes'; readonly start: number; readonly end: number }
  /** Asks for a character map of PDF. */
  | { readonly kind: 'character_map'; readonly name: string }
  /** What the piece is. */
  | { readonly kind: 'format'; readonly format: string }
  | { readonly kind: 'found'; readonly found: readonly ReadPart[] }
  | { readonly kind: 'end' }

/** The bytes that were asked for, or null: go on. */
export type TextAnswer = Uint8Array | null
