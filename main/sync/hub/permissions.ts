import { writingRoles } from '../../../shared/schema/user.ts'
import type { Role } from '../../../shared/schema/user.ts'
import type { EntryPayload } from '../../seal/entry.ts'
import { verifyMessage, publicKeyFromSpki } from '../../seal/signature.ts'
import { fromBase64url } from '../../seal/hash.ts'
import { isOfHub } from '../../seal/hub-epochs.ts'
import { rotationMessage } from '../rotation.ts'
import { beforeJoiningFault } from './before-joining.ts'
import type { ChainBefore } from './before-joining.ts'
import { hubTypes, keyTypes, readingTypes, rolesFor } from './type-roles.ts'
import { broughtKey } from './workspace-head.ts'
import type { WorkspaceHead } from './workspace-head.ts'

/** What may be asked of whoever acts in an entry. */
export interface PermissionFacts {
  readonly workspace: WorkspaceHead
  /** The hub's own key (Y-3), and the origin of its checkpoints. */
  readonly hub: { readonly kid: string; readonly origin: string }
  /** Id of the device that the workspace began on; it is the hub's own folder (Y-2). */
  readonly founderId: string
  /** Whether the device is a folder on which the hub stands: the founder's, or that of this process (Y-31). */
  readonly isHubFolder: boolean
  /** The user for whom the device was enrolled (Y-10); null where nothing says it. */
  readonly deviceUser: string | null
  /** Of an entry that was sealed before its folder joined: that folder, and the chain so far; null of every other. */
  readonly joining: { readonly joinedDseq: number; readonly chain: ChainBefore } | null
}

/** Keys that one device has at most, one after another: everybody keeps all of them, for good. */
const keysOfOne = 500

/** What is wrong with a rotation besides its seal (Y-13); null where nothing is. */
export const rotationFault = (payload: EntryPayload): string | null => {
  const brought = broughtKey(payload)
  if (brought?.deviceId !== payload.dev) return 'A device rotates its own key, to a well-formed one.'
  const proof = typeof payload.pub['proof'] === 'string' ? fromBase64url(payload.pub['proof']) : null
  const key = publicKeyFromSpki(fromBase64url(brought.spki) ?? new Uint8Array())
  const proven =
    proof !== null && key !== null && verifyMessage(rotationMessage(payload.dev, payload.kid, brought.kid), key, proof)
  return proven ? null : 'The new key has not signed its rotation.'
}

const tooManyKeys = ({ dev }: EntryPayload, { keys }: WorkspaceHead): string | null =>
  Object.values(keys).filter(({ deviceId }) => deviceId === dev).length < keysOfOne
    ? null
    : `A device has ${keysOfOne} keys at most. A new epoch begins with none of them.`

/** The hub's own folder brings the keys that the workspace began with: its own, and the hub's. */
const enrolmentFault = (payload: EntryPayload, { founderId, hub }: PermissionFacts): string | null => {
  const brought = broughtKey(payload)
  const isOwn = brought?.deviceId === payload.dev && brought.kid === payload.kid
  const isHubs = brought !== null && payload.pub['role'] === 'hub' && isOfHub(hub, brought)
  return payload.dev === founderId && (isOwn || isHubs) ? null : 'Only the hub enrols keys.'
}

/** What people set of how they themselves sign in. */
const ownSignIn: readonly string[] = ['password', 'second_factor']

const isOwnSignIn = ({ type, actor, subject, pub }: EntryPayload): boolean =>
  type === 'user.changed' && subject === actor && Object.keys(pub).every((name) => ownSignIn.includes(name))

/**
 * A device acts for its own user: what it says of another's doing is its word alone. The hub's own folders, which have
 * every case, are where several people work.
 */
const isAnothers = ({ dev, actor }: EntryPayload, { workspace, founderId, deviceUser }: PermissionFacts): boolean =>
  actor !== deviceUser && dev !== founderId && !workspace.everything.includes(dev)

