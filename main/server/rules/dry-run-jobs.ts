import { setImmediate } from 'node:timers/promises'
import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { DryRun } from '../../../shared/schema/rules.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import type { DryRunTally } from '../../detection/rules/dry-run.ts'
import type { Env } from '../../platform/env.ts'
import type { PastActivities, PastRange } from '../../storage/rules/past-activities.ts'
import type { PastWitness } from './past-witness.ts'

/** Dry runs: one at a time, and the last ones can be asked about. */
export interface DryRunJobs {
  /** `witness` is called when its turn comes: what it makes holds the network of the past in memory. */
  start(tally: DryRunTally, range: PastRange, witness: () => PastWitness): DryRun
  read(id: string): Result<DryRun, Refusal>
  cancel(id: string): Result<DryRun, Refusal>
  close(): Promise<void>
}

const maxKept = 20

const unknown = refusal('not_found', 'There is no dry run with this id; a restart of the service forgets them.')

interface Job {
  readonly id: string
  state: DryRun['state']
  done: number
  total: number
  error: string | null
  told: PastWitness['told'] | null
  readonly tally: DryRunTally
  readonly stop: AbortController
  ended: Promise<void>
}

const viewOf = ({ id, state, done, total, error, told, tally }: Job): DryRun => {
  const found = tally.found()
  return {
    id,
    state,
    done,
    total,
    error,
    from: found.fromMs === null ? null : toTimestamp(found.fromMs),
    to: found.toMs === null ? null : toTimestamp(found.toMs),
    days: found.days,
    frauds: found.frauds,
    labelled: found.labelled,
    model: told?.model ?? null,
    as_of_now: [...(told?.asOfNow ?? [])],
    rules: [...found.rules],
  }
}

/** Makes the jobs. Between two steps of a walk the event loop has its turn, so that a dry run delays nobody. */
export const createDryRunJobs = (past: PastActivities, env: Pick<Env, 'random' | 'clock' | 'log'>): DryRunJobs => {
  const jobs = new Map<string, Job>()
  let running: Job | null = null

  const run = async (job: Job, range: PastRange, make: () => PastWitness): Promise<void> => {
    try {
      const witness = make()
      job.told = witness.told
      const walk = past.walk(range, witness)
      job.total = walk.total
      for (;;) {
        if (job.stop.signal.aborted) {
          job.state = 'cancelled'
          return
        }
        const next = walk.next()
        if (next === null) break
        for (const activity of next.activities) job.tally.add(activity)
        job.done += next.passed
        await setImmediate()
        await witness.settle(job.stop.signal)
      }
      job.state = 'done'
    } catch (error) {
      env.log.error({ err: error }, 'a dry run of rules failed')
      job.state = 'failed'
      job.error = 'The dry run failed; the log tells why.'
    } finally {
      if (running === job) running = null
    }
  }

  const find = (id: string): Job | undefined => jobs.get(id.toLowerCase())

  return {
    start: (tally, range, witness) => {
      running?.stop.abort()
      const job: Job = {
        id: env.random.uuidv7(env.clock.nowMs()),
        state: 'running',
        done: 0,
        total: 0,
        error: null,
        told: null,
        tally,
        stop: new AbortController(),
        ended: Promise.resolve(),
      }
      jobs.set(job.id, job)
      const oldest = jobs.keys().next().value
      if (jobs.size > maxKept && oldest !== undefined) jobs.delete(oldest)
      const before = running?.ended ?? Promise.resolve()
      running = job
      job.ended = before.then(() => run(job, range, witness))
      return viewOf(job)
    },
    read: (id) => {
      const job = find(id)
      return job === undefined ? fail(unknown) : ok(viewOf(job))
    },
    cancel: (id) => {
      const job = find(id)
      if (job === undefined) return fail(unknown)
      job.stop.abort()
      if (job.state === 'running') job.state = 'cancelled'
      return ok(viewOf(job))
    },
    close: async () => {
      running?.stop.abort()
      await running?.ended
    },
  }
}
