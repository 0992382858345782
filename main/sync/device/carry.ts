import { carriedVersion, syncLimits, syncRefusal } from '../../../shared/protocol/sync.ts'
import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { Env } from '../../platform/env.ts'
import type { Signer } from '../../seal/entry.ts'
import { refuseFile } from '../carried/fault.ts'
import { withExchange } from '../carried/open-exchange.ts'
import type { OpenExchange } from '../carried/open-exchange.ts'
import { refusedEntries } from '../carried/refused.ts'
import { decodeRun, encodeRun } from '../carried/evidence-run.ts'
import type { EvidenceRun } from '../carried/evidence-run.ts'
import { writeExchangeFile } from '../carried/write-exchange.ts'
import type { ExchangeMessage } from '../carried/write-exchange.ts'
import type { CarriedRound, WrittenFile } from '../service.ts'
import { decodeFeed, decodeJson, encodeJson, encodePush } from '../wire.ts'
import type { CarriedEvidence, TakeRun } from './bytes/carried-evidence.ts'
import type { Exchange } from './exchange.ts'
import type { DeviceReplica, HubRelation } from './replica.ts'
import { ReplicaRefused } from './replica.ts'
import { enrolmentShown } from './session.ts'
import { pushBytes } from './push-call.ts'
import { haltedBy, halts } from './after-fault.ts'
import type { CallFault, Halted } from './machine.ts'

/** What carrying files stands on. */
export interface CarryParts {
  readonly replica: DeviceReplica
  /** Nothing else moves while a file is written or read. */
  readonly exchange: Exchange
  readonly signer: Signer
  readonly deviceId: string
  readonly env: Pick<Env, 'clock' | 'random'>
  /** The bytes of evidence that go with a file; null where none travel. */
  readonly evidence: CarriedEvidence | null
  /** Stops sync, as a hub that was called would have. */
  readonly halt: (halted: Halted) => void
}

/** What writing a file stands on. */
export type WritingParts = Omit<CarryParts, 'halt'>

/** What goes into a file for the hub. */
export interface CarriedContent {
  /** Bytes of the longest piece of evidence that goes with it; -1: none does. */
  readonly upTo: number
  /**
   * Y-100: what would be lost here, and nothing else: every entry that no hub has, refused ones too, and the evidence
   * that these entries brought.
   */
  readonly onlyUnsent?: boolean
}

const otherVersion = refusal(
  'file_refused',
  'The file holds what this release does not understand: it was written by another one. Bring both to the same release.',
  [{ path: 'file', message: 'other_version' }],
)
const noRoom = refusal(
  'storage_full',
  'The disk is full. What was imported before is kept. Free some space and read the file again.',
)
const tooLarge = refusal('file_refused', 'One entry is larger than any hub takes. Nothing was written.', [
  { path: 'file', message: 'too_large' },
])

interface Written {
  entries: number
  pieces: number
}

/** What this device lacks (Y-75). */
function* lacksForHub(evidence: CarriedEvidence): Generator<ExchangeMessage> {
  const pieces = evidence.lacks()
  if (pieces.length > 0) yield { name: 'lacks', body: encodeJson({ pieces }) }
}

/** Bytes that the hub does not have (Y-75). */
async function* evidenceForHub(runs: AsyncIterable<EvidenceRun>, written: Written): AsyncGenerator<ExchangeMessage> {
  for await (const run of runs) {
    yield { name: 'bytes', body: encodeRun(run) }
    if (run.at + run.bytes.length === run.size) written.pieces += 1
  }
}

