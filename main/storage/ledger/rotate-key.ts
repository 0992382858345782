import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { Actor } from '../../domain/access/actor.ts'
import type { Env } from '../../platform/env.ts'
import { makeNextDevice } from '../../platform/key-files.ts'
import { toBase64url } from '../../seal/hash.ts'
import { signMessage } from '../../seal/signature.ts'
import { rotationMessage } from '../../sync/rotation.ts'
import { openWorkspace } from './open-workspace.ts'
import type { Workspace } from './workspace.ts'

const noHub = refusal(
  'not_joined',
  'This folder works alone: nobody else knows its key, so another one would gain nothing. Connect it to a hub first.',
)
const halted = refusal(
  'sync_halted',
  'Sync with the hub has stopped, and the key of this device is part of why it is known there. Settle that first; the message of sync says how.',
)
const tooMany = refusal('entries_waiting', 'The hub has not seen the last rotations of this device yet. Sync first.')

const workspaceWaits = refusal(
  'entries_waiting',
  'Something that this device did in the workspace itself has not reached the hub, or the hub refused it: the new key would wait behind it, and the hub would take for forged what it seals. The key is as it was. Sync first; where the hub refused something, settle that: the sync centre shows it with the cases that are stuck.',
)

/** So many rotations that no hub has seen can stand in the request for a session. */
const unsentMax = 8

/** Why the key of a folder is not to be changed now; null where it may be. */
export const rotationRefusal = async ({ sync }: Pick<Workspace, 'sync'>): Promise<Refusal | null> => {
  const relation = sync.replica.relation()
  if (relation === null) return noHub
  if (relation.halted !== null) return halted
  const rotations = (await sync.replica.rotations()).length
  // Rotations alone may wait: they stand in the request for a session (Y-13).
  if (((await sync.replica.standing('workspace'))?.pending ?? 0) > rotations) return workspaceWaits
  return rotations >= unsentMax ? tooMany : null
}

const sealRotation = async (workspace: Workspace, actor: Actor): Promise<Result<{ readonly kid: string }, Refusal>> => {
  const refused = await rotationRefusal(workspace)
  if (refused !== null) return fail(refused)
  const { keys, folder, env, facts, ledger } = workspace
  const next = makeNextDevice(folder, keys, env.random)
  const proof = signMessage(rotationMessage(facts.deviceId, keys.device.kid, next.kid), next.privateKey)
  return await ledger.write(actor, async (tx) => {
    await tx.append({
      case: 'workspace',
      type: 'key.rotated',
      subject: facts.deviceId,
      pub: {
        kid: next.kid,
        spki: toBase64url(next.spki),
        device_id: facts.deviceId,
        device_number: facts.deviceNumber,
        proof: toBase64url(proof),
      },
    })
    await tx.sql.run('update device set kid = ? where id = 1', next.kid)
    return ok({ kid: next.kid })
  })
}

/**
 * Gives the device of a folder another key (Y-13), sealed by the present one and proven by the new one. The folder must
 * not be open: nothing may be sealed by the old key after that. Killed at any moment it has
 * the old key or the new one, whole: the database decides, and the next opening puts the key that it names in place.
 */
export const rotateKey = async (
  dataDir: string,
  actor: Actor,
  env: Env,
): Promise<Result<{ readonly kid: string }, Refusal>> => {
  const opened = await openWorkspace(dataDir, env)
  if (!opened.ok) return opened
  let rotated: Result<{ readonly kid: string }, Refusal>
  try {
    rotated = await sealRotation(opened.value, actor)
  } finally {
    await opened.value.close()
  }
  if (!rotated.ok) return rotated
  // Opening overwrites the old key with the new one.
  const again = await openWorkspace(dataDir, env)
  if (!again.ok) return again
  await again.value.close()
  return rotated
}
