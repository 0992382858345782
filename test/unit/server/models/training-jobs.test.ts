import { afterEach, describe, expect, it } from 'vitest'
import { pino } from 'pino'
import { activityWorld } from '../../../../scripts/lib/activity-world.ts'
import { createTrainingJobs, type TrainingJobs } from '../../../../main/server/models/training-jobs.ts'
import { systemEnv } from '../../../../main/platform/env.ts'
import type { ModelStore } from '../../../../main/storage/models/model-store.ts'
import { fail, ok } from '../../../../shared/schema/result.ts'
import { refusal } from '../../../../shared/api/errors.ts'

const events = activityWorld({ seed: 4, customers: 20, terminals: 8, days: 12, from: '2025-01-01' })
const plan = {
  kind: 'isolation_forest',
  train: { from: '2025-01-02', to: '2025-01-11' },
  test: null,
  delayDays: 7,
  seed: 1,
} as const
const as = { name: 'Trained', version: '1' }
const ana = { userId: 1, userUid: 'ana', role: 'supervisor' } as const
const sven = { userId: 2, userUid: 'sven', role: 'supervisor' } as const

let jobs: TrainingJobs | undefined
afterEach(() => jobs?.close())

const startJobs = (add: ModelStore['add']): TrainingJobs => {
  jobs = createTrainingJobs({
    models: { add } as ModelStore,
    past: {
      count: () => events.length,
      frauds: () => null,
      chunks: () => [events.map(({ event, isFraud }) => ({ event, atMs: Date.parse(event.at), isFraud }))],
    },
    currencies: () => ({ base: null, rates: [] }),
    nameOf: (uid) => `${uid} in person`,
    env: systemEnv(pino({ level: 'silent' })),
  })
  return jobs
}

describe('a training whose model is being kept', () => {
  it('is too late to cancel, so that nobody is told that no model is kept where one is', async () => {
    let isAsked = (): void => undefined
    let goOn = (): void => undefined
    const asked = new Promise<void>((resolve) => (isAsked = resolve))
    const gate = new Promise<void>((resolve) => (goOn = resolve))
    const ended = new Promise<void>((resolve) => {
      startJobs(async () => {
        isAsked()
        await gate
        setImmediate(resolve)
        return fail(refusal('already_done', 'There is another model of this name.'))
      })
    })
    const started = jobs?.start(plan, as, ana)
    const id = started?.ok === true ? started.value.id : ''
    await asked
    expect(await jobs?.cancel(id, sven)).toMatchObject({
      ok: false,
      error: { code: 'already_done', message: 'The training has ended, and its model is being kept.' },
    })
    goOn()
    await ended
    expect(jobs?.read(id)).toEqual(
      ok(
        expect.objectContaining({
          state: 'failed',
          error: 'There is another model of this name.',
          started_by: 'ana in person',
          cancelled_by: null,
        }),
      ),
    )
  }, 60_000)
})
