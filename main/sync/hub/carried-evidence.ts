import { Readable } from 'node:stream'
import { z } from 'zod'
import type { BlobName } from '../../../shared/protocol/blobs.ts'
import { ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { runsOf } from '../carried/evidence-run.ts'
import type { EvidenceRun, LackedPieces } from '../carried/evidence-run.ts'
import type { FeedItem } from '../wire.ts'
import type { CallRefusal } from './answer.ts'
import type { HubBytes } from './bytes.ts'

/** What of a device's file has to do with evidence, as the hub takes it in (Y-75). */
export interface EvidenceIntake {
  /** Takes in one run of bytes; fails where the hub can take none at all. */
  take(run: EvidenceRun): Promise<Result<void, CallRefusal>>
  /** Pieces that became whole, and that were refused. */
  readonly pieces: number
  readonly refused: number
}

const keyOf = ({ case: name, sha256 }: Pick<BlobName, 'case' | 'sha256'>): string => `${name}/${sha256}`

/** Faults of the hub rather than of these bytes: nothing of the file can go on. */
const ofHub: ReadonlySet<string> = new Set(['storage_full', 'unavailable'])

/**
 * Takes in the runs of one file, as if the device had sent them (Y-61): what is here already is passed over, and
 * nothing counts before its hash holds.
 */
class Intake implements EvidenceIntake {
  readonly #bytes: HubBytes
  readonly #deviceId: string
  readonly #passedOver = new Set<string>()
  /** The piece whose runs come, and how far it stands. */
  #current: { readonly key: string; offset: number } | null = null
  pieces = 0
  refused = 0

  constructor(bytes: HubBytes, deviceId: string) {
    this.#bytes = bytes
    this.#deviceId = deviceId
  }

  async take(run: EvidenceRun): Promise<Result<void, CallRefusal>> {
    const key = keyOf(run)
    if (this.#passedOver.has(key)) return ok(undefined)
    if (run.entry === undefined)
      return this.#refuse(key, { code: 'invalid_request', message: 'The bytes name no entry.' })
    const blob: BlobName = { case: run.case, sha256: run.sha256, entry: run.entry }
    if (this.#current?.key !== key) {
      const offered = await this.#whenPlaced(blob)
      if (!offered.ok) return this.#refuse(key, offered.error)
      // One without bytes is whole by being offered.
      if (offered.value.received) return this.#passOver(key)
      this.#current = { key, offset: offered.value.offset }
    }
    const { offset } = this.#current
    const fresh = offset - run.at
    if (fresh < 0 || fresh >= run.bytes.length) return ok(undefined)
    const written = await this.#bytes.write(
      this.#deviceId,
      blob,
      offset,
      Readable.from([Buffer.from(run.bytes.subarray(fresh))], { objectMode: false }),
    )
    if (!written.ok) return this.#refuse(key, written.error)
    this.#current.offset = written.value.offset
    if (written.value.offset < written.value.size) return ok(undefined)
    const placed = await this.#whenPlaced(blob)
    if (!placed.ok) return this.#refuse(key, placed.error)
    this.pieces += 1
    return this.#passOver(key)
  }

  /** Where bytes stand, once the hub puts none of them in their place any more. */
  async #whenPlaced(blob: BlobName): ReturnType<HubBytes['offer']> {
    for (;;) {
      const offered = await this.#bytes.offer(this.#deviceId, blob)
      if (!offered.ok || offered.value.received || offered.value.retry_after === undefined) return offered
    }
  }

  #passOver(key: string): Result<void, never> {
    this.#passedOver.add(key)
    return ok(undefined)
  }

  #refuse(key: string, error: CallRefusal): Result<void, CallRefusal> {
    if (ofHub.has(error.code)) return { ok: false, error }
    this.refused += 1
    return this.#passOver(key)
  }
}

export const createEvidenceIntake = (bytes: HubBytes, deviceId: string): EvidenceIntake => new Intake(bytes, deviceId)

const receivedBytes = z.looseObject({
  type: z.enum(['evidence.received', 'model.received']),
  pub: z.looseObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/), from_device: z.string() }),
})

/** What an `evidence.received` or `model.received` says; null for any other entry. */
const receivedIn = (payload: Uint8Array): z.infer<typeof receivedBytes>['pub'] | null => {
  const text = Buffer.from(payload).toString('utf8')
  if (!/"(?:evidence|model)\.received"/u.test(text)) return null
  const told = receivedBytes.safeParse(JSON.parse(text))
  return told.success ? told.data.pub : null
}

/**
 * Pieces of which the items tell that another device brought their bytes: whoever learns of them by a file cannot have
 * asked for them before.
 */
export const toldPieces = (items: readonly FeedItem[], deviceId: string): LackedPieces['pieces'] =>
  items.flatMap((item) =>
    item.k !== 'entries'
      ? []
      : item.entries.flatMap(({ payload }) => {
          const received = receivedIn(payload)
          return received === null || received.from_device === deviceId
            ? []
            : [{ case: item.case, sha256: received.sha256 }]
        }),
  )

/** The bytes of pieces that the hub has and the device may read, of at most so many bytes each. */
export async function* runsFor(
  bytes: HubBytes,
  deviceId: string,
  pieces: LackedPieces['pieces'],
  upTo: number,
): AsyncGenerator<EvidenceRun> {
  const written = new Set<string>()
  for (const piece of pieces) {
    if (written.has(keyOf(piece))) continue
    written.add(keyOf(piece))
    const opened = await bytes.open(deviceId, piece)
    // What the hub lost, or the device may not have, is left out; the device asks again.
    if (!opened.ok || opened.value.size > upTo) continue
    const { size } = opened.value
    yield* runsOf({ ...piece, size }, opened.value.read(0, size))
  }
}
