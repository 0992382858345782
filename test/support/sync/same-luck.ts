import crypto, { createHash, createHmac, createPrivateKey, type KeyObject, type webcrypto } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { chanceOf, type Chance } from './chance.ts'

/** The product's own files, wherever this repository lies. */
const product = new URL('../../../main/', import.meta.url).href

/** PKCS #8 of an Ed25519 key (RFC 8410 section 7) up to its 32 bytes. */
const ed25519Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

let chance: Chance = chanceOf(0)
let looked: string | null = null
let keys = new Map<string, KeyObject>()
let seals = new WeakMap<KeyObject, Map<string, boolean>>()
const now = Date.now

type Macs = Pick<webcrypto.SubtleCrypto, 'importKey' | 'sign' | 'verify'>

/**
 * What the thread pool would answer when it likes comes after one turn of the event loop, which is the same each time.
 */
const inATurn = <T>(value: T): Promise<T> => new Promise((resolve) => setImmediate(() => resolve(value)))

/** HMAC-SHA-256, with which the hub signs tokens; worlds use nothing else of WebCrypto. */
const macs = (subtle: webcrypto.SubtleCrypto): Macs => {
  const secrets = new WeakMap<webcrypto.CryptoKey, Uint8Array>()
  const importKey = subtle.importKey.bind(subtle) as (...given: unknown[]) => Promise<webcrypto.CryptoKey>
  const macOf = (key: webcrypto.CryptoKey, data: webcrypto.BufferSource): Buffer => {
    const secret = secrets.get(key)
    if (secret === undefined) throw new Error(`worlds sign nothing by WebCrypto’s ${key.algorithm.name}`)
    return createHmac('sha256', secret)
      .update(data as Uint8Array)
      .digest()
  }
  return {
    importKey: async (...given: unknown[]) => {
      const key = await importKey(...given)
      if (given[0] === 'raw' && key.algorithm.name === 'HMAC') secrets.set(key, Uint8Array.from(given[1] as Uint8Array))
      return key
    },
    sign: (_algorithm, key, data) => inATurn(Uint8Array.from(macOf(key, data)).buffer),
    verify: (_algorithm, key, mac, data) => inATurn(Buffer.compare(macOf(key, data), mac as Uint8Array) === 0),
  }
}

type KeyInput = Parameters<typeof crypto.createPublicKey>[0]

/** Reads a public key once a world: the same bytes are the same key. */
const readOnce =
  (read: typeof crypto.createPublicKey) =>
  (given: KeyInput): KeyObject => {
    if (
      !('key' in (given as object)) ||
      !Buffer.isBuffer((given as { key: unknown }).key) ||
      (given as { type?: string }).type !== 'spki'
    )
      return read(given)
    const bytes = (given as { key: Buffer }).key.toString('latin1')
    const known = keys.get(bytes) ?? read(given)
    keys.set(bytes, known)
    return known
  }

/**
 * Checks a signature once a world: each machine checks what came to it, and all of it again at the end, with the same
 * answer.
 */
const checkOnce =
  (check: (algorithm: null, data: Uint8Array, key: KeyObject, sig: Uint8Array) => boolean) =>
  (data: Uint8Array, key: KeyObject, sig: Uint8Array): boolean => {
    const ofKey = seals.get(key) ?? new Map<string, boolean>()
    seals.set(key, ofKey)
    const name = `${Buffer.from(sig).toString('latin1')}${createHash('sha256').update(data).digest('base64url')}`
    const known = ofKey.get(name) ?? check(null, data, key, sig)
    ofKey.set(name, known)
    return known
  }

/**
 * Takes the process's own randomness and clock away, so that a world depends on its seed alone: what `node:crypto`
 * draws, keys too, comes from the seed, and whoever reads the real clock is found. For processes that do nothing but
 * simulate.
 */
export const takeLuckAway = (): void => {
  const bytes = (count: number): Buffer => Buffer.from(chance.bytes(count))
  const keyPair = crypto.generateKeyPairSync
  const createPublicKey = readOnce(crypto.createPublicKey)
  const verify = checkOnce(crypto.verify)
  Object.assign(crypto, {
    randomBytes: bytes,
    randomFillSync: (target: Uint8Array) => {
      target.set(bytes(target.byteLength))
      return target
    },
    randomUUID: () => {
      const hex = bytes(16).toString('hex')
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
    },
    // The thread pool answers when it likes; a turn of the event loop is the same each time.
    verify: (
      _algorithm: null,
      data: Uint8Array,
      key: KeyObject,
      sig: Uint8Array,
      done?: (error: Error | null, holds: boolean) => void,
    ) => {
      const holds = verify(data, key, sig)
      if (done !== undefined) setImmediate(() => done(null, holds))
      return holds
    },
    createPublicKey,
    generateKeyPairSync: (type: string, ...options: unknown[]) => {
      if (type !== 'ed25519') return (keyPair as (...given: unknown[]) => unknown)(type, ...options)
      const privateKey = createPrivateKey({
        key: Buffer.concat([ed25519Prefix, bytes(32)]),
        format: 'der',
        type: 'pkcs8',
      })
      return { privateKey, publicKey: createPublicKey(privateKey) }
    },
  })
  syncBuiltinESMExports()
  Object.assign(crypto.subtle, macs(crypto.subtle))
  Date.now = () => {
    const stack = new Error('the real clock was read').stack ?? ''
    if (
      stack
        .split('\n')
        .slice(2, 4)
        .some((frame) => frame.includes(product))
    )
      looked ??= stack
    return now()
  }
}

/** Draws from this source from now on. */
export const drawFrom = (source: Chance): void => {
  chance = source
  looked = null
  keys = new Map()
  seals = new WeakMap()
}

/** Where the product read the real clock since `drawFrom`, if it did. */
export const clockReader = (): string | null => looked
