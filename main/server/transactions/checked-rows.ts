import { createHash } from 'node:crypto'
import type { TimedActivity } from '../../domain/transactions/read-activity.ts'
import { contentText } from '../../storage/transactions/rows.ts'

/**
 * Activities of one check that are remembered, some 100 bytes each; one that comes again behind them counts as one that
 * would be taken.
 */
const mostRemembered = 1_000_000

/** What a check has read so far. A run finds its earlier rows where it kept them; a check keeps nothing. */
export interface CheckedRows {
  /**
   * Whether an activity is the first of its id, or says the same as that one did, or brings its label, or says
   * something else.
   */
  recall(activity: TimedActivity): 'first' | 'same' | 'label' | 'other'
}

/** Starts remembering, for one check; `most` says how many activities. */
export const createCheckedRows = (most = mostRemembered): CheckedRows => {
  const seen = new Map<string, { readonly content: string; readonly isFraud: boolean | undefined }>()
  return {
    recall: ({ event, atMs }) => {
      const content = createHash('sha256').update(contentText(event, atMs)).digest().toString('latin1', 0, 16)
      const earlier = seen.get(event.transaction_id)
      if (earlier === undefined) {
        if (seen.size < most) seen.set(event.transaction_id, { content, isFraud: event.is_fraud })
        return 'first'
      }
      if (content !== earlier.content) return 'other'
      if (event.is_fraud === undefined || event.is_fraud === earlier.isFraud) return 'same'
      if (earlier.isFraud !== undefined) return 'other'
      seen.set(event.transaction_id, { content, isFraud: event.is_fraud })
      return 'label'
    },
  }
}
