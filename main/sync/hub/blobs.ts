import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { BlobName } from '../../../shared/protocol/blobs.ts'
import type { SealedWord } from '../../../shared/protocol/sync.ts'
import { modelFileMost } from '../../../shared/schema/models.ts'
import { ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { openBox, sealBox, nonceBytes } from '../../platform/key-wrap.ts'
import type { EntryPayload } from '../../seal/entry.ts'
import { refuseCall } from './answer.ts'
import type { CallRefusal } from './answer.ts'
import { activeDevice, sealing } from './core.ts'
import type { HubCore } from './core.ts'
import { withFormer, wordOf } from './ended.ts'
import { keyFor } from './hub-key.ts'
import { isErasedPiece } from './needed-bytes.ts'
import type { HubBlob } from './records.ts'
import type { HubReader, HubTx } from './store.ts'

type Named = Pick<BlobName, 'case' | 'sha256'>

/** Bytes that a device may bring: how many there are by the sealed entry, and whether the hub has them. */
export interface OfferedBlob {
  readonly size: number
  readonly received: boolean
  /**
   * The key under which they are stored: every process of the hub comes to the same, so that two that take in the same
   * bytes do not spoil each other's.
   */
  readonly key: Uint8Array
  /** What the store calls them; it tells nobody their hash. */
  readonly name: string
}

/** Bytes that a device may read. */
export interface StoredBlob {
  readonly size: number
  readonly key: Uint8Array
  readonly name: string
}

/** Bytes that count as received. */
export interface FiledBlob extends Named {
  readonly name: string
}

/**
 * What the hub's rules say of bytes of evidence (Y-61); the bytes themselves are the business of
 * `main/sync/hub/bytes.ts`.
 */
export interface HubBlobs {
  offered(deviceId: string, blob: BlobName): Promise<Result<OfferedBlob, CallRefusal>>
  readable(deviceId: string, name: Pick<BlobName, 'case' | 'sha256'>): Promise<Result<StoredBlob, CallRefusal>>
  /** Bytes that count as received, by case and hash, with what the store calls them. */
  filed(after: Named | null, limit: number): Promise<readonly FiledBlob[]>
  /** What came to count as received by what a device brought back, since this was last asked. */
  takeBroughtBack(): readonly FiledBlob[]
  /** Bytes that were erased and whose files may still be in the store, and the devices that may have begun to bring them. */
  erasedDue(): Promise<{ readonly blobs: readonly FiledBlob[]; readonly deviceIds: readonly string[] }>
  /** The file of erased bytes is gone. */
  forgetErased(name: Named): Promise<void>
  /** Calls back after each transaction that erased bytes. */
  onErased(listener: () => void): void
  /** The cases whose bytes a device may have to do with. */
  casesOf(deviceId: string): Promise<Result<ReadonlySet<string>, CallRefusal>>
  /**
   * Seals `evidence.received` or `model.received` and files the key, in one transaction, where the device may still
   * bring them.
   */
  receive(deviceId: string, blob: BlobName): Promise<Result<void, CallRefusal>>
  /** The sealed `evidence.received` of bytes of a case; null where there is none. */
  arrival(name: Named): Promise<SealedWord | null>
}

const textOf = ({ case: name, sha256 }: Named): string => `evidence ${name} ${sha256}`

const keyOf = ({ env }: HubCore, name: Named): Uint8Array => keyFor(env.hubSecret, textOf(name)).export()

/** What the store calls bytes, by the secret that the hub's processes share. */
export const blobNameOf = (hubSecret: Uint8Array, name: Named): string =>
  createHmac('sha256', keyFor(hubSecret, 'evidence names')).update(textOf(name)).digest('hex')

const nameOf = ({ env }: HubCore, name: Named): string => blobNameOf(env.hubSecret, name)

const wrapped = ({ env }: HubCore, name: Named, key: Uint8Array): Uint8Array =>
  sealBox(keyFor(env.hubSecret, 'evidence keys'), env.random.bytes(nonceBytes), textOf(name), key)

const notGranted = refuseCall('not_granted', 'This case is not granted to this device.')
const noEntry = refuseCall(
  'not_found',
  'The hub has no entry that states these bytes: none that acquired them in this case, or put a model of them in force. Push it first.',
)
const noBytes = refuseCall(
  'not_found',
  'The hub does not have these bytes. The device that acquired them has not sent them yet.',
)

/** Bytes that an order erased: nobody brings them again. */
export const erasedByOrder = refuseCall(
  'not_found',
  'These bytes were erased by order, and the hub does not take them in again. Nothing of them was kept.',
)

/** Whether a device may have to do with the bytes of a case now. */
const admitted = async (tx: HubReader, deviceId: string, name: string): Promise<Result<void, CallRefusal>> => {
  const device = await activeDevice(tx, deviceId)
  if (!device.ok) return device
  return (await tx.isGranted(device.value, name)) ? ok(undefined) : notGranted
}

/** What a sealed entry states of bytes, and the type of the entry that says that they arrived. */
interface StatedBytes {
  readonly size: number
  readonly arrival: 'evidence.received' | 'model.received'
  readonly subject: string
  /** The uid of the piece, or of the model. */
  readonly piece: string
}

/** Evidence of a case, and the file of a model of the workspace; null where the entry states no such bytes. */
const statedBytes = async (tx: HubReader, { case: name, sha256, entry: id }: BlobName): Promise<StatedBytes | null> => {
  const entry = await tx.entry(id)
  if (entry?.case !== name) return null
  const { type, subject, pub } = JSON.parse(Buffer.from(entry.payload).toString('utf8')) as Pick<
    EntryPayload,
    'type' | 'subject' | 'pub'
  >
  const { size } = pub
  if (pub['sha256'] !== sha256 || typeof size !== 'number' || !Number.isSafeInteger(size) || size < 0) return null
  if (type === 'evidence.acquired') return { size, arrival: 'evidence.received', subject: name, piece: subject }
  return type === 'model.activated' && size <= modelFileMost
    ? { size, arrival: 'model.received', subject, piece: subject }
    : null
}

/**
 * Y-77: what a device that may call, or was removed, sealed itself and the hub took: it may bring those bytes for good,
 * whoever has the case now.
 */
const isAuthor = async (tx: HubReader, deviceId: string, blob: BlobName): Promise<boolean> => {
  const device = await tx.device(deviceId)
  if (device === null || (device.state !== 'active' && device.state !== 'removed')) return false
  const entry = await tx.entry(blob.entry)
  if (entry === null || !(await withFormer(tx, device)).some((one) => one.deviceId === entry.deviceId)) return false
  return (await statedBytes(tx, blob))?.arrival === 'evidence.received'
}

/** Whether a device may bring bytes now. */
const mayBring = async (tx: HubReader, deviceId: string, blob: BlobName): Promise<Result<void, CallRefusal>> => {
  const may = await admitted(tx, deviceId, blob.case)
  return may.ok || !(await isAuthor(tx, deviceId, blob)) ? may : ok(undefined)
}

const entriesAtOnce = 256

/** Looked for from the end: who asks has just brought the bytes, or was late by little. */
const arrivalIn = async (tx: HubReader, { case: name, sha256 }: Named): Promise<SealedWord | null> => {
  for (let end = (await tx.chain(name))?.size ?? 0; end > 0;) {
    const from = Math.max(0, end - entriesAtOnce)
    for (const entry of [...(await tx.entriesOf(name, from, end - from))].reverse()) {
      const { type, pub } = JSON.parse(Buffer.from(entry.payload).toString('utf8')) as Pick<
        EntryPayload,
        'type' | 'pub'
      >
      if (type === 'evidence.received' && pub['sha256'] === sha256) return wordOf(entry)
    }
    end = from
  }
  return null
}

/**
 * How filed bytes are stored and read, by the secret that the hub's processes share; null where their key was altered.
 */
export const storedBlobOf = (hubSecret: Uint8Array, blob: HubBlob): StoredBlob | null => {
  const key = openBox(keyFor(hubSecret, 'evidence keys'), textOf(blob), blob.wrappedKey)
  return key === null ? null : { size: blob.size, key, name: blobNameOf(hubSecret, blob) }
}

const open = ({ env }: HubCore, blob: HubBlob): StoredBlob => {
  const stored = storedBlobOf(env.hubSecret, blob)
  if (stored === null) throw new Error('the key of stored evidence was altered')
  return stored
}

const sealedBytes = z.looseObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/), size: z.int().min(0) })