/** Everything that waits here, in messages that a hub takes, then what this device asks for. */
async function* messagesForHub(
  { replica, exchange, evidence }: WritingParts,
  { upTo, onlyUnsent = false }: CarriedContent,
  written: Written,
): AsyncGenerator<ExchangeMessage> {
  const ids = new Set<string>()
  for (let most: number = syncLimits.entries; ;) {
    const limits = { entries: most, bytes: pushBytes, skip: written.entries, refusedToo: onlyUnsent }
    const runs = await replica.pending(limits)
    const count = runs.reduce((sum, run) => sum + run.entries.length, 0)
    if (count === 0) break
    const body = encodePush(runs, carriedVersion)
    if (body.length > syncLimits.bytes) {
      if (count === 1) throw new ReplicaRefused(tooLarge)
      most = Math.ceil(count / 2)
      continue
    }
    yield { name: 'push', body }
    if (onlyUnsent) for (const { entries } of runs) for (const { id } of entries) ids.add(id)
    written.entries += count
    most = syncLimits.entries
  }
  yield { name: 'pull', body: encodeJson(await exchange.request()) }
  if (evidence === null || upTo < 0) return
  if (!onlyUnsent) yield* lacksForHub(evidence)
  yield* evidenceForHub(onlyUnsent ? evidence.runs(upTo, (id) => ids.has(id)) : evidence.runs(upTo), written)
}

/** Y-70: writes what this device has for its hub to a file. What was written waits on, until a receipt comes. */
export const writeForHub = async (
  parts: WritingParts,
  relation: HubRelation,
  path: string,
  content: CarriedContent,
): Promise<Result<WrittenFile, Refusal>> => {
  const {
    signer,
    deviceId,
    env: { clock, random },
  } = parts
  const nowMs = clock.nowMs()
  const written: Written = { entries: 0, pieces: 0 }
  try {
    const bytes = await writeExchangeFile(path, {
      header: {
        way: 'to_hub',
        hub: relation.origin,
        device: deviceId,
        id: random.uuidv7(nowMs),
        at: new Date(nowMs).toISOString(),
        ...enrolmentShown(await parts.replica.enrolment()),
      },
      signer,
      receiver: relation,
      messages: messagesForHub(parts, content, written),
      until: () => null,
    })
    return bytes.ok ? ok({ ...written, bytes: bytes.value }) : bytes
  } catch (error) {
    if (error instanceof ReplicaRefused) return fail(error.refusal)
    throw error
  }
}

/** What a file brought so far. */
interface Progress {
  received: number
  receipted: number
  refused: number
  pieces: number
  gaps: boolean
  readonly cases: Set<string>
}

/**
 * Marks cases of which the hub refused something, as its answer to a push would have; what has gone through since is
 * left alone.
 */
const keepRefused = async (
  { replica }: CarryParts,
  body: Uint8Array,
  progress: Progress,
): Promise<Result<void, Refusal>> => {
  const read = decodeJson(refusedEntries, body)
  if (!read.ok) return fail(otherVersion)
  for (const { case: name, entry, code, message, quarantined } of read.value.entries) {
    const standing = await replica.standing(name)
    if (standing === null || standing.refused?.entryId === entry) continue
    if (!(await replica.waiting(name)).some(({ id }) => id === entry)) continue
    await replica.keepRefusal(name, { entryId: entry, code, message, quarantined })
    progress.refused += 1
  }
  return ok(undefined)
}

const stopped = ({ halt }: CarryParts, halted: Halted): Result<never, Refusal> => {
  halt(halted)
  return fail(refusal('sync_halted', halted.message))
}

const faulty = (parts: CarryParts, fault: CallFault): Result<never, Refusal> => {
  if (fault.kind === 'untrusted') return stopped(parts, haltedBy(fault.fault))
  return fail(fault.kind === 'disk_full' ? noRoom : otherVersion)
}

/** The hub's word that it answers this device no more. */
const endedBy = (parts: CarryParts, body: Uint8Array): Result<never, Refusal> => {
  const told = decodeJson(syncRefusal, body)
  if (!told.ok) return fail(otherVersion)
  const { code, message } = told.value.error
  const state = halts[code]
  return state === undefined ? fail(refusal('sync_halted', message)) : stopped(parts, { state, message })
}

