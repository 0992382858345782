import { refusal, type Refusal } from '../../../shared/api/errors.ts'
import type { addModel as operation } from '../../../shared/api/models.ts'
import type { BodyOf } from '../../../shared/api/operation.ts'
import type { ModelItem } from '../../../shared/schema/models.ts'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import type { ModelFault } from '../../detection/models/fault.ts'
import { fillVector } from '../../detection/models/model.ts'
import { readOnnx } from '../../detection/models/onnx/read-onnx.ts'
import type { FeatureSource } from '../../detection/ports.ts'
import type { Actor } from '../../domain/access/actor.ts'
import type { ModelStore } from '../../storage/models/model-store.ts'
import type { TransactionStore } from '../../storage/transactions/transaction-store.ts'

/** What a model is taken into. */
export interface AddModelParts {
  readonly models: Pick<ModelStore, 'add'>
  readonly transactions: Pick<TransactionStore, 'activitiesAfter' | 'lastRow'>
  /** What is known of an activity now; null while no features are kept. */
  readonly features: Pick<FeatureSource, 'peek'> | null
}

/** Newest activities with which the ways through the trees are counted. */
const backgroundMost = 5_000

/** The newest payments of the workspace, as models see them. */
function* backgroundOf({ transactions, features }: AddModelParts, names: readonly string[]): Generator<Float32Array> {
  if (features === null) return
  const values = new Float32Array(names.length)
  for (const { event } of transactions.activitiesAfter(
    Math.max(0, transactions.lastRow() - backgroundMost),
    backgroundMost,
  )) {
    if (event.amount === undefined) continue
    const { is_fraud: _said, ...known } = event
    fillVector(names, features.peek(known).features, values)
    yield values
  }
}

const refusedFile = ({ code, message }: ModelFault): Refusal =>
  refusal('file_refused', `The model cannot be imported: ${message}.`, [{ path: 'onnx', message: code }])

/** What the store refuses of the text that an ONNX file was turned into is a fault of that file. */
const namingOnnx = (refused: Refusal): Refusal =>
  refused.details === undefined
    ? refused
    : {
        ...refused,
        details: refused.details.map((detail) => (detail.path === 'file' ? { ...detail, path: 'onnx' } : detail)),
      }

/** The text that is kept: the file itself, or what an ONNX file was turned into. */
const textOf = (parts: AddModelParts, { file, onnx, features }: BodyOf<typeof operation>): Result<string, Refusal> => {
  if (onnx === undefined) return ok(file ?? '')
  const read = readOnnx(Buffer.from(onnx, 'base64'), features ?? null)
  if (!read.ok) return fail(refusedFile(read.error))
  const text = read.value.text(backgroundOf(parts, read.value.featureNames))
  return text.ok ? text : fail(refusedFile(text.error))
}

/** Takes a model file that somebody brought. */
export const addModel = async (
  parts: AddModelParts,
  body: BodyOf<typeof operation>,
  actor: Actor,
): Promise<Result<ModelItem, Refusal>> => {
  const text = textOf(parts, body)
  if (!text.ok) return text
  const added = await parts.models.add(
    { name: body.name, version: body.version, text: text.value, source: 'uploaded', training: null, evaluation: null },
    actor,
  )
  return added.ok || body.onnx === undefined ? added : fail(namingOnnx(added.error))
}
