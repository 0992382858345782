import path from 'node:path'
import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { isOfFullDisk } from '../../platform/disk-full.ts'
import type { Connection } from '../sqlite/connection.ts'

/** State that lives beside the database and must follow its transactions. */
export interface TransactionState {
  /** Called at the start of each job; answers how to go back to here. */
  mark(): () => void
  /** Called before the COMMIT of a group: writes what is kept in memory. */
  flush(): void
  /** Called once the COMMIT is durable. */
  committed(): void
}

interface Waiting {
  readonly run: () => Promise<Result<unknown, Refusal>> | Result<unknown, Refusal>
  readonly resolve: (result: Result<unknown, Refusal>) => void
  readonly reject: (error: unknown) => void
}

/** Waits in the queue for a moment without a transaction. */
interface Between {
  readonly between: () => void
}

const isJob = (one: Waiting | Between): one is Waiting => 'run' in one

type Outcome = { readonly job: Waiting } & ({ readonly result: Result<unknown, Refusal> } | { readonly error: unknown })

/** Jobs that share one transaction at most, so that none waits long for the others' work. */
const groupMax = 128

const diskFull = refusal('storage_full', 'The disk is full. Nothing of the request was kept; free space and try again.')
const closed = refusal('unavailable', 'The service is stopping; try again in a moment.')

/**
 * Runs jobs one after another, as many as wait in one durable transaction. A job must depend on nothing but the tables
 * and the state that is marked: it may run a second time, after all that it did was undone.
 */
export interface GroupCommit {
  run<T>(job: () => Promise<Result<T, Refusal>> | Result<T, Refusal>): Promise<Result<T, Refusal>>
  /**
   * Runs what needs the connection outside of any transaction, once those that wait before it are done. It must not
   * give its turn away.
   */
  between<T>(job: () => T): Promise<T>
  /** Refuses new jobs and resolves when those that wait are done. */
  close(): Promise<void>
}

/** Makes the queue of the writing connection. Nothing else may begin a transaction on it. */
export const createGroupCommit = (db: Connection, state: TransactionState): GroupCommit => {
  const queue: (Waiting | Between)[] = []
  let draining: Promise<void> | null = null
  let isClosed = false
  const isFull = (error: unknown): boolean => isOfFullDisk(error, path.dirname(db.name))
  const begin = db.prepare('BEGIN IMMEDIATE')
  const commit = db.prepare('COMMIT')
  const rollback = db.prepare('ROLLBACK')
  const savepoint = db.prepare('SAVEPOINT job')
  const release = db.prepare('RELEASE job')
  const rollbackJob = db.prepare('ROLLBACK TO job')
  const changesSoFar = db.prepare<[], number>('select total_changes()').pluck()

  const undo = (goBack: () => void): void => {
    goBack()
    // Some errors (a full disk among them) end the whole transaction; then there is no savepoint left.
    if (!db.inTransaction) throw new LostTransaction()
    rollbackJob.run()
    release.run()
  }

  const attempt = async (job: Waiting): Promise<Outcome> => {
    try {
      return { job, result: await job.run() }
    } catch (error) {
      if (!db.inTransaction) throw error
      return isFull(error) ? { job, result: fail(diskFull) } : { job, error }
    }
  }

  const isKept = (outcome: Outcome): boolean => 'result' in outcome && outcome.result.ok

  const runGuarded = async (job: Waiting): Promise<Outcome> => {
    const goBack = state.mark()
    savepoint.run()
    const outcome = await attempt(job)
    if (isKept(outcome)) release.run()
    else undo(goBack)
    return outcome
  }

  /**
   * Without a savepoint, which costs a copy of every page that is touched; throws where a job must be undone that has
   * written.
   */
  const runBare = async (job: Waiting): Promise<Outcome> => {
    const goBack = state.mark()
    const before = changesSoFar.get()
    const outcome = await attempt(job)
    if (isKept(outcome)) return outcome
    if (changesSoFar.get() !== before) throw new NeedsSavepoints()
    goBack()
    return outcome
  }

  const runTransaction = async (
    group: readonly Waiting[],
    run: (job: Waiting) => Promise<Outcome>,
  ): Promise<readonly Outcome[]> => {
    const goBack = state.mark()
    const outcomes: Outcome[] = []
    try {
      begin.run()
      for (const job of group) outcomes.push(await run(job))
      state.flush()
      commit.run()
      return outcomes
    } catch (error) {
      goBack()
      if (db.inTransaction) rollback.run()
      if (error instanceof NeedsSavepoints) return await runTransaction(group, runGuarded)
      // What a job itself answered stands only if it failed by itself; nothing of the others was kept.
      return group.map((job) => (isFull(error) ? { job, result: fail(diskFull) } : { job, error }))
    }
  }

  const runGroup = async (group: readonly Waiting[]): Promise<void> => {
    if (group.length === 0) return
    const outcomes = await runTransaction(group, runBare)
    if (outcomes.some(isKept)) state.committed()
    outcomes.forEach(settle)
  }

  const settle = (outcome: Outcome): void => {
    if ('error' in outcome) outcome.job.reject(outcome.error)
    else outcome.job.resolve(outcome.result)
  }

  /**
   * Requests that arrive while others still do join the group: what is waited for is one empty turn of the event loop.
   */
  const gather = async (): Promise<void> => {
    let waiting: number
    do {
      waiting = queue.length
      await new Promise<void>((resolve) => setImmediate(resolve))
    } while (queue.length > waiting && queue.length < groupMax)
  }

  const drain = async (): Promise<void> => {
    while (queue.length > 0) {
      await gather()
      const between = queue.findIndex((one) => !isJob(one))
      await runGroup(queue.splice(0, between === -1 ? groupMax : Math.min(between, groupMax)).filter(isJob))
      for (let [first] = queue; first !== undefined && !isJob(first); [first] = queue) {
        queue.shift()
        first.between()
      }
    }
    draining = null
  }

  return {
    run: <T>(job: () => Promise<Result<T, Refusal>> | Result<T, Refusal>) => {
      if (isClosed) return Promise.resolve(fail(closed))
      return new Promise<Result<T, Refusal>>((resolve, reject) => {
        queue.push({ run: job, resolve: resolve as Waiting['resolve'], reject })
        draining ??= drain()
      })
    },
    between: (job) =>
      new Promise((resolve, reject) => {
        const between = (): void => {
          try {
            resolve(job())
          } catch (error) {
            reject(error instanceof Error ? error : new Error(String(error)))
          }
        }
        queue.push({ between })
        draining ??= drain()
      }),
    close: async () => {
      isClosed = true
      await draining
    },
  }
}

class LostTransaction extends Error {
  override readonly name = 'LostTransaction'
}

class NeedsSavepoints extends Error {
  override readonly name = 'NeedsSavepoints'
}
