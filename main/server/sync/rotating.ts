import { refusal } from '../../../shared/api/errors.ts'
import { fail } from '../../../shared/schema/result.ts'
import { rotateKey, rotationRefusal } from '../../storage/ledger/rotate-key.ts'
import type { SyncService } from '../../sync/service.ts'
import type { EnrollingParts } from './enrolling.ts'
import { ownHubUrl } from './own-hub-url.ts'

const hubsOwn = fail(
  refusal(
    'not_a_device',
    'This is the folder that the hub itself stands on: its key is where the trust of the whole workspace begins, and stays.',
  ),
)

/**
 * Changes the key of a folder while it is served (Y-13): it is given free, gets the key in one step or keeps its own,
 * and is opened anew in either case.
 */
export const rotating = ({ workspace, release, reopen }: EnrollingParts): SyncService['rotateKey'] => {
  const { folder, env, sync } = workspace
  const rotate: SyncService['rotateKey'] = async (actor) => {
    if (sync.replica.relation()?.url === ownHubUrl) return hubsOwn
    const refused = await rotationRefusal(workspace)
    if (refused !== null) return fail(refused)
    await release()
    try {
      return await rotateKey(folder.dir, actor, env)
    } finally {
      reopen()
    }
  }
  // Two people may press at once: both get the one key.
  let rotated: ReturnType<SyncService['rotateKey']> | null = null
  return (actor) => (rotated ??= rotate(actor).finally(() => (rotated = null)))
}
