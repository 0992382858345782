import { ok } from '../../../shared/schema/result.ts'
import type { KeyedLock } from '../../platform/keyed-lock.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'
import type { FetchedBytes } from '../../sync/device/bytes/piece-files.ts'
import { placeAnnounced, removeUnsealed, storedKey } from '../evidence/intake.ts'

/**
 * Puts bytes that came from the hub into the store of evidence, as an acquisition does: first their place, then their
 * key (E-10).
 *
 * @param locks those of the acquisitions: the same bytes may be taken in at the same time
 */
export const fetchedBytesOf = (
  { evidence, sync }: Pick<Workspace, 'evidence' | 'sync'>,
  locks: KeyedLock,
): FetchedBytes => {
  const { blobs, store, unsettled } = evidence
  return {
    adopt: (piece) =>
      locks.run(piece.sha256, async () => {
        const key = await storedKey({ blobs, store }, piece)
        return key === null ? ok(false) : await sync.transfers.keep(piece, key)
      }),
    keep: (piece, partialId, key) =>
      locks.run(piece.sha256, async () => {
        const known = await storedKey({ blobs, store }, piece)
        // Until its key is filed nobody can read the place: what came is not asked for again, whatever ends it on the
        // way.
        const inPlace = await placeAnnounced(
          { blobs, unsettled },
          known === null ? [{ id: partialId, sha256: piece.sha256, keepsPartial: true }] : [],
        )
        if (!inPlace.ok) return inPlace
        const kept = await sync.transfers.keep(piece, known ?? key)
        if ((!kept.ok || !kept.value) && !(await store.hasBlob(piece.sha256)))
          await removeUnsealed({ blobs, unsettled }, piece.sha256)
        // The next start removes what could not be removed now.
        if (kept.ok) await blobs.discard(partialId).catch(() => undefined)
        return kept
      }),
  }
}
