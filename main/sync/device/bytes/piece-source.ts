import type { BlobStore, OpenBlob } from '../../../blobs/file-store.ts'
import type { TransferStore, TravellingPiece } from './transfer-store.ts'

/** Where the bytes of pieces are read that go out of this device. */
export interface PieceSource {
  /** Null where the bytes are not here, or cannot be opened. */
  open(piece: TravellingPiece): Promise<OpenBlob | null>
}

/** Evidence, in its store. */
export const evidenceSource = (store: Pick<TransferStore, 'keyOf'>, blobs: Pick<BlobStore, 'open'>): PieceSource => ({
  open: async (piece) => {
    const key = await store.keyOf(piece)
    const opened = key === null ? null : await blobs.open(piece.sha256, key)
    return opened?.ok === true ? opened.value : null
  },
})
