import type { Refusal } from '../../../shared/api/errors.ts'
import { ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { signMessage } from '../../seal/signature.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'
import { joinFolder, joiningOf } from '../../storage/sync/join-folder.ts'
import { enrolWith } from '../../sync/device/enrol.ts'
import { createHttpLink } from '../../sync/link/http.ts'
import type { Outward } from '../../sync/link/way.ts'
import type { SyncService } from '../../sync/service.ts'

export interface EnrollingParts {
  readonly workspace: Workspace
  readonly outward: Outward
  /** Ends all work on the folder and gives it free; requests are refused from then on. */
  readonly release: () => Promise<void>
  /** Opens the folder anew, once the answer is out. */
  readonly reopen: () => void
}

/** The hub has to seal and to make room; longer than this nobody waits. */
const patienceMs = 60_000

/**
 * Enrols a folder that works alone, while it is served (Y-14). Nothing of it changes before the hub has agreed; then it
 * is given free, becomes a device of the hub in one step, or stays as it was, and is opened anew in either case.
 */
export const enrolling =
  ({ workspace, outward, release, reopen }: EnrollingParts): SyncService['enrol'] =>
  async ({ url, code, deviceName }): Promise<Result<{ readonly deviceNumber: number }, Refusal>> => {
    const { keys, folder, env } = workspace
    const link = createHttpLink({ url, ...outward })
    try {
      const joining = await joiningOf(workspace)
      const sign = (message: Uint8Array): Uint8Array => signMessage(message, keys.device.privateKey)
      const answer = await enrolWith(
        link,
        { code, deviceName, spki: keys.device.spki, sign, joining },
        AbortSignal.timeout(patienceMs),
      )
      if (!answer.ok) return answer
      await release()
      try {
        const joined = await joinFolder(
          folder.dir,
          { answer: answer.value, url, password: null, joinedDseq: joining.dseq },
          env,
        )
        return joined.ok ? ok({ deviceNumber: answer.value.device_number }) : joined
      } finally {
        reopen()
      }
    } finally {
      link.close()
    }
  }
