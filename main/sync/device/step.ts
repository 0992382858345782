import { syncLimits } from '../../../shared/protocol/sync.ts'
import type { SyncRefusalCode } from '../../../shared/protocol/sync.ts'
import type { LinkFault } from '../link.ts'
import type { HubFault } from './hub-fault.ts'
import type { HubRelation } from './replica.ts'

/**
 * Sync of a device as a step machine (docs/spec/sync.md, section 8): a state and an event give the next state and what
 * is to be done. It knows no clock, no network and no store; times are milliseconds of a clock that never goes back.
 */

export type Halted = NonNullable<HubRelation['halted']>

/** What is under way; its answer counts only while it is. */
export interface Task {
  readonly id: number
  readonly kind: 'open' | 'push' | 'pull'
}

/** Why the last attempt came to nothing, where time may mend it. */
export interface Trouble {
  readonly state: 'offline' | 'session_expired' | 'version' | 'disk_full' | 'hub_full' | 'stuck'
  readonly message: string
}

export interface SyncMachine {
  readonly joined: boolean
  readonly halted: Halted | null
  readonly paused: boolean
  readonly session: { readonly token: string; readonly untilMs: number } | null
  readonly task: Task | null
  readonly tasks: number
  /** What the round has still to do; null: no round. */
  readonly round: Round | null
  /** When a round begins by itself; null: when something happens. */
  readonly wakeAtMs: number | null
  /** When the first and the last local write came that no round has seen. */
  readonly written: { readonly firstMs: number; readonly lastMs: number } | null
  readonly failures: number
  /** Sessions that the hub refused one after another. */
  readonly refusedSessions: number
  readonly trouble: Trouble | null
  /** Whether the hub was asked again because what it answered does not hold, and no round has come to its end since. */
  readonly doubted: boolean
  /** Entries of one push; halved where the hub finds it too large. */
  readonly batch: number
}

interface Round {
  readonly next: 'push' | 'pull'
  /** Whether to compare the heads of all cases (Y-26). */
  readonly compare: boolean
  /**
   * Whether entries were sent since the round last turned from pulling to pushing, and whether anything moved since:
   * what is sent must come back with its place.
   */
  readonly sent: boolean
  readonly moved: boolean
  /** Pages in a row that moved nothing. */
  readonly idlePages: number
  /** Something was asked for while the round ran: another one follows. */
  readonly again: boolean
}

/** A fault that a call came to. */
export type CallFault =
  | { readonly kind: 'link'; readonly fault: LinkFault }
  | { readonly kind: 'untrusted'; readonly fault: HubFault }
  /** `unnoted`: entries that the hub has, of which this device has no room to note it. */
  | { readonly kind: 'disk_full'; readonly unnoted: number }
  /** The answer is no message of the protocol, or this device could not take it in. */
  | { readonly kind: 'unusable'; readonly message: string }

/** What a push came to: how many entries were sent and have a place now, and how many wait that may be sent. */
export interface Pushed {
  readonly sent: number
  readonly placed: number
  readonly waiting: number
  readonly forked: boolean
}

/** What a page came to. */
export interface Pulled {
  /** Whether anything was taken in or the feed number moved. */
  readonly moved: boolean
  /** Whether the page came whole. */
  readonly whole: boolean
  readonly more: boolean
  readonly waiting: number
}

export type SyncEvent =
  | {
      readonly kind:
        | 'started'
        | 'joined'
        | 'tick'
        | 'written'
        | 'hinted'
        | 'asked'
        | 'cancelled'
        | 'trusted'
        | 'stopped'
    }
  | { readonly kind: 'paused'; readonly on: boolean }
  /** Something that came by another way than a call stops sync (Y-70, Y-51). */
  | { readonly kind: 'halted'; readonly halted: Halted }
  | {
      readonly kind: 'opened'
      readonly task: number
      readonly session: { readonly token: string; readonly expiresInMs: number }
    }
  | { readonly kind: 'pushed'; readonly task: number; readonly pushed: Pushed }
  | { readonly kind: 'pulled'; readonly task: number; readonly pulled: Pulled }
  | { readonly kind: 'failed'; readonly task: number; readonly fault: CallFault }

export type SyncEffect =
  | { readonly do: 'open'; readonly task: number }
  | { readonly do: 'push'; readonly task: number; readonly token: string; readonly entries: number }
  | { readonly do: 'pull'; readonly task: number; readonly token: string; readonly compare: boolean }
  | { readonly do: 'abort' }
  /** The next call goes over a new connection. */
  | { readonly do: 'reconnect' }
  /** Wake by `tick` then; null: not at all. */
  | { readonly do: 'wake'; readonly atMs: number | null }
  /** Sync with this hub stops until a person or the hub ends it. */
  | { readonly do: 'halt'; readonly halted: Halted }
  /** The round has ended. */
  | { readonly do: 'rest' }

