import type { z } from 'zod'
import { carriedVersion, pullRequest } from '../../../shared/protocol/sync.ts'
import type { PullRequest, PushedRun } from '../../../shared/protocol/sync.ts'
import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { decodeRun, encodeRun, lackedPieces } from '../carried/evidence-run.ts'
import type { LackedPieces } from '../carried/evidence-run.ts'
import { refuseFile } from '../carried/fault.ts'
import { withExchange } from '../carried/open-exchange.ts'
import type { ExchangeHeader } from '../carried/format.ts'
import type { OpenExchange } from '../carried/open-exchange.ts'
import { writeExchangeFile } from '../carried/write-exchange.ts'
import type { ExchangeMessage } from '../carried/write-exchange.ts'
import { refusedEntries } from '../carried/refused.ts'
import { decodeJson, decodePush, encodeFeed, encodeJson } from '../wire.ts'
import type { FeedItem } from '../wire.ts'
import { answerRefusal } from './answer.ts'
import type { CallRefusal } from './answer.ts'
import type { HubBytes } from './bytes.ts'
import { createEvidenceIntake, runsFor, toldPieces } from './carried-evidence.ts'
import type { EvidenceIntake } from './carried-evidence.ts'
import { activeDevice } from './core.ts'
import type { HubCore } from './core.ts'
import { senderIn } from './carried-sender.ts'
import { enrolForgotten } from './forgotten.ts'
import { openUnsent } from './open-unsent.ts'
import type { OpenedUnsent } from './open-unsent.ts'
import { pull } from './pull.ts'
import { push } from './push.ts'
import type { HubDevice } from './records.ts'
import type { WrittenFile } from '../service.ts'

/** What a file of a device brought. */
export interface CarriedIn {
  readonly deviceId: string
  readonly deviceName: string
  /** When the device wrote it, by its own clock (RFC 3339). */
  readonly writtenAt: string
  /** Entries that were new here, that were here before, and the cases of which one was refused. */
  readonly received: number
  readonly known: number
  readonly refused: number
  readonly cases: number
  /** Pieces of evidence that became whole here. */
  readonly pieces: number
  readonly bytes: number
  /** Of a device that the hub has ended: where its work lies open. Nothing of it was taken in (Y-101). */
  readonly opened?: OpenedUnsent
}

const refusalOf = ({ code, message }: CallRefusal): Refusal =>
  refusal(code === 'storage_full' || code === 'unavailable' ? code : 'sync_halted', message)

const otherVersion = refusal(
  'file_refused',
  'The file holds what this release does not understand: it was written by another one. Bring both to the same release.',
  [{ path: 'file', message: 'other_version' }],
)

/** What became of the pushes of a file so far. */
class Tally {
  received = 0
  known = 0
  readonly cases = new Set<string>()
  readonly refused = new Map<string, z.infer<typeof refusedEntries>['entries'][number]>()

  /** @param sizes entries of each case before the push */
  add(
    runs: readonly { readonly case: string; readonly entries: readonly { readonly id: string }[] }[],
    answers: readonly PushedRun[],
    sizes: ReadonlyMap<string, number>,
  ): void {
    for (const [index, run] of runs.entries()) {
      const answer = answers[index] as PushedRun
      const fresh = answer.positions.filter((position) => position >= (sizes.get(run.case) ?? 0)).length
      this.received += fresh
      this.known += answer.positions.length - fresh
      if (fresh > 0) this.cases.add(run.case)
      // What follows the first refused entry of a case is refused for lack of it alone.
      if (answer.refused === undefined || this.refused.has(run.case)) continue
      const { at, code, message, quarantined } = answer.refused
      this.refused.set(run.case, { case: run.case, entry: run.entries[at]?.id ?? '', code, message, quarantined })
    }
  }
}

const takePush = async (
  core: HubCore,
  deviceId: string,
  body: Uint8Array,
  tally: Tally,
): Promise<Result<void, Refusal>> => {
  const read = decodePush(body)
  if (!read.ok) return fail(otherVersion)
  const names = [...new Set(read.value.runs.map((run) => run.case))]
  const sizes = new Map((await core.store.reading((tx) => tx.chains(names))).map((chain) => [chain.case, chain.size]))
  const answer = await push(core, deviceId, body)
  if (!answer.ok) return fail(answer.error.code === 'version' ? otherVersion : refusalOf(answer.error))
  tally.add(read.value.runs, answer.value.runs, sizes)
  return ok(undefined)
}

const takeRun = async (intake: EvidenceIntake, body: Uint8Array): Promise<Result<void, Refusal>> => {
  const run = decodeRun(body)
  if (!run.ok) return fail(otherVersion)
  const taken = await intake.take(run.value)
  return taken.ok ? taken : fail(refusalOf(taken.error))
}

