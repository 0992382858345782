import { gunzipSync } from 'node:zlib'
import { ok } from '../../../shared/schema/result.ts'
import { workspaceChain, type ModelFileStore } from '../../sync/device/bytes/model-files.ts'
import type { PlacedPiece } from '../../sync/device/bytes/transfer-store.ts'
import { systemActor } from '../ledger/ledger.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { ModelStore } from './model-store.ts'
import { namedAs } from './named-as.ts'
import type { ModelFilesTable } from './tables.ts'

/** What the files of models that travel stand on. */
export interface ModelFileParts {
  /** Reads what is committed. */
  readonly sql: SyncStatements
  readonly models: Pick<ModelStore, 'add'>
  readonly shipped: { readonly text: string; readonly sha256: string }
}

/** The same name and version of two files: the one that comes is told apart by its hash. */
const toldApart = (version: string, sha256: string): string => `${version.slice(0, 33)}-${sha256.slice(0, 6)}`

/** The files of the models of a data folder, as sync moves them (Y-64). */
export const createModelFileStore = ({ sql, models, shipped }: ModelFileParts): ModelFileStore => {
  const isHere = (sha256: string): boolean =>
    sha256 === shipped.sha256 || sql.get('select 1 from models where sha256 = ?', sha256) !== undefined
  const pieceOf = (row: ModelFilesTable): PlacedPiece => ({
    id: 0,
    caseId: 0,
    caseUid: workspaceChain,
    sha256: row.sha256,
    size: row.size,
    entryId: row.entry,
    here: isHere(row.sha256),
    received: row.received === 1,
  })
  const inForce = (): ModelFilesTable | null =>
    sql.get<ModelFilesTable>(
      'select f.* from model_files f join model_in_force m on m.sha256 = f.sha256 where m.id = 1',
    ) ?? null
  const known = (sha256: string): ModelFilesTable | null =>
    sql.get<ModelFilesTable>('select * from model_files where sha256 = ?', sha256) ?? null
  const isPlaced = ({ entry }: ModelFilesTable): boolean =>
    sql.get('select 1 from entries where chain = 0 and id = ? and hub_pos is not null', Buffer.from(entry, 'hex')) !==
    undefined

  return {
    toSend: (early) => {
      const row = inForce()
      if (row === null || row.received === 1 || !isHere(row.sha256)) return null
      // Only here is the entry looked for: the hub has most files for good.
      return early || isPlaced(row) ? pieceOf(row) : null
    },
    toFetch: () => {
      const row = inForce()
      return row === null || row.received === 0 || isHere(row.sha256) ? null : pieceOf(row)
    },
    piece: (sha256) => {
      const row = known(sha256)
      return row === null ? null : pieceOf(row)
    },
    read: (sha256) => {
      if (sha256 === shipped.sha256) return Buffer.from(shipped.text, 'utf8')
      const row = sql.get<{ file: Uint8Array }>('select file from models where sha256 = ?', sha256)
      return row === undefined ? null : gunzipSync(row.file)
    },
    keep: async ({ sha256 }, file) => {
      const row = known(sha256)
      if (row === null) return ok(undefined)
      const { name, version } = namedAs(row)
      const model = {
        name,
        version,
        text: Buffer.from(file).toString('utf8'),
        source: 'synced',
        training: null,
        evaluation: null,
      } as const
      const added = await models.add(model, systemActor)
      const told =
        !added.ok && added.error.code === 'already_done'
          ? await models.add({ ...model, version: toldApart(version, sha256) }, systemActor)
          : added
      return told.ok ? ok(undefined) : told
    },
  }
}
