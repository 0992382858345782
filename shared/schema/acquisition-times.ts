import { toTimestamp } from './text.ts'

/** When the bytes were taken from their source, as far as that is stated: RFC 3339. */
export interface StatedTimes {
  readonly started_at?: string | undefined
  readonly ended_at?: string | undefined
}

/** Why stated times cannot be, and at which of the two that shows. */
export interface TimeFault {
  readonly field: keyof StatedTimes
  readonly kind: 'reversed' | 'start_missing' | 'future' | 'end_missing'
  readonly message: string
}

/**
 * How far two clocks may lie apart before a time counts as one that cannot be (docs/spec/seal.md, S-96). Milliseconds.
 */
export const clockToleranceMs = 5 * 60_000

/**
 * What is wrong with stated times whenever they are read. A start that is not stated is the moment at which the service
 * begins to read, and that is after every end that somebody can state.
 */
export const orderFault = ({ started_at: started, ended_at: ended }: StatedTimes): TimeFault | null => {
  if (ended === undefined) return null
  if (started === undefined)
    return {
      field: 'ended_at',
      kind: 'start_missing',
      message:
        'needs started_at: without it the start is when the service begins to read, and ended_at would lie before started_at',
    }
  return Date.parse(started) > Date.parse(ended)
    ? { field: 'ended_at', kind: 'reversed', message: 'must not lie before started_at' }
    : null
}

/**
 * What is wrong with stated times now. An end that is not stated is the moment at which the service has read the bytes.
 *
 * @param nowMs Unix milliseconds
 */
export const presentFault = (
  { started_at: started, ended_at: ended }: StatedTimes,
  nowMs: number,
): TimeFault | null => {
  const now = toTimestamp(nowMs)
  const isAhead = (time: string | undefined, byMs: number): boolean =>
    time !== undefined && Date.parse(time) > nowMs + byMs
  const future = (field: keyof StatedTimes, other: keyof StatedTimes): TimeFault => ({
    field,
    kind: 'future',
    message: `must not lie in the future: like ${other} it may be at most 5 minutes after the present time, ${now}`,
  })
  if (isAhead(started, clockToleranceMs)) return future('started_at', 'ended_at')
  if (isAhead(ended, clockToleranceMs)) return future('ended_at', 'started_at')
  if (ended === undefined && isAhead(started, 0))
    return {
      field: 'started_at',
      kind: 'end_missing',
      message: `must not lie after ended_at: that is not given, so it is when the bytes are read, and now it is ${now}`,
    }
  return null
}
