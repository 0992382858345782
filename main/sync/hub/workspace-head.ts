import { roles } from '../../../shared/schema/user.ts'
import type { Role } from '../../../shared/schema/user.ts'
import { voidedBy } from '../../domain/cases/voided.ts'
import type { ReturnedRun } from '../../seal/returned.ts'
import type { EntryPayload } from '../../seal/entry.ts'
import { fromBase64url } from '../../seal/hash.ts'
import { isHubId, isOfHub } from '../../seal/hub-epochs.ts'
import { keyId, publicKeyFromSpki } from '../../seal/signature.ts'

/** A key that the workspace chain enrolled, as the hub's rules read it. */
export interface HubKnownKey {
  readonly deviceId: string
  readonly number: number
  /** base64url */
  readonly spki: string
  /** The first `dseq` that is refused; null: none. */
  readonly revokedFrom: number | null
  /** The last `dseq` that the folder had sealed before it joined (Y-14); 0 for a device that began empty. */
  readonly joinedDseq: number
  /** The user for whom the device was enrolled (Y-10); null for the founder's key and the hub's. */
  readonly userUid: string | null
}

/** A user of the workspace, as the hub's rules read it. */
export interface HubKnownUser {
  readonly role: Role
  readonly active: boolean
  /** The device whose folder brought the user along when it joined (Y-14); null for whom the workspace itself added. */
  readonly folder: string | null
}

/** What the hub's rules need to know of the workspace chain so far: who may sign, and who may do what. */
export interface WorkspaceHead {
  /** The form of this head; one of an earlier form is made anew out of the chain (refold.ts). */
  readonly form: number
  readonly keys: Readonly<Record<string, HubKnownKey>>
  readonly users: Readonly<Record<string, HubKnownUser>>
  /** API keys, by the name under which they act; false: revoked. */
  readonly apiKeys: Readonly<Record<string, boolean>>
  /** Who is in which team (Y-18): uids of users by the team's. */
  readonly teams: Readonly<Record<string, readonly string[]>>
  /** What needs a second person, as the policy in force names it. */
  readonly fourEyes: readonly string[]
  /** Further segments of case numbers, as the policy in force names them (Y-94). */
  readonly segments: readonly string[]
  /** Devices that get every case. */
  readonly everything: readonly string[]
  /** Acts to come that have no effect (Y-95). */
  readonly voided: readonly string[]
  /** What came back after the hub was restored, and no entry says so yet (Y-84). */
  readonly returned: readonly ReturnedRun[]
  readonly fresh: Readonly<Record<string, string>>
}

/**
 * Form 4 knows the policy's four eyes, for whom a device was enrolled, and by which folder a user came; and no device
 * that is called as a hub is.
 */
export const headForm = 4

export const newWorkspaceHead: WorkspaceHead = {
  form: headForm,
  keys: {},
  users: {},
  apiKeys: {},
  teams: {},
  fourEyes: [],
  segments: [],
  everything: [],
  voided: [],
  returned: [],
  fresh: {},
}

/** Where a workspace begins: with the key of the hub's own folder, which gets every case (Y-2, S-31). */
export const foundingHead = (founder: {
  readonly kid: string
  readonly deviceId: string
  readonly spki: string
}): WorkspaceHead => ({
  ...newWorkspaceHead,
  keys: {
    [founder.kid]: {
      deviceId: founder.deviceId,
      number: 0,
      spki: founder.spki,
      revokedFrom: null,
      joinedDseq: 0,
      userUid: null,
    },
  },
  everything: [founder.deviceId],
})

/** Id of the device that the workspace began on. */
export const founderIdOf = (head: Pick<WorkspaceHead, 'keys'>, rootKid: string): string =>
  head.keys[rootKid]?.deviceId ?? ''

/** The key of the hub that keeps a head. */
type HubKey = Pick<EntryPayload, 'kid'>

const isRole = (value: unknown): value is Role => (roles as readonly unknown[]).includes(value)
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

/** The key that `key.enrolled` or `key.rotated` brings (S-30); null where it is not of that form. */
export const broughtKey = ({ pub }: Pick<EntryPayload, 'pub'>): (HubKnownKey & { readonly kid: string }) | null => {
  const {
    kid,
    spki,
    device_id: deviceId,
    device_number: number,
    joined,
    joined_dseq: joinedDseq,
    user_uid: userUid,
  } = pub
  if (
    typeof kid !== 'string' ||
    typeof spki !== 'string' ||
    typeof deviceId !== 'string' ||
    deviceId === '' ||
    !isCount(number)
  )
    return null
  const der = fromBase64url(spki)
  if (der === null || publicKeyFromSpki(der) === null || keyId(der) !== kid) return null
  return {
    kid,
    deviceId,
    number,
    spki,
    revokedFrom: null,
    joinedDseq: joined === true && isCount(joinedDseq) ? joinedDseq : 0,
    userUid: typeof userUid === 'string' ? userUid : null,
  }
}

/** Whether an entry was sealed before its folder joined (Y-14): of those in the workspace chain only users count. */
export const isBeforeJoining = (
  head: Pick<WorkspaceHead, 'keys'>,
  payload: Pick<EntryPayload, 'kid' | 'dseq'>,
): boolean => {
  const key = Object.hasOwn(head.keys, payload.kid) ? head.keys[payload.kid] : undefined
  return key !== undefined && payload.dseq <= key.joinedDseq
}

