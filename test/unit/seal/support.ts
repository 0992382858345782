import { createPrivateKey, createPublicKey } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import type { FindingCode } from '../../../shared/schema/findings.ts'
import { signCheckpoint } from '../../../main/seal/checkpoint.ts'
import { keyId, sealEntry } from '../../../main/seal/entry.ts'
import type { EntryPayload, SealedEntry } from '../../../main/seal/entry.ts'
import { encodeHlc } from '../../../main/seal/hlc.ts'
import { treeRoot } from '../../../main/seal/merkle.ts'
import { rawFromSpki } from '../../../main/seal/signature.ts'
import { verifyEntries } from '../../../main/seal/verify.ts'
import type { CheckpointKey, KeyRecord, StoredEntry, VerifyInput, VerifyReport } from '../../../main/seal/verify.ts'

export const caseUid = '01939b52-7b2a-7c1e-8f00-000000000001'

/** The wall clock at which every made-up case starts, in Unix milliseconds. */
export const startMs = Date.parse('2026-03-01T09:00:00.000Z')

const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex')

/** A device with a key that follows from its number: the same in every run. */
export interface Device {
  readonly id: string
  readonly kid: string
  readonly spki: Uint8Array
  readonly publicKeyRaw: Uint8Array
  readonly privateKey: KeyObject
}

export const makeDevice = (number: number): Device => {
  const seed = Buffer.alloc(32, number + 1)
  const privateKey = createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: 'der', type: 'pkcs8' })
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  return { id: `device-${number}`, kid: keyId(spki), spki, publicKeyRaw: rawFromSpki(spki) as Uint8Array, privateKey }
}

export const keyRecord = (device: Device, more: Partial<KeyRecord> = {}): KeyRecord => ({
  kid: device.kid,
  spki: device.spki,
  deviceId: device.id,
  enrolledAt: '2026-01-01T00:00:00.000Z',
  ...more,
})

export const keyMap = (...records: KeyRecord[]): Map<string, KeyRecord> =>
  new Map(records.map((record) => [record.kid, record]))

export type Draft = Partial<EntryPayload>

/** A well-formed payload: the device's first entry in the case, unless a draft says otherwise. */
export const payloadOf = (device: Device, draft: Draft = {}): EntryPayload => {
  const seq = draft.seq ?? 1
  const ms = startMs + seq * 60_000
  return {
    v: 1,
    case: caseUid,
    type: 'status.changed',
    dev: device.id,
    kid: device.kid,
    actor: 'user-7',
    seq,
    dseq: seq,
    prev: null,
    seen: [],
    at: new Date(ms).toISOString(),
    hlc: encodeHlc({ ms, counter: 0 }),
    boot: 'boot-1',
    mono: seq * 60_000,
    anchor: null,
    subject: caseUid,
    refs: [],
    pub: { from: 'open', to: 'investigating' },
    _sd: [],
    _sd_alg: 'sha-256',
    ...draft,
  }
}

export const seal = (device: Device, draft: Draft = {}): SealedEntry => sealEntry(payloadOf(device, draft), device)

/** A chain of one device: each entry follows the one before. Drafts change single entries, by 0-based index. */
export const makeChain = (
  device: Device,
  length: number,
  drafts: Readonly<Record<number, Draft>> = {},
): SealedEntry[] => {
  const entries: SealedEntry[] = []
  for (let index = 0; index < length; index += 1) {
    const prev = entries[index - 1]?.id ?? null
    entries.push(seal(device, { seq: index + 1, prev, ...drafts[index] }))
  }
  return entries
}

export const leavesOf = (entries: readonly { id: string }[]): Uint8Array[] =>
  entries.map((entry) => Buffer.from(entry.id, 'hex'))

const noteSigner = (
  device: Device,
  name: string,
): { name: string; publicKeyRaw: Uint8Array; privateKey: KeyObject } => ({
  name,
  publicKeyRaw: device.publicKeyRaw,
  privateKey: device.privateKey,
})

/** A signed checkpoint over entries, by the hub `hub.example` unless another name is given. */
export const makeCheckpoint = (device: Device, entries: readonly { id: string }[], name = 'hub.example'): string =>
  signCheckpoint(
    { origin: `${name}/case/${caseUid}`, size: entries.length, root: treeRoot(leavesOf(entries)) },
    noteSigner(device, name),
  )

export const checkpointKey = (device: Device, role: 'local' | 'hub' = 'hub', name = 'hub.example'): CheckpointKey => ({
  name,
  publicKeyRaw: device.publicKeyRaw,
  role,
})

export const laptop = makeDevice(0)
export const tablet = makeDevice(1)
export const stranger = makeDevice(8)
export const hub = makeDevice(9)

/** Verifies entries of the case, with the laptop's and the tablet's keys and the hub's checkpoints known. */
export const verify = (entries: readonly StoredEntry[], more: Partial<VerifyInput> = {}): Promise<VerifyReport> =>
  verifyEntries({
    caseUid,
    caseNumber: 'CASE-ACME-20260301-00001',
    entries,
    keys: keyMap(keyRecord(laptop), keyRecord(tablet)),
    checkpoints: [],
    checkpointKeys: [checkpointKey(hub)],
    ...more,
  })

/** The codes of the faults (not the information) of a report, in order. */
export const faultCodes = (report: VerifyReport): FindingCode[] =>
  report.findings.filter((finding) => finding.severity === 'fault').map((finding) => finding.code)

/** A copy of bytes with one bit flipped, counted over all bits from the first byte's highest. */
export const flipBit = (bytes: Uint8Array, bit: number): Uint8Array => {
  const copy = Uint8Array.from(bytes)
  const index = Math.floor(bit / 8)
  copy[index] = (copy[index] as number) ^ (0x80 >> (bit % 8))
  return copy
}

/** A copy of a list with one item replaced. */
export const replaced = <T>(list: readonly T[], index: number, item: T): T[] =>
  list.map((old, at) => (at === index ? item : old))

/** A copy of a list without one item. */
export const without = <T>(list: readonly T[], index: number): T[] => list.filter((_, at) => at !== index)

/** A copy of a list with two items exchanged. */
export const swapped = <T>(list: readonly T[], a: number, b: number): T[] => {
  const copy = [...list]
  ;[copy[a], copy[b]] = [copy[b] as T, copy[a] as T]
  return copy
}
