import { createHash } from 'node:crypto'
import { refusal } from '../../../../shared/api/errors.ts'
import type { Refusal } from '../../../../shared/api/errors.ts'
import { fail, ok } from '../../../../shared/schema/result.ts'
import type { Result } from '../../../../shared/schema/result.ts'
import type { OpenBlob } from '../../../blobs/file-store.ts'
import type { PartialBlob } from '../../../blobs/partial-blob.ts'
import { bySize, isAfter } from './asked-again.ts'
import { folderFault, pieceFault } from './piece-files.ts'
import type { PieceFiles } from './piece-files.ts'
import type { PieceSource } from './piece-source.ts'
import type { PlacedPiece, TransferStore, TravellingPiece } from './transfer-store.ts'

/** What a device keeps of the files of models, as sync needs it (Y-64). Their chain is the workspace's. */
export interface ModelFileStore {
  /**
   * The file that is in force, where it is here, the hub has not sealed that it has it, and (unless `early`) the hub
   * has the entry.
   */
  toSend(early: boolean): TravellingPiece | null
  /** The file that is in force, where the hub has it and this device has not. */
  toFetch(): TravellingPiece | null
  piece(sha256: string): PlacedPiece | null
  /** The file, byte for byte; null where it is not here. */
  read(sha256: string): Uint8Array | null
  /** Takes a file in whose hash is the sealed one; refused where this release cannot use it. */
  keep(piece: TravellingPiece, file: Uint8Array): Promise<Result<void, Refusal>>
}

export const workspaceChain = 'workspace'

const isModelFile = ({ caseUid }: Pick<TravellingPiece, 'caseUid'>): boolean => caseUid === workspaceChain

const otherBytes = refusal(
  'hash_mismatch',
  'The model file that came from the hub does not have the hash that was sealed for it. Nothing of it was kept. Tell the hub’s administrator.',
)

async function* one(bytes: Uint8Array): AsyncGenerator<Result<Uint8Array, never>> {
  if (bytes.length > 0) yield await Promise.resolve(ok(bytes))
}

const openBytes = (bytes: Uint8Array): OpenBlob => ({
  length: bytes.length,
  read: (start, end) => one(bytes.subarray(start, end)),
  close: () => Promise.resolve(),
})

/**
 * A file that comes, in memory: it is bounded by what a model may have, and one whose service ends meanwhile comes
 * anew.
 */
const partialInMemory = (): PartialBlob & { readonly bytes: () => Uint8Array } => {
  let parts: Uint8Array[] = []
  let length = 0
  const bytes = (): Uint8Array => {
    if (parts.length > 1) parts = [Buffer.concat(parts)]
    return parts[0] ?? new Uint8Array()
  }
  return {
    bytes,
    taken: () => length,
    written: () => 0,
    append: (chunk) => {
      parts.push(Uint8Array.from(chunk))
      length += chunk.length
      return Promise.resolve()
    },
    sync: () => Promise.resolve(),
    finish: () => Promise.resolve({ sha256: createHash('sha256').update(bytes()).digest('hex'), size: length }),
    close: () => Promise.resolve(),
  }
}

/** The files of models that come here. */
const createModelPieceFiles = (models: ModelFileStore): PieceFiles => {
  const open = new Map<string, ReturnType<typeof partialInMemory>>()
  const forget = ({ sha256 }: TravellingPiece): Promise<void> => {
    open.delete(sha256)
    return Promise.resolve()
  }
  const discard: PieceFiles['discard'] = async (piece, _current, why) => {
    await forget(piece)
    return fail(pieceFault(why))
  }
  return {
    adopt: () => Promise.resolve(ok(false)),
    letGo: () => Promise.resolve(),
    discard,
    open: ({ sha256 }) => {
      const partial = open.get(sha256) ?? partialInMemory()
      open.set(sha256, partial)
      return Promise.resolve(ok({ partial, id: sha256, key: new Uint8Array() }))
    },
    finish: async (piece, current) => {
      const partial = open.get(piece.sha256)
      await forget(piece)
      const { sha256 } = await current.partial.finish()
      if (partial === undefined || sha256 !== piece.sha256) return await discard(piece, current, otherBytes)
      const kept = await models.keep(piece, partial.bytes())
      if (kept.ok) return kept
      return fail(kept.error.code === 'file_refused' ? pieceFault(kept.error) : folderFault(kept.error))
    },
    close: () => {
      open.clear()
      return Promise.resolve()
    },
  }
}

/** What travels: evidence, and beside it the model file that is in force. */
export interface Travelling {
  readonly store: Pick<TransferStore, 'toSend' | 'toCarry' | 'toFetch' | 'piece'>
  readonly source: PieceSource
  readonly files: PieceFiles
}

/**
 * Adds the files of models to what travels of evidence. A release that cannot use a file does not fetch it again before
 * it is started anew.
 */
export const withModelFiles = (evidence: Travelling, models: ModelFileStore): Travelling => {
  const unusable = new Set<string>()
  const own = createModelPieceFiles({
    ...models,
    keep: async (piece, file) => {
      const kept = await models.keep(piece, file)
      if (!kept.ok && kept.error.code === 'file_refused') unusable.add(piece.sha256)
      return kept
    },
  })
  const filesOf = (piece: TravellingPiece): PieceFiles => (isModelFile(piece) ? own : evidence.files)
  const beside = (
    pieces: readonly TravellingPiece[],
    model: TravellingPiece | null,
    after: Parameters<typeof isAfter>[1],
    limit: number,
  ): readonly TravellingPiece[] =>
    model === null || unusable.has(model.sha256) || !isAfter(model, after)
      ? pieces
      : [...pieces, model].sort(bySize).slice(0, limit)
  const { store, source, files } = evidence
  return {
    store: {
      toSend: (after, limit) => beside(store.toSend(after, limit), models.toSend(false), after, limit),
      toCarry: (after, limit) => beside(store.toCarry(after, limit), models.toSend(true), after, limit),
      toFetch: (upTo, after, limit) => beside(store.toFetch(upTo, after, limit), models.toFetch(), after, limit),
      piece: (caseUid, sha256) => (caseUid === workspaceChain ? models.piece(sha256) : store.piece(caseUid, sha256)),
    },
    source: {
      open: async (piece) => {
        if (!isModelFile(piece)) return await source.open(piece)
        const file = models.read(piece.sha256)
        return file === null ? null : openBytes(file)
      },
    },
    files: {
      adopt: (piece) => filesOf(piece).adopt(piece),
      open: (piece) => filesOf(piece).open(piece),
      finish: (piece, current) => filesOf(piece).finish(piece, current),
      discard: (piece, current, why) => filesOf(piece).discard(piece, current, why),
      letGo: (piece) => filesOf(piece).letGo(piece),
      close: () => Promise.all([own.close(), files.close()]).then(() => undefined),
    },
  }
}
