import { namesOf, readHeld } from '../check/held.ts'

/** What a person gave to compare the key with: fingerprints in the forms of B-23, or public keys, as their key ids. */
export type GivenFingerprint =
  | { readonly kind: 'empty' }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'fingerprints'; readonly values: readonly string[] }

/**
 * Reads what was pasted, by the rules of B-62; checkpoints, witnesses and certificates are nothing to compare a key
 * with.
 */
export const readFingerprint = (text: string): GivenFingerprint => {
  if (text.trim() === '') return { kind: 'empty' }
  const held = readHeld(text)
  if (!held.ok || held.value.checkpoints.length + held.value.witnesses.length + held.value.certificates.length > 0)
    return { kind: 'unreadable' }
  const values = [...namesOf(held.value)]
  return values.length === 0 ? { kind: 'unreadable' } : { kind: 'fingerprints', values }
}

/** A key of the bundle by both of its fingerprints. */
export interface KeyFingerprints {
  readonly kid: string
  readonly sshFingerprint: string
}

/**
 * Which key of the bundle fingerprints are those of (B-60). `some`: of several, not all are those of a key that is
 * asked for.
 */
export type Match = 'signing' | 'first' | 'none' | 'some'

const matchOne = (value: string, signing: KeyFingerprints | null, first: KeyFingerprints | null): Match => {
  const names = (key: KeyFingerprints | null): boolean =>
    key !== null && (key.kid === value || key.sshFingerprint === value)
  if (names(signing)) return 'signing'
  return signing !== null && names(first) ? 'first' : 'none'
}

/** @param values at least one; each has to be borne out, so that none that differs is passed over */
export const matchFingerprints = (
  values: readonly string[],
  signing: KeyFingerprints | null,
  first: KeyFingerprints | null,
): Match => {
  const matches = new Set(values.map((value) => matchOne(value, signing, first)))
  if (matches.has('none')) return matches.size === 1 ? 'none' : 'some'
  return matches.has('signing') ? 'signing' : 'first'
}
