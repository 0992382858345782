import { numbersAnswer } from '../../../shared/protocol/sync.ts'
import type { LentNumbers } from '../../../shared/protocol/sync.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { dayMs } from '../../../shared/text/days.ts'
import { numberDay } from '../../domain/cases/numbers.ts'
import type { Clock } from '../../platform/clock.ts'
import type { SideCalls } from './side-calls.ts'

/** What became of asking for more case numbers: `full`: all of that day are given out. */
export type NumbersLent = 'lent' | 'full' | 'unreachable'

/** The numbers that a device holds for single days, and what asks for more of them. */
export interface HeldNumbers {
  /** What is held of the days from one on. */
  from(day: string): readonly LentNumbers[]
  keep(numbers: readonly LentNumbers[]): Promise<Result<void, Refusal>>
  /** From now on, whoever finds no number left asks here. */
  connect(ask: (day: string, wanted: number) => Promise<NumbersLent>): void
}

export interface NumberAskingParts {
  readonly numbers: HeldNumbers
  readonly settings: { lease(): { readonly slots: readonly number[] } | null }
  readonly hub: SideCalls
  readonly clock: Pick<Clock, 'nowMs' | 'monoMs'>
}

/** A reserve that reaches less far than this is asked for anew. */
const reserveReachesMs = 25 * dayMs
/** After a reserve was asked for, it is asked for again so much later at the earliest. */
const againMs = 3_600_000

/** Y-94: asks the hub for case numbers: at once where none is left, and for a reserve where that runs out. */
export const createNumberAsking = ({ numbers, settings, hub, clock }: NumberAskingParts) => {
  let reserveAskedMs: number | null = null

  const ask = async (want: { readonly day: string; readonly count: number } | null): Promise<NumbersLent> => {
    if (!hub.mayAsk()) return 'unreachable'
    const read = await hub.ask('numbers', want === null ? {} : { want }, numbersAnswer)
    if (!read.ok) return 'unreachable'
    const kept = await numbers.keep(read.value.numbers)
    if (!kept.ok) return 'unreachable'
    return read.value.full ? 'full' : 'lent'
  }

  /** A device that has a slot, and never asked for more, needs none. */
  const isDue = (): boolean => {
    const lease = settings.lease()
    if (lease === null || (reserveAskedMs !== null && clock.monoMs() - reserveAskedMs < againMs)) return false
    const nowMs = clock.nowMs()
    const held = numbers.from(numberDay(nowMs))
    const reach = numberDay(nowMs + reserveReachesMs)
    return (lease.slots.length === 0 || held.length > 0) && !held.some(({ day }) => day >= reach)
  }

  return {
    ask: (day: string, count: number): Promise<NumbersLent> => ask({ day, count }),
    /** Resolves when the days to come have their numbers, or the hub has none. */
    keepReserve: async (): Promise<void> => {
      if (!hub.mayAsk() || !isDue()) return
      reserveAskedMs = clock.monoMs()
      await ask(null)
    },
  }
}
