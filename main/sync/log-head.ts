import { sha256, toHex } from '../seal/hash.ts'

/**
 * What a device names a head of the hub's log by that it was told: the SHA-256 of the note with its cosignatures, and
 * of the base64 token where there is one.
 */
export const headDigest = (note: string, token: string | null): string =>
  toHex(sha256(Buffer.from(`${note}\n${token ?? ''}`, 'utf8')))
