import type { EntryPayload } from '../../seal/entry.ts'
import { openEntry } from '../../seal/entry.ts'
import { toBase64url } from '../../seal/hash.ts'
import type { FeedItem } from '../wire.ts'
import { isOf } from './grants.ts'
import type { HubDevice, HubEntry } from './records.ts'
import type { HubReader } from './store.ts'

type Ended = NonNullable<Extract<FeedItem, { k: 'drop' }>['ended']>

const epochMark = 'epoch:'

/** A device with those that its folder was in earlier epochs (Y-15). */
export const withFormer = async (tx: HubReader, device: HubDevice): Promise<readonly HubDevice[]> => {
  const all = [device]
  for (let at: HubDevice | null = device; at?.codeHash.startsWith(epochMark) === true;) {
    at = await tx.device(at.codeHash.slice(epochMark.length).split(':', 1)[0] ?? '')
    if (at === null || all.includes(at)) break
    all.push(at)
  }
  return all
}

/** An entry as proof of what it says. */
export const wordOf = ({ payload, kid, sig }: Pick<HubEntry, 'payload' | 'kid' | 'sig'>): Ended => ({
  p: Buffer.from(payload).toString('utf8'),
  kid,
  s: toBase64url(sig),
})

const entriesAtOnce = 256

/** Entries of a chain from a position on that came in the transaction of a feed number. */
async function* entriesAt(tx: HubReader, name: string, from: number, feed: number): AsyncGenerator<HubEntry> {
  for (let pos = from; ; pos += entriesAtOnce) {
    const entries = await tx.entriesOf(name, pos, entriesAtOnce)
    for (const entry of entries) {
      if (entry.feed !== feed) return
      yield entry
    }
    if (entries.length < entriesAtOnce) return
  }
}

const says = (payload: EntryPayload, kind: string, id: string): boolean => {
  const { type, pub, subject } = payload
  const team = kind === 'member' ? id.slice(id.indexOf(':') + 1) : null
  if (type === 'team.changed') return subject === team
  return (
    type === 'grant.ended' && ((pub['to'] === kind && pub['id'] === id) || (pub['to'] === 'team' && pub['id'] === team))
  )
}

/**
 * Y-25: the sealed entry by which a device's grant of a case ended: `grant.ended` of the case, or `team.changed` of the
 * workspace where its user left the team. Undefined where the hub has none, as one that was restored from before the
 * grant.
 *
 * @param firstAt the position of the first entry of a chain that came with a feed number or later
 */
export const endedBy = async (
  tx: HubReader,
  device: HubDevice,
  name: string,
  firstAt: (chain: string, feed: number) => Promise<number>,
): Promise<Ended | undefined> => {
  const devices = await withFormer(tx, device)
  const grants = (await tx.grants(name)).filter(
    ({ subject, endedFeed }) => endedFeed !== null && devices.some((one) => isOf(one, subject)),
  )
  const ends = grants.map(({ subject, endedFeed }) => ({ subject, endedFeed: endedFeed ?? 0 }))
  // A copy that the device gave back ended by an entry that names the device, whatever grants it the case (Y-73).
  const release = await tx.release(device.deviceId, name)
  if (release !== null && release.takenFeed === null)
    ends.push({ subject: { kind: 'device', id: device.deviceId }, endedFeed: release.feed })
  const [newest] = ends.sort((a, b) => b.endedFeed - a.endedFeed)
  if (newest === undefined) return undefined
  const { subject, endedFeed } = newest
  for (const chain of [name, 'workspace']) {
    for await (const entry of entriesAt(tx, chain, await firstAt(chain, endedFeed), endedFeed)) {
      const opened = openEntry(entry)
      if (opened.ok && says(opened.value, subject.kind, subject.id)) return wordOf(entry)
    }
  }
  return undefined
}
