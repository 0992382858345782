import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { erasesPiece, erasureRequestType, erasureType } from '../../../shared/entries/evidence-erasure.ts'
import type { ErasureState } from '../../../shared/schema/evidence.ts'

/** What decides whether the bytes of a piece may be erased. */
export interface ErasureSetting {
  readonly uid: string
  /** Whether a legal hold is in force in its case. */
  readonly onHold: boolean
  /** The newest request; null where there was none. */
  readonly newest: { readonly request: string; readonly state: ErasureState; readonly requestedBy: string } | null
}

const held = refusal('legal_hold', 'A legal hold protects this case; nothing of it can be erased.')
const isGone = refusal('already_done', 'The bytes of this evidence were erased already.')
const isAsked = refusal(
  'already_done',
  'Somebody has asked for this already; it waits for another person to approve or decline it.',
)
const noRequest = refusal(
  'unknown_reference',
  'This is not the request that waits for this evidence: there is none, or it was decided. Nothing was erased.',
)
const needsAnother = refusal(
  'four_eyes_required',
  'Whoever asked for an erasure cannot approve it: another person has to. Nothing was erased.',
)

/** L-130: why nobody may ask now for the bytes of a piece to be erased; null where somebody may. */
export const requestFault = ({ onHold, newest }: ErasureSetting): Refusal | null => {
  if (newest?.state === 'erased') return isGone
  if (newest?.state === 'waiting') return isAsked
  return onHold ? held : null
}

/** Why a request is not the one that waits; null where it is. */
export const declineFault = ({ newest }: ErasureSetting, request: string): Refusal | null => {
  if (newest?.state === 'erased') return isGone
  return newest?.state === 'waiting' && newest.request === request ? null : noRequest
}

/** L-131: why somebody may not approve a request; null where they may. */
export const erasureApprovalFault = (setting: ErasureSetting, request: string, actor: string): Refusal | null => {
  const { uid, onHold, newest } = setting
  const fault = declineFault(setting, request)
  if (fault !== null) return fault
  const asked = { type: erasureRequestType, actor: newest?.requestedBy ?? '', subject: uid }
  if (!erasesPiece({ type: erasureType, actor, subject: uid }, asked)) return needsAnother
  return onHold ? held : null
}
