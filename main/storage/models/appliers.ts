import { modelFileMost } from '../../../shared/schema/models.ts'
import { deviceIdsOf } from '../ledger/device-ids.ts'
import type { Applier, Area, EntryDraft } from '../ledger/ledger.ts'

/** What is sealed where a model is put in force, or none. */
export interface ModelActivation {
  /** Null: no model is in force. */
  readonly model: {
    readonly id: string
    readonly sha256: string
    readonly name: string
    readonly version: string
    readonly bytes: number
  } | null
  readonly previousVersion: string | null
}

const none = 'none'

/** A model is put in force. Its name is free text, so the entry binds it by digest only. */
export const modelActivated = ({ model, previousVersion }: ModelActivation): EntryDraft => ({
  case: 'workspace',
  type: 'model.activated',
  subject: model?.id ?? none,
  pub: {
    sha256: model?.sha256 ?? null,
    version: model?.version ?? null,
    previous_version: previousVersion,
    ...(model === null ? {} : { size: model.bytes }),
  },
  ...(model === null ? {} : { withheld: { name: model.name } }),
})

const isHash = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{64}$/u.test(value)

const activated: Applier = async (tx, entry) => {
  const { subject, pub } = entry.payload
  const isNone = subject === none && pub['sha256'] === null
  // Which model was in force in a folder that joined later says nothing of the workspace that it joined.
  if (
    (!isNone && (!isHash(pub['sha256']) || typeof pub['version'] !== 'string')) ||
    (await deviceIdsOf(tx.sql, entry.payload)).beforeJoining
  )
    return
  await tx.sql.run(
    'insert into model_in_force (id, model, sha256, version, since) values (1, ?, ?, ?, ?) on conflict (id) do update set model = excluded.model, sha256 = excluded.sha256, version = excluded.version, since = excluded.since',
    isNone ? null : subject,
    isNone ? null : (pub['sha256'] as string),
    isNone ? null : (pub['version'] as string),
    entry.atMs,
  )
  if (!isNone) await travels(tx, entry)
}

/** An earlier release stated no size: such a file is carried by hand. */
const travels: Applier = async (tx, { id, payload: { pub }, disclosures }) => {
  const { size } = pub
  if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 0 || size > modelFileMost) return
  const name = disclosures['name']?.value
  await tx.sql.run(
    'insert into model_files (sha256, entry, size, name, version, received) values (?, ?, ?, ?, ?, 0) on conflict (sha256) do update set entry = excluded.entry, size = excluded.size, name = excluded.name, version = excluded.version',
    pub['sha256'] as string,
    id,
    size,
    typeof name === 'string' ? name.toWellFormed() : '',
    pub['version'] as string,
  )
}

/** Only a hub seals it, of a file that an entry before it put in force. */
const received: Applier = async (tx, { payload: { pub } }) => {
  if (isHash(pub['sha256'])) await tx.sql.run('update model_files set received = 1 where sha256 = ?', pub['sha256'])
}

/** Which model is in force, as the ledger takes it in. */
export const modelsArea: Area = { appliers: { 'model.activated': activated, 'model.received': received } }
