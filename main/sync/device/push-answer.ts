import type { PushAnswer, PushedRun } from '../../../shared/protocol/sync.ts'
import type { CarriedRun } from '../entry.ts'
import type { FeedItem } from '../wire.ts'
import type { HubFault } from './hub-fault.ts'

/** Whether an answer speaks of the runs that were sent, and of no more than was in them. */
export const answersRuns = (runs: readonly CarriedRun[], answer: PushAnswer): boolean =>
  answer.runs.length === runs.length &&
  runs.every((run, index) => {
    const told = answer.runs[index] as PushedRun
    return (
      told.case === run.case &&
      told.positions.length <= run.entries.length &&
      (told.refused === undefined || told.refused.at < run.entries.length)
    )
  })

/**
 * Y-51: a hub that puts an entry where the device has another one already was set back. Its feed may have come as far
 * again, so that nothing else shows it.
 *
 * @param counts received entries of each case before the push
 */
export const setBack = (
  runs: readonly CarriedRun[],
  answered: readonly PushedRun[],
  counts: ReadonlyMap<string, number>,
): HubFault | null => {
  for (const [index, run] of runs.entries()) {
    const [first] = (answered[index] as PushedRun).positions
    const received = counts.get(run.case) ?? 0
    if (first === undefined || first >= received) continue
    const message = `the hub puts an entry at position ${first} of a case of which this device has ${received} entries already`
    return { code: 'hub_rolled_back', case: run.case, entryId: run.entries[0]?.id ?? null, message }
  }
  return null
}

/** The first refusal of each case, with the entry that it is about: what comes after it in that case misses it. */
export const refusals = (
  runs: readonly CarriedRun[],
  answered: readonly PushedRun[],
): ReadonlyMap<string, { readonly entryId: string; readonly refused: NonNullable<PushedRun['refused']> }> => {
  const first = new Map<string, { readonly entryId: string; readonly refused: NonNullable<PushedRun['refused']> }>()
  for (const [index, run] of runs.entries()) {
    const refused = (answered[index] as PushedRun).refused
    const entryId = refused === undefined ? undefined : run.entries[refused.at]?.id
    if (refused !== undefined && entryId !== undefined && !first.has(run.case))
      first.set(run.case, { entryId, refused })
  }
  return first
}

/**
 * Y-55: a hub to which something must come first that it has signed for was set back. One thing else makes an entry
 * miss another: that one was refused in the same push. A device sends all of its own
 * in their order, knows those of others from its hub alone, and sends nothing of a case of which the hub has refused
 * something.
 */
export const lostEntries = (runs: readonly CarriedRun[], answered: readonly PushedRun[]): HubFault | null => {
  for (const [name, { entryId, refused }] of refusals(runs, answered)) {
    if (refused.code === 'missing_entry')
      return {
        code: 'hub_rolled_back',
        case: name,
        entryId,
        message: `the hub lacks entries of a case that it had before: ${refused.message}`,
      }
  }
  return null
}

/**
 * What of a push can be taken in at once: entries whose positions follow directly on what the device has of their case.
 * The feed brings the others among those that came between. Every position that the hub tells is held against its
 * receipt like a page of the feed.
 */
export const placedAtOnce = (
  runs: readonly CarriedRun[],
  answered: readonly PushedRun[],
  counts: ReadonlyMap<string, number>,
): FeedItem[] => {
  const next = new Map(counts)
  const items: FeedItem[] = []
  for (const [index, run] of runs.entries()) {
    const { positions, receipt } = answered[index] as PushedRun
    const pos = next.get(run.case) ?? 0
    const follows = positions.length > 0 && positions.every((position, offset) => position === pos + offset)
    if (!follows) {
      next.set(run.case, -1)
      continue
    }
    items.push({ k: 'own', case: run.case, pos, ids: run.entries.slice(0, positions.length).map(({ id }) => id) })
    if (receipt !== undefined) items.push({ k: 'receipt', receipt })
    next.set(run.case, pos + positions.length)
  }
  return items
}
