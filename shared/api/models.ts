import { z } from 'zod'
import { activityId } from '../schema/activity.ts'
import {
  dayRange,
  featureDrift,
  featureImportance,
  modelAwaited,
  modelElsewhere,
  modelEvaluation,
  modelFileMost,
  modelItem,
  modelKind,
  modelName,
  modelOrigin,
  modelVersion,
  scoreExplanation,
  trainingFraudsLeast,
  trainingJob,
  trainingProposal,
} from '../schema/models.ts'
import { uid } from '../schema/text.ts'
import { defineOperation, envelope } from './operation.ts'

const tag = 'Models'
const keepers = ['supervisor', 'admin'] as const
const ofModel = z.strictObject({ id: uid })

/** Largest model file that the interface takes, in UTF-16 units, of which none takes more than three bytes. */
export const modelUploadMax = modelFileMost / 3

export const listModels = defineOperation({
  id: 'listModels',
  method: 'GET',
  path: '/v1/models',
  tag,
  summary: 'List models',
  description:
    'The shipped model and all others whose file is on this device, newest first. One of them is in force, or none. Files travel once they are put in force: what was trained or added on another device and never in force there is known to that device alone.',
  access: 'signed_in',
  answer: envelope(
    z.object({
      models: z.array(modelItem),
      in_force: uid.nullable(),
      awaited: modelAwaited
        .nullable()
        .describe(
          'What is in force where its file is not on this device: it comes by sync, and until then is scored without a model.',
        ),
      elsewhere: z
        .array(modelElsewhere)
        .describe(
          'Formerly active models whose file is not on this device. Activate it again on a device that has the file, and it comes by sync; or add it here by hand.',
        ),
    }),
  ),
})

export const readModel = defineOperation({
  id: 'readModel',
  method: 'GET',
  path: '/v1/models/{id}',
  tag,
  summary: 'Read a model',
  description: 'The model, the evaluation made when it was trained, and what its features count for.',
  access: 'signed_in',
  params: ofModel,
  answer: envelope(
    z.object({
      model: modelItem,
      origin: modelOrigin.nullable(),
      evaluation: modelEvaluation.nullable(),
      importances: z.array(featureImportance),
    }),
  ),
  refusals: ['not_found'],
})

export const readModelDrift = defineOperation({
  id: 'readModelDrift',
  method: 'GET',
  path: '/v1/models/{id}/drift',
  tag,
  summary: 'Read the drift of a model',
  description:
    'The population stability index of each feature between the activities that the model was trained on and the newest ones that were scored. Empty where the model’s training is not known, or too few activities were scored since.',
  access: 'signed_in',
  params: ofModel,
  answer: envelope(
    z.object({ activities: z.int().describe('Newest activities compared.'), features: z.array(featureDrift) }),
  ),
  refusals: ['not_found'],
})

export const readModelFile = defineOperation({
  id: 'readModelFile',
  method: 'GET',
  path: '/v1/models/{id}/file',
  tag,
  summary: 'Read a model file',
  description:
    'The file as it was brought or trained, in xgboost’s JSON format, into which a model that came as ONNX was turned; `xgboost.Booster` loads it.',
  access: 'signed_in',
  params: ofModel,
  answer: envelope(z.object({ sha256: z.string(), file: z.string() })),
  refusals: ['not_found'],
})

export const addModel = defineOperation({
  id: 'addModel',
  method: 'POST',
  path: '/v1/models',
  retry: 'key',
  tag,
  summary: 'Add a model file',
  description:
    'Takes a model that xgboost 1.7 or newer wrote with `save_model("model.json")`: boosted trees with one output that name their features. Or trees in ONNX, which are turned into that form; where they do not say how often each branch was taken, ' +
    'which exact reasons need, that is counted with the newest payments of the workspace. It is checked whole and kept; it is not in force by itself. ' +
    'An existing file answers its model.',
  access: keepers,
  status: 201,
  bodyLimit: 2 * modelUploadMax,
  body: z
    .strictObject({
      name: modelName,
      version: modelVersion,
      file: z.string().max(modelUploadMax).optional().describe('The text of the model file.'),
      onnx: z.base64().min(1).max(modelUploadMax).optional().describe('An ONNX file in base64, instead.'),
      features: z
        .array(z.string().min(1).max(200))
        .min(1)
        .max(10_000)
        .optional()
        .describe(
          'With `onnx`: the names of the features in the order of its input, where the file does not name them itself.',
        ),
    })
    .refine(({ file, onnx }) => (file === undefined) !== (onnx === undefined), {
      error: 'give either file or onnx',
      path: ['file'],
    })
    .refine(({ onnx, features }) => onnx !== undefined || features === undefined, {
      error: 'goes with onnx only',
      path: ['features'],
    }),
  answer: envelope(modelItem),
  refusals: ['already_done', 'file_refused'],
})

