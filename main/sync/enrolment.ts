import type { EnrolRequest } from '../../shared/protocol/sync.ts'
import { canonicalBytes } from '../seal/canonical.ts'
import { sha256, toHex } from '../seal/hash.ts'

/**
 * What a device signs to prove that it holds the key that it brings (Y-11). What a folder that joins states of itself
 * is signed too (Y-14).
 */
export const enrolMessage = (code: string, spki: string, joining?: EnrolRequest['joining']): Uint8Array =>
  joining === undefined
    ? Buffer.from(`fieldseal enrol v1\n${code}\n${spki}\n`, 'utf8')
    : Buffer.from(`fieldseal enrol v2\n${code}\n${spki}\n${toHex(sha256(canonicalBytes(joining)))}\n`, 'utf8')