const takeAll = async (
  core: HubCore,
  bytes: HubBytes,
  device: HubDevice,
  file: OpenExchange,
): Promise<Result<CarriedIn, Refusal>> => {
  const tally = new Tally()
  const evidence = createEvidenceIntake(bytes, device.deviceId)
  let request: PullRequest | null = null
  let lacks: LackedPieces = { pieces: [] }
  for await (const { name, body } of file.messages()) {
    if (name === 'push') {
      const taken = await takePush(core, device.deviceId, body, tally)
      if (!taken.ok) return taken
    } else if (name === 'pull') {
      const asked = decodeJson(pullRequest, body)
      if (!asked.ok) return fail(otherVersion)
      request = asked.value
    } else if (name === 'lacks') {
      const told = decodeJson(lackedPieces, body)
      if (!told.ok) return fail(otherVersion)
      lacks = told.value
    } else if (name === 'bytes') {
      const taken = await takeRun(evidence, body)
      if (!taken.ok) return taken
    } else return refuseFile('damaged')
  }
  if (request === null) return refuseFile('damaged')
  const refused: z.infer<typeof refusedEntries> = { file: file.header.id, entries: [...tally.refused.values()] }
  const carried = {
    deviceId: device.deviceId,
    fileId: file.header.id,
    request: JSON.stringify(request),
    refused: JSON.stringify(refused),
    lacks: JSON.stringify(lacks.pieces),
    atMs: core.env.clock.nowMs(),
  }
  await core.store.exclusively((tx) => tx.saveCarried(carried))
  const { received, known, cases } = tally
  return ok({
    deviceId: device.deviceId,
    deviceName: device.name,
    writtenAt: file.header.at,
    received,
    known,
    refused: tally.refused.size,
    cases: cases.size,
    pieces: evidence.pieces,
    bytes: file.bytes,
  })
}

/** Y-101: what an ended device never sent, which lies open in a folder now. */
const openedOf = (device: HubDevice, file: OpenExchange, opened: OpenedUnsent): CarriedIn => ({
  deviceId: device.deviceId,
  deviceName: device.name,
  writtenAt: file.header.at,
  received: 0,
  known: 0,
  refused: 0,
  cases: 0,
  pieces: 0,
  bytes: file.bytes,
  opened,
})

const notEnded = refusal(
  'file_refused',
  'The device that wrote this file may sync, so that the hub takes the file in: import it without naming a folder. Nothing was done.',
)

/** A file of a device of which the hub takes nothing any more; the device is known, and the file is signed by it. */
const readEnded = async (
  core: HubCore,
  file: OpenExchange,
  why: CallRefusal,
  into: string | undefined,
): Promise<Result<CarriedIn, Refusal>> => {
  const device = await core.store.reading((tx) => tx.device(file.header.device))
  if (device === null || (device.state !== 'removed' && device.state !== 'revoked'))
    return fail(refusal('sync_halted', `${why.message} Nothing of its file was taken in.`))
  if (into === undefined)
    return fail(
      refusal(
        'sync_halted',
        `${why.message} Nothing of its file was taken in. What it holds can be read, though: fieldseal sync --import FILE --into FOLDER opens it into a new folder.`,
      ),
    )
  const opened = await openUnsent(core, { ...device, state: device.state }, file, into)
  return opened.ok ? ok(openedOf(device, file, opened.value)) : opened
}

/**
 * Y-70: takes in what a device wrote to a file for this hub, as if it had been pushed. The same file again changes
 * nothing.
 *
 * @param into a new folder, for the file of a device that was revoked or removed (Y-101)
 */
export const readCarried = async (
  core: HubCore,
  bytes: HubBytes,
  path: string,
  into?: string,
): Promise<Result<CarriedIn, Refusal>> => {
  const { store, identity, signer } = core
  const senderOf = async (kid: string, header: ExchangeHeader): Promise<Uint8Array | null> => {
    const sender = await store.reading((tx) => senderIn(tx, identity, kid, header))
    return sender?.spki ?? null
  }
  return await withExchange(path, { kid: identity.kid, privateKey: signer.privateKey, senderOf }, async (file) => {
    const { way, hub, device: deviceId, from } = file.header
    const sender = await store.reading((tx) => senderIn(tx, identity, from, file.header))
    if (sender?.deviceId !== deviceId || way !== 'to_hub' || hub !== identity.origin) return refuseFile('not_signed')
    const again = sender.forgotten === null ? null : await enrolForgotten(core, sender.forgotten)
    if (again?.ok === false)
      return fail(refusal('sync_halted', `${again.error.message} Nothing of its file was taken in.`))
    const active = await store.reading((tx) => activeDevice(tx, deviceId))
    if (!active.ok) return await readEnded(core, file, active.error, into)
    return into === undefined ? await takeAll(core, bytes, active.value, file) : fail(notEnded)
  })
}

/** What a device would have after some pages, so that the next one can be asked for in its place. */
class Reader {
  readonly #counts: Map<string, number>
  readonly #announced = new Map<string, number>()

  constructor(heads: Readonly<Record<string, number>>) {
    this.#counts = new Map(Object.entries(heads))
  }

