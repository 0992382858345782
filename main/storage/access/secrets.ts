import { hash, timingSafeEqual } from 'node:crypto'
import type { ApiKeysTable } from './tables.ts'

const prefixes = { api: 'fsk', institution: 'fsi' } as const
const secretPattern = /^(fsk|fsi)_([a-z2-7]{12})_([A-Za-z0-9_-]{43})$/
const base32 = 'abcdefghijklmnopqrstuvwxyz234567'

/** SHA-256 of a secret, lower-case hex. Secrets have 256 random bits, so a fast hash gives nothing away. */
export const secretHash = (secret: string): string => hash('sha256', secret, 'hex')

/** 32 random bytes as 43 letters of base64url. */
export const newSecret = (random: { bytes(count: number): Uint8Array }): string =>
  Buffer.from(random.bytes(32)).toString('base64url')

/**
 * Makes a key: its public id and the text that its holder presents, `fsk_<id>_<secret>` (`fsi_` for an institution
 * key).
 */
export const newKey = (
  kind: 'api' | 'institution',
  random: { bytes(count: number): Uint8Array },
): { id: string; secret: string } => {
  const id = Array.from(random.bytes(12), (byte) => base32[byte & 31]).join('')
  return { id, secret: `${prefixes[kind]}_${id}_${newSecret(random)}` }
}

/** The id within a presented key, or null where the text is no key of that kind. */
export const keyIdWithin = (presented: string, kind: 'api' | 'institution'): string | null => {
  const match = secretPattern.exec(presented)
  return match?.[1] === prefixes[kind] ? (match[2] ?? null) : null
}

/** Whether a presented key is the stored one, in constant time. */
export const isKey = (presented: string, stored: Pick<ApiKeysTable, 'secret_sha256'>): boolean =>
  timingSafeEqual(Buffer.from(secretHash(presented), 'hex'), Buffer.from(stored.secret_sha256, 'hex'))
