import type { Refusal } from '../../../shared/api/errors.ts'

/**
 * Whether this folder may seal now. Open from the start; only a folder that could seal under numbers that are used
 * already holds it (Y-81, Y-82).
 */
export interface SealGate {
  /** Why nothing may be sealed; null: it may. */
  held(): Refusal | null
  /** Refuses every write that seals, until it is opened; writes that seal nothing go on. */
  hold(why: Refusal): void
  open(): void
}

/**
 * A write would have sealed what may not be sealed, or not now; the ledger turns it into the refusal that was given,
 * and nothing of the write is kept.
 */
export class SealingRefused extends Error {
  override readonly name = 'SealingRefused'
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}

/** Makes a gate that is open. */
export const createSealGate = (): SealGate => {
  let why: Refusal | null = null
  return {
    held: () => why,
    hold: (refusal) => {
      why = refusal
    },
    open: () => {
      why = null
    },
  }
}
