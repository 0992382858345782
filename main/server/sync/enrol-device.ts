import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { dataFolder, hasWorkspace } from '../../platform/data-folder.ts'
import type { Env } from '../../platform/env.ts'
import { signMessage } from '../../seal/signature.ts'
import { openWorkspace } from '../../storage/ledger/open-workspace.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'
import { enrolFolder, prepareEnrolment } from '../../storage/sync/enrol-folder.ts'
import { joinFolder, joiningOf } from '../../storage/sync/join-folder.ts'
import type { Joining } from '../../storage/sync/join-folder.ts'
import { enrolWith } from '../../sync/device/enrol.ts'
import { createHttpLink } from '../../sync/link/http.ts'
import { outwardOf } from './outward.ts'

/** What a person says to enrol a device. */
export interface EnrolDevice {
  readonly url: string
  readonly code: string
  readonly deviceName: string
}

/** A device that was enrolled. */
export interface EnrolledDevice {
  readonly deviceId: string
  readonly deviceNumber: number
  readonly institution: string
  readonly workspaceId: string
  /** Whether the folder worked alone before, and brought its cases along (Y-14). */
  readonly joined: boolean
  /** Whom the hub enrolled the device for. The login name comes with the entries of the first pull. */
  readonly userUid: string
  /** With what the enrolled user signs in on this device; made here, shown once, known to nobody else. */
  readonly password: string
}

/** 128 random bits, in groups that a person can read out. */
const newPassword = ({ random }: Env): string =>
  Buffer.from(random.bytes(16))
    .toString('hex')
    .replace(/.{8}(?!$)/gu, '$&-')

const hasHub = refusal(
  'already_done',
  'This folder has a hub already and stays with it. Nothing was changed, and the code was not used. To work with the hub of that code, give `--data` the name of a new folder.',
)

/**
 * What an open folder brings along; null where it has a hub already. The folder is closed for the joining, which opens
 * it anew.
 */
const joiningThenClosed = async (workspace: Workspace): Promise<Joining | null> => {
  try {
    return workspace.sync.replica.relation() === null ? await joiningOf(workspace) : null
  } finally {
    await workspace.close()
  }
}

/**
 * Enrols a data folder with a hub: an empty one becomes a new device, one that worked alone joins with its cases (Y-10
 * to Y-14). No service may run in it.
 *
 * @returns a refusal, in words for a person, where the hub cannot be reached, is another than the code names, or
 * refuses; the folder is then as it was
 */
export const enrolDevice = async (
  dataDir: string,
  { url, code, deviceName }: EnrolDevice,
  env: Env,
  signal: AbortSignal,
): Promise<Result<EnrolledDevice, Refusal>> => {
  const link = createHttpLink({ url, ...outwardOf(env.variables) })
  const password = newPassword(env)
  const asked = { code, deviceName }
  try {
    if (!hasWorkspace(dataFolder(dataDir))) {
      const keys = await prepareEnrolment(dataDir, env)
      if (!keys.ok) return keys
      const { spki, privateKey } = keys.value.device
      const answer = await enrolWith(
        link,
        { ...asked, spki, sign: (message) => signMessage(message, privateKey) },
        signal,
      )
      if (!answer.ok) return answer
      const made = await enrolFolder(dataDir, { answer: answer.value, url, password }, env)
      return made.ok
        ? ok({
            ...made.value,
            institution: answer.value.institution,
            workspaceId: answer.value.workspace_id,
            joined: false,
            userUid: answer.value.user_uid,
            password,
          })
        : made
    }
    const opened = await openWorkspace(dataDir, env)
    if (!opened.ok) return opened
    const { spki, privateKey } = opened.value.keys.device
    const joining = await joiningThenClosed(opened.value)
    // The hub is not asked: it would use up the code for a device that no folder is.
    if (joining === null) return fail(hasHub)
    const answer = await enrolWith(
      link,
      { ...asked, spki, sign: (message) => signMessage(message, privateKey), joining },
      signal,
    )
    if (!answer.ok) return answer
    const {
      device_id: deviceId,
      device_number: deviceNumber,
      institution,
      workspace_id: workspaceId,
      user_uid: userUid,
    } = answer.value
    const joined = await joinFolder(dataDir, { answer: answer.value, url, password, joinedDseq: joining.dseq }, env)
    return joined.ok
      ? ok({ deviceId, deviceNumber, institution, workspaceId, joined: true, userUid, password })
      : joined
  } finally {
    link.close()
  }
}
