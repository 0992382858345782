import type { readVerification } from '../../../shared/api/workspace.ts'
import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { AnswerOf } from '../../../shared/api/operation.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'

export type VerificationJob = AnswerOf<typeof readVerification>['data']

/** Checks of the whole workspace: one runs at a time, and the last ones can be asked about. */
export interface VerificationJobs {
  /** Starts a check, or answers the one that runs. */
  start(): VerificationJob
  read(id: string): Result<VerificationJob, Refusal>
  /** Cancels what runs and waits until it has let go of the database. */
  close(): Promise<void>
}

const maxKept = 20

/** Makes the jobs of a workspace. */
export const createVerificationJobs = ({
  verification,
  env,
}: Pick<Workspace, 'verification' | 'env'>): VerificationJobs => {
  const jobs = new Map<string, VerificationJob>()
  let running: { readonly id: string; readonly stop: AbortController; readonly ended: Promise<void> } | null = null

  const update = (id: string, change: Partial<VerificationJob>): void => {
    const job = jobs.get(id)
    if (job !== undefined) jobs.set(id, { ...job, ...change })
  }

  const run = async (id: string, signal: AbortSignal): Promise<void> => {
    try {
      const report = await verification.verifyWorkspace(
        (done, total) => update(id, { done_cases: done, total_cases: total }),
        signal,
      )
      update(id, report === null ? { state: 'cancelled' } : { state: 'done', report })
    } catch (error) {
      env.log.error({ err: error }, 'a verification failed')
      update(id, { state: 'failed' })
    } finally {
      running = null
    }
  }

  return {
    start() {
      const current = running === null ? undefined : jobs.get(running.id)
      if (current !== undefined) return current
      const id = env.random.uuidv7(env.clock.nowMs())
      const job: VerificationJob = { id, state: 'running', done_cases: 0, total_cases: 0, report: null }
      jobs.set(id, job)
      const oldest = jobs.keys().next().value
      if (jobs.size > maxKept && oldest !== undefined) jobs.delete(oldest)
      const stop = new AbortController()
      // Begun a turn later, so that even a check that fails at once finds `running` set and clears it.
      running = { id, stop, ended: Promise.resolve().then(() => run(id, stop.signal)) }
      return job
    },
    read(id) {
      const job = jobs.get(id.toLowerCase())
      return job === undefined
        ? fail(refusal('not_found', 'There is no verification with this id; a restart of the service forgets them.'))
        : ok(job)
    },
    async close() {
      running?.stop.abort()
      await running?.ended
    },
  }
}