const takePage = async (parts: CarryParts, body: Uint8Array, progress: Progress): Promise<Result<void, Refusal>> => {
  const page = decodeFeed(body)
  if (!page.ok || !page.value.whole) return fail(otherVersion)
  const taken = await parts.exchange.takeCarried(page.value, !progress.gaps)
  if (!taken.ok) return faulty(parts, taken.error)
  const { received, receipted, cases, gaps } = taken.value
  progress.received += received
  progress.receipted += receipted
  progress.gaps ||= gaps
  for (const name of cases) progress.cases.add(name)
  return ok(undefined)
}

const takeBytes = async (take: TakeRun, body: Uint8Array, progress: Progress): Promise<Result<void, Refusal>> => {
  const run: Result<EvidenceRun, unknown> = decodeRun(body)
  if (!run.ok) return fail(otherVersion)
  const whole = await take(run.value)
  if (!whole.ok) return whole
  if (whole.value) progress.pieces += 1
  return ok(undefined)
}

const takeMessages = async (
  parts: CarryParts,
  file: OpenExchange,
  hasNews: boolean,
  progress: Progress,
  take: TakeRun,
): Promise<Result<void, Refusal>> => {
  for await (const { name, body } of file.messages()) {
    if (name === 'ended') return endedBy(parts, body)
    if (name === 'page' && !hasNews) continue
    if (name !== 'page' && name !== 'refused' && name !== 'bytes') return refuseFile('damaged')
    const taken =
      name === 'page'
        ? await takePage(parts, body, progress)
        : name === 'bytes'
          ? await takeBytes(take, body, progress)
          : await keepRefused(parts, body, progress)
    if (!taken.ok) return taken
  }
  return ok(undefined)
}

/** Where no evidence travels, its bytes are passed over. */
const passedOver: TakeRun = () => Promise.resolve(ok(false))

/**
 * Y-70: takes in what the hub wrote to a file for this device. One that is older than what is known here, or was read
 * before, changes nothing.
 */
export const readFromHub = async (
  parts: CarryParts,
  relation: HubRelation,
  path: string,
): Promise<Result<CarriedRound, Refusal>> => {
  const { signer, deviceId, replica, env } = parts
  const reader = {
    kid: signer.kid,
    privateKey: signer.privateKey,
    senderOf: (kid: string) => Promise.resolve(kid === relation.kid ? relation.spki : null),
  }
  return await withExchange(path, reader, async (file) => {
    const {
      header,
      end: { until },
      bytes,
    } = file
    if (header.way !== 'to_device' || header.hub !== relation.origin || header.device !== deviceId)
      return refuseFile('not_signed')
    const progress: Progress = { received: 0, receipted: 0, refused: 0, pieces: 0, gaps: false, cases: new Set() }
    const isOlder = until !== null && until < relation.since
    try {
      if (!isOlder) {
        const hasNews = until !== null && until > relation.since
        const taking = (take: TakeRun) => takeMessages(parts, file, hasNews, progress, take)
        const taken = parts.evidence === null ? await taking(passedOver) : await parts.evidence.taking(taking)
        if (!taken.ok) return taken
        await replica.contacted(env.clock.nowMs())
      }
    } catch (error) {
      if (error instanceof ReplicaRefused) return fail(error.refusal.code === 'storage_full' ? noRoom : error.refusal)
      throw error
    }
    const { received, receipted, refused, pieces, gaps, cases } = progress
    const outcome = isOlder
      ? 'older'
      : gaps
        ? 'incomplete'
        : received + receipted + refused + pieces + cases.size > 0
          ? 'taken'
          : 'nothing_new'
    return ok({
      outcome,
      from: 'hub',
      sender: header.hub,
      writtenAt: header.at,
      received,
      receipted,
      refused,
      pieces,
      cases: cases.size,
      bytes,
    })
  })
}
