import type { Halted, Moment, Round, SyncStep, SyncEffect, SyncMachine, Task, Trouble } from './machine.ts'
import { backoffMs, waits } from './waits.ts'

/** How a round of sync begins, goes on and ends. */

/** Nothing changes. */
export const stay = (machine: SyncMachine): SyncStep => ({ machine, effects: [] })

/** Whether a round may begin. */
export const mayRun = (machine: SyncMachine): boolean => machine.joined && machine.halted === null && !machine.paused

/** The next call of the round: a session first where there is none that lasts. */
export const go = (machine: SyncMachine, round: Round, { nowMs }: Moment): SyncStep => {
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

/** A round begins, or another one follows the one that runs. */
export const begin = (machine: SyncMachine, moment: Moment): SyncStep => {
  if (!mayRun(machine)) return stay(machine)
  if (machine.round !== null) return stay({ ...machine, round: { ...machine.round, again: true } })
  const round: Round = { next: 'push', compare: false, sent: false, moved: false, idlePages: 0, again: false }
  const begun = go({ ...machine, written: null, wakeAtMs: null }, round, moment)
  return { machine: begun.machine, effects: [{ do: 'wake', atMs: null }, ...begun.effects] }
}

/** Ends the round; the next begins by itself at a time. */
const rest = (machine: SyncMachine, wakeAtMs: number | null): SyncStep => ({
  machine: { ...machine, task: null, round: null, wakeAtMs },
  effects: [{ do: 'wake', atMs: wakeAtMs }, { do: 'rest' }],
})

/** A round that came to its end. */
export const finish = (machine: SyncMachine, moment: Moment): SyncStep => {
  const settled: SyncMachine = { ...machine, failures: 0, refusedSessions: 0, trouble: null, doubted: false }
  if (machine.round?.again === true) return begin({ ...settled, task: null, round: null }, moment)
  return rest(settled, debounced(settled.written, moment.nowMs + waits.idle * (0.75 + moment.roll / 2)))
}

/** When a round begins by itself for what was written; `otherwise` where nothing was, or where that comes first. */
export const debounced = (written: SyncMachine['written'], otherwise: number): number =>
  written === null
    ? otherwise
    : Math.min(otherwise, written.lastMs + waits.debounce, written.firstMs + waits.debounceMost)

/** The round ends, and the next begins after a wait. */
export const retry = (machine: SyncMachine, trouble: Trouble, moment: Moment, retryAfterMs?: number): SyncStep => {
  const failures = machine.failures + 1
  return rest({ ...machine, failures, trouble }, moment.nowMs + backoffMs(failures, moment.roll, retryAfterMs))
}

/** Sync with this hub stops. */
export const halt = (machine: SyncMachine, halted: Halted): SyncStep => {
  const rested = rest({ ...machine, halted, session: null, trouble: null }, null)
  return { machine: rested.machine, effects: [{ do: 'halt', halted }, ...rested.effects] }
}

/** The hub spoke: what failed before is over. */
export const heard = (machine: SyncMachine): SyncMachine => ({
  ...machine,
  failures: 0,
  refusedSessions: 0,
  trouble: null,
})

/** Leaves what is under way. */
export const leave = (machine: SyncMachine, wakeAtMs: number | null): SyncStep => {
  if (machine.round === null) return { machine: { ...machine, wakeAtMs }, effects: [{ do: 'wake', atMs: wakeAtMs }] }
  const rested = rest(machine, wakeAtMs)
  return { machine: rested.machine, effects: [{ do: 'abort' }, ...rested.effects] }
}
