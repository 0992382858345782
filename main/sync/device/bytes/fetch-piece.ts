import { refusal } from '../../../../shared/api/errors.ts'
import type { Refusal } from '../../../../shared/api/errors.ts'
import { fail, ok } from '../../../../shared/schema/result.ts'
import type { Result } from '../../../../shared/schema/result.ts'
import type { BlobStore } from '../../../blobs/file-store.ts'
import type { PartialBlob } from '../../../blobs/partial-blob.ts'
import type { BytesLink } from '../../bytes-link.ts'
import { deviceFault, linkFault } from './attempt.ts'
import type { Attempt, Sessions, TransferFault } from './attempt.ts'
import type { Stride } from './stride.ts'
import type { TransferStore, TravellingPiece } from './transfer-store.ts'
import type { Pace } from './waiting.ts'

/** What becomes of whole bytes on this device. */
export interface FetchedBytes {
  /** Where another case here has the same bytes, nothing need travel: answers whether it is so. */
  adopt(piece: TravellingPiece): Promise<Result<boolean, Refusal>>
  /** Puts a finished and closed partial file in its place and files its key; false where the case is gone. */
  keep(piece: TravellingPiece, partialId: string, key: Uint8Array): Promise<Result<boolean, Refusal>>
}

/** What fetching stands on. */
export interface FetchParts {
  readonly link: BytesLink
  readonly sessions: Sessions
  readonly store: Pick<TransferStore, 'partialOf' | 'dropPartial'>
  readonly blobs: Pick<BlobStore, 'begin' | 'resume' | 'discard' | 'freeBytes'>
  readonly fetched: FetchedBytes
  readonly pace: Pace
  readonly stride: Stride
  /** Told of bytes that came. */
  readonly onBytes: (count: number) => void
}

/** Fetches bytes; between two tries their file stays open, so that nothing has to be hashed again. */
export interface Fetcher {
  attempt(piece: TravellingPiece, signal: AbortSignal): Promise<Attempt>
  /** Closes the file of a piece; what came is resumed from. */
  letGo(piece: TravellingPiece): Promise<void>
  close(): Promise<void>
}

interface Open {
  readonly partial: PartialBlob
  readonly id: string
  readonly key: Uint8Array
}

const reserveBytes = 64 * 1_048_576

const noRoom = refusal('storage_full', 'The disk of this computer has not enough room for these bytes. They stay at the hub; free some space, or give cases back.')
const otherBytes = refusal('hash_mismatch', 'The bytes that came from the hub do not have the hash that was sealed for them. Nothing of them was kept. Tell the hub’s administrator.')
const otherSize = refusal('hash_mismatch', 'The hub has another number of bytes than was sealed. Nothing of them was kept. Tell the hub’s administrator.')
const caseGone = refusal('not_found', 'The case has no such evidence here any more. What came was removed.')

const piece = (given: Refusal): TransferFault => ({ kind: 'piece', refusal: given })
const device = (given: Refusal): TransferFault => (given.code === 'not_found' ? piece(given) : { kind: 'device', refusal: given })

const keyOf = ({ caseUid, sha256 }: TravellingPiece): string => `${caseUid}/${sha256}`

/** Makes what fetches the bytes of pieces (Y-61): by ranges, encrypted as they come, hashed before they count. */
export const createFetcher = (parts: FetchParts): Fetcher => {
  const { blobs, store, link, sessions, fetched, pace, stride, onBytes } = parts
  const open = new Map<string, Open>()

  const letGo = async (given: TravellingPiece): Promise<void> => {
    const known = open.get(keyOf(given))
    open.delete(keyOf(given))
    await known?.partial.close()
  }

  const openPartial = async (given: TravellingPiece): Promise<Result<Open, TransferFault>> => {
    const known = open.get(keyOf(given))
    if (known !== undefined) return ok(known)
    const row = await store.partialOf(given)
    if (!row.ok) return fail(device(row.error))
    const { id, key } = row.value
    const resumed = await blobs.resume(id, key)
    if ((await blobs.freeBytes()) < given.size - (resumed.ok ? resumed.value.taken() : 0) + reserveBytes) {
      if (resumed.ok) await resumed.value.close()
      return fail({ kind: 'device', refusal: noRoom })
    }
    if (!resumed.ok) await blobs.discard(id)
    const opened: Open = { partial: resumed.ok ? resumed.value : await blobs.begin(id, key), id, key }
    open.set(keyOf(given), opened)
    return ok(opened)
  }

  /** What came is no use: nothing of it stays. */
  const discard = async (given: TravellingPiece, { id }: Open, why: Refusal): Promise<Result<void, TransferFault>> => {
    await letGo(given)
    await blobs.discard(id)
    await store.dropPartial(given)
    return fail(piece(why))
  }

  /** One range of them. */
  const receiveRun = async (given: TravellingPiece, current: Open, signal: AbortSignal): Promise<Result<void, TransferFault>> => {
    const { partial } = current
    const from = partial.taken()
    const length = Math.min(given.size - from, stride.bytes())
    const asked = await sessions.call((token) => link.read(token, { case: given.caseUid, sha256: given.sha256 }, { offset: from, length }, signal), signal)
    if (!asked.ok) return fail(linkFault(asked.error, signal))
    const { size, bytes } = asked.value
    if (size !== given.size) return await discard(given, current, otherSize)
    for await (const chunk of bytes) {
      const after = partial.taken() + chunk.length
      if (after > from + length) return await discard(given, current, otherSize)
      onBytes(chunk.length)
      await partial.append(chunk, after < given.size)
      await pace.pass(chunk.length, signal)
      if (signal.aborted) return fail({ kind: 'left' })
    }
    const broken = asked.value.fault() ?? (partial.taken() < from + length ? { kind: 'cut' as const, message: 'The hub’s answer was cut off.' } : null)
    if (broken !== null) return fail(linkFault(broken, signal))
    stride.arrived(length)
    return ok(undefined)
  }

  const receive = async (given: TravellingPiece, current: Open, signal: AbortSignal): Promise<Result<void, TransferFault>> => {
    while (current.partial.taken() < given.size) {
      const received = await receiveRun(given, current, signal)
      if (received.ok) continue
      stride.broke()
      return received
    }
    return ok(undefined)
  }

  const finish = async (given: TravellingPiece, current: Open): Promise<Result<void, TransferFault>> => {
    const { partial, id, key } = current
    open.delete(keyOf(given))
    const { sha256 } = await partial.finish().finally(() => partial.close())
    if (sha256 !== given.sha256) return await discard(given, current, otherBytes)
    const kept = await fetched.keep(given, id, key)
    if (!kept.ok) return fail(device(kept.error))
    return kept.value ? ok(undefined) : fail(piece(caseGone))
  }

  const attempt: Fetcher['attempt'] = async (given, signal) => {
    let reached = -1
    try {
      const adopted = await fetched.adopt(given)
      if (!adopted.ok) return { reached, end: fail(device(adopted.error)) }
      if (adopted.value) {
        await letGo(given)
        return { reached: given.size, end: ok(undefined) }
      }
      const opened = await openPartial(given)
      if (!opened.ok) return { reached, end: opened }
      const received = await receive(given, opened.value, signal)
      reached = opened.value.partial.taken()
      return { reached, end: received.ok ? await finish(given, opened.value) : received }
    } catch (error) {
      await letGo(given)
      return { reached, end: fail(deviceFault(error)) }
    }
  }

  return {
    attempt,
    letGo,
    close: async () => {
      for (const { partial } of open.values()) await partial.close()
      open.clear()
    },
  }
}
