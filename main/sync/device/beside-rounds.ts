import type { Log } from '../../platform/log.ts'
import type { Scheduler } from '../../platform/scheduler.ts'
import type { createNumberAsking } from './case-numbers.ts'
import { wipedAgainMs } from './health.ts'
import type { createHealthTelling } from './health.ts'

/** What is asked of the hub and told to it besides the rounds, one after another. */
export interface BesideRounds {
  /** Sees to a reserve of case numbers (Y-94). */
  reserve(): void
  /** Tells how this device is (Y-97). */
  tellHealth(): void
  /** Tells that this device was wiped, and again until the hub knows (Y-99). */
  tellWiped(): void
  /** Resolves when nothing of it is under way. */
  done(): Promise<void>
  /** Nothing is told again by itself. */
  close(): void
}

export interface BesideRoundsParts {
  readonly asking: Pick<ReturnType<typeof createNumberAsking>, 'keepReserve'>
  /** null: nothing is told. */
  readonly telling: ReturnType<typeof createHealthTelling> | null
  readonly scheduler: Scheduler
  readonly signal: AbortSignal
  readonly log: Pick<Log, 'error'>
}

/** Makes what is done besides the rounds; a bug in one of its jobs is logged, and the next goes on. */
export const createBesideRounds = (parts: BesideRoundsParts): BesideRounds => {
  const { asking, telling, scheduler, signal, log } = parts
  let last: Promise<void> = Promise.resolve()
  let cancelWiped = (): void => undefined

  const follow = (job: () => Promise<void>, words: string): void => {
    last = last.then(job).catch((error: unknown) => log.error({ err: error }, words))
  }

  const tellWiped = (): void => {
    if (telling === null) return
    follow(async () => {
      cancelWiped()
      if (!signal.aborted && !(await telling.tellWiped())) cancelWiped = scheduler.after(wipedAgainMs, tellWiped)
    }, 'the hub could not be told that this device was wiped')
  }

  return {
    reserve: () => follow(asking.keepReserve, 'a reserve of case numbers could not be kept'),
    tellHealth: () => {
      if (telling !== null) follow(telling.tell, 'the hub could not be told how this device is')
    },
    tellWiped,
    done: () => last,
    close: () => cancelWiped(),
  }
}