/** The moment of an event: a clock that never goes back, and a random number from 0 to below 1. */
export interface Moment {
  readonly nowMs: number
  readonly roll: number
}

export interface Step {
  readonly machine: SyncMachine
  readonly effects: readonly SyncEffect[]
}

/** Waits, in milliseconds (Y-29). */
export const waits = {
  /** The first wait after a failure is at most this; each further one twice as long, up to `longest`. */
  first: 1_000,
  longest: 300_000,
  shortest: 50,
  /** A hub that asks for a longer pause is asked again after this. */
  retryAfterMost: 3_600_000,
  /** Between rounds that nothing asked for: a hint may be lost. */
  idle: 60_000,
  /** A round begins this long after the last local write, and at most `debounceMost` after the first. */
  debounce: 250,
  debounceMost: 2_000,
  /** A session is renewed this long before its end. */
  sessionMargin: 30_000,
} as const

/** Sessions that may be refused one after another before the device waits. */
const sessionTries = 2
const idlePagesMost = 3

export const startingMachine = (facts: {
  readonly joined: boolean
  readonly halted: Halted | null
  readonly paused: boolean
}): SyncMachine => ({
  ...facts,
  session: null,
  task: null,
  tasks: 0,
  round: null,
  wakeAtMs: null,
  written: null,
  failures: 0,
  refusedSessions: 0,
  trouble: null,
  doubted: false,
  batch: syncLimits.entries,
})

const stay = (machine: SyncMachine): Step => ({ machine, effects: [] })

const mayRun = (machine: SyncMachine): boolean => machine.joined && machine.halted === null && !machine.paused

/** The next call of the round: a session first where there is none that lasts. */
const go = (machine: SyncMachine, round: Round, { nowMs }: Moment): Step => {
  const id = machine.tasks + 1
  const { session } = machine
  if (session === null || session.untilMs - waits.sessionMargin <= nowMs) {
    return {
      machine: { ...machine, round, session: null, tasks: id, task: { id, kind: 'open' } },
      effects: [{ do: 'open', task: id }],
    }
  }
  const task: Task = { id, kind: round.next }
  const call: SyncEffect =
    round.next === 'push'
      ? { do: 'push', task: id, token: session.token, entries: machine.batch }
      : { do: 'pull', task: id, token: session.token, compare: round.compare }
  return { machine: { ...machine, round, tasks: id, task }, effects: [call] }
}

const begin = (machine: SyncMachine, moment: Moment): Step => {
  if (!mayRun(machine)) return stay(machine)
  if (machine.round !== null) return stay({ ...machine, round: { ...machine.round, again: true } })
  const round: Round = { next: 'push', compare: false, sent: false, moved: false, idlePages: 0, again: false }
  const begun = go({ ...machine, written: null, wakeAtMs: null }, round, moment)
  return { machine: begun.machine, effects: [{ do: 'wake', atMs: null }, ...begun.effects] }
}

/** Ends the round; the next begins by itself at a time. */
const rest = (machine: SyncMachine, wakeAtMs: number | null): Step => ({
  machine: { ...machine, task: null, round: null, wakeAtMs },
  effects: [{ do: 'wake', atMs: wakeAtMs }, { do: 'rest' }],
})

/** A round that came to its end. */
const finish = (machine: SyncMachine, moment: Moment): Step => {
  const settled: SyncMachine = { ...machine, failures: 0, refusedSessions: 0, trouble: null, doubted: false }
  if (machine.round?.again === true) return begin({ ...settled, task: null, round: null }, moment)
  return rest(settled, debounced(settled.written, moment.nowMs + waits.idle * (0.75 + moment.roll / 2)))
}

const debounced = (written: SyncMachine['written'], otherwise: number): number =>
  written === null
    ? otherwise
    : Math.min(otherwise, written.lastMs + waits.debounce, written.firstMs + waits.debounceMost)

/** Y-29: full jitter, doubling, never earlier than the hub asked for. */
export const backoffMs = (failures: number, roll: number, retryAfterMs = 0): number => {
  const most = Math.min(waits.longest, waits.first * 2 ** Math.min(failures - 1, 20))
  return Math.max(waits.shortest, roll * most, Math.min(retryAfterMs, waits.retryAfterMost))
}

