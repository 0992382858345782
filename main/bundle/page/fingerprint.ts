/** A fingerprint as a person gave it: one of the two forms of B-23, or the public key itself, as OpenSSH writes it. */
export type GivenFingerprint = { readonly kind: 'empty' } | { readonly kind: 'unreadable' } | { readonly kind: 'fingerprint'; readonly value: string }

const keyId = /^[A-Za-z0-9_-]{43}$/
const ssh = /SHA256:([A-Za-z0-9+/]{43})(?![A-Za-z0-9+/])=?/

/** Reads a fingerprint out of what was pasted: with blanks, line ends, or the rest of what `ssh-keygen` printed around it. */
export const readFingerprint = (text: string): GivenFingerprint => {
  const trimmed = text.trim()
  if (trimmed === '') return { kind: 'empty' }
  const printed = ssh.exec(trimmed)?.[1]
  if (printed !== undefined) return { kind: 'fingerprint', value: `SHA256:${printed}` }
  const joined = trimmed.replaceAll(/\s+/g, '')
  const joinedSsh = ssh.exec(joined)?.[1]
  if (joinedSsh !== undefined) return { kind: 'fingerprint', value: `SHA256:${joinedSsh}` }
  return keyId.test(joined) ? { kind: 'fingerprint', value: joined } : { kind: 'unreadable' }
}

/** A key of the bundle by both of its fingerprints. */
export interface NamedKey {
  readonly kid: string
  readonly sshFingerprint: string
}

/** Which key of the bundle a fingerprint is that of (B-60). */
export type Match = 'signing' | 'first' | 'none'

export const matchFingerprint = (value: string, signing: NamedKey | null, first: NamedKey | null): Match => {
  const names = (key: NamedKey | null): boolean => key !== null && (key.kid === value || key.sshFingerprint === value)
  if (names(signing)) return 'signing'
  return signing !== null && names(first) ? 'first' : 'none'
}
