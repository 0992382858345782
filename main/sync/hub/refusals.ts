import type { PushedRun } from '../../../shared/protocol/sync.ts'
import type { FeedItem } from '../wire.ts'
import type { HubCore } from './core.ts'
import type { HubDevice, HubRefusal, HubRefusals } from './records.ts'
import type { HubWork } from './work.ts'

/**
 * Chains of one device that are kept as refused: so many show what ails it; whoever makes up cases and authors can make
 * any number, and the disk is everybody's.
 */
export const refusalsMost = 100

type Run = { readonly case: string; readonly deviceId: string }

/**
 * Y-91: notes where a push leaves a device stuck, and forgets what it was stuck at once the hub has that place of the
 * chain. What it is refused at is the place after the last one that the hub has:
 * an entry sent anew in it settles it, and one sent again from before does not.
 */
export const followRefusals = async (
  work: HubWork,
  { deviceId }: HubDevice,
  runs: readonly Run[],
  answers: readonly PushedRun[],
): Promise<void> => {
  const known = new Map((await work.tx.refusalsOf(deviceId)).map((each) => [placeOf(each), each]))
  if (known.size === 0 && answers.every(({ refused }) => refused === undefined)) return
  const stopped = new Set<string>()
  for (const [index, { case: name, deviceId: author }] of runs.entries()) {
    const place = placeOf({ case: name, author })
    const before = known.get(place)
    const refused = answers[index]?.refused
    // What follows the first refused entry of a chain is refused for lack of it alone.
    if (stopped.has(place) || (refused === undefined && before === undefined)) continue
    const has = (await work.lastOf(name, author))?.seq ?? 0
    if (refused === undefined) {
      if (before === undefined || has < before.seq) continue
      known.delete(place)
      await work.tx.endRefusals(deviceId, { case: name, author })
      continue
    }
    stopped.add(place)
    if (before === undefined && known.size >= refusalsMost) continue
    const seq = has + 1
    const after: HubRefusal = {
      deviceId,
      case: name,
      author,
      seq,
      code: refused.code,
      sinceMs: before?.seq === seq ? before.sinceMs : work.nowMs,
      lastMs: work.nowMs,
    }
    known.set(place, after)
    await work.tx.saveRefusal(after)
  }
}

const placeOf = ({ case: name, author }: Pick<HubRefusal, 'case' | 'author'>): string => JSON.stringify([name, author])

/** The refusals of devices that can get through them: one that was revoked or removed is not heard any more. */
export const stuckOf = (devices: readonly HubDevice[], refusals: readonly HubRefusals[]): readonly HubRefusals[] => {
  const open = new Set(
    devices.flatMap(({ deviceId, state }) => (state === 'active' || state === 'forked' ? [deviceId] : [])),
  )
  return refusals.filter(({ deviceId }) => open.has(deviceId))
}

/**
 * A device that is told to give a case up sets aside what the hub does not have of it (Y-25): nothing of that is stuck
 * any more.
 */
export const endDropped = async (core: HubCore, deviceId: string, told: readonly FeedItem[]): Promise<void> => {
  const dropped = new Set(told.flatMap((item) => (item.k === 'drop' ? [item.case] : [])))
  if (dropped.size === 0) return
  const stuck = new Set((await core.store.reading((tx) => tx.refusalsOf(deviceId))).map((each) => each.case))
  const settled = [...stuck].filter((name) => dropped.has(name))
  if (settled.length === 0) return
  await core.store.exclusively(async (tx) => {
    for (const name of settled) await tx.endRefusals(deviceId, { case: name })
  })
}
