import { refusal } from '../../../../shared/api/errors.ts'
import type { Refusal } from '../../../../shared/api/errors.ts'
import { fail, ok } from '../../../../shared/schema/result.ts'
import type { Result } from '../../../../shared/schema/result.ts'
import type { BlobStore } from '../../../blobs/file-store.ts'
import { finishAndClose } from '../../../blobs/partial-blob.ts'
import type { PartialBlob } from '../../../blobs/partial-blob.ts'
import type { TransferFault } from './attempt.ts'
import { transferKey } from './transfer-store.ts'
import type { TransferStore, TravellingPiece } from './transfer-store.ts'

/** What becomes of whole bytes on this device. */
export interface FetchedBytes {
  /** Where another case here has the same bytes, nothing need travel: answers whether it is so. */
  adopt(piece: TravellingPiece): Promise<Result<boolean, Refusal>>
  /** Puts a finished and closed partial file in its place and files its key; false where the case is gone. */
  keep(piece: TravellingPiece, partialId: string, key: Uint8Array): Promise<Result<boolean, Refusal>>
}

/** What the files of pieces that come here stand on. */
export interface PieceFileParts {
  readonly store: Pick<TransferStore, 'partialOf' | 'dropPartial'>
  readonly blobs: Pick<BlobStore, 'begin' | 'resume' | 'discard' | 'freeBytes'>
  readonly fetched: FetchedBytes
}

/** A file into which the bytes of a piece come. */
export interface OpenPiece {
  readonly partial: PartialBlob
  readonly id: string
  readonly key: Uint8Array
}

/**
 * The files of pieces that come here, by whatever way: encrypted as they come, hashed before they count (Y-61). Between
 * two tries a file stays open, so that nothing has to be hashed again.
 */
export interface PieceFiles {
  readonly adopt: FetchedBytes['adopt']
  open(piece: TravellingPiece): Promise<Result<OpenPiece, TransferFault>>
  /** All bytes came: they count where their hash is the sealed one. */
  finish(piece: TravellingPiece, current: OpenPiece): Promise<Result<void, TransferFault>>
  /** What came is no use: nothing of it stays. */
  discard(piece: TravellingPiece, current: OpenPiece, why: Refusal): Promise<Result<never, TransferFault>>
  /** Closes the file of a piece; what came is resumed from. */
  letGo(piece: TravellingPiece): Promise<void>
  close(): Promise<void>
}

const reserveBytes = 64 * 1_048_576

const noRoom = refusal(
  'storage_full',
  'The disk of this computer has not enough room for these bytes. They stay at the hub; free some space, or give cases back.',
)
const otherBytes = refusal(
  'hash_mismatch',
  'The bytes that came from the hub do not have the hash that was sealed for them. Nothing of them was kept. Tell the hub’s administrator.',
)
const caseGone = refusal('not_found', 'The case has no such evidence here any more. What came was removed.')

/** A fault of one piece. */
export const pieceFault = (given: Refusal): TransferFault => ({ kind: 'piece', refusal: given })

/** A fault that this device's folder told of. */
export const folderFault = (given: Refusal): TransferFault =>
  given.code === 'not_found' ? pieceFault(given) : { kind: 'device', refusal: given }

export const createPieceFiles = ({ blobs, store, fetched }: PieceFileParts): PieceFiles => {
  const open = new Map<string, OpenPiece>()

  const letGo = async (piece: TravellingPiece): Promise<void> => {
    const known = open.get(transferKey(piece))
    open.delete(transferKey(piece))
    await known?.partial.close()
  }

  const discard: PieceFiles['discard'] = async (piece, { id }, why) => {
    await letGo(piece)
    await blobs.discard(id)
    await store.dropPartial(piece)
    return fail(pieceFault(why))
  }

  return {
    adopt: (piece) => fetched.adopt(piece),
    letGo,
    discard,
    open: async (piece) => {
      const known = open.get(transferKey(piece))
      if (known !== undefined) return ok(known)
      const row = await store.partialOf(piece)
      if (!row.ok) return fail(folderFault(row.error))
      const { id, key } = row.value
      // Asked first: where the store does not answer, no file is left open.
      const free = await blobs.freeBytes()
      const resumed = await blobs.resume(id, key)
      if (free < piece.size - (resumed.ok ? resumed.value.taken() : 0) + reserveBytes) {
        if (resumed.ok) await resumed.value.close()
        return fail({ kind: 'device', refusal: noRoom })
      }
      if (!resumed.ok) await blobs.discard(id)
      const opened: OpenPiece = { partial: resumed.ok ? resumed.value : await blobs.begin(id, key), id, key }
      open.set(transferKey(piece), opened)
      return ok(opened)
    },
    finish: async (piece, current) => {
      const { partial, id, key } = current
      open.delete(transferKey(piece))
      const { sha256 } = await finishAndClose(partial)
      if (sha256 !== piece.sha256) return await discard(piece, current, otherBytes)
      const kept = await fetched.keep(piece, id, key)
      if (!kept.ok) return fail(folderFault(kept.error))
      return kept.value ? ok(undefined) : fail(pieceFault(caseGone))
    },
    close: async () => {
      for (const { partial } of open.values()) await partial.close()
      open.clear()
    },
  }
}
