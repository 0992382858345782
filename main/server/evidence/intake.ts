import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { AcquisitionFacts, AcquisitionMethod } from '../../../shared/schema/evidence.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { BlobStore } from '../../blobs/file-store.ts'
import type { FinishedBlob, PartialBlob } from '../../blobs/partial-blob.ts'
import { seemingType } from '../../domain/evidence/kinds.ts'
import { recordedName, recordedPath } from '../../domain/evidence/names.ts'
import type { KeyedLock } from '../../platform/keyed-lock.ts'
import type { EvidenceStore, TakenPiece } from '../../storage/evidence/evidence-store.ts'
import type { Actor } from '../../storage/ledger/ledger.ts'

/** What making evidence of stored bytes needs. */
export interface IntakeParts {
  readonly blobs: BlobStore
  readonly store: EvidenceStore
  /** One file of the same bytes at a time. */
  readonly locks: KeyedLock
  readonly version: string
}

/** A file whose bytes have all come. */
export interface ArrivedFile {
  readonly partialId: string
  readonly partial: PartialBlob
  readonly key: Uint8Array
  readonly caseId: number
  readonly acquisitionId: string
  /** What tells it from the other files of the acquisition. */
  readonly sourcePath: string
  readonly name: string
  /** Below the folder that is acquired; null for a single file. */
  readonly path: string | null
  readonly method: AcquisitionMethod
  readonly facts: AcquisitionFacts
  readonly actor: Actor
  readonly actorName: string
  readonly startedAtMs: number
  readonly endedAtMs: number
}

const otherBytes = (stated: string, found: string): Refusal =>
  refusal('hash_mismatch', `The bytes are not those of the source: it states the SHA-256 ${stated}, and ${found} was read. Nothing of the file was kept.`)

/** The key under which the bytes are stored once this resolves: the one that they have already, or the new file's. */
const settle = async ({ blobs, store }: IntakeParts, file: ArrivedFile, { sha256, size }: FinishedBlob): Promise<Uint8Array> => {
  const known = await store.blobKey(sha256)
  if (known !== null) {
    const stored = await blobs.open(sha256, known)
    if (stored.ok) {
      const isWhole = stored.value.length === size
      await stored.value.close()
      if (isWhole) {
        await blobs.discard(file.partialId)
        return known
      }
    }
  }
  await blobs.place(file.partialId, sha256)
  await blobs.syncFolders([sha256])
  return file.key
}

/**
 * Makes evidence of a file whose bytes have come: last segment and fsync, then its place in the store, then the sealed entry. Whatever
 * ends it on the way leaves either a piece of evidence or nothing that counts.
 */
export const takeIn = async (parts: IntakeParts, file: ArrivedFile): Promise<Result<TakenPiece & FinishedBlob, Refusal>> => {
  const finished = await file.partial.finish().finally(() => file.partial.close())
  const stated = file.facts.source_sha256
  if (stated !== undefined && stated !== finished.sha256) {
    await parts.blobs.discard(file.partialId)
    return fail(otherBytes(stated, finished.sha256))
  }
  return await parts.locks.run(finished.sha256, async () => {
    const key = await settle(parts, file, finished)
    const stored = {
      ...finished,
      ...seemingType(file.name),
      key,
      name: recordedName(file.name),
      path: file.path === null ? null : recordedPath(file.path),
      startedAtMs: file.startedAtMs,
      endedAtMs: file.endedAtMs,
    }
    const taken = await parts.store.take(
      file.caseId,
      stored,
      file.facts,
      { method: file.method, toolVersion: parts.version, actorName: file.actorName },
      { acquisitionId: file.acquisitionId, path: file.sourcePath, partialId: file.partialId },
      file.actor,
    )
    if (taken.ok) return ok({ ...taken.value, ...finished })
    if (!(await parts.store.hasBlob(finished.sha256))) await parts.blobs.remove(finished.sha256)
    return taken
  })
}

/** Removes stored bytes that no case has a key for: what a crash between storing and sealing left. */
export const sweepBlobs = async ({ blobs, store, locks }: Pick<IntakeParts, 'blobs' | 'store' | 'locks'>, isStopping: () => boolean): Promise<number> => {
  let swept = 0
  for await (const sha256 of blobs.list()) {
    if (isStopping()) return swept
    swept += await locks.run(sha256, async () => {
      if (await store.hasBlob(sha256)) return 0
      await blobs.remove(sha256)
      return 1
    })
  }
  return swept
}
