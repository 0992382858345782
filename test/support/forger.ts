import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type Database from 'better-sqlite3-multiple-ciphers'
import { deviceKeyOf } from '../../main/platform/key-files.ts'
import { canonicalBytes, type JsonValue } from '../../main/seal/canonical.ts'
import { entryDigests, entryPae, type EntryPayload } from '../../main/seal/entry.ts'
import { appendLeaf, decodeFrontier, encodeFrontier } from '../../main/seal/frontier.ts'
import { signMessage } from '../../main/seal/signature.ts'
import { keysIn, openRaw } from './raw-database.ts'

/** A key that a forger signs with, and the device that it claims to be. */
export interface ForgedDevice {
  readonly kid: string
  readonly deviceId: string
  readonly spki: Uint8Array
  readonly privateKey: KeyObject
}

interface ChainRow {
  readonly id: number
  readonly uid: string
  readonly size: number
  readonly frontier: Buffer
}

interface EntryRow {
  readonly n: number
  readonly chain: number
  readonly pos: number
  readonly id: Buffer
  readonly payload: Buffer
}

/** A fresh device that nobody enrolled. */
export const strangeDevice = (deviceId: string): ForgedDevice => {
  const key = deviceKeyOf(generateKeyPairSync('ed25519').privateKey)
  return { kid: key.kid, deviceId, spki: key.spki, privateKey: key.privateKey }
}

/**
 * Someone with full access to a copy of a data folder, the device's own key included: alters rows by SQL and seals
 * entries that no command would have made.
 */
export class Forger {
  readonly dataDir: string
  readonly db: Database.Database
  readonly device: ForgedDevice

  /** Works on a copy of `original`, which stays as it is. */
  constructor(original: string) {
    this.dataDir = path.join(mkdtempSync(path.join(tmpdir(), 'fieldseal-forged-')), 'data')
    cpSync(original, this.dataDir, { recursive: true })
    this.db = openRaw(this.dataDir)
    const key = keysIn(this.dataDir).device
    const { device_id: deviceId } = this.db.prepare('select device_id from device').get() as { device_id: string }
    this.device = { kid: key.kid, deviceId, spki: key.spki, privateKey: key.privateKey }
  }

  run(text: string, ...values: unknown[]): void {
    const { changes } = this.db.prepare(text).run(...values)
    if (changes === 0) throw new Error(`nothing was altered: ${text}`)
  }

  chain(id: number): ChainRow {
    return this.db.prepare('select * from chains where id = ?').get(id) as ChainRow
  }

  entries(chain: number): EntryRow[] {
    return this.db.prepare('select * from entries where chain = ? order by pos').all(chain) as EntryRow[]
  }

  /** The newest entry that `device` sealed in a chain. */
  lastOf(chain: number, device: ForgedDevice): EntryPayload | null {
    const payloads = this.entries(chain).map((entry) => JSON.parse(entry.payload.toString()) as EntryPayload)
    return payloads.findLast((payload) => payload.dev === device.deviceId) ?? null
  }

