import { hubDeviceId, isHubId } from './hub-epochs.ts'
import type { EntryPayload } from './payload.ts'
import type { KeyRecord, WorkspaceFounding } from './verify-types.ts'

/** What `workspace.created` says; null where it is not of its form. */
export const foundingOf = ({ pub }: Pick<EntryPayload, 'pub'>): WorkspaceFounding | null => {
  const { workspace_id: uid, institution, name } = pub
  return typeof uid === 'string' && typeof institution === 'string' && typeof name === 'string'
    ? { uid, institution, name }
    : null
}

/**
 * The workspace that the first key of a directory founded; null where it sealed no `workspace.created`. Of a directory
 * that keys from outside started, any of these may be the first.
 */
export const foundedWorkspace = (keys: ReadonlyMap<string, KeyRecord>): WorkspaceFounding | null =>
  [...keys.values()].find(({ anchor }) => anchor !== undefined)?.anchor?.founded ?? null

/** The keys of the workspace's hub, in the order in which they came: a directory holds those of no other hub (S-35). */
export const hubKeysIn = (keys: ReadonlyMap<string, KeyRecord>): KeyRecord[] =>
  [...keys.values()].filter(({ deviceId }) => isHubId(deviceId))

const hubFault = (
  { record: { anchor }, isRoot }: { readonly record: KeyRecord; readonly isRoot: boolean },
  { deviceId }: KeyRecord,
): string | null => {
  if (!isRoot) return 'only the first key of the workspace enrols its hub'
  const founded = anchor?.founded ?? null
  return founded !== null && deviceId === hubDeviceId(founded.uid)
    ? null
    : 'the key is for a hub of another workspace than the one that was founded'
}

/**
 * S-35: why the holder of a key may not enrol or revoke another's; null where it may. Else the owner of one laptop
 * could bring a hub of their own, or a second device in a colleague's name, and have it vouch for whatever they seal.
 *
 * @param brought the key that is enrolled; null: one is revoked
 */
export const authorityFault = (
  keys: ReadonlyMap<string, KeyRecord>,
  signer: { readonly record: KeyRecord; readonly isRoot: boolean },
  brought: KeyRecord | null,
): string | null => {
  if (brought !== null && isHubId(brought.deviceId)) return hubFault(signer, brought)
  if (isHubId(signer.record.deviceId)) return null
  if (hubKeysIn(keys).length > 0) return 'the workspace has a hub, and the hub alone enrols and revokes keys'
  return signer.isRoot ? null : 'only the first key of the workspace, or its hub, enrols and revokes keys'
}
