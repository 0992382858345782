import { z } from 'zod'
import { day, lineOfText, timestamp, uid } from './text.ts'

/** Largest model file, in bytes of UTF-8. */
export const modelFileMost = 100_663_296

/**
 * Where a model comes from: it is part of the program, was trained here, was brought as a file, or came by sync because
 * it is in force.
 */
export const modelSources = ['shipped', 'trained', 'uploaded', 'synced'] as const
export const modelKinds = ['boosted_trees', 'isolation_forest'] as const
export const modelKind = z.enum(modelKinds)
export type ModelKind = z.infer<typeof modelKind>

export const modelName = lineOfText(80)
export const modelVersion = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/u, 'must be 1 to 40 letters, digits, dots, dashes or underscores')

/** Days from the first to the last, both whole and both in it, in UTC. */
export const dayRange = z
  .strictObject({ from: day, to: day })
  .refine(({ from, to }) => from <= to, { error: 'must not end before it begins', path: ['to'] })
export type DayRange = z.infer<typeof dayRange>

/** The fewest known frauds from which a training is proposed. */
export const trainingFraudsLeast = 20

/** Days for a training on a workspace's own labels. */
export const trainingProposal = z.object({
  frauds: z.int().describe('Known frauds on the days to learn from.'),
  train: dayRange,
  test: dayRange.nullable().describe('null: too few days for measuring on others than those that are learned from.'),
  delay_days: z.number().describe('That of the policy of detection.'),
})
export type TrainingProposal = z.infer<typeof trainingProposal>

const share = z.number().min(0).max(1)

/** How much a feature counts in a model. */
export const featureImportance = z.object({
  feature: z.string(),
  gain_share: share.describe('Share of the whole gain of all splits.'),
  mean_abs_shap: z
    .number()
    .min(0)
    .nullable()
    .describe('Mean absolute TreeSHAP share, in log-odds, over a sample of the test; null where there was none.'),
})

/**
 * What changed in a feature between training and now, as the population stability index over ten parts of the
 * training’s values and one of the absent ones.
 */
export const featureDrift = z.object({
  feature: z.string(),
  psi: z.number().min(0).describe('Below 0.1 little has changed, from 0.25 on much.'),
  missing_then: share,
  missing_now: share,
})

/** A ratio with what it is made of. */
const ratio = z.object({
  value: z.number().nullable().describe('null where the denominator is 0.'),
  numerator: z.number(),
  denominator: z.number(),
})

export const confusionAt = z.object({
  threshold: share,
  true_positives: z.int(),
  false_positives: z.int(),
  false_negatives: z.int(),
  true_negatives: z.int(),
  precision: ratio,
  recall: ratio,
  false_positive_rate: ratio,
})

export const calibrationPart = z.object({
  from: share,
  to: share,
  activities: z.int(),
  mean_score: z.number().nullable(),
  frauds: z.int(),
  fraud_share: z.number().nullable(),
})

/**
 * How many of the k cards (customers) with the highest scores of a day were compromised, as the fraud detection
 * handbook defines it.
 */
export const cardPrecision = z.object({
  k: z.int(),
  value: z.number().nullable().describe('Mean over the days; a card found compromised is left out on later days.'),
  by_day: z.array(
    z.object({
      day,
      compromised: z.int().describe('Compromised cards of the day.'),
      found: z.int().describe('Of these, among the k.'),
      precision: z.number(),
    }),
  ),
})

/** A model measured on activities of later days than those that it was trained on. */
export const modelEvaluation = z.object({
  test: dayRange,
  activities: z.int(),
  frauds: z.int(),
  left_out: z
    .int()
    .describe(
      'Activities of customers whose fraud was known by then: in training, or on a day of the test that lies the label delay back.',
    ),
  unlabelled: z
    .int()
    .optional()
    .describe(
      'Of `activities`, those of which nobody said whether they were fraud; they count as genuine. Absent in evaluations that were made before this was counted.',
    ),
  auc: z.number().nullable(),
  average_precision: z.number().nullable(),
  brier: z.number().nullable(),
  card_precision: z.array(cardPrecision),
  everyone: z
    .object({
      activities: z.int(),
      frauds: z.int(),
      auc: z.number().nullable(),
      average_precision: z.number().nullable(),
    })
    .describe('The same with nobody left out.'),
  calibration: z.array(calibrationPart),
  confusion: z.array(confusionAt),
  importances: z.array(featureImportance),
  drift: z.array(featureDrift),
})
export type ModelEvaluation = z.infer<typeof modelEvaluation>