/** An API key works cases and alerts. What asks for a role asks for a person. */
const keyFault = ({ case: name, type }: EntryPayload, isLive: boolean): string | null => {
  if (!isLive) return 'The API key that acts was revoked.'
  if (rolesFor(type) !== null)
    return 'An API key has no role: this takes a person, and nobody’s second person is a machine.'
  return name === 'workspace' && !keyTypes.has(type)
    ? 'An API key changes nothing of the workspace but its alerts.'
    : null
}

const activeRole = (users: WorkspaceHead['users'], uid: string | null): Role | null => {
  const user = uid !== null && Object.hasOwn(users, uid) ? users[uid] : undefined
  return user?.active === true ? user.role : null
}

/** Y-31: what is wrong with the roles behind an entry of a type that not everyone may seal. */
const narrowFault = (
  payload: EntryPayload,
  role: Role,
  { workspace: { users }, isHubFolder, deviceUser }: PermissionFacts,
): string | null => {
  const needed = rolesFor(payload.type)
  if (needed === null) return null
  const whose = needed.map((one) => (one === 'admin' ? 'an admin' : `a ${one}`)).join(' or ')
  if (!needed.includes(role)) return `An entry of type ${payload.type} takes ${whose}.`
  // Whoever has a laptop with every case could else do it in the name of one who may.
  const deviceRole = activeRole(users, deviceUser)
  const isTheirs = isHubFolder || (deviceRole !== null && needed.includes(deviceRole))
  return isTheirs ? null : `An entry of type ${payload.type} takes a device that was enrolled for ${whose}.`
}

const roleFault = (payload: EntryPayload, facts: PermissionFacts): string | null => {
  const { users, apiKeys } = facts.workspace
  const { actor, type } = payload
  if (Object.hasOwn(apiKeys, actor)) return keyFault(payload, apiKeys[actor] === true)
  const user = Object.hasOwn(users, actor) ? users[actor] : undefined
  if (user === undefined) return 'Whoever acts is no user of this workspace.'
  if (!user.active) return 'The user who acts was deactivated.'
  if (isAnothers(payload, facts)) return 'The device was enrolled for another person than the one who acts.'
  if (isOwnSignIn(payload)) return null
  const takesTheirRole = rolesFor(type)?.includes(user.role) === true
  if (!writingRoles.includes(user.role) && !readingTypes.has(type) && !takesTheirRole)
    return 'An auditor reads everything and writes nothing.'
  return narrowFault(payload, user.role, facts)
}

/** Whether all that is wrong with an act is that it takes another role than that of the person who acts (Y-95). */
export const isRoleFault = (payload: EntryPayload, facts: PermissionFacts): boolean => {
  const role = activeRole(facts.workspace.users, payload.actor)
  return (
    role !== null &&
    writingRoles.includes(role) &&
    !isOfHub(facts.hub, payload) &&
    !isAnothers(payload, facts) &&
    narrowFault(payload, role, facts) !== null
  )
}

/** Why an entry may not be made by whoever made it; null where it may. */
export const permissionFault = (payload: EntryPayload, facts: PermissionFacts): string | null => {
  const { workspace, founderId, joining } = facts
  if (joining !== null) return beforeJoiningFault(payload, { ...facts, ...joining })
  // What the hub itself sealed before it was set back comes back by whoever has it (Y-55).
  if (isOfHub(facts.hub, payload)) return null
  if (payload.type === 'key.rotated') return rotationFault(payload) ?? tooManyKeys(payload, workspace)
  if (payload.type === 'key.enrolled') return enrolmentFault(payload, facts)
  if (hubTypes.has(payload.type)) return 'Only the hub seals entries of this type.'
  // The chain's first entries name an admin who is added by one of them.
  const isBeginning =
    Object.keys(workspace.users).length === 0 && payload.dev === founderId && payload.case === 'workspace'
  return isBeginning ? null : roleFault(payload, facts)
}
