import { refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { KeyedLock } from '../../platform/keyed-lock.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'
import { provesArrival } from '../../sync/device/bytes/arrival-seal.ts'
import type { SendParts } from '../../sync/device/bytes/send-piece.ts'

const unproven = refusal(
  'evidence_elsewhere',
  'The hub says that it has these bytes, but shows no valid seal of its own over them. They stay on this device.',
)

/**
 * Lets bytes of cases that are not here any more go, once the hub has shown its seal over them (Y-77): first their key,
 * then their file.
 *
 * @param locks those of the acquisitions: the same bytes may be taken in at the same time
 */
export const letGoOf =
  ({ evidence: { blobs, store }, sync }: Pick<Workspace, 'evidence' | 'sync'>, locks: KeyedLock): SendParts['letGo'] =>
  async (piece, { seal }) => {
    const relation = sync.replica.relation()
    if (relation === null || !provesArrival(seal, piece, relation)) return fail(unproven)
    return await locks.run(piece.sha256, async () => {
      const gone = await sync.transfers.letGo(piece)
      if (!gone.ok) return gone
      if (gone.value && !(await store.hasBlob(piece.sha256))) await blobs.remove(piece.sha256)
      return ok(undefined)
    })
  }