  #anybody(chain: number): string {
    const actors = this.entries(chain).map((entry) => (JSON.parse(entry.payload.toString()) as EntryPayload).actor)
    return actors.find((actor) => actor !== 'system') ?? 'forger'
  }

  /** A payload that would come next in a chain, well formed in every rule. */
  nextPayload(chain: number, device: ForgedDevice, values: Partial<EntryPayload> = {}): EntryPayload {
    const rows = this.db.prepare('select payload from entries').all() as { payload: Buffer }[]
    const own = rows
      .map((row) => JSON.parse(row.payload.toString()) as EntryPayload)
      .filter((payload) => payload.dev === device.deviceId)
    const before = this.lastOf(chain, device)
    const newest = own.reduce<EntryPayload | null>(
      (last, payload) => (last === null || payload.dseq > last.dseq ? payload : last),
      null,
    )
    const beforeRow = this.entries(chain).findLast(
      (entry) => (JSON.parse(entry.payload.toString()) as EntryPayload).dev === device.deviceId,
    )
    const atMs = Math.max(Date.now(), newest === null ? 0 : Date.parse(newest.at) + 1)
    const uid = this.chain(chain).uid
    return {
      v: 1,
      case: uid,
      type: 'note.added',
      dev: device.deviceId,
      kid: device.kid,
      // Somebody who works at this device: the alteration that is tried must be all that speaks against it.
      actor: before?.actor ?? newest?.actor ?? this.#anybody(chain),
      seq: (before?.seq ?? 0) + 1,
      dseq: (newest?.dseq ?? 0) + 1,
      prev: beforeRow === undefined ? null : beforeRow.id.toString('hex'),
      seen: [],
      at: new Date(atMs).toISOString(),
      hlc: `${atMs.toString(16).padStart(12, '0')}-0000`,
      boot: newest?.boot ?? 'forged-boot',
      mono: (newest?.mono ?? 0) + 1,
      anchor: null,
      subject: `case:${uid}`,
      refs: [],
      pub: {},
      _sd: [],
      _sd_alg: 'sha-256',
      ...values,
    }
  }

  /** Signs payload bytes as they are, stores them at the end of a chain and keeps the tree in step. */
  appendBytes(chain: number, payload: Uint8Array, device: ForgedDevice): string {
    const row = this.chain(chain)
    const sig = signMessage(entryPae(payload), device.privateKey)
    const { leaf, paeSha256 } = entryDigests(payload, sig)
    this.run(
      'insert into entries (chain, pos, id, kid, payload, sig, pae_sha256) values (?, ?, ?, ?, ?, ?, ?)',
      chain,
      row.size,
      Buffer.from(leaf),
      device.kid,
      Buffer.from(payload),
      Buffer.from(sig),
      Buffer.from(paeSha256),
    )
    const frontier = appendLeaf(decodeFrontier(row.frontier), leaf)
    this.run(
      'update chains set size = ?, frontier = ? where id = ?',
      row.size + 1,
      Buffer.from(encodeFrontier(frontier)),
      chain,
    )
    return Buffer.from(leaf).toString('hex')
  }

  /** Seals and stores what comes next in a chain. */
  append(chain: number, device: ForgedDevice, values: Partial<EntryPayload> = {}): string {
    const payload = this.nextPayload(chain, device, values)
    return this.appendBytes(chain, canonicalBytes(payload), device)
  }

  /** Enrols another device in the workspace's chain, properly signed by this one. */
  enrol(device: ForgedDevice, deviceNumber: number): void {
    const pub: Record<string, JsonValue> = {
      kid: device.kid,
      spki: Buffer.from(device.spki).toString('base64url'),
      device_id: device.deviceId,
      device_number: deviceNumber,
      name: 'Forged',
    }
    this.append(0, this.device, { type: 'key.enrolled', subject: `key:${device.kid}`, pub })
  }

  /** Writes a hub into a folder that never had one, as a row alone: nothing sealed speaks of it. */
  writeHub(): void {
    const { kid, spki } = this.device
    const { uid } = this.db.prepare('select uid from workspace').get() as { uid: string }
    this.run(
      `insert into hub (id, url, origin, kid, spki, root_kid, workspace_uid, institution, workspace_name, user_uid, since, slots, lease_until)
       values (1, 'https://hub.test', ?, ?, ?, ?, ?, 'ACME', 'Acme', 'u', 0, '[]', 0)`,
      `hub/${uid}`,
      kid,
      Buffer.from(spki),
      kid,
      uid,
    )
  }

  close(): void {
    this.db.close()
  }

  /** Removes the copy, once it is closed and nobody looks at it any more. */
  discard(): void {
    rmSync(path.dirname(this.dataDir), { recursive: true })
  }
}
