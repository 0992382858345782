import type { EntryPayload } from '../../seal/entry.ts'
import { inspectEntry } from '../../seal/judge.ts'
import { isOfHub } from '../../seal/hub-epochs.ts'
import type { UsableKey } from '../../seal/judge.ts'
import { fromBase64url } from '../../seal/hash.ts'
import { publicKeyFromSpki, verifyMessage } from '../../seal/signature.ts'
import type { KeyRecord } from '../../seal/verify-types.ts'
import type { FeedItem } from '../wire.ts'
import type { HubFault } from './hub-fault.ts'
import type { DeviceReplica, HubRelation } from './replica.ts'

export type Drop = Extract<FeedItem, { k: 'drop' }>

/** What a drop is held against. */
export interface DropContext {
  readonly relation: Pick<HubRelation, 'kid' | 'spki' | 'deviceId' | 'userUid'>
  readonly source: Pick<DeviceReplica, 'standing' | 'heads'>
  /** Keys that the workspace chain enrols, this page included. */
  readonly keyOf: (kid: string) => UsableKey | undefined
  readonly keys: Iterable<KeyRecord>
}

/** This device, and those that its folder was in earlier epochs (Y-15). */
const ownIds = ({ relation, keys }: DropContext): ReadonlySet<string> => {
  const follows = new Map(
    [...keys].flatMap((key) => (key.follows === undefined ? [] : [[key.deviceId, key.follows] as const])),
  )
  const own = new Set<string>()
  for (let id: string | undefined = relation.deviceId; id !== undefined && !own.has(id); id = follows.get(id))
    own.add(id)
  return own
}

const namesUs = ({ pub }: EntryPayload, context: DropContext): boolean => {
  const { to, id } = pub
  if (to === 'user') return id === context.relation.userUid
  if (to === 'device') return typeof id === 'string' && ownIds(context).has(id)
  // Who was in a team is for the hub to know; that it was the team's grant of this case is sealed.
  return to === 'team'
}

const leftTeam = ({ type, case: name, pub }: EntryPayload, { relation }: DropContext): boolean =>
  type === 'team.changed' &&
  name === 'workspace' &&
  Array.isArray(pub['members']) &&
  !pub['members'].includes(relation.userUid)

const endsGrant = async (claim: EntryPayload, name: string, context: DropContext): Promise<boolean> => {
  if (
    claim.type !== 'grant.ended' ||
    claim.case !== name ||
    !isOfHub(context.relation, claim) ||
    !namesUs(claim, context)
  )
    return false
  // One that this device has received already ended an earlier grant.
  const last = (await context.source.heads(name)).get(claim.dev)?.seq ?? 0
  return claim.seq > last
}

const isSealed = (
  { s }: NonNullable<Drop['ended']>,
  claim: EntryPayload,
  pae: Uint8Array,
  { relation, keyOf }: DropContext,
): boolean => {
  const sig = fromBase64url(s)
  const key = isOfHub(relation, claim) ? publicKeyFromSpki(relation.spki) : (keyOf(claim.kid)?.publicKey ?? null)
  return sig !== null && key !== null && verifyMessage(pae, key, sig)
}

/** What a drop is of the case that it names: the end of it here, nothing to be followed, or a fault of the hub. */
export type DropVerdict = { readonly kind: 'ends' | 'keeps' } | { readonly kind: 'fault'; readonly fault: HubFault }

/**
 * Y-25: whether a case that the hub wants given up is one that it has sealed to be no longer granted. A case of which
 * nothing counts as received needs no such proof: the hub signed for nothing of it that
 * this device knows of. But where something of it waits here, as what a restored hub has lost and refuses (Y-55), it
 * may be nowhere else: then it stays.
 */
export const judgeDrop = async ({ case: name, ended }: Drop, context: DropContext): Promise<DropVerdict> => {
  const standing = await context.source.standing(name)
  if (standing === null || (standing.received === 0 && standing.pending === 0)) return { kind: 'ends' }
  const fault = (message: string): DropVerdict =>
    standing.received === 0
      ? { kind: 'keeps' }
      : { kind: 'fault', fault: { code: 'drop_unproven', case: name, entryId: null, message } }
  if (ended === undefined) return fault('the hub wants a case given up, and shows no sealed end of its grant')
  const inspection = inspectEntry({
    id: '',
    payload: Buffer.from(ended.p, 'utf8'),
    kid: ended.kid,
    sig: fromBase64url(ended.s) ?? new Uint8Array(),
  })
  const { claim, canonical, digests } = inspection
  if (claim === null || !canonical || !isSealed(ended, claim, digests.pae, context))
    return fault('what the hub shows as the end of a grant is not sealed as it says')
  const proves = leftTeam(claim, context) || (await endsGrant(claim, name, context))
  return proves ? { kind: 'ends' } : fault('what the hub shows does not end the grant of this case to this device')
}
