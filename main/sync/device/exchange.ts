import { carriedVersion, logSince, protocolVersions, syncLimits } from '../../../shared/protocol/sync.ts'
import type { FeedLine, PullRequest, PushAnswer, PushedRun } from '../../../shared/protocol/sync.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { CheckedSignatures } from '../../seal/checked-signatures.ts'
import type { ClockPoint } from '../../domain/clock/hub-time.ts'
import type { NoteVerifier } from '../../seal/checkpoint.ts'
import { openTimestamp } from '../../seal/timestamp.ts'
import type { Inspection } from '../../seal/judge.ts'
import type { CarriedEntry, CarriedRun } from '../entry.ts'
import type { LinkFault, SyncLink } from '../link.ts'
import { decodeFeed, decodePushAnswer, encodeJson, encodePush } from '../wire.ts'
import type { FeedItem, FeedPage, WireFault } from '../wire.ts'
import { acceptPage } from './accept.ts'
import type { AcceptedPage } from './accept.ts'
import type { OwnEntries } from './accept-case.ts'
import { acceptHeads, acceptProofs } from './accept-log.ts'
import type { LogContext } from './accept-log.ts'
import { createAgreedVersion } from './agreed-version.ts'
import type { HubFault } from './hub-fault.ts'
import { createProofAsking } from './proof-asking.ts'
import { answersRuns, lostEntries, placedAtOnce, refusals, setBack } from './push-answer.ts'
import { ReplicaRefused } from './replica.ts'
import type { DeviceReplica, HubRelation, Intake, LogIntake } from './replica.ts'
import { openSession } from './session.ts'
import type { OpenedSession, SyncDevice } from './session.ts'
import { withoutStale } from './stale.ts'
import type { CallFault, Pulled, Pushed } from './machine.ts'
import { createUnnoted } from './unnoted.ts'
import { triedAgain } from './tried-again.ts'

/** What an exchange stands on. */
export interface ExchangeParts {
  readonly replica: DeviceReplica
  readonly link: SyncLink
  readonly device: SyncDevice
  readonly nowMs: () => number
  /**
   * What is done with the time that the hub tells (Y-86), by the clocks of this computer before and after the call;
   * absent: nothing.
   */
  readonly hubTime?: {
    readonly point: () => ClockPoint
    readonly heard: (hubMs: number, asked: ClockPoint, answered: ClockPoint) => Promise<void>
  }
  /** Witnesses whose cosignatures count (Y-53); absent: none. */
  readonly witnesses?: () => readonly NoteVerifier[]
  /** Versions of the protocol that the device speaks, the newest first; absent: those of this release (Y-27). */
  readonly versions?: readonly number[]
  /** Signatures that this process has checked as the hub, whose own folder this is (Y-2); absent: none. */
  readonly checked?: CheckedSignatures
  /**
   * Whether this is a folder of the hub itself, which takes back what it sealed and does not hold any more (Y-80);
   * absent: no.
   */
  readonly takesBack?: boolean
}

/** What the calls of sync moved, for a person. */
export interface Moved {
  readonly sent: number
  readonly received: number
  readonly refused: number
  readonly cases: ReadonlySet<string>
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
  takeMoved(): Moved
}

const linkFault = (fault: LinkFault): Result<never, CallFault> => fail({ kind: 'link', fault })
const unusable = (fault: WireFault): Result<never, CallFault> => fail({ kind: 'unusable', message: fault.message })
const untrusted = (fault: HubFault): Result<never, CallFault> => fail({ kind: 'untrusted', fault })

/**
 * Bytes of the entries of one push before they are written as lines: encoded disclosures and their frames come on top.
 */
export const pushBytes = syncLimits.bytes / 2

const isFull = (error: unknown): boolean => error instanceof ReplicaRefused && error.refusal.code === 'storage_full'

const nothingMoved = () => ({ sent: 0, received: 0, refused: 0, cases: new Set<string>() })

const nothing: Intake = { cases: [], granted: [], dropped: [], lease: null, since: null }

const withLog = (accepted: AcceptedPage, log: LogIntake): AcceptedPage =>
  log.heads.length === 0 && log.proofs.length === 0 ? accepted : { ...accepted, intake: { ...accepted.intake, log } }

/** Y-54: whether a token that a hub tells holds over the note of a head. */
const holdsOver = (note: string, token: string): boolean =>
  openTimestamp(Buffer.from(token, 'base64'), Buffer.from(note, 'utf8')).ok

