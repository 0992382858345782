import { fail, ok } from '../../shared/schema/result.ts'
import type { Result } from '../../shared/schema/result.ts'
import { canonicalJson } from './canonical.ts'
import type { JsonValue } from './canonical.ts'
import { fromBase64url, sha256, toBase64url } from './hash.ts'

/** A value withheld from its entry: kept apart, bound to it by digest (RFC 9901 section 4.2). */
export interface Disclosure {
  /** base64url SHA-256 over the ASCII bytes of `encoded`; the entry lists it in `_sd`. */
  readonly digest: string
  /** base64url of the UTF-8 JSON `[salt, name, value]`. */
  readonly encoded: string
  readonly salt: string
  readonly name: string
  readonly value: JsonValue
}

/** Why a text is no disclosure. */
export interface DisclosureError {
  readonly code: 'disclosure_malformed'
  readonly message: string
}

/** A salt has 128 bits, so that nobody can find a short value by trying (RFC 9901 section 9.3). */
export const saltLength = 16

/** RFC 9901 section 4.2.1 keeps these names for itself. */
const reservedNames: readonly string[] = ['_sd', '...']

/** The digest of an encoded disclosure, as an entry's `_sd` lists it. */
export const disclosureDigest = (encoded: string): string => toBase64url(sha256(Buffer.from(encoded, 'ascii')))

/**
 * Makes a disclosure.
 *
 * @param salt 16 fresh random bytes; never use one twice
 * @throws TypeError on a value that JSON cannot carry; RangeError on another salt length or a reserved name
 */
export const makeDisclosure = (name: string, value: JsonValue, salt: Uint8Array): Disclosure => {
  if (salt.length !== saltLength) throw new RangeError(`a salt is ${saltLength} bytes`)
  if (reservedNames.includes(name)) throw new RangeError('this name is reserved')
  const saltText = toBase64url(salt)
  const encoded = Buffer.from(canonicalJson([saltText, name, value]), 'utf8').toString('base64url')
  return { digest: disclosureDigest(encoded), encoded, salt: saltText, name, value }
}

const refuse = (message: string): Result<never, DisclosureError> => fail({ code: 'disclosure_malformed', message })

/** Reads an encoded disclosure and computes its digest; the caller compares that with the entry's `_sd`. */
export const parseDisclosure = (encoded: string): Result<Disclosure, DisclosureError> => {
  const bytes = fromBase64url(encoded)
  if (bytes === null) return refuse('the disclosure is not base64url')
  let parsed: unknown
  try {
    parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch {
    return refuse('the disclosure does not hold UTF-8 JSON')
  }
  if (!Array.isArray(parsed) || parsed.length !== 3) return refuse('a disclosure is an array of three')
  const [salt, name, value] = parsed as [unknown, unknown, JsonValue]
  if (typeof salt !== 'string' || typeof name !== 'string') return refuse('salt and name are strings')
  if (reservedNames.includes(name)) return refuse('this name is reserved')
  return ok({ digest: disclosureDigest(encoded), encoded, salt, name, value })
}
