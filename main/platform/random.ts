import { randomFillSync } from 'node:crypto'

/** A source of random values fit for keys. */
export interface Random {
  bytes(count: number): Uint8Array
  /** A UUIDv7 (RFC 9562 section 5.7) of that moment. */
  uuidv7(nowMs: number): string
}

/** A number from 0 to below 1, of 32 random bits. */
export const rollOf = (random: Pick<Random, 'bytes'>): number => Buffer.from(random.bytes(4)).readUInt32BE(0) / 2 ** 32

/** Writes a UUIDv7 from a time and ten random bytes. */
export const formatUuidv7 = (nowMs: number, random: Uint8Array): string => {
  const bytes = Buffer.alloc(16)
  bytes.writeUIntBE(Math.max(0, Math.floor(nowMs)), 0, 6)
  bytes.set(random.subarray(0, 10), 6)
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

const poolBytes = 8_192

/**
 * The operating system's random source, drawn in pools: a system call for each salt and key would cost more than
 * sealing.
 */
export const systemRandom = (): Random => {
  const pool = Buffer.alloc(poolBytes)
  let used = poolBytes
  const bytes = (count: number): Uint8Array => {
    if (count > poolBytes / 4) return randomFillSync(Buffer.alloc(count))
    if (used + count > poolBytes) {
      randomFillSync(pool)
      used = 0
    }
    const taken = Buffer.from(pool.subarray(used, used + count))
    // What was given out must not stay behind in the pool.
    pool.fill(0, used, used + count)
    used += count
    return taken
  }
  return { bytes, uuidv7: (nowMs) => formatUuidv7(nowMs, bytes(10)) }
}
