import { describe, expect, it } from 'vitest'
import { activityWorld, type WorldPlan } from '../../../../scripts/lib/activity-world.ts'
import { evaluationPage } from '../../../../main/detection/models/report/evaluation-page.ts'
import { asHtml, asMarkdown } from '../../../../main/detection/models/report/page.ts'
import {
  collect,
  knownByThen,
  StudyCancelled,
  type StudiedActivity,
} from '../../../../main/detection/models/study/collect.ts'
import { engineMeter } from '../../../../main/detection/models/study/engine-meter.ts'
import { learn, type Lesson } from '../../../../main/detection/models/study/learn.ts'
import { gapFault, measureModel } from '../../../../main/detection/models/study/measure-model.ts'
import { modelFeatures } from '../../../../main/detection/models/study/recipe.ts'
import { dayNumber } from '../../../../main/detection/models/study/days.ts'
import { defaultIsolation } from '../../../../main/detection/models/train/isolation.ts'
import { quick, read } from './small-model.ts'

const world: WorldPlan = { seed: 3, customers: 150, terminals: 80, days: 44, from: '2031-01-01' }
const activities = activityWorld(world)
const train = { from: '2031-01-10', to: '2031-01-28' }
const test = { from: '2031-02-05', to: '2031-02-12' }
const plan = { names: modelFeatures, train, test, delayDays: 7 }
const lesson: Lesson = {
  kind: 'boosted_trees',
  boost: { ...quick, minChildWeight: 1 },
  isolation: { ...defaultIsolation, trees: 20 },
  bags: 2,
  holdOutDays: 0,
  halfLifeDays: null,
  training: { train, delayDays: 7 },
}

describe('a study', () => {
  const collected = collect(activities, engineMeter(), plan)

  it('learns from the days of the training and measures on those of the test', () => {
    const learned = learn(collected.train, collected.isLabelled, lesson)
    if (!learned.ok) throw new Error(learned.error.message)
    const model = read(learned.value.text)
    const evaluation = measureModel(model, collected, { range: test, delayDays: 7, knownFrom: train.from, cards: [10] })
    if (!evaluation.ok) throw new Error(evaluation.error)
    expect(evaluation.value).toMatchObject({ test, everyone: { activities: collected.test.labels.length } })
    expect(evaluation.value.activities + evaluation.value.left_out).toBe(collected.test.labels.length)
    expect(evaluation.value.everyone.auc).toBeGreaterThan(0.75)
    expect(evaluation.value.drift.map(({ feature }) => feature).toSorted()).toEqual(
      [...(model.featureNames ?? [])].toSorted(),
    )
    const page = evaluationPage(
      { name: '<b>m</b>|', sha256: 'ab', kind: 'boosted_trees', trees: 3, features: 4, training: null },
      evaluation.value,
    )
    expect(asHtml(page)).not.toContain('<b>m</b>')
    expect(asHtml(page)).toContain('Card precision@10')
    expect(asMarkdown(page)).toContain('| Average precision |')
    expect(asMarkdown(page)).toContain('\\<b\\>m\\</b\\>\\|')
  })

  it('knows no label before its delay: turning round every label of the last seven days before an activity, or later, changes nothing of its features', () => {
    const shown = (from: readonly StudiedActivity[]): readonly string[] =>
      collect(from, engineMeter(), {
        ...plan,
        train: null,
        test: { from: '2031-02-05', to: '2031-02-05' },
      }).test.matrix.columns.map((column) => [...column].join())
    const since = Date.parse('2031-01-30T00:00:00Z')
    const turned = activities.map((one) => (one.atMs >= since ? { ...one, isFraud: one.isFraud !== true } : one))
    const asTold = shown(activities)
    expect(shown(turned)).toEqual(asTold)
    const earlier = activities.map((one) => ({ ...one, isFraud: one.isFraud !== true }))
    expect(shown(earlier)).not.toEqual(asTold)
  })

  it('leaves out who is known by then, and nobody whose fraud is younger than the delay', () => {
    const first = dayNumber(test.from)
    const [card] = collected.test.cards
    const leftOut = (day: number): boolean =>
      knownByThen(collected.test, [{ card: card ?? 0, day }], first - 20, 7)[0] === 1
    expect([leftOut(first - 8), leftOut(first - 7), leftOut(first - 20), leftOut(first - 21)]).toEqual([
      true,
      false,
      true,
      false,
    ])
  })

  it('asks for a test that begins after the delay', () => {
    expect(gapFault(train, { from: '2031-02-05', to: '2031-02-06' }, 7)).toBeNull()
    expect(gapFault(train, { from: '2031-02-04', to: '2031-02-06' }, 7)).toMatch(/delay of 7 days/)
  })

  it('says why nothing can be learned', () => {
    const code = (labels: Uint8Array, isLabelled: boolean): string => {
      const found = learn({ ...collected.train, labels }, isLabelled, lesson)
      return found.ok ? 'learned' : found.error.code
    }
    const none = new Uint8Array(collected.train.labels.length)
    expect([
      code(none, false),
      code(none, true),
      code(
        none.map(() => 1),
        true,
      ),
    ]).toEqual(['no_labels', 'no_frauds', 'no_others'])
    const empty = collect([], engineMeter(), plan)
    const found = learn(empty.train, false, lesson)
    expect(found.ok ? 'learned' : found.error.code).toBe('no_activities')
  })

  it('without labels grows an isolation forest', () => {
    const found = learn(collected.train, false, { ...lesson, kind: 'isolation_forest' })
    expect(found.ok && read(found.value.text).attributes['fieldseal_kind']).toBe('isolation_forest')
  })

  it('ends where whoever follows it says so, and leaves no model', () => {
    expect(() => collect(activities, engineMeter(), { ...plan, onProgress: () => false })).toThrow(StudyCancelled)
    expect(() => learn(collected.train, true, { ...lesson, onTree: () => false })).toThrow(StudyCancelled)
  })

  it('finds the number of trees on the last days of the training', () => {
    const found = learn(collected.train, true, {
      ...lesson,
      bags: 1,
      holdOutDays: 5,
      boost: { ...lesson.boost, trees: 60, patience: 5 },
    })
    expect(found.ok && found.value.curve.length > 0 && found.value.trees <= found.value.curve.length).toBe(true)
  })
})
