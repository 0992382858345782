import { collect } from '../../main/detection/models/study/collect.ts'
import { engineMeter } from '../../main/detection/models/study/engine-meter.ts'
import { learn } from '../../main/detection/models/study/learn.ts'
import { measureModel } from '../../main/detection/models/study/measure-model.ts'
import { broadFeatures, reportedCards } from '../../main/detection/models/study/recipe.ts'
import { defaultBoost } from '../../main/detection/models/train/boost.ts'
import { defaultIsolation } from '../../main/detection/models/train/isolation.ts'
import { readXgboostJson } from '../../main/detection/models/xgboost-json.ts'
import type { DayRange, ModelEvaluation } from '../../shared/schema/models.ts'
import { activityWorld, type WorldPlan } from './activity-world.ts'

/** How the shipped model is made: the world, the days, and how many trees. */
export interface DefaultModelPlan {
  readonly world: WorldPlan
  readonly train: DayRange
  readonly test: DayRange
  readonly trees: number
}

/** What is shipped. */
export const defaultModelPlan: DefaultModelPlan = {
  world: { seed: 20_310_304, customers: 2_500, terminals: 1_200, days: 75, from: '2031-01-01' },
  train: { from: '2031-02-01', to: '2031-02-28' },
  test: { from: '2031-03-08', to: '2031-03-16' },
  trees: 200,
}

/** Another world, on which what is shipped is measured too: it must not only know its own. */
export const otherWorld: WorldPlan = { ...defaultModelPlan.world, seed: 7 }

const delayDays = 7

/** Makes the model file of a plan and measures it; the same plan gives the same bytes on every machine. */
export const makeDefaultModel = (
  plan: DefaultModelPlan,
): { readonly file: string; readonly evaluation: ModelEvaluation } => {
  const collected = collect(activityWorld(plan.world), engineMeter(), {
    names: broadFeatures,
    train: plan.train,
    test: plan.test,
    delayDays,
  })
  const learned = learn(collected.train, collected.isLabelled, {
    kind: 'boosted_trees',
    boost: {
      ...defaultBoost,
      trees: plan.trees,
      learningRate: 0.05,
      maxDepth: 4,
      minChildWeight: 5,
      subsample: 0.8,
      columnSample: 0.5,
    },
    isolation: defaultIsolation,
    bags: 1,
    holdOutDays: 0,
    halfLifeDays: null,
    training: { train: plan.train, delayDays },
  })
  if (!learned.ok) throw new Error(learned.error.message)
  return { file: learned.value.text, evaluation: measureDefaultModel(learned.value.text, plan.world, plan.test) }
}

/** Measures a model file on a world. */
export const measureDefaultModel = (file: string, world: WorldPlan, test: DayRange): ModelEvaluation => {
  const model = readXgboostJson(file)
  if (!model.ok) throw new Error(model.error.message)
  const collected = collect(activityWorld(world), engineMeter(), {
    names: model.value.featureNames ?? [],
    train: null,
    test,
    delayDays,
  })
  const evaluation = measureModel(model.value, collected, {
    range: test,
    delayDays,
    knownFrom: undefined,
    cards: reportedCards,
  })
  if (!evaluation.ok) throw new Error(evaluation.error)
  return evaluation.value
}
