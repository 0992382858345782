import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { Connection } from '../sqlite/connection.ts'
import { createGroupTransaction, isKept } from './group-transaction.ts'
import type { Outcome, TransactionState, Waiting } from './group-transaction.ts'

/** Waits in the queue for a moment without a transaction. */
interface Between {
  readonly between: () => void
}

const isJob = (one: Waiting | Between): one is Waiting => 'run' in one

/** Jobs that share one transaction at most, so that none waits long for the others' work. */
const groupMax = 128

const closed = refusal('unavailable', 'The service is stopping; try again in a moment.')

/**
 * Runs jobs one after another, as many as wait in one durable transaction. A job must depend on nothing but the tables
 * and the state that is marked: it may run a second time, after all that it did was undone.
 */
export interface GroupCommit {
  run<T>(job: () => Promise<Result<T, Refusal>> | Result<T, Refusal>): Promise<Result<T, Refusal>>
  /**
   * The same for what outlives the process but need not outlive a loss of power (L-94): a group of such jobs alone is
   * committed without an fsync.
   */
  runQuick<T>(job: () => Promise<Result<T, Refusal>> | Result<T, Refusal>): Promise<Result<T, Refusal>>
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
  const runTransaction = createGroupTransaction(db, state)

  const runGroup = async (group: readonly Waiting[]): Promise<void> => {
    if (group.length === 0) return
    const outcomes = await runTransaction(group)
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

  const enqueue = <T>(
    job: () => Promise<Result<T, Refusal>> | Result<T, Refusal>,
    isQuick: boolean,
  ): Promise<Result<T, Refusal>> => {
    if (isClosed) return Promise.resolve(fail(closed))
    return new Promise<Result<T, Refusal>>((resolve, reject) => {
      queue.push({ run: job, resolve: resolve as Waiting['resolve'], reject, isQuick })
      draining ??= drain()
    })
  }

  return {
    run: (job) => enqueue(job, false),
    runQuick: (job) => enqueue(job, true),
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
