import { sumOf, type TrueAccount, type TrueEntry, type TrueStatement } from './truth.ts'

/** A statement as a file tells it; a balance that its format does not tell is null. In the smallest unit. */
export interface ToldStatement {
  readonly opening: number | null
  readonly closing: number | null
  readonly entries: number
  /** null: amounts of it can be read in two ways by themselves. */
  readonly sum: number | null
}

/** An account as a file of some format, and what is to be read out of it. */
export interface WrittenAccount {
  readonly text: string
  readonly statements: readonly ToldStatement[]
  readonly gaps: readonly { readonly kind: 'within' | 'between' | 'row'; readonly units: number }[]
  /** When each entry was, where it is told otherwise than by its day. */
  readonly at?: (entry: TrueEntry) => string
  /** What a person names, because the format does not tell it. */
  readonly args: readonly string[]
}

/** What of a statement is told in a format with both balances. */
export const toldWhole = ({ opening, closing, entries }: TrueStatement): ToldStatement => ({
  opening,
  closing,
  entries: entries.length,
  sum: sumOf(entries),
})

/** Where balances of a format that tells both do not fit. */
export const gapsOfBalances = ({ missing }: TrueAccount): WrittenAccount['gaps'] =>
  missing === null ? [] : [{ kind: missing.what === 'entry' ? 'within' : 'between', units: missing.units }]