const retry = (machine: SyncMachine, trouble: Trouble, moment: Moment, retryAfterMs?: number): Step => {
  const failures = machine.failures + 1
  return rest({ ...machine, failures, trouble }, moment.nowMs + backoffMs(failures, moment.roll, retryAfterMs))
}

const halt = (machine: SyncMachine, halted: Halted): Step => {
  const rested = rest({ ...machine, halted, session: null, trouble: null }, null)
  return { machine: rested.machine, effects: [{ do: 'halt', halted }, ...rested.effects] }
}

/** What stops sync when the hub says so. */
export const halts: Partial<Record<SyncRefusalCode, Halted['state']>> = {
  revoked: 'revoked',
  removed: 'removed',
  device_forked: 'forked',
}

const refused = (machine: SyncMachine, round: Round, fault: LinkFault, moment: Moment): Step => {
  const code = fault.code as SyncRefusalCode | undefined
  const state = code === undefined ? undefined : halts[code]
  if (state !== undefined) return halt(machine, { state, message: fault.message })
  switch (code) {
    case 'session_expired': {
      const refusedSessions = machine.refusedSessions + 1
      const without: SyncMachine = { ...machine, session: null, refusedSessions }
      return refusedSessions > sessionTries
        ? retry(without, { state: 'session_expired', message: fault.message }, moment, fault.retryAfterMs)
        : go(without, round, moment)
    }
    case 'gone':
      return round.compare
        ? retry(machine, { state: 'stuck', message: fault.message }, moment)
        : go(machine, { ...round, compare: true }, moment)
    case 'too_large':
      return machine.batch > 1
        ? go({ ...machine, batch: Math.ceil(machine.batch / 2) }, round, moment)
        : retry(machine, { state: 'stuck', message: fault.message }, moment)
    case 'version':
      return retry(
        { ...machine, failures: Math.max(machine.failures, 8) },
        { state: 'version', message: fault.message },
        moment,
        waits.longest,
      )
    case 'storage_full':
      return retry(machine, { state: 'hub_full', message: fault.message }, moment, fault.retryAfterMs)
    // Without a code it was no hub that answered, but something on the way to it.
    case undefined:
      return retry(machine, { state: 'offline', message: fault.message }, moment, fault.retryAfterMs)
    default:
      return retry(machine, { state: 'stuck', message: fault.message }, moment, fault.retryAfterMs)
  }
}

/** What a hub that is found to have done this stops (Y-51). */
export const haltedBy = ({ code, message }: HubFault): Halted => ({
  state: code === 'unknown_own_entry' ? 'forked' : 'hub_not_trusted',
  message: `${code}: ${message}`,
})

/**
 * Y-51: a bit that was flipped on the way looks like a lie. What does not hold is asked for once more, in a new session
 * over a new connection, before the hub is distrusted.
 */
const doubt = (machine: SyncMachine, round: Round, fault: HubFault, moment: Moment): Step => {
  if (machine.doubted) return halt({ ...machine, doubted: false }, haltedBy(fault))
  const again = go({ ...machine, session: null, doubted: true }, round, moment)
  return { machine: again.machine, effects: [{ do: 'reconnect' }, ...again.effects] }
}

const fullWords = (unnoted: number): string =>
  unnoted === 0
    ? 'The disk is full.'
    : `The hub has ${unnoted === 1 ? 'one entry' : `${unnoted} entries`} more of this device than could be noted here.`

const failed = (machine: SyncMachine, round: Round, fault: CallFault, moment: Moment): Step => {
  switch (fault.kind) {
    case 'untrusted':
      return doubt(machine, round, fault.fault, moment)
    case 'disk_full':
      return retry(machine, { state: 'disk_full', message: fullWords(fault.unnoted) }, moment)
    case 'unusable':
      return retry(machine, { state: 'stuck', message: fault.message }, moment)
    case 'link':
      return fault.fault.kind === 'refused'
        ? refused(machine, round, fault.fault, moment)
        : retry(machine, { state: 'offline', message: fault.fault.message }, moment)
  }
}

/** The hub spoke: what failed before is over. */
const heard = (machine: SyncMachine): SyncMachine => ({ ...machine, failures: 0, refusedSessions: 0, trouble: null })