export const createExchange = ({
  replica,
  link,
  device,
  nowMs,
  hubTime,
  witnesses = () => [],
  versions,
  checked,
  takesBack = false,
}: ExchangeParts): Exchange => {
  const agreed = createAgreedVersion(versions)
  const proofs = createProofAsking(replica)
  /** Cases to be asked for from the device's own count: gaps, and grants that are not here whole. */
  let lacking: Set<string> | null = null
  const gaps = new Set<string>()
  /**
   * Cases of which the hub has signed receipts beyond the last checkpoint that was verified: they are asked for until a
   * checkpoint covers what is here, over restarts too (Y-51).
   */
  const placed = new Set<string>()
  /**
   * Cases of the pages that came since the feed number last moved: changes that share a number are told again until all
   * of them were, but for what the device says it has.
   */
  const told = new Set<string>()
  /**
   * Whether own entries come whole (Y-80), until the hub has no more to tell: their ids alone cost less where nothing
   * is lacking.
   */
  let ownWhole = false
  /** Y-96: entries that wait, and to which the hub has answered while the disk was too full to note it. */
  const unnoted = createUnnoted(replica)
  let moved = nothingMoved()

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

  const relationNow = (): HubRelation => {
    const relation = replica.relation()
    if (relation === null) throw new Error('a folder without a hub does not sync')
    return relation
  }

  const isIncomplete = async (name: string): Promise<boolean> => {
    const standing = await replica.standing(name)
    return standing !== null && standing.received < standing.announced
  }

  const ownEntries = (): OwnEntries => (!takesBack ? 'held' : ownWhole ? 'whole' : 'may_lack')

  const lackingCases = async (): Promise<Set<string>> => {
    if (lacking === null) {
      const unfinished = await replica.unfinished()
      for (const name of unfinished.uncovered) placed.add(name)
      lacking = new Set(unfinished.lacking)
    }
    return lacking
  }

  const waiting = async (): Promise<number> => {
    const runs = await unnoted.sendable({ entries: 1, bytes: 1 })
    return runs.reduce((sum, run) => sum + run.entries.length, 0)
  }

  const keep = async (accepted: AcceptedPage): Promise<boolean> => {
    const { intake } = accepted
    const before = relationNow().since
    const isEmpty =
      intake.log === undefined &&
      intake.cases.length === 0 &&
      intake.granted.length === 0 &&
      intake.dropped.length === 0
    const isNews = !isEmpty || (intake.since !== null && intake.since !== before)
    if (isNews || intake.lease !== null) {
      await replica.take(intake)
      unnoted.clear()
    }
    if (intake.cases.length > 0 || intake.granted.length > 0)
      for (const name of triedAgain(intake, await replica.refusedStandings())) await replica.keepRefusal(name, null)
    const set = await lackingCases()
    for (const name of intake.dropped) set.delete(name)
    for (const name of [...intake.granted, ...intake.cases].map(({ case: name }) => name)) {
      if (await isIncomplete(name)) set.add(name)
      else set.delete(name)
    }
    for (const { case: name, entries } of intake.cases) {
      const others = entries.filter((entry) => !('own' in entry)).length
      moved.received += others
      if (entries.length > 0) moved.cases.add(name)
    }
    return isNews
  }

  /** Keeps what was refused, but for a case of which the hub has lost something: that stops everything. */
  const keepRefusals = async (
    runs: readonly CarriedRun[],
    answer: PushAnswer,
    lost: HubFault | null,
  ): Promise<void> => {
    for (const [name, { entryId, refused }] of refusals(runs, answer.runs)) {
      if (name === lost?.case) continue
      const { code, message, quarantined } = refused
      moved.refused += 1
      await replica.keepRefusal(name, { entryId, code, message, quarantined })
    }
  }

  const takePlaced = async (runs: readonly CarriedRun[], answer: PushAnswer): Promise<Result<number, CallFault>> => {
    const counts = new Map<string, number>()
    for (const name of new Set(runs.map((run) => run.case)))
      counts.set(name, (await replica.standing(name))?.received ?? 0)
    const fault = setBack(runs, answer.runs, counts)
    if (fault !== null) return untrusted(fault)
    const items = placedAtOnce(runs, answer.runs, counts)
    // What cannot be placed at once is asked for by the device's own count: the feed may have told it before.
    for (const [index, { case: name }] of runs.entries())
      if ((answer.runs[index] as PushedRun).positions.length > 0) gaps.add(name)
    const lease: FeedLine[] = answer.lease === undefined ? [] : [{ k: 'lease', ...answer.lease }]
    if (items.length === 0 && lease.length === 0) return ok(0)
    const page: FeedPage = { items: [...items, ...(lease as FeedItem[])], whole: false }
    const accepted = await acceptPage({ relation: relationNow(), source: replica, asked: new Set() }, page)
    if (!accepted.ok) return untrusted(accepted.error)
    // Without a receipt that holds, the hub has not signed for the positions: then the feed and its checkpoint say
    // where the entries are.
    const cases = accepted.value.intake.cases.filter(({ receipts }) => receipts.length > 0)
    await keep({ ...accepted.value, intake: { ...accepted.value.intake, cases } })
    for (const { case: name } of cases) {
      placed.add(name)
      gaps.delete(name)
    }
    return ok(cases.reduce((sum, intake) => sum + intake.entries.length, 0))
  }

  /** Notes what the hub answered; answers how many entries have their place, or null where the disk is full. */
  const noted = async (runs: readonly CarriedRun[], answer: PushAnswer): Promise<Result<number | null, CallFault>> => {
    const lost = lostEntries(runs, answer.runs)
    try {
      await replica.contacted(nowMs())
      await keepRefusals(runs, answer, lost)
      return lost === null ? await takePlaced(runs, answer) : untrusted(lost)
    } catch (error) {
      if (!isFull(error)) throw error
      return lost === null ? ok(null) : untrusted(lost)
    }
  }

  const open: Exchange['open'] = async (signal) => {
    agreed.begin()
    return await openSession(link, device, await replica.rotations(), signal)
  }

  const push: Exchange['push'] = async (token, entries, signal) => {
    const runs = await replica.withFormerPlaces(await unnoted.sendable({ entries, bytes: pushBytes }))
    if (runs.length === 0) return ok({ sent: 0, placed: 0, waiting: 0, forked: false })
    const newest = encodePush(runs)
    if (newest.length > syncLimits.bytes)
      return linkFault({ kind: 'refused', code: 'too_large', message: 'The entries do not fit into one message.' })
    const answered = await agreed.call(
      link,
      (version) => ({
        name: 'push',
        token,
        body: version === protocolVersions[0] ? newest : encodePush(runs, version),
      }),
      signal,
    )
    if (!answered.ok) return linkFault(answered.error)
    const answer = decodePushAnswer(answered.value)
    if (!answer.ok) return unusable(answer.error)
    if (!answersRuns(runs, answer.value))
      return fail({ kind: 'unusable', message: 'The hub answered to other entries than were sent.' })
    const stored = answer.value.runs.reduce((sum, { positions }) => sum + positions.length, 0)
    const taken = await noted(runs, answer.value)
    if (!taken.ok) return taken
    if (taken.value === null) unnoted.add(runs, refusals(runs, answer.value.runs).keys())
    else unnoted.clear()
    moved.sent += stored
    return ok({
      sent: stored,
      // What cannot be noted stands in nobody's way.
      placed: taken.value === null || taken.value === stored ? stored : 0,
      waiting: await waiting(),
      forked: answer.value.forked,
    })
  }

  const requestFor = async (protocol: number, compare: boolean, asked: ReadonlySet<string>): Promise<PullRequest> => {
    const counts = async (names: Iterable<string>): Promise<Record<string, number>> => {
      const list: [string, number][] = []
      for (const name of names) list.push([name, (await replica.standing(name))?.received ?? 0])
      return Object.fromEntries(list)
    }
    const from = await counts(asked)
    // A feed that was never read says nothing of cases that are here already (a new epoch, a hub that was set back):
    // whether they are still granted only a comparison tells.
    const heads =
      compare || relationNow().since === 0
        ? { heads: Object.fromEntries((await replica.standings()).map(({ case: name, received }) => [name, received])) }
        : {}
    const log = protocol < logSince ? {} : { log: proofs.request(asked.size === 0) }
    return { protocol, since: relationNow().since, from, ...heads, ...log, ...(ownWhole ? { own: 'whole' } : {}) }
  }

  const pull: Exchange['pull'] = async (token, compare, signal) => {
    const asked = new Set([...(await lackingCases()), ...gaps, ...placed, ...told])
    const { since } = relationNow()
    const headsBefore = replica.logHeads()
    let request: PullRequest | null = null
    let askedAt: ClockPoint | undefined
    const make = async (version: number): Promise<Parameters<SyncLink['call']>[0]> => {
      const body = encodeJson((request = await requestFor(version, compare, asked)))
      askedAt = hubTime?.point()
      return { name: 'pull', token, body }
    }
    const answered = await agreed.call(link, make, signal)
    const answeredAt = hubTime?.point()
    if (!answered.ok) return linkFault(answered.error)
    const inspections = new Map<CarriedEntry, Inspection>()
    const page = decodeFeed(answered.value, (entry, inspection) => void inspections.set(entry, inspection))
    if (!page.ok) return unusable(page.error)
    const time = page.value.items.find((item) => item.k === 'time')
    if (time !== undefined && askedAt !== undefined && answeredAt !== undefined)
      await hubTime?.heard(Date.parse(time.at), askedAt, answeredAt)
    const accepted = await acceptPage(
      {
        relation: relationNow(),
        source: replica,
        asked,
        inspections,
        own: ownEntries(),
        ...(checked === undefined ? {} : { checked }),
      },
      page.value,
    )
    if (!accepted.ok) return untrusted(accepted.error)
    if (accepted.value.lacksOwn) {
      ownWhole = true
      return await pull(token, compare, signal)
    }
    const context: LogContext = { hub: relationNow(), witnesses: witnesses(), source: replica, stamped: holdsOver }
    const heads = await acceptHeads(context, headsBefore, accepted.value.log)
    if (!heads.ok) return untrusted(heads.error)
    const isNews = await keep(withLog(accepted.value, { heads: heads.value.heads, proofs: [] }))
    const proven = await acceptProofs(context, heads.value.newest, accepted.value.log)
    if (!proven.ok) return untrusted(proven.error)
    if (proven.value.length > 0) await replica.take({ ...nothing, log: { heads: [], proofs: proven.value } })
    await replica.contacted(nowMs())
    gaps.clear()
    for (const name of accepted.value.gaps) gaps.add(name)
    if (relationNow().since !== since || !accepted.value.more) told.clear()
    if (accepted.value.more) for (const { case: name } of accepted.value.intake.cases) told.add(name)
    if (page.value.whole && !accepted.value.more) {
      placed.clear()
      ownWhole = false
    }
    const lacks = accepted.value.more || gaps.size > 0 || (await lackingCases()).size > 0
    const sent = (request as PullRequest | null)?.log
    const isLast = page.value.whole && !lacks && sent !== undefined
    const wentOn = isLast
      ? proofs.after(sent, { told: heads.value.heads, before: headsBefore, asked: asked.size === 0 })
      : { moved: false, more: lacks }
    return ok({
      moved: isNews || wentOn.moved,
      whole: page.value.whole,
      more: wentOn.more,
      waiting: wentOn.more ? 0 : await waiting(),
    })
  }

  const takeCarried: Exchange['takeCarried'] = async (page, advance) => {
    const items = await withoutStale(replica, relationNow(), page.items)
    const accepted = await acceptPage(
      { relation: relationNow(), source: replica, asked: new Set() },
      { ...page, items },
    )
    if (!accepted.ok) return untrusted(accepted.error)
    const { intake } = accepted.value
    const before = moved
    moved = nothingMoved()
    await keep(advance ? accepted.value : { ...accepted.value, intake: { ...intake, since: null } })
    const { received, cases } = moved
    moved = before
    for (const name of accepted.value.gaps) gaps.add(name)
    const receipted = intake.cases.reduce(
      (sum, { entries }) => sum + entries.filter((entry) => 'own' in entry).length,
      0,
    )
    return ok({ received, receipted, cases, gaps: accepted.value.gaps.length > 0 })
  }

  return {
    open,
    request: () => requestFor(carriedVersion, true, new Set()),
    ask: (make, signal) => agreed.call(link, make, signal),
    takeCarried: (page, advance) => kept(() => takeCarried(page, advance)),
    push: (token, entries, signal) => kept(() => push(token, entries, signal)),
    pull: (token, compare, signal) => kept(() => pull(token, compare, signal)),
    takeMoved: () => {
      const before = moved
      moved = nothingMoved()
      return before
    },
  }
}
