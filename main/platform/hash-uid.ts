/**
 * A UUID of version 8 (RFC 9562, section 5.8) of the first bytes of a SHA-256, so that every device names the same thing
 * alike.
 *
 * @param sha256 64 lower-case hexadecimal digits
 */
export const uidOfHash = (sha256: string): string => {
  const variant = ((Number.parseInt(sha256.slice(16, 18), 16) & 0x3f) | 0x80).toString(16)
  return `${sha256.slice(0, 8)}-${sha256.slice(8, 12)}-8${sha256.slice(13, 16)}-${variant}${sha256.slice(18, 20)}-${sha256.slice(20, 32)}`
}
