import type { Features, FeatureVector } from '../ports.ts'
import { driftOf, type Reference } from './measure/drift.ts'
import { fillVector, vectorFiller } from './model.ts'
import type { ModelEvaluation } from '../../../shared/schema/models.ts'

/** The features of the newest activities that were scored, for a look at their drift. */
export interface RecentFeatures {
  note(features: Features): void
  noteVector(vector: FeatureVector): void
  drift(references: ReadonlyMap<string, Reference>): {
    readonly activities: number
    readonly features: ModelEvaluation['drift']
  }
}

/** Keeps the newest `room` activities; what is older is written over. */
export const createRecentFeatures = (names: readonly string[], room = 4_096): RecentFeatures => {
  const width = names.length
  /** A row for each activity: it is written for every one, and read by column when somebody looks. */
  const kept = new Float32Array(room * width)
  const values = new Float32Array(names.length)
  const fillByVector = vectorFiller(names)
  let seen = 0
  const keep = (): void => {
    kept.set(values, (seen % room) * width)
    seen += 1
  }
  const columnsOf = (rows: number): readonly Float32Array[] =>
    names.map((_, column) => Float32Array.from({ length: rows }, (__, row) => kept[row * width + column] as number))
  return {
    note(features) {
      fillVector(names, features, values)
      keep()
    },
    noteVector(vector) {
      fillByVector(vector, values)
      keep()
    },
    drift(references) {
      const rows = Math.min(seen, room)
      return {
        activities: rows,
        features: rows === 0 ? [] : driftOf(references, { names, rows, columns: columnsOf(rows) }),
      }
    },
  }
}