export const setModelInForce = defineOperation({
  id: 'setModelInForce',
  method: 'PUT',
  path: '/v1/models/in-force',
  tag,
  summary: 'Activate or deactivate a model',
  description:
    'From now on activities are scored with this model, or without any (`model_id: null`). The change is sealed in the workspace’s chain with the SHA-256 of the file.',
  access: keepers,
  body: z.strictObject({
    model_id: uid.nullable(),
    accept_unknown: z
      .boolean()
      .default(false)
      .describe('Puts a model in force although it asks for features that this release does not compute.'),
  }),
  answer: envelope(z.object({ in_force: uid.nullable() })),
  refusals: ['already_done', 'unknown_reference'],
})

export const trainModel = defineOperation({
  id: 'trainModel',
  method: 'POST',
  path: '/v1/models/trainings',
  retry: 'key',
  tag,
  summary: 'Train a model',
  description:
    'Trains on the workspace’s transactions in the background; one training runs at a time. `boosted_trees` learns from `is_fraud` and dispositions as they were known by the end of the label delay; `isolation_forest` needs no labels.',
  access: keepers,
  status: 202,
  body: z.strictObject({
    name: modelName,
    version: modelVersion,
    kind: modelKind.default('boosted_trees'),
    train: dayRange.describe('Days to learn from.'),
    test: dayRange
      .nullable()
      .default(null)
      .describe('Later days to measure on; they must begin after the label delay has passed since training.'),
    delay_days: z.number().min(0).max(365).default(7),
    seed: z.int().min(0).max(4_294_967_295).default(1),
  }),
  answer: envelope(trainingJob),
  refusals: ['in_progress', 'already_done', 'unknown_reference'],
})

export const proposeTraining = defineOperation({
  id: 'proposeTraining',
  method: 'GET',
  path: '/v1/models/training-proposal',
  tag,
  summary: 'Days for a training on own labels',
  description: `Where the known frauds of the workspace lie, which days to learn from and which to measure on; null with fewer than ${trainingFraudsLeast} of them.`,
  access: 'signed_in',
  answer: envelope(trainingProposal.nullable()),
})

const ofJob = z.strictObject({ id: uid })

export const readTraining = defineOperation({
  id: 'readTraining',
  method: 'GET',
  path: '/v1/models/trainings/{id}',
  tag,
  summary: 'Follow a training',
  description: 'State and progress. Trainings are forgotten when the service stops; a model that was finished stays.',
  access: 'signed_in',
  params: ofJob,
  answer: envelope(trainingJob),
  refusals: ['not_found'],
})

export const listTrainings = defineOperation({
  id: 'listTrainings',
  method: 'GET',
  path: '/v1/models/trainings',
  tag,
  summary: 'List trainings',
  description:
    'The last 20 trainings since the service started, whoever started them, newest first. One of them runs, or none.',
  access: 'signed_in',
  answer: envelope(z.object({ trainings: z.array(trainingJob) })),
})

export const cancelTraining = defineOperation({
  id: 'cancelTraining',
  method: 'DELETE',
  path: '/v1/models/trainings/{id}',
  tag,
  summary: 'Cancel a training',
  description:
    'Cancels a training, no matter who started it; no model is kept. Once its model is being saved, this is refused (`already_done`).',
  access: keepers,
  params: ofJob,
  answer: envelope(trainingJob),
  refusals: ['not_found', 'already_done'],
})

export const explainScore = defineOperation({
  id: 'explainScore',
  method: 'POST',
  path: '/v1/models/{id}/explain',
  retry: 'again',
  tag,
  summary: 'Explain a score',
  description:
    'Scores given features, or a transaction of the workspace as its features are now, and answers the exact TreeSHAP share of every feature.',
  access: 'signed_in',
  params: ofModel,
  body: z
    .strictObject({
      features: z.record(z.string().min(1).max(200), z.number().nullable()).optional(),
      transaction_id: activityId.optional(),
    })
    .refine(({ features, transaction_id: id }) => (features === undefined) !== (id === undefined), {
      error: 'give either features or transaction_id',
      path: ['features'],
    }),
  answer: envelope(scoreExplanation),
  refusals: ['not_found', 'unknown_reference'],
})
