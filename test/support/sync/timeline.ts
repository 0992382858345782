import type { Scheduler } from '../../../main/platform/scheduler.ts'

/**
 * One piece of work of a node. It runs until it waits for the world (an answer of the network, a timer), and goes on
 * only when the world says so.
 */
export interface Task {
  readonly name: string
  /** For how many things of the world it waits now. */
  waits: number
  done: boolean
}

interface Event {
  readonly atMs: number
  readonly n: number
  readonly name: string
  readonly run: () => void | Promise<void>
}

/** Turns of the event loop after which whatever needs no world has come to rest (a group commit gathers for a few). */
const restTurns = 6
/** Work that has neither ended nor asked the network for anything after so many turns waits for a timer of its own. */
const timerTurns = 300

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Whether the thread pool still works on files for someone. */
const filesBusy = (): boolean => process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'))

/** Virtual time: all nodes of a world share it, and it moves only from event to event. */
export interface Timeline {
  nowMs(): number
  /** Runs `run` at a time; the answered function takes it back. */
  at(atMs: number, name: string, run: () => void | Promise<void>): () => void
  after(ms: number, name: string, run: () => void | Promise<void>): () => void
  /** Starts work that `settle` waits for. */
  task<T>(name: string, run: (task: Task) => Promise<T>): Promise<T>
  /** Waits, in no virtual time, until every task is done or waits for the world. */
  settle(): Promise<void>
  /** Lets time pass. */
  elapse(ms: number): Promise<void>
  /** Lets time pass until `is` holds, at most so long; answers whether it came to hold. */
  until(is: () => boolean | Promise<boolean>, boundMs: number): Promise<boolean>
  /** Runs what a node puts off; `alive` says whether the node still is the one that asked. */
  scheduler(name: string, alive: () => boolean): Scheduler
}

const hasUnfinished = (tasks: ReadonlySet<Task>): boolean => [...tasks].some((task) => task.waits === 0)

/** Makes a timeline at 0. Events of the same time run in the order in which they were planned. */
export const createTimeline = (trace: (line: string) => void): Timeline => {
  const events = new Set<Event>()
  const tasks = new Set<Task>()
  let nowMs = 0
  let planned = 0

  const at = (atMs: number, name: string, run: Event['run']): (() => void) => {
    const event: Event = { atMs: Math.max(atMs, nowMs), n: (planned += 1), name, run }
    events.add(event)
    return () => events.delete(event)
  }

  const next = (): Event | null => {
    let first: Event | null = null
    for (const event of events)
      if (first === null || event.atMs < first.atMs || (event.atMs === first.atMs && event.n < first.n)) first = event
    return first
  }

  const settle = async (): Promise<void> => {
    let rest = 0
    for (let turns = 0; rest < restTurns; turns++) {
      await turn()
      const working = filesBusy()
      if (working) turns = 0
      rest = working || (hasUnfinished(tasks) && turns < timerTurns) ? 0 : rest + 1
    }
  }

  const step = async (event: Event): Promise<void> => {
    events.delete(event)
    nowMs = event.atMs
    trace(event.name)
    await event.run()
    await settle()
  }

  return {
    nowMs: () => nowMs,
    at,
    after: (ms, name, run) => at(nowMs + ms, name, run),
    task: async (name, run) => {
      const task: Task = { name, waits: 0, done: false }
      tasks.add(task)
      try {
        return await run(task)
      } finally {
        task.done = true
        tasks.delete(task)
      }
    },
    settle,
    elapse: async (ms) => {
      const end = nowMs + ms
      for (let event = next(); event !== null && event.atMs <= end; event = next()) await step(event)
      nowMs = end
    },
    until: async (is, boundMs) => {
      const end = nowMs + boundMs
      await settle()
      for (;;) {
        if (await is()) return true
        const event = next()
        if (event === null || event.atMs > end) return false
        await step(event)
      }
    },
    scheduler: (name, alive) => ({
      after: (ms, work) =>
        at(nowMs + ms, `${name}: timer`, () => {
          try {
            if (alive()) work()
          } catch (error) {
            // The machine stopped in the middle of it.
            if (alive()) throw error
          }
        }),
    }),
  }
}
