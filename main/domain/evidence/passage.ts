/**
 * One step of the way to a passage: what a person would turn to. A way goes from the outside in, for instance the
 * attachment of a mail, then the page of that attachment.
 */
export type PassageStep =
  | { readonly kind: 'page'; readonly number: number }
  | { readonly kind: 'slide'; readonly number: number }
  | { readonly kind: 'line'; readonly number: number }
  | { readonly kind: 'sheet'; readonly name: string; readonly row: number }
  | { readonly kind: 'header'; readonly name: string }
  | { readonly kind: 'message'; readonly number: number }
  | { readonly kind: 'attachment'; readonly name: string }
  | { readonly kind: 'member'; readonly name: string }

/** Text that stands together in a piece of evidence, with the way to it. Counts begin with 1. */
export type TextPassage = { readonly way: readonly PassageStep[]; readonly text: string }

/** Why a piece, or a part of it, gives no text. */
export type TextLack =
  | { readonly kind: 'no_text'; readonly format: string }
  | { readonly kind: 'scan'; readonly pages: number }
  | { readonly kind: 'password' }
  | { readonly kind: 'damaged'; readonly message: string }
  | { readonly kind: 'too_large'; readonly limit: string }
  | { readonly kind: 'took_too_long'; readonly seconds: number }

/** What came of the reading of a piece: its lacks are empty where all of it was read. */
export type TextRead = {
  readonly format: string
  readonly passages: number
  readonly lacks: readonly { readonly way: readonly PassageStep[]; readonly lack: TextLack }[]
}
