import { protocolVersions, syncLimits } from '../../../shared/protocol/sync.ts'
import type { PushAnswer, PushedRun } from '../../../shared/protocol/sync.ts'
import { ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { CarriedRun } from '../entry.ts'
import { decodePushAnswer, encodePush } from '../wire.ts'
import type { FeedItem, FeedPage } from '../wire.ts'
import { acceptPage } from './accept.ts'
import { waitingOf } from './call-parts.ts'
import type { CallParts } from './call-parts.ts'
import { isFull, linkFailed, untrusted, unusable } from './call-fault.ts'
import type { HubFault } from './hub-fault.ts'
import type { CallFault, Pushed } from './machine.ts'
import { answersRuns, lostEntries, placedAtOnce, refusals, setBack } from './push-answer.ts'
import { hubRelationOf } from './replica.ts'

/**
 * Bytes of the entries of one push before they are written as lines: encoded disclosures and their frames come on top.
 */
export const pushBytes = syncLimits.bytes / 2

/** A device's push: what it sends, and what it makes of the answer. */
export class DevicePush {
  readonly #parts: CallParts

  constructor(parts: CallParts) {
    this.#parts = parts
  }

  async push(token: string, entries: number, signal: AbortSignal): Promise<Result<Pushed, CallFault>> {
    const { replica, link, agreed, intake, unnoted } = this.#parts
    const runs = await replica.withFormerPlaces(await unnoted.sendable({ entries, bytes: pushBytes }))
    if (runs.length === 0) return ok({ sent: 0, placed: 0, waiting: 0, forked: false })
    const newest = encodePush(runs)
    if (newest.length > syncLimits.bytes)
      return linkFailed({ kind: 'refused', code: 'too_large', message: 'The entries do not fit into one message.' })
    const answered = await agreed.call(
      link,
      (version) => ({
        name: 'push',
        token,
        body: version === protocolVersions[0] ? newest : encodePush(runs, version),
      }),
      signal,
    )
    if (!answered.ok) return linkFailed(answered.error)
    const answer = decodePushAnswer(answered.value)
    if (!answer.ok) return unusable(answer.error)
    if (!answersRuns(runs, answer.value))
      return unusable({ message: 'The hub answered to other entries than were sent.' })
    const stored = answer.value.runs.reduce((sum, { positions }) => sum + positions.length, 0)
    const taken = await this.#noted(runs, answer.value)
    if (!taken.ok) return taken
    if (taken.value === null) unnoted.add(runs, refusals(runs, answer.value.runs).keys())
    else unnoted.clear()
    intake.countSent(stored)
    return ok({
      sent: stored,
      // What cannot be noted stands in nobody's way.
      placed: taken.value === null || taken.value === stored ? stored : 0,
      waiting: await waitingOf(unnoted),
      forked: answer.value.forked,
    })
  }

  /** Notes what the hub answered; answers how many entries have their place, or null where the disk is full. */
  async #noted(runs: readonly CarriedRun[], answer: PushAnswer): Promise<Result<number | null, CallFault>> {
    const { replica, nowMs } = this.#parts
    const lost = lostEntries(runs, answer.runs)
    try {
      await replica.contacted(nowMs())
      await this.#keepRefusals(runs, answer, lost)
      return lost === null ? await this.#takePlaced(runs, answer) : untrusted(lost)
    } catch (error) {
      if (!isFull(error)) throw error
      return lost === null ? ok(null) : untrusted(lost)
    }
  }

  /** Keeps what was refused, but for a case of which the hub has lost something: that stops everything. */
  async #keepRefusals(runs: readonly CarriedRun[], answer: PushAnswer, lost: HubFault | null): Promise<void> {
    for (const [name, { entryId, refused }] of refusals(runs, answer.runs)) {
      if (name === lost?.case) continue
      const { code, message, quarantined } = refused
      this.#parts.intake.countRefused()
      await this.#parts.replica.keepRefusal(name, { entryId, code, message, quarantined })
    }
  }

  async #takePlaced(runs: readonly CarriedRun[], answer: PushAnswer): Promise<Result<number, CallFault>> {
    const { replica, asked, intake } = this.#parts
    const counts = new Map<string, number>()
    for (const name of new Set(runs.map((run) => run.case)))
      counts.set(name, (await replica.standing(name))?.received ?? 0)
    const fault = setBack(runs, answer.runs, counts)
    if (fault !== null) return untrusted(fault)
    const items = placedAtOnce(runs, answer.runs, counts)
    // What cannot be placed at once is asked for by the device's own count: the feed may have told it before.
    for (const [index, { case: name }] of runs.entries())
      if ((answer.runs[index] as PushedRun).positions.length > 0) asked.gap(name)
    const lease: readonly FeedItem[] = answer.lease === undefined ? [] : [{ k: 'lease', ...answer.lease }]
    if (items.length === 0 && lease.length === 0) return ok(0)
    const page: FeedPage = { items: [...items, ...lease], whole: false }
    const accepted = await acceptPage({ relation: hubRelationOf(replica), source: replica, asked: new Set() }, page)
    if (!accepted.ok) return untrusted(accepted.error)
    // Without a receipt that holds, the hub has not signed for the positions: then the feed and its checkpoint say
    // where the entries are.
    const cases = accepted.value.intake.cases.filter(({ receipts }) => receipts.length > 0)
    await intake.take({ intake: { ...accepted.value.intake, cases } })
    for (const { case: name } of cases) asked.placed(name)
    return ok(cases.reduce((sum, one) => sum + one.entries.length, 0))
  }
}
