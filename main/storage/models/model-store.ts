import { createHash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { refusal, type Refusal } from '../../../shared/api/errors.ts'
import type {
  ModelAwaited,
  ModelElsewhere,
  ModelEvaluation,
  ModelItem,
  ModelTraining,
} from '../../../shared/schema/models.ts'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { createModel, isIsolation } from '../../detection/models/model.ts'
import type { Reference } from '../../detection/models/measure/drift.ts'
import { createRecentFeatures, type RecentFeatures } from '../../detection/models/recent.ts'
import { readTrainingNote } from '../../detection/models/study/training-note.ts'
import { readXgboostJson, type XgboostModel } from '../../detection/models/xgboost-json.ts'
import type { Model } from '../../detection/ports.ts'
import type { Actor } from '../../domain/access/actor.ts'
import type { Env } from '../../platform/env.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { modelActivated } from './appliers.ts'
import { modelId } from './model-id.ts'
import { namedAs } from './named-as.ts'
import type { ModelFilesTable, ModelInForceTable, ModelsTable } from './tables.ts'

/** A model file on its way in. */
export interface NewModel {
  readonly name: string
  readonly version: string
  readonly text: string
  readonly source: 'trained' | 'uploaded' | 'synced'
  readonly training: ModelTraining | null
  readonly evaluation: ModelEvaluation | null
}

/** A model with its file, read. */
export interface StoredModel {
  readonly item: ModelItem
  readonly evaluation: ModelEvaluation | null
  readonly text: string
  readonly file: XgboostModel
}

/** The models of a workspace. */
export interface ModelStore {
  list(): readonly ModelItem[]
  /** Null where there is none with this id. */
  read(id: string): StoredModel | null
  add(model: NewModel, actor: Actor): Promise<Result<ModelItem, Refusal>>
  /** Seals which model is in force from now on; null: none. */
  setInForce(id: string | null, acceptUnknown: boolean, actor: Actor): Promise<Result<string | null, Refusal>>
  /** Id of the model in force; null: none, or one whose file is not on this device. */
  inForce(): string | null
  /** The model in force where its file is not on this device; null: it is here, or none is in force. */
  awaited(): ModelAwaited | null
  /** Models that were in force and whose file is not on this device, by name. */
  elsewhere(): readonly ModelElsewhere[]
  /** The model in force, ready to score; null where none is, or its file is not on this device. */
  current(): Model | null
  /**
   * How the newest activities that `current` has scored since it came in force, or the service started, differ from the
   * training.
   */
  drift(id: string, references: ReadonlyMap<string, Reference>): ReturnType<RecentFeatures['drift']>
}

export interface ModelStoreParts {
  readonly sql: SyncStatements
  readonly ledger: Ledger
  readonly env: Pick<Env, 'clock'>
  /** The features that this release computes. */
  readonly known: ReadonlySet<string>
  readonly shipped: { readonly name: string; readonly version: string; readonly text: string; readonly sha256: string }
}

type Row = Omit<ModelsTable, 'file'>
type InForceRow = Omit<ModelInForceTable, 'id'>

const activationSql = 'select model, sha256, version, since from model_in_force where id = 1'
const columns =
  'id, sha256, name, version, kind, source, objective, trees, features, training, evaluation, bytes, created_at, created_by'

const parsed = (text: string): XgboostModel => {
  const read = readXgboostJson(text)
  if (!read.ok) throw new Error(`a stored model cannot be read: ${read.error.message}`)
  return read.value
}

const metricsOf = (evaluation: ModelEvaluation | null): ModelItem['metrics'] =>
  evaluation === null
    ? null
    : {
        auc: evaluation.auc,
        average_precision: evaluation.average_precision,
        card_precision_100: evaluation.card_precision.find(({ k }) => k === 100)?.value ?? null,
      }

const trainingOf = (file: XgboostModel): ModelTraining | null => {
  const note = readTrainingNote(file.attributes)
  return note === null ? null : { ...note, trees: file.forest.roots.length, seconds: 0 }
}

/** Makes the store. Models are read by a connection that sees what is committed. */
export const createModelStore = ({ sql, ledger, env, known, shipped }: ModelStoreParts): ModelStore => {
  const shippedFile = parsed(shipped.text)
  const shippedId = modelId(shipped.sha256)
  let compiled: { readonly id: string; readonly model: Model; readonly recent: RecentFeatures } | null = null

  // Asked for every activity that is scored, so it is read again only after the workspace's chain has grown.
  let lastRead: { readonly row: InForceRow | null } | null = null
  ledger.onCommitted((chains) => {
    if (chains.has(0)) lastRead = null
  })
  const activation = (): InForceRow | null => {
    lastRead ??= { row: sql.get<InForceRow>(activationSql) ?? null }
    return lastRead.row
  }

  const isHere = (id: string): boolean =>
    id === shippedId || sql.get('select 1 from models where id = ?', id) !== undefined

  const inForce = (): string | null => {
    const row = activation()
    if (row === null) return shippedId
    return row.model !== null && isHere(row.model) ? row.model : null
  }

  const awaited = (): ModelAwaited | null => {
    const row = activation()
    if (row === null || row.model === null || row.sha256 === null || row.version === null || isHere(row.model))
      return null
    return { id: row.model, sha256: row.sha256, version: row.version, since: toTimestamp(row.since) }
  }

  const forceOf = (id: string): Pick<ModelItem, 'in_force' | 'in_force_since'> => {
    if (inForce() !== id) return { in_force: false, in_force_since: null }
    const row = activation()
    return { in_force: true, in_force_since: row === null ? null : toTimestamp(row.since) }
  }

  const shippedItem = (): ModelItem => ({
    id: shippedId,
    name: shipped.name,
    version: shipped.version,
    kind: 'boosted_trees',
    source: 'shipped',
    sha256: shipped.sha256,
    bytes: Buffer.byteLength(shipped.text),
    objective: shippedFile.objective,
    trees: shippedFile.forest.roots.length,
    features: [...(shippedFile.featureNames ?? [])],
    unknown_features: (shippedFile.featureNames ?? []).filter((name) => !known.has(name)),
    training: trainingOf(shippedFile),
    metrics: null,
    ...forceOf(shippedId),
    created_at: toTimestamp(0),
    created_by: '',
  })

  const evaluationOf = (row: Row): ModelEvaluation | null =>
    row.evaluation === null ? null : (JSON.parse(row.evaluation) as ModelEvaluation)

  const itemOf = (row: Row): ModelItem => {
    const features = JSON.parse(row.features) as string[]
    return {
      id: row.id,
      name: row.name,
      version: row.version,
      kind: row.kind,
      source: row.source,
      sha256: row.sha256,
      bytes: row.bytes,
      objective: row.objective,
      trees: row.trees,
      features,
      unknown_features: features.filter((name) => !known.has(name)),
      training: row.training === null ? null : (JSON.parse(row.training) as ModelTraining),
      metrics: metricsOf(evaluationOf(row)),
      ...forceOf(row.id),
      created_at: toTimestamp(row.created_at),
      created_by: row.created_by,
    }
  }

  const rowOf = (id: string): Row | null => sql.get<Row>(`select ${columns} from models where id = ?`, id) ?? null

  const itemById = (id: string): ModelItem | null => {
    if (id === shippedId) return shippedItem()
    const row = rowOf(id)
    return row === null ? null : itemOf(row)
  }

  const textOf = (id: string): string => {
    const row = sql.get<{ file: Uint8Array }>('select file from models where id = ?', id)
    if (row === undefined) throw new Error('a model has no file')
    return gunzipSync(row.file).toString('utf8')
  }

  const read = (id: string): StoredModel | null => {
    if (id === shippedId) return { item: shippedItem(), evaluation: null, text: shipped.text, file: shippedFile }
    const row = rowOf(id)
    if (row === null) return null
    const text = textOf(id)
    return { item: itemOf(row), evaluation: evaluationOf(row), text, file: parsed(text) }
  }

  return {
    list: () => [
      ...sql.all<Row>(`select ${columns} from models order by created_at desc, id desc`).map(itemOf),
      shippedItem(),
    ],
    read,
    inForce,
    awaited,
    elsewhere: () => {
      const inForceElsewhere = activation()?.sha256 ?? null
      return sql
        .all<Pick<ModelFilesTable, 'sha256' | 'name' | 'version'>>(
          'select sha256, name, version from model_files where sha256 not in (select sha256 from models) order by name, version, sha256',
        )
        .filter(({ sha256 }) => sha256 !== shipped.sha256 && sha256 !== inForceElsewhere)
        .map((row) => ({ id: modelId(row.sha256), sha256: row.sha256, ...namedAs(row) }))
    },
    drift: (id, references) =>
      compiled?.id === id ? compiled.recent.drift(references) : { activities: 0, features: [] },
    current() {
      const row = activation()
      if (compiled !== null && compiled.id === (row === null ? shippedId : row.model)) return compiled.model
      const id = inForce()
      if (id === null) return null
      const stored = read(id)
      const made = stored === null ? null : createModel(stored.item.name, stored.item.version, stored.file)
      if (made === null || !made.ok) return null
      const { value: plain } = made
      const recent = createRecentFeatures(plain.featureNames)
      const model: Model = {
        ...plain,
        isGeneral: id === shippedId,
        score: (features) => {
          recent.note(features)
          return plain.score(features)
        },
        scoreVector: (vector) => {
          recent.noteVector(vector)
          return plain.scoreVector(vector)
        },
      }
      compiled = { id, model, recent }
      return model
    },
    async add(model, actor) {
      const file = readXgboostJson(model.text)
      if (!file.ok)
        return fail(
          refusal('file_refused', `The model cannot be imported: ${file.error.message}.`, [
            { path: 'file', message: file.error.code },
          ]),
        )
      const usable = createModel(model.name, model.version, file.value)
      if (!usable.ok)
        return fail(
          refusal('file_refused', `The model cannot be imported: ${usable.error.message}.`, [
            { path: 'file', message: usable.error.code },
          ]),
        )
      const sha256 = createHash('sha256').update(model.text).digest('hex')
      const id = modelId(sha256)
      const there = itemById(id)
      if (there !== null) return ok(there)
      const packed = gzipSync(model.text)
      const features = JSON.stringify(usable.value.featureNames)
      const training = model.training ?? trainingOf(file.value)
      const written = await ledger.write(actor, async (tx) => {
        const taken = await tx.sql.get('select 1 from models where name = ? and version = ?', model.name, model.version)
        const isShipped = model.name === shipped.name && model.version === shipped.version
        if (taken !== undefined || isShipped)
          return fail(
            refusal(
              'already_done',
              'A model with this name and version exists already. Give this one another version.',
            ),
          )
        await tx.sql.run(
          'insert into models (id, sha256, name, version, kind, source, objective, trees, features, training, evaluation, bytes, file, created_at, created_by) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing',
          id,
          sha256,
          model.name,
          model.version,
          isIsolation(file.value) ? 'isolation_forest' : 'boosted_trees',
          model.source,
          file.value.objective,
          file.value.forest.roots.length,
          features,
          training === null ? null : JSON.stringify(training),
          model.evaluation === null ? null : JSON.stringify(model.evaluation),
          Buffer.byteLength(model.text),
          packed,
          env.clock.nowMs(),
          actor.userUid,
        )
        return ok(id)
      })
      if (!written.ok) return written
      const added = itemById(id)
      if (added === null) throw new Error('a model that was just added is not there')
      return ok(added)
    },
    async setInForce(id, acceptUnknown, actor) {
      const item = id === null ? null : itemById(id)
      if (id !== null && item === null)
        return fail(
          refusal('unknown_reference', 'There is no model with this id on this device.', [
            { path: 'model_id', message: 'is no model' },
          ]),
        )
      if (item !== null && item.unknown_features.length > 0 && !acceptUnknown) {
        const message = `The model asks for features that are not computed here: ${item.unknown_features.slice(0, 10).join(', ')}. Give accept_unknown to take them as absent.`
        return fail(refusal('unknown_reference', message, [{ path: 'accept_unknown', message: 'is needed' }]))
      }
      return ledger.write(actor, async (tx) => {
        // Read in the transaction: of two people who change it at once the second says what the first put in force.
        const before = (await tx.sql.get<InForceRow>(activationSql)) ?? null
        // What an earlier release put in force states no size, and so its file does not travel: it may be put in force
        // once more.
        const travels =
          item === null ||
          before === null ||
          (await tx.sql.get('select 1 from model_files where sha256 = ?', item.sha256)) !== undefined
        if (travels && (before === null ? id === shippedId : before.model === id))
          return fail(
            refusal('already_done', id === null ? 'No model is in force already.' : 'This model is in force already.'),
          )
        await tx.append(
          modelActivated({ model: item, previousVersion: before === null ? shipped.version : before.version }),
        )
        return ok(id)
      })
    },
  }
}
