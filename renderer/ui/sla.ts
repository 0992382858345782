import { dueSoonMs, type SlaState } from '../../shared/schema/case.ts'

/**
 * Where a case stands now: the service said so when it answered; a running deadline goes on while the window is open.
 */
export const slaNow = (state: SlaState, dueMs: number, now: number): SlaState => {
  if (state === 'paused' || state === 'met' || state === 'missed') return state
  if (now >= dueMs) return 'breached'
  return dueMs - now < dueSoonMs ? 'due_soon' : 'on_track'
}
