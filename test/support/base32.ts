const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The bytes that a text in base32 without padding names (RFC 4648), as an authenticator app reads a key. */
export const bytesOf = (text: string): Buffer => {
  const bits = [...text].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