const revoke = (head: WorkspaceHead, kid: string, from: number): WorkspaceHead => {
  const key = Object.hasOwn(head.keys, kid) ? head.keys[kid] : undefined
  // The first revocation of a key stands (S-33).
  if (key === undefined || key.revokedFrom !== null) return head
  return { ...head, keys: { ...head.keys, [kid]: { ...key, revokedFrom: from } } }
}

const enrolled = (head: WorkspaceHead, payload: EntryPayload, hub: HubKey): WorkspaceHead => {
  const brought = broughtKey(payload)
  if (brought === null || Object.hasOwn(head.keys, brought.kid)) return head
  // Y-3: no device is called as a hub is but the hub.
  if (isHubId(brought.deviceId) && !isOfHub(hub, brought)) return head
  const { kid, ...key } = brought
  // S-30: a device is enrolled once; another key comes by its own rotation alone.
  if (Object.values(head.keys).some(({ deviceId }) => deviceId === key.deviceId)) return head
  const everything = payload.pub['cases'] === 'all' ? [...head.everything, key.deviceId] : head.everything
  return { ...head, keys: { ...head.keys, [kid]: key }, everything }
}

const rotated = (head: WorkspaceHead, payload: EntryPayload): WorkspaceHead => {
  const brought = broughtKey(payload)
  const old = head.keys[payload.kid]
  if (brought === null || old?.deviceId !== brought.deviceId || Object.hasOwn(head.keys, brought.kid)) return head
  const { kid, ...key } = brought
  const after = revoke(head, payload.kid, payload.dseq + 1)
  return {
    ...after,
    keys: { ...after.keys, [kid]: { ...key, number: old.number, joinedDseq: old.joinedDseq, userUid: old.userUid } },
  }
}

const changedUser = (head: WorkspaceHead, { subject, pub }: EntryPayload, before: boolean): WorkspaceHead => {
  const user = Object.hasOwn(head.users, subject) ? head.users[subject] : undefined
  if (user === undefined || before) return head
  const role = isRole(pub['role']) ? pub['role'] : user.role
  const active = typeof pub['active'] === 'boolean' ? pub['active'] : user.active
  return { ...head, users: { ...head.users, [subject]: { ...user, role, active } } }
}

const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? (value as readonly unknown[]).filter((one) => typeof one === 'string') : []

/** The members that `team.changed` names, each once. */
export const namedMembers = ({ pub }: Pick<EntryPayload, 'pub'>): readonly string[] => [
  ...new Set(textsIn(pub['members'])),
]

const effect = (head: WorkspaceHead, payload: EntryPayload, hub: HubKey): WorkspaceHead => {
  const before = isBeforeJoining(head, payload)
  const { subject, pub } = payload
  switch (payload.type) {
    case 'user.added': {
      const isNew = isRole(pub['role']) && !Object.hasOwn(head.users, subject)
      return isNew
        ? {
            ...head,
            users: {
              ...head.users,
              [subject]: { role: pub['role'] as Role, active: !before, folder: before ? payload.dev : null },
            },
          }
        : head
    }
    case 'user.changed':
      return changedUser(head, payload, before)
    case 'key.enrolled':
      return before ? head : enrolled(head, payload, hub)
    case 'key.rotated':
      return before ? head : rotated(head, payload)
    case 'key.revoked':
      return before || typeof pub['kid'] !== 'string'
        ? head
        : revoke(head, pub['kid'], isCount(pub['from_dseq']) ? pub['from_dseq'] : 1)
    case 'api_key.created':
      return before ? head : { ...head, apiKeys: { ...head.apiKeys, [`key:${subject}`]: true } }
    case 'api_key.revoked':
      return before || !Object.hasOwn(head.apiKeys, `key:${subject}`)
        ? head
        : { ...head, apiKeys: { ...head.apiKeys, [`key:${subject}`]: false } }
    case 'policy.changed':
      return before
        ? head
        : { ...head, fourEyes: textsIn(pub['four_eyes']), segments: textsIn(pub['case_number_segments']) }
    case 'team.changed':
      return before ? head : { ...head, teams: { ...head.teams, [subject]: namedMembers(payload) } }
    default:
      return head
  }
}

/**
 * The head after one more entry of the workspace chain in hub order; pure.
 *
 * @param hub the hub that keeps the head
 */
export const workspaceAfter = (
  head: WorkspaceHead,
  entry: { readonly id: string; readonly payload: EntryPayload },
  hub: HubKey,
): WorkspaceHead => {
  const isHubs = isOfHub(hub, entry.payload)
  const isVoid = head.voided.includes(entry.id)
  const next = isVoid ? head : effect(head, entry.payload, hub)
  const fresh = isHubs ? {} : { ...head.fresh, [entry.payload.dev]: entry.id }
  const named = isHubs ? voidedBy(entry.payload) : null
  const voided = isVoid ? head.voided.filter((id) => id !== entry.id) : head.voided
  return { ...next, fresh, voided: named === null ? voided : [...voided, named] }
}

/** Reads a kept head. */
export const readWorkspaceHead = (json: string): WorkspaceHead => ({
  ...newWorkspaceHead,
  form: 1,
  ...(JSON.parse(json) as Partial<WorkspaceHead>),
})
