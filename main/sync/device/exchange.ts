import type { PullRequest } from '../../../shared/protocol/sync.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { LinkFault, SyncLink } from '../link.ts'
import type { FeedPage } from '../wire.ts'
import { acceptPage } from './accept.ts'
import { createAgreedVersion } from './agreed-version.ts'
import { AskedCases } from './asked-cases.ts'
import type { CallParts } from './call-parts.ts'
import { isFull, untrusted } from './call-fault.ts'
import type { CallFault, Pulled, Pushed } from './machine.ts'
import { PageIntake } from './page-intake.ts'
import type { SyncMoved } from './page-intake.ts'
import { DevicePull } from './pull-call.ts'
import type { PullParts } from './pull-call.ts'
import { DevicePush } from './push-call.ts'
import { hubRelationOf, ReplicaRefused } from './replica.ts'
import { openSession } from './session.ts'
import type { OpenedSession, SyncDevice } from './session.ts'
import { withoutStale } from './stale.ts'
import { createUnnoted } from './unnoted.ts'

/** What an exchange stands on. */
export interface ExchangeParts extends PullParts, Pick<CallParts, 'replica' | 'link' | 'nowMs' | 'hubTime'> {
  readonly device: SyncDevice
  /** Versions of the protocol that the device speaks, the newest first; absent: those of this release (Y-27). */
  readonly versions?: readonly number[]
}

/** What a page that was carried came to. */
export interface CarriedPage {
  /** Entries of others that came, own ones that have a place now, and the cases of both. */
  readonly received: number
  readonly receipted: number
  readonly cases: ReadonlySet<string>
  /** Whether something lacks before what came. */
  readonly gaps: boolean
}

/**
 * The calls of a device to its hub, each whole: what it sends, what it makes of the answer, and what it keeps of that.
 */
export interface Exchange {
  open(signal: AbortSignal): Promise<Result<OpenedSession, CallFault>>
  push(token: string, entries: number, signal: AbortSignal): Promise<Result<Pushed, CallFault>>
  pull(token: string, compare: boolean, signal: AbortSignal): Promise<Result<Pulled, CallFault>>
  /** Makes a call beside push and pull, in the version that device and hub speak. */
  ask(
    make: (version: number) => Parameters<SyncLink['call']>[0],
    signal: AbortSignal,
  ): Promise<Result<Uint8Array, LinkFault>>
  /** What a pull would ask for, with the heads of all cases (Y-70). */
  request(): Promise<PullRequest>
  /**
   * Takes in a page that came by a file. `advance`: whether everything before it was taken in, so that the feed number
   * may move.
   */
  takeCarried(page: FeedPage, advance: boolean): Promise<Result<CarriedPage, CallFault>>
  /** What was moved since this was last asked. */
  takeMoved(): SyncMoved
}

/** Takes in a page that came by a file; what it moves is counted for whoever reads the file alone. */
const takeCarried = async (
  { replica, asked, intake }: CallParts,
  page: FeedPage,
  advance: boolean,
): Promise<Result<CarriedPage, CallFault>> => {
  const relation = hubRelationOf(replica)
  const items = await withoutStale(replica, relation, page.items)
  const accepted = await acceptPage({ relation, source: replica, asked: new Set() }, { ...page, items })
  if (!accepted.ok) return untrusted(accepted.error)
  const taken = accepted.value.intake
  const { received, cases } = await intake.takeUncounted({ intake: advance ? taken : { ...taken, since: null } })
  const { gaps } = accepted.value
  for (const name of gaps) asked.gap(name)
  const receipted = taken.cases.reduce((sum, { entries }) => sum + entries.filter((entry) => 'own' in entry).length, 0)
  return ok({ received, receipted, cases: new Set(cases), gaps: gaps.length > 0 })
}

/** Makes the calls of a device over a link; what one of them learns the next ones know. */
export const createExchange = (parts: ExchangeParts): Exchange => {
  const { replica, link, device } = parts
  const agreed = createAgreedVersion(parts.versions)
  const unnoted = createUnnoted(replica)
  const asked = new AskedCases(replica)
  const intake = new PageIntake(replica, asked, unnoted)
  const calls: CallParts = { ...parts, agreed, asked, intake, unnoted }
  const pushes = new DevicePush(calls)
  const pulls = new DevicePull(calls, parts)

  /** Turns what the replica refuses into a fault of the call. */
  const kept = async <T>(job: () => Promise<Result<T, CallFault>>): Promise<Result<T, CallFault>> => {
    try {
      return await job()
    } catch (error) {
      if (!(error instanceof ReplicaRefused)) throw error
      return fail(
        isFull(error)
          ? { kind: 'disk_full', unnoted: unnoted.count() }
          : { kind: 'unusable', message: error.refusal.message },
      )
    }
  }

  return {
    open: async (signal) => {
      agreed.begin()
      return await openSession(link, device, await replica.rotations(), signal)
    },
    request: () => pulls.request(),
    ask: (make, signal) => agreed.call(link, make, signal),
    takeCarried: (page, advance) => kept(() => takeCarried(calls, page, advance)),
    push: (token, entries, signal) => kept(() => pushes.push(token, entries, signal)),
    pull: (token, compare, signal) => kept(() => pulls.pull(token, compare, signal)),
    takeMoved: () => intake.takeMoved(),
  }
}
