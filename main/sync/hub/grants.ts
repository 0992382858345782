import type { EntryPayload } from '../../seal/entry.ts'
import type { HubDevice, HubGrant, HubReader, HubTx } from './store.ts'
import type { HubWork } from './work.ts'

type Subject = HubGrant['subject']

const isSame = (a: Subject, b: Subject): boolean => a.kind === b.kind && a.id === b.id

/** Whether a subject has a case now. */
export const hasGrant = async (tx: HubReader, name: string, subject: Subject): Promise<boolean> =>
  (await tx.grants(name)).some((grant) => grant.endedFeed === null && isSame(grant.subject, subject))

/** Gives a case to a subject; one that has it keeps what it has. */
export const give = async (tx: HubTx, name: string, subject: Subject, feed: number): Promise<boolean> => {
  if (await hasGrant(tx, name, subject)) return false
  await tx.saveGrant({ case: name, subject, feed, endedFeed: null })
  return true
}

const userOf = (value: unknown): Subject | null => (typeof value === 'string' && value !== '' ? { kind: 'user', id: value } : null)

/**
 * Grants that follow from an entry by itself: a new case is its owner's, its author's, and that of every device that gets all; a case that was assigned is its new owner's
 * too. What follows from an entry needs no entry of its own.
 */
export const grantByEntry = async (work: HubWork, payload: EntryPayload, author: Pick<HubDevice, 'userUid' | 'deviceId'> | null): Promise<void> => {
  if (payload.type === 'case.opened') {
    const feed = await work.feed()
    const users = [userOf(payload.pub['owner']), userOf(author?.userUid)].filter((subject) => subject !== null)
    const devices = (await work.workspace()).everything.map((id): Subject => ({ kind: 'device', id }))
    for (const subject of [...users, ...devices]) await give(work.tx, payload.case, subject, feed)
  }
  if (payload.type === 'owner.assigned') {
    const owner = userOf(payload.pub['to_uid'])
    if (owner !== null) await give(work.tx, payload.case, owner, await work.feed())
  }
}

/** The feed number from which a device has had a case without a break; null where it has not (Y-25). */
export const grantedSince = async (tx: HubReader, name: string, device: Pick<HubDevice, 'deviceId' | 'userUid'>): Promise<number | null> => {
  if (name === 'workspace') return 0
  const own: readonly Subject[] = [{ kind: 'user', id: device.userUid }, { kind: 'device', id: device.deviceId }]
  const release = await tx.release(device.deviceId, name)
  const isHeld = (feed: number): boolean => release === null || release.takenFeed !== null || feed > release.feed
  const feeds = (await tx.grants(name)).filter((grant) => grant.endedFeed === null && isHeld(grant.feed) && own.some((subject) => isSame(subject, grant.subject))).map((grant) => grant.feed)
  return feeds.length === 0 ? null : Math.max(Math.min(...feeds), release?.takenFeed ?? 0)
}
