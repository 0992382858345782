import type { SyncState, SyncStateName } from '../../../../shared/schema/sync.ts'

/** How loud a state is: nothing to do, something under way, something to know, something to decide. */
export type StateTone = 'good' | 'quiet' | 'busy' | 'notice' | 'alarm'

export const toneOf: Readonly<Record<SyncStateName, StateTone>> = {
  standalone: 'quiet',
  up_to_date: 'good',
  waiting: 'quiet',
  syncing: 'busy',
  offline: 'notice',
  session_expired: 'notice',
  revoked: 'alarm',
  removed: 'alarm',
  forked: 'alarm',
  hub_not_trusted: 'alarm',
  version: 'notice',
  disk_full: 'notice',
  hub_full: 'notice',
  stuck: 'notice',
  metered: 'quiet',
  paused: 'quiet',
  evidence_waits: 'notice',
  refused: 'notice',
}

/** States that only a person or the hub ends: trying again changes nothing. */
export const isHalted = (state: SyncStateName): boolean => toneOf[state] === 'alarm'

/** Whether an alarm tells of the present state and of nothing else: the state says it, and at length. */
export const isOfState = (
  { code }: Pick<SyncState['alarms'][number], 'code'>,
  { state }: Pick<SyncState, 'state'>,
): boolean => code === state

/** Whether a round can be asked for. */
export const maySync = ({ state, paused }: Pick<SyncState, 'state' | 'paused'>): boolean =>
  state !== 'standalone' && state !== 'syncing' && !isHalted(state) && !paused

/** What is to be said of the next attempt. */
export type NextAttempt = { readonly kind: 'at'; readonly ms: number } | { readonly kind: 'none' | 'paused' | 'halted' }

export const nextAttempt = ({
  state,
  paused,
  next_attempt_at: at,
}: Pick<SyncState, 'state' | 'paused' | 'next_attempt_at'>): NextAttempt => {
  if (isHalted(state)) return { kind: 'halted' }
  if (paused) return { kind: 'paused' }
  return at === null ? { kind: 'none' } : { kind: 'at', ms: Date.parse(at) }
}

/** The alarm of a hub that was brought back from its backup, until somebody says that what was lost is here. */
export const restoredHub = 'hub_restored'

const alarmCodes = [
  'checkpoint_not_extending',
  'hub_rolled_back',
  'device_forked',
  'receipt_invalid',
  'key_swapped',
  'case_dropped',
  'evidence_waits',
  restoredHub,
] as const
export type AlarmCode = (typeof alarmCodes)[number] | 'other'

/** The alarms that have words of their own; what another release raises is shown by its message. */
export const alarmCode = (code: string): AlarmCode => alarmCodes.find((known) => known === code) ?? 'other'