/** What a model was trained on. */
export const modelTraining = z.object({
  train: dayRange,
  delay_days: z.number().min(0),
  activities: z.int(),
  frauds: z.int(),
  trees: z.int(),
  seed: z.int(),
  seconds: z.number(),
})
export type ModelTraining = z.infer<typeof modelTraining>

/** A model that is in force in the workspace and whose file is not on this device yet. */
export const modelAwaited = z.object({
  id: uid,
  sha256: z.string(),
  version: z.string(),
  since: timestamp.describe('Since when it is active.'),
})
export type ModelAwaited = z.infer<typeof modelAwaited>

/** A model that was in force, so that the workspace knows of it, and whose file is not on this device. */
export const modelElsewhere = z.object({ id: uid, sha256: z.string(), name: modelName, version: modelVersion })
export type ModelElsewhere = z.infer<typeof modelElsewhere>

export const modelItem = z.object({
  id: uid,
  name: modelName,
  version: modelVersion,
  kind: modelKind,
  source: z.enum(modelSources),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .describe('Of the model file, in xgboost’s JSON format.'),
  bytes: z.int(),
  objective: z.string(),
  trees: z.int(),
  features: z.array(z.string()),
  unknown_features: z
    .array(z.string())
    .describe(
      'Features that this release does not compute; the model takes them as absent. A model with any can be activated only with `accept_unknown`.',
    ),
  training: modelTraining.nullable(),
  metrics: z
    .object({
      auc: z.number().nullable(),
      average_precision: z.number().nullable(),
      card_precision_100: z.number().nullable(),
    })
    .nullable(),
  in_force: z.boolean(),
  in_force_since: timestamp.nullable(),
  created_at: timestamp,
  created_by: z.string().describe('A user’s uid; empty for the shipped model.'),
})
export type ModelItem = z.infer<typeof modelItem>

/** Where a model comes from that was turned into its form here. */
export const modelOrigin = z.object({
  format: z.literal('onnx'),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .describe('Of the ONNX file.'),
  producer: z.string().describe('What wrote it, as it says itself.'),
  covers: z
    .enum(['file', 'activities'])
    .describe(
      'Where it is known from how often each branch is taken, which reasons rest on: the file said it, or it was counted with activities.',
    ),
  activities: z.int().min(0).nullable().describe('How many; null where the file said it.'),
})
export type ModelOrigin = z.infer<typeof modelOrigin>

export const trainingStates = ['running', 'done', 'failed', 'cancelled'] as const

/** A training on the workspace’s transactions, as it goes on. */
export const trainingJob = z.object({
  id: uid,
  name: modelName.describe('What the model is to be called.'),
  version: modelVersion,
  started_by: z.string().describe('Name of who started it.'),
  cancelled_by: z.string().nullable().describe('Name of who cancelled it; null where nobody did.'),
  state: z.enum(trainingStates),
  stage: z.enum(['features', 'training', 'evaluation', 'storing', 'finished']),
  done: z.int().describe('Activities read, or trees grown, of this stage.'),
  total: z.int(),
  started_at: timestamp,
  finished_at: timestamp.nullable(),
  model_id: uid.nullable().describe('The new model, once it is done. It is not activated automatically.'),
  error: z.string().nullable(),
})
export type TrainingJob = z.infer<typeof trainingJob>

/** A feature’s share of one score. */
export const scoreShare = z.object({
  feature: z.string(),
  value: z.number().nullable(),
  share: z.number().describe('In log-odds.'),
})

/** One score and why. */
export const scoreExplanation = z.object({
  model_id: uid,
  score: share,
  margin: z.number().describe('Log-odds: `bias` and all shares together.'),
  bias: z.number(),
  contributions: z.array(scoreShare).describe('Largest share first, whatever its sign.'),
  reasons: z
    .array(z.object({ signal: z.string(), text: z.string(), share: z.number() }))
    .describe('What raises the score, in words.'),
})
export type ScoreExplanation = z.infer<typeof scoreExplanation>
