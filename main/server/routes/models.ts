import * as api from '../../../shared/api/models.ts'
import { fieldRefused, refusal, type Refusal } from '../../../shared/api/errors.ts'
import type { BodyOf } from '../../../shared/api/operation.ts'
import type { ScoreExplanation } from '../../../shared/schema/models.ts'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import { readReferences } from '../../detection/models/measure/drift.ts'
import { createModel } from '../../detection/models/model.ts'
import { readOrigin } from '../../detection/models/onnx/origin.ts'
import { importancesOf } from '../../detection/models/study/evaluate.ts'
import { gapFault } from '../../detection/models/study/measure-model.ts'
import { proposeTraining } from '../../detection/models/study/propose.ts'
import type { Features, FeatureSource } from '../../detection/ports.ts'
import { risingSignals } from '../../detection/rising-signals.ts'
import type { TrainingActivities } from '../../storage/models/past-activities.ts'
import type { ModelStore, StoredModel } from '../../storage/models/model-store.ts'
import { activityOf } from '../../storage/transactions/rows.ts'
import type { TransactionStore } from '../../storage/transactions/transaction-store.ts'
import { answer, enveloped } from '../http/answers.ts'
import { route, type Route } from '../http/call.ts'
import { addModel } from '../models/add-model.ts'
import type { TrainingJobs } from '../models/training-jobs.ts'

/** What the operations on models work with. */
export interface ModelRouteParts {
  readonly models: ModelStore
  readonly trainings: TrainingJobs
  readonly transactions: Pick<TransactionStore, 'find' | 'activitiesAfter' | 'lastRow'>
  readonly past: Pick<TrainingActivities, 'frauds'>
  /** How long after an activity it becomes known whether it was fraud, by the policy. */
  readonly labelDelayDays: () => number
  /** What is known of an activity now; null while no features are kept. */
  readonly features: Pick<FeatureSource, 'peek'> | null
}

/** Signals that the explanation of one score tells in words. */
const reasonsTold = 5

const unknown = fail(refusal('not_found', 'There is no model with this id.'))

const featuresOf = (
  { features: given, transaction_id: id }: BodyOf<typeof api.explainScore>,
  { transactions, features }: ModelRouteParts,
): Result<Features, Refusal> => {
  if (given !== undefined) return ok(given)
  const row = id === undefined ? null : transactions.find(id)
  if (row === null)
    return fail(
      refusal('unknown_reference', 'There is no transaction with this id.', [
        { path: 'body.transaction_id', message: 'is no transaction' },
      ]),
    )
  if (features === null)
    return fail(
      refusal('unknown_reference', 'No features are kept of transactions here; give the features themselves.', [
        { path: 'body.features', message: 'is needed' },
      ]),
    )
  const { is_fraud: _said, ...event } = activityOf(row)
  return ok(features.peek(event).features)
}

const explained = ({ item, file }: StoredModel, features: Features): ScoreExplanation => {
  const model = createModel(item.name, item.version, file)
  if (!model.ok) throw new Error(model.error.message)
  const { score, margin } = model.value.score(features)
  const { bias, contributions } = model.value.explain(features)
  const sorted = contributions.toSorted((left, right) => Math.abs(right.share) - Math.abs(left.share))
  return {
    model_id: item.id,
    score,
    margin,
    bias,
    contributions: sorted,
    reasons: [...risingSignals(contributions, reasonsTold).told],
  }
}

/** The operations on models. */
export const modelRoutes = (parts: ModelRouteParts): readonly Route[] => {
  const { models, trainings } = parts
  return [
    route(api.listModels, () =>
      answer({
        models: [...models.list()],
        in_force: models.inForce(),
        awaited: models.awaited(),
        elsewhere: [...models.elsewhere()],
      }),
    ),
    route(api.readModel, ({ params }) => {
      const stored = models.read(params.id)
      if (stored === null) return unknown
      const { item, evaluation, file } = stored
      return answer({
        model: item,
        origin: readOrigin(file.attributes),
        evaluation,
        importances: evaluation?.importances ?? importancesOf(file, null),
      })
    }),
    route(api.readModelDrift, ({ params }) => {
      const stored = models.read(params.id)
      if (stored === null) return unknown
      return answer(models.drift(params.id, readReferences(stored.file.attributes['fieldseal_reference'])))
    }),
    route(api.readModelFile, ({ params }) => {
      const stored = models.read(params.id)
      return stored === null ? unknown : answer({ sha256: stored.item.sha256, file: stored.text })
    }),
    route(api.addModel, async ({ body, caller }) => enveloped(await addModel(parts, body, caller))),
    route(api.setModelInForce, async ({ body, caller }) => {
      const done = await models.setInForce(body.model_id, body.accept_unknown, caller)
      return done.ok ? answer({ in_force: done.value }) : done
    }),
    route(api.trainModel, ({ body, caller }) => {
      const { kind, train, test, delay_days: delayDays, seed, name, version } = body
      const gap = gapFault(train, test, delayDays)
      if (gap !== null) return fail(fieldRefused('body.test', `is refused: ${gap}`))
      return enveloped(trainings.start({ kind, train, test, delayDays, seed }, { name, version }, caller))
    }),
    route(api.proposeTraining, () => {
      const frauds = parts.past.frauds()
      const delayDays = parts.labelDelayDays()
      const days = frauds === null ? null : proposeTraining(frauds, delayDays)
      return answer(
        frauds === null || days === null
          ? null
          : { frauds: frauds.between(days.train), ...days, delay_days: delayDays },
      )
    }),
    route(api.listTrainings, () => answer({ trainings: [...trainings.list()] })),
    route(api.readTraining, ({ params }) => enveloped(trainings.read(params.id))),
    route(api.cancelTraining, async ({ params, caller }) => enveloped(await trainings.cancel(params.id, caller))),
    route(api.explainScore, ({ params, body }) => {
      const stored = models.read(params.id)
      if (stored === null) return unknown
      const features = featuresOf(body, parts)
      return features.ok ? answer(explained(stored, features.value)) : features
    }),
  ]
}
