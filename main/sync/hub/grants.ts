import type { HubDevice, HubGrant } from './records.ts'
import type { HubReader, HubTx } from './store.ts'
import type { HubWork } from './work.ts'
import type { WorkspaceHead } from './workspace-head.ts'

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

/** Ends the grant of a subject; false where it has none. */
export const end = async (tx: HubTx, name: string, subject: Subject, feed: number): Promise<boolean> => {
  const grant = (await tx.grants(name)).find((one) => one.endedFeed === null && isSame(one.subject, subject))
  if (grant === undefined) return false
  await tx.saveGrant({ ...grant, endedFeed: feed })
  return true
}

const asMember = (userUid: string, teamUid: string): Subject => ({ kind: 'member', id: `${userUid}:${teamUid}` })

/** The subjects that a grant to one of them reaches besides: the members of a team. */
export const reachedSubjects = (subject: Subject, { teams }: Pick<WorkspaceHead, 'teams'>): readonly Subject[] =>
  subject.kind === 'team' && Object.hasOwn(teams, subject.id)
    ? (teams[subject.id] ?? []).map((uid) => asMember(uid, subject.id))
    : []

/** Y-18: whoever joins a team gets the cases that it has, whoever leaves it has them no more. */
export const followTeam = async (
  work: HubWork,
  teamUid: string,
  before: readonly string[],
  after: readonly string[],
): Promise<void> => {
  for (const name of await work.tx.grantedTo({ kind: 'team', id: teamUid })) {
    const feed = await work.feed()
    for (const uid of after) if (!before.includes(uid)) await give(work.tx, name, asMember(uid, teamUid), feed)
    for (const uid of before) if (!after.includes(uid)) await end(work.tx, name, asMember(uid, teamUid), feed)
  }
}

/** Whether what is granted to a subject is granted to a device. */
export const isOf = (device: Pick<HubDevice, 'deviceId' | 'userUid'>, { kind, id }: Subject): boolean =>
  kind === 'user'
    ? id === device.userUid
    : kind === 'device'
      ? id === device.deviceId
      : kind === 'member' && id.startsWith(`${device.userUid}:`)

/** The feed number from which a device has had a case without a break; null where it has not (Y-25). */
export const grantedSince = async (
  tx: HubReader,
  name: string,
  device: Pick<HubDevice, 'deviceId' | 'userUid'>,
): Promise<number | null> => {
  if (name === 'workspace') return 0
  const release = await tx.release(device.deviceId, name)
  const isHeld = (feed: number): boolean => release === null || release.takenFeed !== null || feed > release.feed
  const feeds = (await tx.grants(name))
    .filter((grant) => grant.endedFeed === null && isHeld(grant.feed) && isOf(device, grant.subject))
    .map((grant) => grant.feed)
  return feeds.length === 0 ? null : Math.max(Math.min(...feeds), release?.takenFeed ?? 0)
}
