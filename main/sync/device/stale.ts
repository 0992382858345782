import type { FeedItem } from '../wire.ts'
import { openCheckpointOf } from './proofs.ts'
import type { DeviceReplica, HubRelation } from './replica.ts'

/**
 * The items of a page that came by a file (Y-71). A file may be older than what the device has learnt since by another
 * way: what it says less of is no news, and no fault either. Entries that contradict what is here still are one.
 */
export const withoutStale = async (
  replica: Pick<DeviceReplica, 'standing'>,
  relation: HubRelation,
  items: readonly FeedItem[],
): Promise<FeedItem[]> => {
  const kept: FeedItem[] = []
  for (const item of items) {
    if (item.k === 'end') kept.push({ ...item, since: Math.max(item.since, relation.since) })
    else if (item.k !== 'checkpoint') kept.push(item)
    else {
      const opened = openCheckpointOf(relation, item.case, item.note)
      const received = (await replica.standing(item.case))?.received ?? 0
      if (!opened.ok || opened.value.size >= received) kept.push(item)
    }
  }
  return kept
}
