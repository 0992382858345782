import type { ChainFault, PlacedEntry, SoundEntry } from './chain.ts'
import { openEntry } from './entry.ts'
import type { EntryPayload } from './entry.ts'
import { isHubId, sealsFor } from './hub-epochs.ts'
import type { ActorDirectory } from './actor-directory.ts'
import type { KeyRecord, StoredEntry } from './verify-types.ts'

/** Devices with which the workspace began, under whatever key: a rotated one vouches for itself no more (S-32). */
const foundersIn = (keys: ReadonlyMap<string, KeyRecord>): ReadonlySet<string> =>
  new Set([...keys.values()].filter(({ anchor }) => anchor !== undefined).map(({ deviceId }) => deviceId))

/**
 * S-118: whether what an entry says of people counts: it is by a key of its device, and a hub has given it a place,
 * which asks for the role of whoever says it (Y-31), or the device is one on which the workspace stands.
 */
export const speakerOfPeople = (
  keys: ReadonlyMap<string, KeyRecord>,
): ((payload: Pick<EntryPayload, 'kid' | 'dev'>, place: number | null | undefined) => boolean) => {
  const founders = foundersIn(keys)
  return ({ kid, dev }, place) => {
    const record = keys.get(kid)
    return (
      record !== undefined && sealsFor(record, dev) && (founders.has(dev) || isHubId(dev) || (place ?? null) !== null)
    )
  }
}

const markers = ['"type":"user.added"', '"type":"api_key.created"', '"type":"key.enrolled"'].map((text) =>
  Buffer.from(text, 'ascii'),
)

const mentionsActors = ({ payload }: StoredEntry): boolean => {
  const bytes = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength)
  return markers.some((marker) => bytes.includes(marker))
}

/**
 * S-118: reads who may act from the workspace's chain. What a laptop says of people counts once a hub has given it a
 * place, which asks for the role of whoever says it (Y-31): else a laptop could add whom it likes.
 *
 * @param entries of the workspace's chain
 * @param keys that it enrols (`buildKeyDirectory`)
 */
export const buildActorDirectory = (
  entries: Iterable<StoredEntry>,
  keys: ReadonlyMap<string, KeyRecord>,
): ActorDirectory => {
  const known = new Set<string>()
  const userOf = new Map<string, string>()
  const speaks = speakerOfPeople(keys)
  for (const entry of entries) {
    const opened = mentionsActors(entry) ? openEntry(entry) : null
    if (opened?.ok !== true) continue
    const payload = opened.value
    const record = keys.get(payload.kid)
    if (record === undefined || !sealsFor(record, payload.dev)) continue
    const counts = speaks(payload, entry.hubPosition)
    const { pub, type, subject } = payload
    if (type === 'user.added' && counts) known.add(subject)
    else if (type === 'api_key.created' && counts) known.add(`key:${subject}`)
    else if (type === 'key.enrolled' && typeof pub['user_uid'] === 'string' && pub['cases'] !== 'all') {
      const device = pub['device_id']
      if (typeof device === 'string' && !userOf.has(device)) userOf.set(device, pub['user_uid'])
    }
  }
  return { known, userOf }
}

/** What a folder seals by itself, such as the key of the hub that it founds, names no person. */
const nobody = 'system'

const faultOf = ({ claim }: SoundEntry, { known, userOf }: ActorDirectory): Omit<ChainFault, 'entry'> | null => {
  if (claim.actor === nobody) return null
  if (!known.has(claim.actor))
    return { code: 'unknown_actor', message: 'the entry names somebody as who acted whom the workspace never added' }
  const user = userOf.get(claim.dev)
  return user === undefined || user === claim.actor || claim.actor.startsWith('key:')
    ? null
    : {
        code: 'actor_elsewhere',
        message: 'the device was enrolled for another person than the one who is said to have acted',
      }
}

/**
 * S-118: entries that no hub has vouched for and that name somebody who cannot have acted there. What a hub has given a
 * place and signed for it has asked itself (Y-19).
 *
 * @param vouched the entries, in the order of the hub, that its checkpoint covers
 */
export const findForeignActors = (
  sound: readonly SoundEntry[],
  vouched: readonly PlacedEntry[],
  keys: ReadonlyMap<string, KeyRecord>,
  actors: ActorDirectory | undefined,
): ChainFault[] => {
  if (actors === undefined) return []
  const asked = new Set(vouched.map(({ id }) => id))
  return sound.flatMap((entry): ChainFault[] => {
    const { kid, dev, dseq } = entry.claim
    const isBeforeJoining = dseq <= (keys.get(kid)?.joinedDseq ?? 0)
    if (asked.has(entry.id) || isHubId(dev) || isBeforeJoining) return []
    const fault = faultOf(entry, actors)
    return fault === null ? [] : [{ ...fault, entry }]
  })
}
