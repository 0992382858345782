import { Worker } from 'node:worker_threads'
import { refusal, type Refusal } from '../../../shared/api/errors.ts'
import type { Currencies } from '../../../shared/schema/detection-policy.ts'
import type { ModelTraining, TrainingJob } from '../../../shared/schema/models.ts'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import type { Actor } from '../../domain/access/actor.ts'
import type { Env } from '../../platform/env.ts'
import type { ModelStore } from '../../storage/models/model-store.ts'
import type { TrainingActivities } from '../../storage/models/past-activities.ts'
import type { TrainingChunk, TrainingPlan, TrainingReply, TrainingStart } from './messages.ts'

/** Trainings on the workspace's activities: one runs at a time, and the last ones can be asked about. */
export interface TrainingJobs {
  start(
    plan: TrainingPlan,
    as: { readonly name: string; readonly version: string },
    actor: Actor,
  ): Result<TrainingJob, Refusal>
  /** Newest first. */
  list(): readonly TrainingJob[]
  read(id: string): Result<TrainingJob, Refusal>
  /**
   * Ends a training, whoever started it; once it has answered another can begin. Refused where the model is being kept
   * already.
   */
  cancel(id: string, actor: Actor): Promise<Result<TrainingJob, Refusal>>
  /** Ends what runs. */
  close(): Promise<void>
}

const maxKept = 20
const chunkActivities = 1_000

const unknown = refusal('not_found', 'There is no training with this id; a restart of the service forgets them.')

const alreadyEnded = refusal('already_done', 'The training has ended already.')
const beingKept = refusal('already_done', 'The training has ended, and its model is being kept.')

/** Makes the jobs. The features and the trees are the thread's work; this side only reads rows, a chunk at a time. */
export const createTrainingJobs = (parts: {
  readonly models: ModelStore
  readonly past: TrainingActivities
  readonly currencies: () => Currencies
  readonly nameOf: (userUid: string) => string
  readonly env: Pick<Env, 'clock' | 'random' | 'log'>
}): TrainingJobs => {
  const { models, past, currencies, nameOf, env } = parts
  const jobs = new Map<string, TrainingJob>()
  let running: { readonly id: string; readonly thread: Worker; readonly ended: Promise<void> } | null = null

  const update = (id: string, change: Partial<TrainingJob>): void => {
    const job = jobs.get(id)
    if (job?.state === 'running') jobs.set(id, { ...job, ...change })
  }
  const finish = (id: string, change: Pick<TrainingJob, 'state'> & Partial<TrainingJob>): void =>
    update(id, { ...change, stage: 'finished', finished_at: toTimestamp(env.clock.nowMs()) })

  /** Feeds the thread and waits for what it says last. */
  const work = (id: string, thread: Worker): Promise<Extract<TrainingReply, { kind: 'done' | 'refused' }>> =>
    new Promise((resolve, reject) => {
      const chunks = past.chunks(chunkActivities)[Symbol.iterator]()
      let sent = 0
      const feed = (): void => {
        const next = chunks.next()
        const activities = next.done === true ? null : next.value
        sent += activities?.length ?? 0
        update(id, { done: sent })
        thread.postMessage({ activities } satisfies TrainingChunk)
      }
      const hear = (reply: TrainingReply): void => {
        if (reply.kind === 'taken') feed()
        else if (reply.kind === 'progress') update(id, { stage: reply.stage, done: reply.done, total: reply.total })
        else resolve(reply)
      }
      thread.on('message', (reply: TrainingReply) => {
        try {
          hear(reply)
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)))
        }
      })
      thread.on('error', reject)
      thread.on('exit', () => reject(new Error('the thread that trains has ended')))
      feed()
    })

  const run = async (
    id: string,
    thread: Worker,
    plan: TrainingPlan,
    as: { readonly name: string; readonly version: string },
    actor: Actor,
  ): Promise<void> => {
    const startedMs = env.clock.nowMs()
    try {
      const said = await work(id, thread)
      if (said.kind === 'refused') {
        finish(id, { state: 'failed', error: said.message })
        return
      }
      update(id, { stage: 'storing' })
      const { train, delayDays, seed } = plan
      const training: ModelTraining = {
        train,
        delay_days: delayDays,
        activities: said.activities,
        frauds: said.frauds,
        trees: said.trees,
        seed,
        seconds: (env.clock.nowMs() - startedMs) / 1_000,
      }
      const added =
        jobs.get(id)?.state === 'running'
          ? await models.add(
              { ...as, text: said.text, source: 'trained', training, evaluation: said.evaluation },
              actor,
            )
          : null
      if (added === null) return
      if (added.ok) finish(id, { state: 'done', model_id: added.value.id })
      else finish(id, { state: 'failed', error: added.error.message })
    } catch (error) {
      if (jobs.get(id)?.state !== 'running') return
      env.log.error({ err: error }, 'a training failed')
      finish(id, { state: 'failed', error: 'The training failed; the log tells why.' })
    } finally {
      running = null
      await thread.terminate()
    }
  }

  return {
    start(plan, as, actor) {
      if (running !== null)
        return fail(
          refusal(
            'in_progress',
            `A training is under way, of ${jobs.get(running.id)?.started_by ?? 'somebody'}; wait for it, or cancel it.`,
          ),
        )
      const total = past.count()
      if (total === 0) return fail(refusal('unknown_reference', 'There are no transactions to learn from.'))
      const nowMs = env.clock.nowMs()
      const id = env.random.uuidv7(nowMs)
      const job: TrainingJob = {
        id,
        ...as,
        started_by: nameOf(actor.userUid),
        cancelled_by: null,
        state: 'running',
        stage: 'features',
        done: 0,
        total,
        started_at: toTimestamp(nowMs),
        finished_at: null,
        model_id: null,
        error: null,
      }
      jobs.set(id, job)
      const oldest = jobs.keys().next().value
      if (jobs.size > maxKept && oldest !== undefined) jobs.delete(oldest)
      const thread = new Worker(new URL('./training.worker.ts', import.meta.url), {
        workerData: { ...plan, currencies: currencies() } satisfies TrainingStart,
      })
      running = { id, thread, ended: Promise.resolve().then(() => run(id, thread, plan, as, actor)) }
      return ok(job)
    },
    read(id) {
      const job = jobs.get(id.toLowerCase())
      return job === undefined ? fail(unknown) : ok(job)
    },
    list: () => [...jobs.values()].reverse(),
    async cancel(id, actor) {
      const job = jobs.get(id.toLowerCase())
      if (job === undefined) return fail(unknown)
      if (job.state !== 'running') return fail(alreadyEnded)
      if (job.stage === 'storing') return fail(beingKept)
      finish(job.id, { state: 'cancelled', cancelled_by: nameOf(actor.userUid) })
      env.log.info({ training: job.id, by: actor.userUid }, 'a training was cancelled')
      const current = running
      if (current?.id === job.id) {
        await current.thread.terminate()
        await current.ended
      }
      return ok(jobs.get(job.id) ?? job)
    },
    async close() {
      const current = running
      if (current === null) return
      finish(current.id, { state: 'cancelled' })
      await current.thread.terminate()
      await current.ended
    },
  }
}
