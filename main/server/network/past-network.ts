import { setImmediate } from 'node:timers/promises'
import { entityKinds, entityOf, type Activity } from '../../../shared/schema/activity.ts'
import type { EntityRef } from '../../../shared/schema/network.ts'
import type { DryRun } from '../../../shared/schema/rules.ts'
import { toldBy } from '../../domain/network/extract.ts'
import type { ContextLink } from '../../domain/network/kept.ts'
import { createNetworkModel } from '../../domain/network/model.ts'
import { entityKey, normalRef } from '../../domain/network/refs.ts'
import type { RuleFacts } from '../../detection/ports.ts'
import type { NetworkContext } from '../../storage/network/contexts.ts'
import type { Because } from '../../storage/network/because.ts'
import { graphFacts } from './graph-facts.ts'

/** The network as it grows once more with the activities of the past. */
export interface PastNetwork {
  /** What acts from the beginning although it came later. */
  readonly asOfNow: DryRun['as_of_now']
  /** What rules may read of it about an activity, as it stood before it. */
  factsOf(event: Activity): RuleFacts['graph']
  take(row: number, event: Activity): void
  /** Finds communities anew where they have grown, a step at a time. */
  settle(stop: AbortSignal): Promise<void>
}

export interface PastNetworkParts {
  readonly merges: readonly (readonly [EntityRef, EntityRef])[]
  readonly contexts: readonly NetworkContext[]
  readonly nowMs: number
}

/** As in the live network: communities are found anew when ties have grown by this share. */
const refindFrom = 0.2
/**
 * Who is known bad is told anew at once while few are; else when so large a share of them has come, or at the end of a
 * step.
 */
const retellFrom = 0.02

/** What has a time, the earliest first; what has none comes before all. */
const inTime = <T extends { readonly atMs: number | null }>(items: readonly T[]): T[] =>
  items.toSorted((one, other) => (one.atMs ?? -Infinity) - (other.atMs ?? -Infinity))

/**
 * Makes it. Ties, shapes, hops and nearness are those that the activities before had made; whoever is known bad is so
 * from the time at which it became known, and links of cases, lists and ownership from theirs.
 * The clock is the newest time of an activity so far. What was undone since (a label or an alert that was taken back,
 * an owner who left) is not there.
 */
export const createPastNetwork = ({ merges, contexts, nowMs }: PastNetworkParts): PastNetwork => {
  const model = createNetworkModel(merges)
  const links: readonly ContextLink[] = inTime(contexts.flatMap((context) => [...context.links(nowMs)]))
  const bad: readonly Because[] = inTime(contexts.flatMap((context) => [...context.knownBad(nowMs)]))
  const unplaced = new Set<string>()
  let clockMs = -Infinity
  let linked = 0
  let known = 0
  let toldOf = 0
  let mustTell = false
  let tiesFound = 0

  const tell = (): void => {
    const now = bad.slice(0, known)
    model.know(now)
    unplaced.clear()
    for (const { entity } of now) if (model.find(entity) === undefined) unplaced.add(entityKey(entity))
    toldOf = known
    mustTell = false
  }
  const advance = (): void => {
    for (let link = links[linked]; link !== undefined && (link.atMs ?? -Infinity) <= clockMs; link = links[linked]) {
      model.addContext(link)
      linked += 1
      mustTell = true
    }
    while (known < bad.length && (bad[known]?.atMs ?? -Infinity) <= clockMs) known += 1
    if (mustTell || known - toldOf > known * retellFrom) tell()
  }
  /** Somebody who was known bad before anything was known of them is met. */
  const meets = (event: Activity): boolean =>
    entityKinds.some((kind) => {
      const id = entityOf(event, kind)
      const ref = id === undefined ? null : normalRef({ kind, id })
      return ref !== null && unplaced.has(entityKey(ref))
    })

  return {
    asOfNow: [
      ...(merges.length > 0 ? (['merges'] as const) : []),
      ...(links[0]?.atMs === null || bad[0]?.atMs === null ? (['undated_links'] as const) : []),
    ],
    factsOf: (event) => {
      clockMs = Math.max(clockMs, Date.parse(event.at))
      advance()
      return graphFacts(model, event)
    },
    take: (row, event) => {
      const atMs = Date.parse(event.at)
      clockMs = Math.max(clockMs, atMs)
      model.take(row, toldBy(event), atMs)
      if (unplaced.size > 0 && meets(event)) mustTell = true
    },
    settle: async (stop) => {
      // What a step would keep is of no use here, and would grow with the past.
      model.drain()
      advance()
      if (toldOf < known) tell()
      if (model.graph.ties <= tiesFound * (1 + refindFrom)) return
      tiesFound = model.graph.ties
      const steps = model.communities.refind()
      while (!stop.aborted && steps.next().done !== true) await setImmediate()
    },
  }
}
