import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { alertStatuses, isDisposed } from '../../../shared/schema/alerts.ts'
import type { AlertStatus } from '../../../shared/schema/alerts.ts'

/**
 * The moves that there are: an open alert goes anywhere; one that was disposed of is reopened, or its disposition
 * corrected.
 */
export const alertMoves: Readonly<Record<AlertStatus, readonly AlertStatus[]>> = {
  new: ['in_review', 'escalated', 'confirmed', 'false_positive', 'dismissed'],
  in_review: ['new', 'escalated', 'confirmed', 'false_positive', 'dismissed'],
  escalated: ['in_review', 'confirmed', 'false_positive', 'dismissed'],
  confirmed: ['in_review', 'false_positive', 'dismissed'],
  false_positive: ['in_review', 'confirmed', 'dismissed'],
  dismissed: ['in_review', 'confirmed', 'false_positive'],
}

/** The states of an alert as they stand in a sentence: an alert is ... */
export const statusWords: Readonly<Record<AlertStatus, string>> = {
  new: 'new',
  in_review: 'in review',
  escalated: 'escalated',
  confirmed: 'confirmed',
  false_positive: 'a false positive',
  dismissed: 'dismissed',
}

/**
 * Why an alert may not move; null where it may. A disposition that was made is taken back or corrected with a note, and
 * one is made with a note where policy asks.
 */
export const moveFault = (
  from: AlertStatus,
  to: AlertStatus,
  note: string | undefined,
  noteRequired: boolean,
): Refusal | null => {
  if (from === to) return refusal('already_done', `The alert is ${statusWords[to]} already.`)
  if (!alertMoves[from].includes(to)) {
    const open = alertStatuses.filter((status) => alertMoves[from].includes(status)).map((status) => `\`${status}\``)
    return refusal(
      'transition_forbidden',
      `An alert that is ${statusWords[from]} cannot become ${statusWords[to]}; it can become ${open.join(', ')}.`,
    )
  }
  if (note !== undefined) return null
  const missing = (why: string): Refusal =>
    refusal('invalid_request', why, [{ path: 'notes', message: 'is required for this move' }])
  if (isDisposed(from)) return missing('Say in notes why the disposition is taken back or corrected.')
  return isDisposed(to) && noteRequired ? missing('The policy asks for a note with each disposition.') : null
}
