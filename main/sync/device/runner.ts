import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { Random } from '../../platform/random.ts'
import { rollOf } from '../../platform/random.ts'
import type { Scheduler } from '../../platform/scheduler.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { minuteMs } from '../../../shared/text/days.ts'
import { createExchange } from './exchange.ts'
import type { Exchange, ExchangeParts } from './exchange.ts'
import type { SyncMoved } from './page-intake.ts'
import { nothingToTake, ReplicaRefused } from './replica.ts'
import { startingMachine } from './machine.ts'
import { step } from './step.ts'
import type { CallFault, Halted, SyncEffect, SyncEvent, SyncMachine } from './machine.ts'

/** What the runner stands on: with a clock, a scheduler and random numbers that a test turns, every run is the same. */
export interface RunnerParts extends Omit<ExchangeParts, 'nowMs'> {
  readonly clock: Clock
  readonly random: Pick<Random, 'bytes'>
  readonly scheduler: Scheduler
  readonly log: Pick<Log, 'error' | 'warn'>
  readonly paused: boolean
  /** Told when the machine, or what it moved, may have changed. */
  readonly onChange?: () => void
  /** Wipes once what no hub has is safe (Y-100), and rejects where it cannot be made so; absent: wipes at once. */
  readonly guardWipe?: (exchange: Exchange, wipe: () => Promise<void>) => Promise<void>
  /** Told of what a person must know; after it was kept. */
  readonly onAlarm?: (halted: Halted) => void
}

/** How a round ended. */
export interface RoundEnd {
  readonly machine: SyncMachine
  readonly moved: SyncMoved
}

/** Drives the step machine: the only part of sync that waits, calls and keeps. */
export interface SyncRunner {
  readonly machine: () => SyncMachine
  /** Unix milliseconds at which a round begins by itself; null: none is set. */
  readonly nextAttemptAtMs: () => number | null
  send(event: Exclude<SyncEvent, { task: number }>): void
  /**
   * Runs a round, or joins the one that runs; resolves when it has ended, at once where none may run, with all that
   * moved since this was last asked.
   */
  round(): Promise<RoundEnd>
  /** Runs a job of its own on the exchange, when no call keeps anything; calls that follow wait for it. */
  alone<T>(job: (exchange: Exchange) => Promise<T>): Promise<T>
  /** Leaves what is under way and waits until nothing touches the replica any more. */
  stop(): Promise<void>
}

/** After which a wipe that was not possible is tried again. */
const wipeAgainMs = 15 * minuteMs

