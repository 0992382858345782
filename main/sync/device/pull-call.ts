import { carriedVersion, logSince } from '../../../shared/protocol/sync.ts'
import type { LogRequest, PullRequest } from '../../../shared/protocol/sync.ts'
import { ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { ClockPoint } from '../../domain/clock/hub-time.ts'
import type { CheckedSignatures } from '../../seal/checked-signatures.ts'
import type { NoteVerifier } from '../../seal/checkpoint.ts'
import type { Inspection } from '../../seal/judge.ts'
import { openTimestamp } from '../../seal/timestamp.ts'
import type { CarriedEntry } from '../entry.ts'
import { decodeFeed, encodeJson } from '../wire.ts'
import type { FeedPage } from '../wire.ts'
import { acceptPage } from './accept.ts'
import type { AcceptedPage } from './accept.ts'
import type { OwnEntries } from './accept-case.ts'
import { acceptHeads, acceptProofs } from './accept-log.ts'
import type { LogContext } from './accept-log.ts'
import { waitingOf } from './call-parts.ts'
import type { CallParts } from './call-parts.ts'
import { linkFailed, untrusted, unusable } from './call-fault.ts'
import type { CallFault, Pulled } from './machine.ts'
import { createProofAsking } from './proof-asking.ts'
import type { ProofAsking } from './proof-asking.ts'
import { nothingToTake, hubRelationOf } from './replica.ts'
import type { LogHead } from './replica.ts'

/** What a pull stands on besides what all calls share. */
export interface PullParts {
  /** Witnesses whose cosignatures count (Y-53); absent: none. */
  readonly witnesses?: () => readonly NoteVerifier[]
  /** Signatures that this process has checked as the hub, whose own folder this is (Y-2); absent: none. */
  readonly checked?: CheckedSignatures
  /**
   * Whether this is a folder of the hub itself, which takes back what it sealed and does not hold any more (Y-80);
   * absent: no.
   */
  readonly takesBack?: boolean
}

/** What was asked, and the page that came. */
interface AnsweredPull {
  readonly log: LogRequest | undefined
  readonly page: FeedPage
  readonly inspections: ReadonlyMap<CarriedEntry, Inspection>
}

/** Y-54: whether a token that a hub tells holds over the note of a head. */
const holdsOver = (note: string, token: string): boolean =>
  openTimestamp(Buffer.from(token, 'base64'), Buffer.from(note, 'utf8')).ok

/** A device's pull: what it asks for, and what it makes of the page that comes. */
export class DevicePull {
  readonly #calls: CallParts
  readonly #parts: PullParts
  readonly #proofs: ProofAsking
  /**
   * Whether own entries come whole (Y-80), until the hub has no more to tell: their ids alone cost less where nothing
   * is lacking.
   */
  #ownWhole = false

  constructor(calls: CallParts, parts: PullParts) {
    this.#calls = calls
    this.#parts = parts
    this.#proofs = createProofAsking(calls.replica)
  }

  /** What a pull would ask for in a file, with the heads of all cases (Y-70). */
  async request(): Promise<PullRequest> {
    return await this.#requestFor(carriedVersion, true, new Set())
  }

  async #requestFor(protocol: number, compare: boolean, asked: ReadonlySet<string>): Promise<PullRequest> {
    const { replica } = this.#calls
    const from: [string, number][] = []
    for (const name of asked) from.push([name, (await replica.standing(name))?.received ?? 0])
    // A feed that was never read says nothing of cases that are here already (a new epoch, a hub that was set back):
    // whether they are still granted only a comparison tells.
    const heads =
      compare || hubRelationOf(replica).since === 0
        ? { heads: Object.fromEntries((await replica.standings()).map(({ case: name, received }) => [name, received])) }
        : {}
    const log = protocol < logSince ? {} : { log: this.#proofs.request(asked.size === 0) }
    return {
      protocol,
      since: hubRelationOf(replica).since,
      from: Object.fromEntries(from),
      ...heads,
      ...log,
      ...(this.#ownWhole ? { own: 'whole' } : {}),
    }
  }

  async pull(token: string, compare: boolean, signal: AbortSignal): Promise<Result<Pulled, CallFault>> {
    const { replica } = this.#calls
    const asked = await this.#calls.asked.now()
    const { since } = hubRelationOf(replica)
    const headsBefore = replica.logHeads()
    const answered = await this.#ask({ token, compare, asked }, signal)
    if (!answered.ok) return answered
    const accepted = await this.#accepted(answered.value, asked)
    if (!accepted.ok) return accepted
    if (accepted.value.lacksOwn) {
      this.#ownWhole = true
      return await this.pull(token, compare, signal)
    }
    const kept = await this.#keep(accepted.value, headsBefore)
    if (!kept.ok) return kept
    const { more } = accepted.value
    const { whole } = answered.value.page
    this.#calls.asked.pulled(accepted.value, { moved: hubRelationOf(replica).since !== since, whole })
    if (whole && !more) this.#ownWhole = false
    const lacks = more || (await this.#calls.asked.lackSomething())
    const { log } = answered.value
    const wentOn =
      whole && !lacks && log !== undefined
        ? this.#proofs.after(log, { told: kept.value.heads, before: headsBefore, asked: asked.size === 0 })
        : { moved: false, more: lacks }
    return ok({
      moved: kept.value.isNews || wentOn.moved,
      whole,
      more: wentOn.more,
      waiting: wentOn.more ? 0 : await waitingOf(this.#calls.unnoted),
    })
  }

  /** Calls the hub, reads the page, and hears its time. */
  async #ask(
    {
      token,
      compare,
      asked,
    }: { readonly token: string; readonly compare: boolean; readonly asked: ReadonlySet<string> },
    signal: AbortSignal,
  ): Promise<Result<AnsweredPull, CallFault>> {
    const { agreed, link, hubTime } = this.#calls
    let log: LogRequest | undefined
    let askedAt: ClockPoint | undefined
    const answered = await agreed.call(
      link,
      async (version) => {
        const request = await this.#requestFor(version, compare, asked)
        log = request.log
        const body = encodeJson(request)
        askedAt = hubTime?.point()
        return { name: 'pull', token, body }
      },
      signal,
    )
    const answeredAt = hubTime?.point()
    if (!answered.ok) return linkFailed(answered.error)
    const inspections = new Map<CarriedEntry, Inspection>()
    const page = decodeFeed(answered.value, (entry, inspection) => void inspections.set(entry, inspection))
    if (!page.ok) return unusable(page.error)
    const time = page.value.items.find((item) => item.k === 'time')
    if (time !== undefined && askedAt !== undefined && answeredAt !== undefined)
      await hubTime?.heard(Date.parse(time.at), askedAt, answeredAt)
    return ok({ log, page: page.value, inspections })
  }

  async #accepted(
    { page, inspections }: AnsweredPull,
    asked: ReadonlySet<string>,
  ): Promise<Result<AcceptedPage, CallFault>> {
    const { replica } = this.#calls
    const { checked, takesBack = false } = this.#parts
    const own: OwnEntries = !takesBack ? 'held' : this.#ownWhole ? 'whole' : 'may_lack'
    const relation = hubRelationOf(replica)
    const accepted = await acceptPage(
      { relation, source: replica, asked, inspections, own, ...(checked === undefined ? {} : { checked }) },
      page,
    )
    return accepted.ok ? accepted : untrusted(accepted.error)
  }

  /** Keeps a page, the heads of the log with it, and then what is proven in them. */
  async #keep(
    accepted: AcceptedPage,
    headsBefore: readonly LogHead[],
  ): Promise<Result<{ readonly isNews: boolean; readonly heads: readonly LogHead[] }, CallFault>> {
    const { replica, intake, nowMs, hubTime } = this.#calls
    const context: LogContext = {
      hub: hubRelationOf(replica),
      witnesses: this.#parts.witnesses?.() ?? [],
      source: replica,
      stamped: holdsOver,
    }
    const told = await acceptHeads(context, headsBefore, accepted.log)
    if (!told.ok) return untrusted(told.error)
    const { heads, newest } = told.value
    const { isNews } = await intake.take(
      heads.length === 0 ? accepted : { intake: { ...accepted.intake, log: { heads, proofs: [] } } },
    )
    const proven = await acceptProofs(context, newest, accepted.log)
    if (!proven.ok) return untrusted(proven.error)
    if (proven.value.length > 0) await replica.take({ ...nothingToTake, log: { heads: [], proofs: proven.value } })
    await replica.contacted(nowMs())
    await hubTime?.contacted()
    return ok({ isNews, heads })
  }
}
