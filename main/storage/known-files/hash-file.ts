import { closeSync, fsyncSync, openSync } from 'node:fs'
import { openReader, openWriter } from '../sqlite/connection.ts'

/** The hashes of a list, that are being taken in. */
export interface HashFileWriter {
  /** Holds a hash until the next flush; answers whether that is due. */
  add(hash: Uint8Array): boolean
  /** Writes what is held, in steps between which others may have their turn. */
  flush(): Generator<void>
  /** How many different hashes of a length were written. */
  written(bytes: HashBytes): number
  /** Ends the file; what was written is on the disk. */
  end(): void
  /** Closes the file, whatever is in it. */
  close(): void
}

/** The length of a hash: of MD5, SHA-1, SHA-256. */
export type HashBytes = 16 | 20 | 32

/** The hashes of a list. Their lengths tell MD5, SHA-1 and SHA-256 apart. */
export interface HashFile {
  has(hash: Uint8Array): boolean
  close(): void
}

/** So many hashes of a length are held before they are written. */
const heldMost = 524_288

/** So many are written in one step. */
const stepHashes = 4_000

const prefixes = 65_536

/** Hashes of one length, held one behind the other. */
const createPool = (bytes: HashBytes) => {
  let pool = Buffer.alloc(0)
  let held = 0
  /** The places of the hashes, those of one beginning together. */
  const order = (): Uint32Array => {
    const starts = new Uint32Array(prefixes + 1)
    for (let at = 0; at < held; at++) starts[pool.readUInt16BE(at * bytes) + 1]! += 1
    for (let at = 1; at <= prefixes; at++) starts[at]! += starts[at - 1]!
    const places = new Uint32Array(held)
    for (let at = 0; at < held; at++) places[starts[pool.readUInt16BE(at * bytes)]!++] = at
    return places
  }
  return {
    add: (hash: Uint8Array): boolean => {
      if (pool.length === 0) pool = Buffer.alloc(heldMost * bytes)
      pool.set(hash, held * bytes)
      held += 1
      return held === heldMost
    },
    /** What is held, a step at a time, so that neighbours meet the same pages of the file; then nothing is held. */
    *steps(): Generator<readonly Buffer[]> {
      const places = order()
      for (let from = 0; from < places.length; from += stepHashes)
        yield [...places.subarray(from, from + stepHashes)].map((at) => pool.subarray(at * bytes, (at + 1) * bytes))
      held = 0
    },
  }
}

/**
 * Makes the file of a list.
 *
 * @param key 32 bytes
 */
export const writeHashFile = (file: string, key: Uint8Array): HashFileWriter => {
  const db = openWriter(file, key)
  // A file that was not finished is removed: nothing in it has to outlast a loss of power before its end.
  db.pragma('journal_mode = DELETE')
  db.pragma('journal_mode = OFF')
  db.pragma('synchronous = OFF')
  db.exec('create table hashes (hash blob primary key) strict, without rowid')
  const insert = db.prepare('insert or ignore into hashes (hash) values (?)')
  const addAll = db.transaction((hashes: readonly Buffer[]): number =>
    hashes.reduce((added, hash) => added + insert.run(hash).changes, 0),
  )
  const pools = { 16: createPool(16), 20: createPool(20), 32: createPool(32) }
  const written = { 16: 0, 20: 0, 32: 0 }
  return {
    add: (hash) => pools[hash.length as HashBytes].add(hash),
    *flush() {
      for (const bytes of [16, 20, 32] as const)
        for (const step of pools[bytes].steps()) {
          written[bytes] += addAll(step)
          yield
        }
    },
    written: (bytes) => written[bytes],
    end: () => {
      db.close()
      const handle = openSync(file, 'r+')
      try {
        fsyncSync(handle)
      } finally {
        closeSync(handle)
      }
    },
    close: () => db.close(),
  }
}

/** Opens the file of a list. @throws where it is damaged, or not under this key */
export const openHashFile = (file: string, key: Uint8Array): HashFile => {
  const db = openReader(file, key)
  db.pragma('cache_size = -4096')
  const find = db.prepare('select 1 from hashes where hash = ?')
  return { has: (hash) => find.get(hash) !== undefined, close: () => db.close() }
}