export const startRunner = (parts: RunnerParts): SyncRunner => {
  const { replica, clock, random, scheduler, log } = parts
  const exchange = createExchange({ ...parts, nowMs: () => clock.nowMs() })
  const relation = replica.relation()
  // Another version of the protocol is asked anew after a start: either side may have been brought up to date.
  const halted = relation?.halted ?? null
  let machine = startingMachine({
    joined: relation !== null,
    halted: halted?.state === 'version' ? null : halted,
    paused: parts.paused,
  })
  let cancelWake: (() => void) | null = null
  let cancelWipe = (): void => undefined
  let abort = new AbortController()
  const running = new Set<Promise<void>>()
  /** A call begins when what an earlier one still keeps has been kept: one that was left may be in the middle of it. */
  let last: Promise<void> = Promise.resolve()
  let waiters: ((end: RoundEnd) => void)[] = []
  let stopped = false

  const send = (event: SyncEvent): void => {
    if (stopped) return
    const { machine: next, effects } = step(machine, event, { nowMs: clock.monoMs(), roll: rollOf(random) })
    machine = next
    for (const effect of effects) perform(effect)
    parts.onChange?.()
  }

  const settle = (): void => {
    // What rounds moved that nobody waited for is told to the next who does.
    if (waiters.length === 0) return
    const end: RoundEnd = { machine, moved: exchange.takeMoved() }
    const told = waiters
    waiters = []
    for (const tell of told) tell(end)
  }

  /**
   * Runs something that touches the replica; a bug in it is a fault of the call, so that the next attempt has its time.
   */
  const track = (job: Promise<void>): void => {
    const tracked = job.finally(() => running.delete(tracked))
    running.add(tracked)
  }

  const call = <T>(
    task: number,
    job: (signal: AbortSignal) => Promise<Result<T, CallFault>>,
    event: (value: T) => SyncEvent,
  ): void => {
    const { signal } = abort
    const before = last
    const run = async (): Promise<void> => {
      await before
      if (signal.aborted) return
      try {
        const result = await job(signal)
        send(result.ok ? event(result.value) : { kind: 'failed', task, fault: result.error })
      } catch (error) {
        if (!signal.aborted) log.error({ err: error }, 'sync failed')
        send({
          kind: 'failed',
          task,
          fault: { kind: 'unusable', message: 'Sync failed on this device; the log says where.' },
        })
      }
    }
    last = run()
    track(last)
  }

  /** Y-13: what was granted is wiped; what stays is the word why. */
  const wipe = async (): Promise<void> => {
    const standings = await replica.standings()
    const dropped = standings.map(({ case: name }) => name).filter((name) => name !== 'workspace')
    if (dropped.length === 0) return
    const take = (): Promise<void> => replica.take({ ...nothingToTake, dropped })
    await (parts.guardWipe === undefined ? take() : parts.guardWipe(exchange, take))
  }

  /** @returns whether it was done; false: the store or the disk refused it */
  const orWarned = async (job: () => Promise<void>): Promise<boolean> => {
    try {
      await job()
      return true
    } catch (error) {
      if (!(error instanceof ReplicaRefused)) throw error
      log.warn({ code: error.refusal.code }, 'the end of sync could not be kept')
      return false
    }
  }

  /** Y-99: whatever stands in its way, as a full disk, it is tried again, and at the next start. */
  const wipeNow = async (): Promise<void> => {
    if (!(await orWarned(wipe)) && !stopped) cancelWipe = scheduler.after(wipeAgainMs, trackWipe)
  }
  const trackWipe = (): void =>
    track(
      wipeNow()
        .catch((error: unknown) => log.error({ err: error }, 'what was granted could not be wiped'))
        .then(() => parts.onChange?.()),
    )

  const halt = async (state: Halted): Promise<void> => {
    if (await orWarned(() => replica.halt(state))) {
      if (state.state === 'removed') await wipeNow()
      parts.onAlarm?.(state)
    }
    parts.onChange?.()
  }

  const perform = (effect: SyncEffect): void => {
    switch (effect.do) {
      case 'open':
        call(
          effect.task,
          (signal) => exchange.open(signal),
          (session) => ({ kind: 'opened', task: effect.task, session }),
        )
        break
      case 'push':
        call(
          effect.task,
          (signal) => exchange.push(effect.token, effect.entries, signal),
          (pushed) => ({ kind: 'pushed', task: effect.task, pushed }),
        )
        break
      case 'pull':
        call(
          effect.task,
          (signal) => exchange.pull(effect.token, effect.compare, signal),
          (pulled) => ({ kind: 'pulled', task: effect.task, pulled }),
        )
        break
      case 'abort':
        abort.abort()
        abort = new AbortController()
        break
      case 'reconnect':
        parts.link.reconnect?.()
        break
      case 'wake':
        cancelWake?.()
        cancelWake =
          effect.atMs === null
            ? null
            : scheduler.after(Math.max(0, effect.atMs - clock.monoMs()), () => send({ kind: 'tick' }))
        break
      case 'halt':
        track(halt(effect.halted).catch((error: unknown) => log.error({ err: error }, 'sync could not be halted')))
        break
      case 'rest':
        settle()
        break
    }
  }

  // Y-99: a process that was killed after it had the word, or whose disk was full, has something left to wipe.
  if (halted?.state === 'removed') trackWipe()

  return {
    machine: () => machine,
    nextAttemptAtMs: () =>
      machine.wakeAtMs === null ? null : Math.round(clock.nowMs() + Math.max(0, machine.wakeAtMs - clock.monoMs())),
    send,
    round: () =>
      new Promise((resolve) => {
        waiters.push(resolve)
        send({ kind: 'asked' })
        if (machine.round === null) settle()
      }),
    alone: (job) => {
      const before = last
      const run = async () => {
        await before
        return await job(exchange)
      }
      const result = run()
      last = result.then(
        () => undefined,
        () => undefined,
      )
      track(last)
      return result
    },
    stop: async () => {
      send({ kind: 'stopped' })
      stopped = true
      cancelWipe()
      settle()
      await Promise.all(running)
    },
  }
}
