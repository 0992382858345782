import type { DayRange, ModelEvaluation, ModelKind, TrainingJob } from '../../../shared/schema/models.ts'
import type { Currencies } from '../../../shared/schema/detection-policy.ts'
import type { StudiedActivity } from '../../detection/models/study/collect.ts'

/** What a training is asked for. */
export interface TrainingPlan {
  readonly kind: ModelKind
  readonly train: DayRange
  readonly test: DayRange | null
  readonly delayDays: number
  readonly seed: number
}

/** What the thread begins with. */
export interface TrainingStart extends TrainingPlan {
  /** As the features in force are counted: a model must learn from what it will see. */
  readonly currencies: Currencies
}

/** To the thread: activities in order of time, each chunk after the last was taken; null: that was all. */
export interface TrainingChunk {
  readonly activities: readonly StudiedActivity[] | null
}

/** From the thread. */
export type TrainingReply =
  | { readonly kind: 'taken' }
  | { readonly kind: 'progress'; readonly stage: TrainingJob['stage']; readonly done: number; readonly total: number }
  | {
      readonly kind: 'done'
      readonly text: string
      readonly trees: number
      readonly activities: number
      readonly frauds: number
      readonly evaluation: ModelEvaluation | null
    }
  | { readonly kind: 'refused'; readonly message: string }