const pushed = (machine: SyncMachine, round: Round, result: Pushed, moment: Moment): Step => {
  if (result.forked)
    return halt(machine, {
      state: 'forked',
      message: 'The hub has other entries of this device than this folder: it was copied, or restored from a backup.',
    })
  // What found its place at once leaves room for the next; else the feed says where it is.
  const next = result.placed > 0 && result.waiting > 0 ? 'push' : 'pull'
  return go(
    heard(machine),
    { ...round, next, sent: round.sent || result.sent > 0, moved: round.moved || result.placed > 0 },
    moment,
  )
}

const pulled = (machine: SyncMachine, round: Round, result: Pulled, moment: Moment): Step => {
  if (!result.whole) {
    const shaken = result.moved ? heard(machine) : machine
    return retry(shaken, { state: 'offline', message: 'The hub’s answer was cut off.' }, moment)
  }
  const idlePages = result.moved ? 0 : round.idlePages + 1
  const moved = round.moved || result.moved
  if (result.more) {
    if (idlePages >= idlePagesMost)
      return retry(machine, { state: 'stuck', message: 'The hub announces more and sends nothing.' }, moment)
    return go(heard(machine), { ...round, idlePages, moved, compare: false }, moment)
  }
  if (result.waiting === 0) return finish(machine, moment)
  if (round.sent && !moved)
    return retry(
      machine,
      {
        state: 'stuck',
        message:
          'The hub took entries and does not say where they are. Their case may not be granted to this device any more.',
      },
      moment,
    )
  return go(heard(machine), { ...round, next: 'push', compare: false, sent: false, moved: false, idlePages: 0 }, moment)
}

const answered = (machine: SyncMachine, event: Extract<SyncEvent, { task: number }>, moment: Moment): Step => {
  const { round, task } = machine
  if (task?.id !== event.task || round === null) return stay(machine)
  const free: SyncMachine = { ...machine, task: null }
  switch (event.kind) {
    case 'opened':
      return go(
        { ...free, session: { token: event.session.token, untilMs: moment.nowMs + event.session.expiresInMs } },
        round,
        moment,
      )
    case 'pushed':
      return pushed(free, round, event.pushed, moment)
    case 'pulled':
      return pulled(free, round, event.pulled, moment)
    case 'failed':
      return failed(free, round, event.fault, moment)
  }
}

/** Leaves what is under way. */
const leave = (machine: SyncMachine, wakeAtMs: number | null): Step => {
  if (machine.round === null) return { machine: { ...machine, wakeAtMs }, effects: [{ do: 'wake', atMs: wakeAtMs }] }
  const rested = rest(machine, wakeAtMs)
  return { machine: rested.machine, effects: [{ do: 'abort' }, ...rested.effects] }
}

const written = (machine: SyncMachine, { nowMs }: Moment): Step => {
  const noted: SyncMachine = { ...machine, written: { firstMs: machine.written?.firstMs ?? nowMs, lastMs: nowMs } }
  // A failure has its own wait: writing more does not make the network come back.
  if (!mayRun(noted) || noted.round !== null || noted.trouble !== null) return stay(noted)
  const wakeAtMs = debounced(noted.written, noted.wakeAtMs ?? Infinity)
  return { machine: { ...noted, wakeAtMs }, effects: [{ do: 'wake', atMs: wakeAtMs }] }
}

/** One step. The same state, event and moment always give the same. */
export const step = (machine: SyncMachine, event: SyncEvent, moment: Moment): Step => {
  switch (event.kind) {
    case 'started':
    case 'asked':
      return begin(machine, moment)
    case 'hinted':
      return machine.trouble === null ? begin(machine, moment) : stay(machine)
    case 'joined':
      return begin({ ...machine, joined: true, halted: null }, moment)
    case 'trusted':
      return begin({ ...machine, halted: null }, moment)
    case 'tick':
      return machine.wakeAtMs !== null && moment.nowMs >= machine.wakeAtMs
        ? begin(machine, moment)
        : { machine, effects: [{ do: 'wake', atMs: machine.wakeAtMs }] }
    case 'written':
      return written(machine, moment)
    case 'paused': {
      if (!event.on) return begin({ ...machine, paused: false }, moment)
      const left = leave(machine, null)
      return { machine: { ...left.machine, paused: true }, effects: left.effects }
    }
    case 'halted': {
      const left = leave(machine, null)
      const halted = halt(left.machine, event.halted)
      return { machine: halted.machine, effects: [...left.effects, ...halted.effects] }
    }
    case 'cancelled':
      return machine.round === null ? stay(machine) : leave(machine, moment.nowMs + waits.idle)
    case 'stopped': {
      const left = leave(machine, null)
      return { machine: { ...left.machine, joined: false }, effects: left.effects }
    }
    default:
      return answered(machine, event, moment)
  }
}
