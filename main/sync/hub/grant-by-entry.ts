import type { EntryPayload } from '../../seal/entry.ts'
import { accessTypes, followAccess, mayHave } from './case-access.ts'
import { give } from './grants.ts'
import type { HubDevice, HubGrant } from './records.ts'
import type { HubWork } from './work.ts'

type Subject = HubGrant['subject']

const userOf = (value: unknown): Subject | null =>
  typeof value === 'string' && value !== '' ? { kind: 'user', id: value } : null

/**
 * Grants that follow from an entry by itself: a new case is its owner's, its author's, and that of every device that
 * gets all; a case that was assigned is its new owner's too; of a restricted case, those are who may know it (Y-107). What
 * follows from an entry needs no entry of its own.
 */
export const grantByEntry = async (
  work: HubWork,
  payload: EntryPayload,
  author: Pick<HubDevice, 'userUid' | 'deviceId'> | null,
): Promise<void> => {
  if (payload.type === 'case.opened') {
    const feed = await work.feed()
    const users = [userOf(payload.pub['owner']), userOf(author?.userUid)].filter((subject) => subject !== null)
    const devices = (await work.workspace()).everything.map((id): Subject => ({ kind: 'device', id }))
    const [workspace, head] = [await work.workspace(), await work.caseHead(payload.case)]
    for (const subject of [...users, ...devices])
      if (await mayHave(work, workspace, head, subject)) await give(work.tx, payload.case, subject, feed)
    if (head.access.rule !== 'everyone') await followAccess(work, payload.case, payload.actor)
  }
  if (payload.type === 'owner.assigned') {
    const owner = userOf(payload.pub['to_uid'])
    if (owner !== null) await give(work.tx, payload.case, owner, await work.feed())
  }
  if (!accessTypes.has(payload.type) || payload.case === 'workspace') return
  // A change of owner matters where the owner knows what others may not.
  const { access } = await work.caseHead(payload.case)
  if (payload.type !== 'owner.assigned' || access.rule !== 'everyone')
    await followAccess(work, payload.case, payload.actor)
}
