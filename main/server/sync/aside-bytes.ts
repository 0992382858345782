import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { Actor } from '../../domain/access/actor.ts'
import type { KeyedLock } from '../../platform/keyed-lock.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'
import type { TakenAgain } from '../../storage/sync/aside-evidence.ts'

/** What a person does with entries that were set aside, and with the bytes that lie with them (Y-78). */
export interface AsideService {
  /** Takes evidence in again from what is kept, once its bytes were read and have the sealed hash. */
  restore(entryId: string, caseId: number | undefined, actor: Actor): Promise<Result<TakenAgain, Refusal>>
  /** Destroys an entry that was set aside, and its bytes where nobody else has them. */
  forget(entryId: string): Promise<Result<void, Refusal>>
}

const damaged = refusal(
  'evidence_damaged',
  'The bytes that were kept with this entry are missing or are not those that were sealed. Nothing was taken in, and nothing was removed.',
)

/** @param locks those of the acquisitions: the same bytes may be taken in at the same time */
export const asideService = (
  { evidence: { blobs, store }, sync }: Pick<Workspace, 'evidence' | 'sync'>,
  locks: KeyedLock,
): AsideService => ({
  restore: async (entryId, caseId, actor) => {
    const piece = await sync.aside.piece(entryId)
    if (!piece.ok) return piece
    const { sha256, key } = piece.value
    return await locks.run(sha256, async () =>
      (await blobs.hashOf(sha256, key)) === sha256 ? await sync.aside.takeIn(entryId, caseId, actor) : fail(damaged),
    )
  },
  forget: async (entryId) => {
    const gone = await sync.aside.forget(entryId)
    if (!gone.ok) return gone
    const sha256 = gone.value
    if (sha256 !== null)
      await locks.run(sha256, async () => ((await store.hasBlob(sha256)) ? undefined : await blobs.remove(sha256)))
    return ok(undefined)
  },
})
