import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { BlobStore } from '../../blobs/file-store.ts'
import type { HashKind } from '../../../shared/schema/known-files.ts'
import type { HashFile } from '../../storage/known-files/hash-file.ts'
import type { KnownFileStore } from '../../storage/known-files/known-file-store.ts'
import type { DuePiece, FoundMark, UnhashedPiece } from '../../storage/known-files/piece-comparing.ts'

/** What comparing pieces with lists stands on. */
export interface ComparingParts {
  readonly store: KnownFileStore
  readonly blobs: BlobStore
  readonly blobKey: (sha256: string, caseId?: number) => Promise<Uint8Array | null>
}

interface OpenList {
  readonly id: number
  readonly file: HashFile
}

const batchPieces = 200

/** By which hash a piece is on a list: the strongest of those that this device has. */
const foundBy = (file: HashFile, { sha256, sha1, md5 }: DuePiece): HashKind | null => {
  if (file.has(Buffer.from(sha256, 'hex'))) return 'sha256'
  if (sha1 !== null && file.has(sha1)) return 'sha1'
  return md5 !== null && file.has(md5) ? 'md5' : null
}

/** The lists that a piece is on, of those with which it was not compared yet. */
const marksOf = (piece: DuePiece, lists: readonly OpenList[]): FoundMark[] =>
  lists.flatMap(({ id, file }) => {
    const by = id > piece.compared ? foundBy(file, piece) : null
    return by === null ? [] : [{ piece, listId: id, by }]
  })

/** Compares every piece that is due, in batches; ends early where it is to stop. */
export const compareDue = async ({ store }: ComparingParts, signal: AbortSignal): Promise<void> => {
  const { comparing } = store
  const lists = store.listsHere()
  const upTo = comparing.newest()
  const opened = lists.flatMap((list) => {
    const file = store.files.open(list)
    return file === null ? [] : [{ id: list.id, file }]
  })
  try {
    for (;;) {
      const pieces = comparing.due(upTo, batchPieces)
      if (pieces.length === 0 || signal.aborted) return
      const marks = pieces.flatMap((piece) => marksOf(piece, opened))
      await comparing.compared(pieces, upTo, marks)
      await setImmediate()
    }
  } finally {
    for (const { file } of opened) file.close()
  }
}

/** MD5 and SHA-1 of stored bytes, which are only hashed and not parsed; null where they cannot be read. */
const hashesOf = async (
  { blobs, blobKey }: ComparingParts,
  { caseId, sha256, size }: UnhashedPiece,
  signal: AbortSignal,
): Promise<{ readonly md5: Buffer; readonly sha1: Buffer } | null> => {
  const key = await blobKey(sha256, caseId)
  const opened = key === null ? null : await blobs.open(sha256, key)
  if (opened === null || !opened.ok) return null
  const [md5, sha1] = [createHash('md5'), createHash('sha1')]
  try {
    for await (const part of opened.value.read(0, size)) {
      signal.throwIfAborted()
      if (!part.ok) return null
      md5.update(part.value)
      sha1.update(part.value)
      // Others of the service have their turn between segments.
      await setImmediate()
    }
  } finally {
    await opened.value.close()
  }
  return { md5: md5.digest(), sha1: sha1.digest() }
}

/** Makes MD5 and SHA-1 of one piece, where a list needs them; answers whether there was one. */
export const hashNext = async (parts: ComparingParts, signal: AbortSignal): Promise<boolean> => {
  const piece = parts.store.comparing.unhashed()
  if (piece === null || signal.aborted) return false
  await parts.store.comparing.hashed(piece, await hashesOf(parts, piece, signal))
  return true
}
