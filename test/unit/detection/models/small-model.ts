import { readXgboostJson, type XgboostModel } from '../../../../main/detection/models/xgboost-json.ts'
import { defaultBoost, trainBoosted, type BoostParameters } from '../../../../main/detection/models/train/boost.ts'
import type { FeatureMatrix } from '../../../../main/detection/models/train/matrix.ts'
import { seededRandom } from '../../../../main/detection/models/train/random.ts'
import { writeBoosted } from '../../../../main/detection/models/train/write-boosted.ts'

/** Rows whose label follows from two of four features, with some values absent. */
export const lesson = (rows: number, seed = 5): { readonly matrix: FeatureMatrix; readonly labels: Uint8Array } => {
  const random = seededRandom(seed)
  const names = ['amount', 'hour', 'share', 'noise']
  const columns = names.map((_, column) =>
    Float32Array.from({ length: rows }, () =>
      column < 3 && random.unit() < 0.1 ? Number.NaN : Math.fround(random.unit() * 100),
    ),
  )
  const labels = Uint8Array.from({ length: rows }, (_, row) => {
    const amount = columns[0]?.[row] ?? Number.NaN
    const share = columns[2]?.[row] ?? Number.NaN
    return (amount > 80 && !(share < 40)) || random.unit() < 0.02 ? 1 : 0
  })
  return { matrix: { names, rows, columns }, labels }
}

export const quick: BoostParameters = { ...defaultBoost, trees: 20, maxDepth: 4, learningRate: 0.3 }

export const read = (text: string): XgboostModel => {
  const model = readXgboostJson(text)
  if (!model.ok) throw new Error(model.error.message)
  return model.value
}

/** The text of a small model. */
export const smallModel = (parameters: Partial<BoostParameters> = {}): string => {
  const { matrix, labels } = lesson(2_000)
  return writeBoosted(trainBoosted({ matrix, labels }, { ...quick, ...parameters }), {})
}

/** A row of a matrix as a model takes it. */
export const rowOf = (matrix: FeatureMatrix, row: number): Float32Array =>
  Float32Array.from(matrix.columns, (column) => column[row] ?? Number.NaN)
