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

/** A job of a group, and who waits for it. */
export interface Waiting {
  /** Whether it need not outlive a loss of power (L-94). */
  readonly isQuick: boolean
  readonly run: () => Promise<Result<unknown, Refusal>> | Result<unknown, Refusal>
  readonly resolve: (result: Result<unknown, Refusal>) => void
  readonly reject: (error: unknown) => void
}

/** What a job came to: its answer, or the error of a bug. */
export type Outcome = { readonly job: Waiting } & (
  | { readonly result: Result<unknown, Refusal> }
  | { readonly error: unknown }
)

const diskFull = refusal('storage_full', 'The disk is full. Nothing of the request was kept; free space and try again.')

/** Whether what the job wrote stands, once its group is committed. */
export const isKept = (outcome: Outcome): boolean => 'result' in outcome && outcome.result.ok

/** Makes what runs a group of jobs in one durable transaction, in which a job that fails leaves nothing. */
export const createGroupTransaction = (
  db: Connection,
  state: TransactionState,
): ((group: readonly Waiting[]) => Promise<readonly Outcome[]>) => {
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

  /** Without an fsync at its commit: the next commit that has one, or the next writing back of the log, brings it. */
  const runQuick = async (group: readonly Waiting[]): Promise<readonly Outcome[]> => {
    db.pragma('synchronous = NORMAL')
    try {
      return await runTransaction(group, runBare)
    } finally {
      db.pragma('synchronous = FULL')
    }
  }

  return (group) => (group.every(({ isQuick }) => isQuick) ? runQuick(group) : runTransaction(group, runBare))
}

class LostTransaction extends Error {
  override readonly name = 'LostTransaction'
}

class NeedsSavepoints extends Error {
  override readonly name = 'NeedsSavepoints'
}
