import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { shippedModel } from '../../../main/detection/models/shipped/shipped-model.ts'
import { readTrainingNote } from '../../../main/detection/models/study/training-note.ts'
import { readXgboostJson } from '../../../main/detection/models/xgboost-json.ts'
import { featureNames } from '../../../main/detection/features/catalogue.ts'
import { activityWorld } from '../../../scripts/lib/activity-world.ts'
import { defaultModelPlan, makeDefaultModel } from '../../../scripts/lib/default-model.ts'

const small = {
  world: { ...defaultModelPlan.world, customers: 60, terminals: 30, days: 40 },
  train: { from: '2031-01-08', to: '2031-01-28' },
  test: { from: '2031-02-05', to: '2031-02-09' },
  trees: 10,
}

describe('the shipped model', () => {
  it('is made again byte for byte: a small one of the same make has this hash on every machine', () => {
    const { file } = makeDefaultModel(small)
    // Where features or training change on purpose, so does this: run scripts/default-model.ts, and put the new hash
    // here.
    expect(createHash('sha256').update(file).digest('hex')).toBe(
      '1c5846f707233662c8aa0e8c1396ceb8f53743569bfe61e562ef972ec7bbf284',
    )
  })

  it('is what its plan says, and asks only for features that are computed', () => {
    const model = readXgboostJson(shippedModel.text)
    if (!model.ok) throw new Error(model.error.message)
    expect(readTrainingNote(model.value.attributes)?.train).toEqual(defaultModelPlan.train)
    expect(model.value.forest.roots).toHaveLength(defaultModelPlan.trees)
    for (const name of model.value.featureNames ?? []) expect(featureNames).toContain(name)
  })
})

describe('the invented bank', () => {
  const activities = activityWorld(small.world)

  it('has payments, transfers and logins in order of time, a small part of them fraud', () => {
    expect(new Set(activities.map(({ event }) => event.event_type))).toEqual(
      new Set(['card_payment', 'transfer', 'login']),
    )
    expect(activities.every(({ atMs }, at) => at === 0 || atMs >= (activities[at - 1]?.atMs ?? 0))).toBe(true)
    expect(new Set(activities.map(({ event }) => event.transaction_id)).size).toBe(activities.length)
    const frauds = activities.filter(({ isFraud }) => isFraud).length
    expect(frauds / activities.length).toBeGreaterThan(0.002)
    expect(frauds / activities.length).toBeLessThan(0.1)
  })

  it('follows from the seed', () => {
    expect(activityWorld(small.world)).toEqual(activities)
    expect(activityWorld({ ...small.world, seed: 1 })).not.toEqual(activities)
  })
})