/**
 * Y-55: an `evidence.received` or `model.received` that the hub sealed before it was set back. The bytes count as
 * received again: key and name follow from case and hash, so that they can be read where the store still has
 * them. Where it has not, they are asked for.
 */
export const fileAgain = async (
  core: HubCore,
  tx: HubTx,
  { case: name, pub }: Pick<EntryPayload, 'case' | 'pub'>,
): Promise<void> => {
  const read = sealedBytes.safeParse(pub)
  if (!read.success || (await tx.blob(name, read.data.sha256)) !== null) return
  const { sha256, size } = read.data
  const place = { case: name, sha256 }
  await tx.saveBlob({
    ...place,
    size,
    wrappedKey: wrapped(core, place, keyOf(core, place)),
    receivedAtMs: core.env.clock.nowMs(),
  })
  core.broughtBack.push(place)
}

/** Makes the rules over a hub's store. */
export const createHubBlobs = (core: HubCore): HubBlobs => ({
  filed: (after, limit) =>
    core.store.reading(async (tx) =>
      (await tx.blobsAfter(after, limit)).map(({ case: chain, sha256 }) => ({
        case: chain,
        sha256,
        name: nameOf(core, { case: chain, sha256 }),
      })),
    ),
  takeBroughtBack: () => core.broughtBack.splice(0).map((place) => ({ ...place, name: nameOf(core, place) })),
  erasedDue: () =>
    core.store.reading(async (tx) => {
      const due = await tx.erasedBlobs()
      return {
        blobs: due.map((place) => ({ ...place, name: nameOf(core, place) })),
        deviceIds: due.length === 0 ? [] : (await tx.devices()).map(({ deviceId }) => deviceId),
      }
    }),
  forgetErased: ({ case: name, sha256 }) => core.store.exclusively((tx) => tx.forgetErasedBlob(name, sha256)),
  onErased: (listener) => {
    core.erased.listener = listener
  },
  casesOf: (deviceId) =>
    core.store.reading(async (tx) => {
      const device = await activeDevice(tx, deviceId)
      return device.ok ? ok(new Set((await tx.granted(device.value)).map((chain) => chain.case))) : device
    }),
  offered: (deviceId, blob) =>
    core.store.reading(async (tx) => {
      const may = await mayBring(tx, deviceId, blob)
      if (!may.ok) return may
      const stated = await statedBytes(tx, blob)
      if (stated === null) return noEntry
      if (await isErasedPiece(tx, blob.case, stated.piece)) return erasedByOrder
      const stored = await tx.blob(blob.case, blob.sha256)
      return ok({ size: stated.size, received: stored !== null, key: keyOf(core, blob), name: nameOf(core, blob) })
    }),
  readable: (deviceId, name) =>
    core.store.reading(async (tx) => {
      const may = await admitted(tx, deviceId, name.case)
      if (!may.ok) return may
      const stored = await tx.blob(name.case, name.sha256)
      return stored === null ? noBytes : ok(open(core, stored))
    }),
  receive: (deviceId, blob) =>
    sealing(core, async (work) => {
      const { case: name, sha256 } = blob
      const may = await mayBring(work.tx, deviceId, blob)
      if (!may.ok) return may
      const stated = await statedBytes(work.tx, blob)
      if (stated === null) return noEntry
      if (await isErasedPiece(work.tx, name, stated.piece)) return erasedByOrder
      if ((await work.tx.blob(name, sha256)) !== null) return ok(undefined)
      await work.tx.saveBlob({
        case: name,
        sha256,
        size: stated.size,
        wrappedKey: wrapped(core, blob, keyOf(core, blob)),
        receivedAtMs: work.nowMs,
      })
      await work.seal(name, {
        type: stated.arrival,
        actor: work.hubDeviceId,
        subject: stated.subject,
        pub: { sha256, size: stated.size, from_device: deviceId },
      })
      return ok(undefined)
    }),
  arrival: (name) => core.store.reading((tx) => arrivalIn(tx, name)),
})
