import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { loadNextDevice, makeNextDevice } from '../../platform/key-files.ts'
import { signMessage } from '../../seal/signature.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'
import { beginEpoch } from '../../storage/sync/begin-epoch.ts'
import { enrolEpoch } from '../../sync/device/enrol.ts'
import { createHttpLink } from '../../sync/link/http.ts'
import type { SyncService } from '../../sync/service.ts'
import type { EnrollingParts } from './enrolling.ts'
import { ownHubUrl } from './own-hub-url.ts'

const noHub = refusal('not_joined', 'This folder works alone; it has no epoch to leave.')
const notForked = refusal(
  'already_done',
  'The hub knows no other course of this device and refused nothing of it, so there is no epoch to leave.',
)
const othersWait = refusal(
  'entries_waiting',
  'Besides what the hub refused, something waits here that it would take: a new epoch would set that aside as well. Sync first, then begin the epoch. Nothing was changed.',
)
const hubsOwn = refusal(
  'not_a_hub',
  'This is the folder that the hub itself stands on, and the hub does not run here: start it with `--role hub`, then try again. Nothing was changed.',
)

/** The hub has to seal and to make room; longer than this nobody waits. */
const patienceMs = 60_000

const nameOf = async ({ db, keys }: Workspace): Promise<string> => {
  const row = await db.selectFrom('keys').select('name').where('kid', '=', keys.device.kid).executeTakeFirst()
  return row === undefined || row.name === '' ? 'Laptop' : row.name.slice(0, 120)
}

/**
 * Begins a new epoch of a folder that was copied or restored (Y-15), or of which the hub refused something that its
 * chain cannot go on without (Y-34), while it is served. Nothing of it but a key beside the old one is made before the
 * hub has agreed; an attempt that breaks off is taken up with the same key, for which the hub gives the same answer.
 * Then the folder is given free, becomes another device in one step, or stays as it was, and is opened anew in either
 * case.
 */
export const beginningEpoch = ({
  workspace,
  outward,
  release,
  reopen,
}: EnrollingParts): SyncService['beginNewEpoch'] => {
  const begin = async (): Promise<Result<{ readonly deviceNumber: number }, Refusal>> => {
    const { keys, folder, env, facts, sync } = workspace
    const relation = sync.replica.relation()
    if (relation === null) return fail(noHub)
    if (relation.url === ownHubUrl) return fail(hubsOwn)
    if (relation.halted?.state !== 'forked') {
      if (sync.overview.refused() === 0) return fail(notForked)
      if ((await sync.replica.pending({ entries: 1, bytes: 1 })).length > 0) return fail(othersWait)
    }
    const link = createHttpLink({ url: relation.url, ...outward })
    try {
      const next = loadNextDevice(folder, keys) ?? makeNextDevice(folder, keys, env.random)
      const answer = await enrolEpoch(
        link,
        {
          hub: relation,
          deviceId: facts.deviceId,
          deviceName: await nameOf(workspace),
          spki: next.spki,
          sign: (message) => signMessage(message, next.privateKey),
          signBefore: (message) => signMessage(message, keys.device.privateKey),
        },
        AbortSignal.timeout(patienceMs),
      )
      if (!answer.ok) return answer
      await release()
      try {
        const begun = await beginEpoch(folder.dir, { answer: answer.value, url: relation.url }, env)
        return begun.ok ? ok({ deviceNumber: answer.value.device_number }) : begun
      } finally {
        reopen()
      }
    } finally {
      link.close()
    }
  }
  // Two people may press at once: both get the one epoch.
  let begun: ReturnType<typeof begin> | null = null
  return () => (begun ??= begin().finally(() => (begun = null)))
}
