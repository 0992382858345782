import { refusal } from '../../../shared/api/errors.ts'

/** A piece whose bytes are wanted, and went by an order. */
export const erasedPiece = refusal(
  'evidence_erased',
  'The bytes of this evidence were erased by order. Its digest, facts and custody stay, and the timeline says who asked for it, who approved it and why. Nothing was opened and nothing was sealed.',
)

/** Bytes that are brought again after they were erased in the case. */
export const erasedBytes = refusal(
  'evidence_erased',
  'These bytes were evidence of this case and were erased by order, so the case does not take them in again. Nothing of them was kept.',
)
