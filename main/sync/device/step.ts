import { afterFault } from './after-fault.ts'
import type { Moment, Pulled, Pushed, Round, SyncStep, SyncEvent, SyncMachine } from './machine.ts'
import { begin, debounced, finish, go, halt, heard, leave, mayRun, retry, stay } from './round.ts'
import { waits } from './waits.ts'

/**
 * Sync of a device as a step machine (docs/spec/sync.md, section 8): a state and an event give the next state and what
 * is to be done. It knows no clock, no network and no store; times are milliseconds of a clock that never goes back.
 */
const idlePagesMost = 3

const pushed = (machine: SyncMachine, round: Round, result: Pushed, moment: Moment): SyncStep => {
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

const pulled = (machine: SyncMachine, round: Round, result: Pulled, moment: Moment): SyncStep => {
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

const answered = (machine: SyncMachine, event: Extract<SyncEvent, { task: number }>, moment: Moment): SyncStep => {
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
      return afterFault(free, round, event.fault, moment)
  }
}

const written = (machine: SyncMachine, { nowMs }: Moment): SyncStep => {
  const noted: SyncMachine = { ...machine, written: { firstMs: machine.written?.firstMs ?? nowMs, lastMs: nowMs } }
  // A failure has its own wait: writing more does not make the network come back.
  if (!mayRun(noted) || noted.round !== null || noted.trouble !== null) return stay(noted)
  const wakeAtMs = debounced(noted.written, noted.wakeAtMs ?? Infinity)
  return { machine: { ...noted, wakeAtMs }, effects: [{ do: 'wake', atMs: wakeAtMs }] }
}

/** One step. The same state, event and moment always give the same. */
export const step = (machine: SyncMachine, event: SyncEvent, moment: Moment): SyncStep => {
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
