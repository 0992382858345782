import { createScorer } from '../../main/detection/models/scorer.ts'
import { createTreeShap } from '../../main/detection/models/tree-shap.ts'
import { defaultBoost, trainBoosted } from '../../main/detection/models/train/boost.ts'
import type { FeatureMatrix } from '../../main/detection/models/train/matrix.ts'
import { seededRandom } from '../../main/detection/models/train/random.ts'
import { writeBoosted } from '../../main/detection/models/train/write-boosted.ts'
import { readXgboostJson } from '../../main/detection/models/xgboost-json.ts'
import { median, type BenchLine } from './report.ts'

const features = 40
const trees = 300
const rows = 555_812
const trainedTrees = 10
const scored = 20_000
const explained = 300

/** Features of which some are whole numbers and some absent, with labels that follow from three of them. */
const lessonOf = (count: number): { readonly matrix: FeatureMatrix; readonly labels: Uint8Array } => {
  const random = seededRandom(3)
  const columns = Array.from({ length: features }, (_, feature) =>
    Float32Array.from({ length: count }, () =>
      feature % 5 === 0 && random.unit() < 0.1
        ? Number.NaN
        : feature % 3 === 0
          ? random.below(30)
          : random.unit() * 100,
    ),
  )
  const value = (feature: number, row: number): number => columns[feature]?.[row] ?? 0
  const labels = Uint8Array.from({ length: count }, (_, row) =>
    Number(value(1, row) > 95) + Number(value(2, row) < 3) + Number(value(3, row) === 4) / 2 + random.unit() * 1.2 >
    1.65
      ? 1
      : 0,
  )
  return { matrix: { names: columns.map((_, feature) => `f${feature}`), rows: count, columns }, labels }
}

const seconds = (work: () => void): number => {
  const started = performance.now()
  work()
  return (performance.now() - started) / 1_000
}

const below = (name: string, unit: string, ours: number, limit: number, limitName: string): BenchLine => ({
  name,
  unit,
  ours,
  limit,
  limitName,
  ratio: limit / ours,
  aim: 'below',
  met: ours <= limit,
})

/** Scoring, explaining and training, each beside its budget (docs/detection/models.md). */
export const benchModels = (): Promise<readonly BenchLine[]> => {
  const small = lessonOf(30_000)
  const text = writeBoosted(trainBoosted(small, { ...defaultBoost, trees, learningRate: 0.1 }), {})
  const read = readXgboostJson(text)
  if (!read.ok) throw new Error(read.error.message)
  const { forest, baseMargin } = read.value
  const score = createScorer(forest, baseMargin)
  const shap = createTreeShap(forest, baseMargin)
  const vectors = Array.from({ length: scored }, (_, row) =>
    Float32Array.from(small.matrix.columns, (column) => column[row] ?? Number.NaN),
  )
  const each = median(Array.from({ length: 5 }, () => (seconds(() => vectors.forEach(score)) * 1e6) / scored))
  const shares = new Float64Array(features)
  const times = vectors
    .slice(0, explained)
    .map((values) => seconds(() => shap.explain(values, shares)) * 1_000)
    .sort((left, right) => left - right)
  const large = lessonOf(rows)
  const grown = seconds(() => void trainBoosted(large, { ...defaultBoost, trees: trainedTrees }))
  const whole = (grown / trainedTrees) * trees
  return Promise.resolve([
    below(`one score by ${trees} trees over ${features} features`, 'us', each, 15, 'budget'),
    below('exact TreeSHAP of one score, median', 'ms', times[Math.floor(times.length / 2)] ?? Number.NaN, 20, 'budget'),
    below(
      'exact TreeSHAP of one score, 99th percentile',
      'ms',
      times[Math.floor(times.length * 0.99)] ?? Number.NaN,
      60,
      'budget',
    ),
    below(
      `training of ${trees} trees on ${rows.toLocaleString('en')} activities (from ${trainedTrees})`,
      's',
      whole,
      300,
      'budget',
    ),
  ])
}
