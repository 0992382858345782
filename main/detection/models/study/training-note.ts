import { z } from 'zod'
import { dayRange } from '../../../../shared/schema/models.ts'

const trainingNote = z.object({
  train: dayRange,
  delay_days: z.number().min(0).max(365),
  activities: z.int().min(0),
  frauds: z.int().min(0),
  seed: z.int(),
})
export type TrainingNote = z.infer<typeof trainingNote>

/** What a model file says of its training; null where it says nothing that can be read. */
export const readTrainingNote = (attributes: Readonly<Record<string, string>>): TrainingNote | null => {
  let value: unknown
  try {
    value = JSON.parse(attributes['fieldseal_training'] ?? 'null')
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return null
  }
  const read = trainingNote.safeParse(value)
  return read.success ? read.data : null
}
