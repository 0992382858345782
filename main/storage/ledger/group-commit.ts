import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
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

type Outcome = { readonly job: Waiting } & ({ readonly result: Result<unknown, Refusal> } | { readonly error: unknown })

/** Jobs that share one transaction at most, so that none waits long for the others' work. */
const groupMax = 128

const fullCodes = ['SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_IOERR_FSYNC', 'SQLITE_IOERR_TRUNCATE', 'ENOSPC', 'EDQUOT']

/** Whether an error says that the disk is full. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && fullCodes.includes(error.code)

const diskFull = refusal('storage_full', 'The disk is full. Nothing of the request was kept; free space and try again.')
const closed = refusal('unavailable', 'The service is stopping; try again in a moment.')

/** Runs jobs one after another, as many as wait in one durable transaction, each within a savepoint of its own. */
export interface GroupCommit {
  run<T>(job: () => Promise<Result<T, Refusal>> | Result<T, Refusal>): Promise<Result<T, Refusal>>
  /** Refuses new jobs and resolves when those that wait are done. */
  close(): Promise<void>
}

/** Makes the queue of the writing connection. Nothing else may begin a transaction on it. */
export const createGroupCommit = (db: Connection, state: TransactionState): GroupCommit => {
  const queue: Waiting[] = []
  let draining: Promise<void> | null = null
  let isClosed = false
  const begin = db.prepare('BEGIN IMMEDIATE')
  const commit = db.prepare('COMMIT')
  const rollback = db.prepare('ROLLBACK')
  const savepoint = db.prepare('SAVEPOINT job')
  const release = db.prepare('RELEASE job')
  const rollbackJob = db.prepare('ROLLBACK TO job')

  const undo = (goBack: () => void): void => {
    goBack()
    // Some errors (a full disk among them) end the whole transaction; then there is no savepoint left.
    if (!db.inTransaction) throw new LostTransaction()
    rollbackJob.run()
    release.run()
  }

  const perform = async (job: Waiting): Promise<Outcome> => {
    const goBack = state.mark()
    savepoint.run()
    try {
      const result = await job.run()
      if (result.ok) release.run()
      else undo(goBack)
      return { job, result }
    } catch (error) {
      if (error instanceof LostTransaction) throw error
      if (!db.inTransaction) throw error
      undo(goBack)
      return isDiskFull(error) ? { job, result: fail(diskFull) } : { job, error }
    }
  }

  const settle = (outcome: Outcome): void => {
    if ('error' in outcome) outcome.job.reject(outcome.error)
    else outcome.job.resolve(outcome.result)
  }

  const runGroup = async (group: readonly Waiting[]): Promise<void> => {
    const goBack = state.mark()
    const outcomes: Outcome[] = []
    try {
      begin.run()
      for (const job of group) outcomes.push(await perform(job))
      state.flush()
      commit.run()
    } catch (error) {
      goBack()
      if (db.inTransaction) rollback.run()
      // What a job itself answered stands only if it failed by itself; nothing of the others was kept.
      for (const job of group) settle(isDiskFull(error) ? { job, result: fail(diskFull) } : { job, error })
      return
    }
    state.committed()
    outcomes.forEach(settle)
  }

  const drain = async (): Promise<void> => {
    while (queue.length > 0) {
      // Requests that have arrived in this turn of the event loop join the group.
      await new Promise<void>((resolve) => setImmediate(resolve))
      await runGroup(queue.splice(0, groupMax))
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
    close: async () => {
      isClosed = true
      await draining
    },
  }
}

class LostTransaction extends Error {
  override readonly name = 'LostTransaction'
}
