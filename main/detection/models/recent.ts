import type { Features, FeatureVector } from '../ports.ts'
import { driftOf, type Reference } from './measure/drift.ts'
import { fillVector, vectorFiller } from './model.ts'
import type { ModelEvaluation } from '../../../shared/schema/models.ts'

/** The features of the newest activities that were scored, for a look at their drift. */
export interface RecentFeatures {
  note(features: Features): void
  noteVector(vector: FeatureVector): void
  drift(references: ReadonlyMap<string, Reference>): { readonly activities: number; readonly features: ModelEvaluation['drift'] }
}

/** Keeps the newest `room` activities; what is older is written over. */
export const createRecentFeatures = (names: readonly string[], room = 4_096): RecentFeatures => {
  const columns = names.map(() => new Float32Array(room))
  const values = new Float32Array(names.length)
  const fillByVector = vectorFiller(names)
  let seen = 0
  const keep = (): void => {
    const place = seen % room
    for (let index = 0; index < columns.length; index += 1) (columns[index] as Float32Array)[place] = values[index] as number
    seen += 1
  }
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
      return { activities: rows, features: rows === 0 ? [] : driftOf(references, { names, rows, columns: columns.map((column) => column.subarray(0, rows)) }) }
    },
  }
}
