import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import type { LinkFault, SyncLink } from '../../../main/sync/link.ts'
import type { Chance } from './chance.ts'
import type { Task, Timeline } from './timeline.ts'

export type SyncCall = Parameters<SyncLink['call']>[0]

/** What a hub answers to a call that reached it; a fault is a refusal. Rejects where the hub stopped in the middle. */
export type HubAnswer = (call: SyncCall, from: string) => Promise<Result<Uint8Array, LinkFault>>

/** How bad the network is: probabilities of one call. */
export interface Weather {
  /** The request never arrives. */
  readonly lost: number
  /** The hub answers, and the answer never arrives. */
  readonly unanswered: number
  /** The answer is cut off at some byte. */
  readonly truncated: number
  /** The request arrives twice, the second time at any time within the next minutes. */
  readonly duplicated: number
  /** Something between device and hub refuses with 503 and `Retry-After`. */
  readonly refused: number
  /** The longest way in milliseconds, each way. */
  readonly delayMs: number
}

export const calm: Weather = { lost: 0, unanswered: 0, truncated: 0, duplicated: 0, refused: 0, delayMs: 20 }

export interface Network {
  /** The way from a device to the hub. `task` is the piece of work that calls. */
  link(from: string, task: Task): SyncLink
  setWeather(weather: Weather): void
  /** Nothing passes between this device and the hub until `heal`. */
  cut(from: string): void
  heal(from?: string): void
  /** Bytes that devices sent and received so far. */
  readonly bytes: { sent: number; received: number }
}

/** How long a caller waits for an answer that does not come. */
const patienceMs = 30_000
const lateMs = 300_000

const unreachable: LinkFault = { kind: 'unreachable', message: 'the hub cannot be reached' }
const cutOff: LinkFault = { kind: 'cut', message: 'the connection was cut' }

/**
 * What will become of one call: all of its luck is drawn when it is made, so that what others do meanwhile does not
 * disturb it.
 */
const fateOf = (weather: Weather, chance: Chance) => ({
  lost: chance.is(weather.lost),
  unanswered: chance.is(weather.unanswered),
  duplicated: chance.is(weather.duplicated),
  refused: chance.is(weather.refused),
  truncated: chance.is(weather.truncated),
  /** The part of the answer that arrives where it is truncated, in [0, 1). */
  part: chance.next(),
  thereMs: chance.between(1, Math.max(1, weather.delayMs)),
  backMs: chance.between(1, Math.max(1, weather.delayMs)),
  lateMs: chance.between(1, lateMs),
  retryAfterMs: chance.between(1, 20) * 1_000,
})

/** What comes back to the device of the hub's answer. */
const returning = (
  answer: Result<Uint8Array, LinkFault>,
  fate: ReturnType<typeof fateOf>,
): Result<Uint8Array, LinkFault> =>
  answer.ok && answer.value.length > 0 && fate.truncated
    ? ok(answer.value.subarray(0, Math.floor(fate.part * answer.value.length)))
    : answer

/** Makes a network in which the luck of each device is decided by its `chance`. */
export const createNetwork = (
  timeline: Timeline,
  chance: (from: string) => Chance,
  hub: HubAnswer,
  trace: (line: string) => void,
): Network => {
  let weather = calm
  const cuts = new Set<string>()
  const bytes = { sent: 0, received: 0 }
  /** Each device has luck of its own: what hub and devices do in the same instant may come in any order. */
  const lucks = new Map<string, Chance>()
  const luckOf = (from: string): Chance => {
    const luck = lucks.get(from) ?? chance(from)
    lucks.set(from, luck)
    return luck
  }

  const deliver = async (call: SyncCall, from: string): Promise<Result<Uint8Array, LinkFault>> => {
    try {
      return await timeline.task(`hub: ${call.name} of ${from}`, () => hub(call, from))
    } catch (error) {
      if (error instanceof Error && error.name === 'NodeIsGone') return fail(cutOff)
      throw error
    }
  }

  const travel = (
    call: SyncCall,
    from: string,
    signal: AbortSignal,
    finish: (answer: Result<Uint8Array, LinkFault>) => void,
  ): void => {
    const name = `${from}: ${call.name}`
    let ended = false
    const end = (answer: Result<Uint8Array, LinkFault>): void => {
      if (ended) return
      ended = true
      stopWaiting()
      finish(answer)
    }
    signal.addEventListener('abort', () => end(fail({ kind: 'unreachable', message: 'cancelled' })), { once: true })
    const stopWaiting = timeline.after(patienceMs, `${name}: no answer`, () => end(fail(unreachable)))
    const fate = fateOf(weather, luckOf(from))
    bytes.sent += call.body.length
    if (fate.refused) {
      timeline.after(fate.thereMs, `${name}: refused`, () =>
        end(fail({ kind: 'refused', status: 503, code: 'busy', message: 'busy', retryAfterMs: fate.retryAfterMs })),
      )
      return
    }
    if (fate.duplicated) {
      timeline.after(fate.lateMs, `${name}: arrives again`, async () => {
        trace(`${name}: arrives again`)
        await deliver(call, from)
      })
    }
    if (fate.lost) return
    timeline.after(fate.thereMs, `${name}: arrives`, () => {
      if (cuts.has(from)) return
      void deliver(call, from).then((given) => {
        const answer = returning(given, fate)
        if (fate.unanswered) return
        timeline.after(fate.backMs, `${name}: answered`, () => {
          if (cuts.has(from)) return
          if (answer.ok) bytes.received += answer.value.length
          end(answer)
        })
      })
    })
  }

  return {
    link: (from, task) => ({
      call: (call, signal) =>
        new Promise((resolve) => {
          task.waits += 1
          travel(call, from, signal, (answer) => {
            task.waits -= 1
            trace(
              `${from}: ${call.name} -> ${answer.ok ? `${answer.value.length} bytes` : `${answer.error.kind} ${answer.error.code ?? ''}`}`,
            )
            resolve(answer)
          })
        }),
    }),
    setWeather: (given) => {
      weather = given
    },
    cut: (from) => void cuts.add(from),
    heal: (from) => void (from === undefined ? cuts.clear() : cuts.delete(from)),
    bytes,
  }
}
