import { createHmac, timingSafeEqual } from 'node:crypto'

/** A code holds for so long (RFC 6238 section 4: X). */
const stepMs = 30_000
/** Steps before and after the present one whose codes are taken, for clocks that differ. */
const skew = 1

/** How a code is made; authenticator apps know of these three only the first of each. */
export interface CodeForm {
  readonly algorithm: 'sha1' | 'sha256' | 'sha512'
  readonly digits: 6 | 8
}

const usual: CodeForm = { algorithm: 'sha1', digits: 6 }

/** The code of a counter (RFC 4226 section 5.3), which for TOTP (RFC 6238) is the step in time. */
export const codeAt = (secret: Uint8Array, step: number, { algorithm, digits }: CodeForm = usual): string => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac(algorithm, secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0x0f
  const truncated = mac.readUInt32BE(offset) & 0x7fff_ffff
  return String(truncated % 10 ** digits).padStart(digits, '0')
}

/** The step in which a time lies. */
export const stepOf = (nowMs: number): number => Math.floor(nowMs / stepMs)

/** Whether a text, as a person typed it, has the form of a code. */
export const isCode = (text: string): boolean => /^\d{6}$/.test(text)

/**
 * The step whose code was given, or null: the present one or one beside it, and later than the last one that was taken,
 * so that no code is taken twice.
 */
export const stepTaken = (secret: Uint8Array, code: string, nowMs: number, lastStep: number): number | null => {
  const present = stepOf(nowMs)
  const steps = Array.from({ length: 2 * skew + 1 }, (_, n) => present - skew + n)
  // Each is computed, so that time does not tell which one fits.
  const fitting = steps.filter(
    (step) => isCode(code) && timingSafeEqual(Buffer.from(codeAt(secret, step)), Buffer.from(code)),
  )
  return fitting.find((step) => step > lastStep) ?? null
}

const base32Letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Bytes in base32 (RFC 4648 section 6) without padding, as authenticator apps take a key. */
export const base32 = (bytes: Uint8Array): string => {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((group) => base32Letters[Number.parseInt(group.padEnd(5, '0'), 2)] ?? '')
    .join('')
}