  /** @returns the entries that the items tell, and whether anything was told at all */
  read(items: readonly FeedItem[]): { readonly entries: number; readonly moved: boolean } {
    let entries = 0
    let moved = false
    const upTo = (name: string, end: number): void => {
      const before = this.#counts.get(name) ?? 0
      if (end <= before) return
      entries += end - before
      moved = true
      this.#counts.set(name, end)
    }
    for (const item of items) {
      if (item.k === 'entries') upTo(item.case, item.pos + item.entries.length)
      else if (item.k === 'own') upTo(item.case, item.pos + item.ids.length)
      else if (item.k === 'grant') this.#announced.set(item.case, item.size)
      else if (item.k === 'drop') {
        moved = true
        this.#counts.delete(item.case)
      }
    }
    return { entries, moved }
  }

  heads(): Record<string, number> {
    return Object.fromEntries(this.#counts)
  }

  isLacking(): boolean {
    return [...this.#announced].some(([name, size]) => (this.#counts.get(name) ?? 0) < size)
  }
}

interface Written {
  entries: number
  pieces: number
  until: number | null
  /** Pieces whose arrival the pages tell of. */
  readonly told: LackedPieces['pieces'][number][]
}

/**
 * The pages that a device with such a request would have pulled, one after another; what it is told last is that there
 * is no more.
 */
async function* pagesFor(
  core: HubCore,
  deviceId: string,
  asked: PullRequest,
  written: Written,
): AsyncGenerator<ExchangeMessage> {
  const reader = new Reader(asked.heads ?? {})
  for (;;) {
    const request: PullRequest = { protocol: carriedVersion, since: asked.since, from: {}, heads: reader.heads() }
    const told = await pull(core, deviceId, encodeJson(request))
    if (!told.ok) {
      yield { name: 'ended', body: answerRefusal(told.error).body }
      return
    }
    yield { name: 'page', body: encodeFeed(told.value) }
    const { entries, moved } = reader.read(told.value)
    written.told.push(...toldPieces(told.value, deviceId))
    written.entries += entries
    const end = told.value.at(-1)
    if (end?.k !== 'end') throw new Error('a page has no end')
    if (!end.more && !reader.isLacking()) {
      written.until = end.since
      return
    }
    if (!moved) throw new Error('a page that announces more tells nothing')
  }
}

const nothingRead: PullRequest = { protocol: carriedVersion, since: 0, from: {}, heads: {} }

/**
 * What goes into a file besides the pages: bytes of at most so many of each piece that the device lacks or hears of by
 * them (Y-75).
 */
interface WithEvidence {
  readonly bytes: HubBytes
  readonly upTo: number
}

async function* messagesFor(
  core: HubCore,
  device: HubDevice,
  { bytes, upTo }: WithEvidence,
  written: Written,
): AsyncGenerator<ExchangeMessage> {
  const carried = await core.store.reading((tx) => tx.carried(device.deviceId))
  const refused = carried === null ? null : refusedEntries.parse(JSON.parse(carried.refused))
  if (refused !== null && refused.entries.length > 0 && device.state === 'active')
    yield { name: 'refused', body: encodeJson(refused) }
  yield* pagesFor(
    core,
    device.deviceId,
    carried === null ? nothingRead : pullRequest.parse(JSON.parse(carried.request)),
    written,
  )
  if (upTo < 0 || written.until === null) return
  const lacked = carried === null ? [] : lackedPieces.shape.pieces.parse(JSON.parse(carried.lacks))
  for await (const run of runsFor(bytes, device.deviceId, [...lacked, ...written.told], upTo)) {
    yield { name: 'bytes', body: encodeRun(run) }
    if (run.at + run.bytes.length === run.size) written.pieces += 1
  }
}

const noDevice = refusal('unknown_reference', 'There is no device with this id.')
const ownFolder = refusal('unknown_reference', 'This is the hub’s own folder: it gets everything without a file.')

/**
 * Y-70: writes what this hub has for a device to a file: what the request of its last file does not have yet, or
 * everything where none was read. A device that was revoked, removed or forked gets that word.
 */
export const writeCarried = async (
  core: HubCore,
  evidence: WithEvidence,
  path: string,
  deviceId: string,
): Promise<Result<WrittenFile, Refusal>> => {
  const { store, identity, signer, env } = core
  const device = await store.reading((tx) => tx.device(deviceId))
  if (device === null) return fail(noDevice)
  if (device.kid === identity.rootKid) return fail(ownFolder)
  const nowMs = env.clock.nowMs()
  const written: Written = { entries: 0, pieces: 0, until: null, told: [] }
  const bytes = await writeExchangeFile(path, {
    header: {
      way: 'to_device',
      hub: identity.origin,
      device: deviceId,
      id: env.random.uuidv7(nowMs),
      at: new Date(nowMs).toISOString(),
    },
    signer,
    receiver: device,
    messages: messagesFor(core, device, evidence, written),
    until: () => written.until,
  })
  return bytes.ok ? ok({ entries: written.entries, pieces: written.pieces, bytes: bytes.value }) : bytes
}
