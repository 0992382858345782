/**
 * The part of Node's `Buffer` that the checks of a bundle and the ZIP reader use, for a browser. test/unit/bundle/page
 * holds every function against Node's own, wrong input included: what Node skips, this skips.
 */

export type BufferEncoding = 'utf8' | 'ascii' | 'latin1' | 'hex' | 'base64' | 'base64url'

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const encoder = new TextEncoder()

const standardAlphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const urlAlphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Both alphabets are read in either encoding, as Node does. */
const sextets: ReadonlyMap<string, number> = new Map(
  [...standardAlphabet, ...urlAlphabet].map((letter, index) => [letter, index % 64]),
)

const hexDigits = '0123456789abcdef'

/** Bytes with the methods that a `Buffer` has besides. */
export class Bytes extends Uint8Array {
  private view(): DataView {
    return new DataView(this.buffer, this.byteOffset, this.byteLength)
  }

  readUInt8(at = 0): number {
    return this.view().getUint8(at)
  }

  readUInt16LE(at = 0): number {
    return this.view().getUint16(at, true)
  }

  readUInt32LE(at = 0): number {
    return this.view().getUint32(at, true)
  }

  /**
   * Copies all of the bytes into others, from a place on. Throws RangeError where they do not fit, as no caller here
   * lets happen.
   */
  copy(target: Uint8Array, at = 0): number {
    target.set(this, at)
    return this.length
  }

  override subarray(start?: number, end?: number): Bytes {
    return super.subarray(start, end) as Bytes
  }

  override toString(encoding: BufferEncoding = 'utf8'): string {
    return decodeText(this, encoding)
  }

  /** Whether a number is one of the bytes, or other bytes stand among them in a row. */
  override includes(wanted: number | Uint8Array, from = 0): boolean {
    if (typeof wanted === 'number') return super.includes(wanted, from)
    for (let at = from; at + wanted.length <= this.length; at += 1) {
      if (wanted.every((byte, index) => this[at + index] === byte)) return true
    }
    return false
  }
}

const fromHex = (text: string): Bytes => {
  const bytes = new Bytes(Math.floor(text.length / 2))
  for (let index = 0; index < bytes.length; index += 1) {
    const pair = text.slice(index * 2, index * 2 + 2)
    if (!/^[0-9a-fA-F]{2}$/.test(pair)) return bytes.subarray(0, index)
    bytes[index] = Number.parseInt(pair, 16)
  }
  return bytes
}

const fromBase64 = (text: string): Bytes => {
  const bytes = new Bytes(Math.floor((text.length * 3) / 4) + 3)
  let length = 0
  let bits = 0
  let held = 0
  for (const letter of text) {
    if (letter === '=') break
    const sextet = sextets.get(letter)
    if (sextet === undefined) continue
    held = ((held << 6) | sextet) & 0xffff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    bytes[length] = (held >> bits) & 0xff
    length += 1
  }
  return bytes.subarray(0, length)
}

const toBase64 = (bytes: Uint8Array, alphabet: string, isPadded: boolean): string => {
  const letter = (sextet: number): string => alphabet[sextet & 63] as string
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b = 0, c = 0] = [bytes[at], bytes[at + 1], bytes[at + 2]]
    const group = letter(a >> 2) + letter((a << 4) | (b >> 4)) + letter((b << 2) | (c >> 6)) + letter(c)
    const count = Math.min(3, bytes.length - at)
    parts.push(count === 3 ? group : group.slice(0, count + 1) + (isPadded ? '='.repeat(3 - count) : ''))
  }
  return parts.join('')
}

const toHex = (bytes: Uint8Array): string => {
  let text = ''
  for (const byte of bytes) text += (hexDigits[byte >> 4] as string) + (hexDigits[byte & 15] as string)
  return text
}

const toLatin1 = (bytes: Uint8Array, mask: number): string => {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte & mask)
  return text
}

const decodeText = (bytes: Uint8Array, encoding: BufferEncoding): string => {
  switch (encoding) {
    case 'hex':
      return toHex(bytes)
    case 'base64':
      return toBase64(bytes, standardAlphabet, true)
    case 'base64url':
      return toBase64(bytes, urlAlphabet, false)
    case 'ascii':
      return toLatin1(bytes, 0x7f)
    case 'latin1':
      return toLatin1(bytes, 0xff)
    case 'utf8':
      return decoder.decode(bytes)
  }
}

const encodeText = (text: string, encoding: BufferEncoding): Bytes => {
  switch (encoding) {
    case 'hex':
      return fromHex(text)
    case 'base64':
    case 'base64url':
      return fromBase64(text)
    case 'ascii':
    case 'latin1':
      return new Bytes(Array.from({ length: text.length }, (_, index) => text.charCodeAt(index)))
    case 'utf8':
      return new Bytes(encoder.encode(text))
  }
}

const fromParts = (
  source: string | ArrayBuffer | Iterable<number>,
  encodingOrOffset: BufferEncoding | number = 'utf8',
  length?: number,
): Bytes => {
  if (typeof source === 'string') return encodeText(source, encodingOrOffset as BufferEncoding)
  if (source instanceof ArrayBuffer)
    return new Bytes(source, typeof encodingOrOffset === 'number' ? encodingOrOffset : 0, length)
  return new Bytes(source)
}

const concat = (parts: readonly Uint8Array[]): Bytes => {
  const joined = new Bytes(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

const compare = (a: Uint8Array, b: Uint8Array): -1 | 0 | 1 => {
  const shared = Math.min(a.length, b.length)
  for (let index = 0; index < shared; index += 1) {
    const difference = (a[index] as number) - (b[index] as number)
    if (difference !== 0) return difference < 0 ? -1 : 1
  }
  return a.length === b.length ? 0 : a.length < b.length ? -1 : 1
}

/** What stands in for the global `Buffer`. */
export const Buffer = {
  from: fromParts,
  alloc: (length: number): Bytes => new Bytes(length),
  allocUnsafe: (length: number): Bytes => new Bytes(length),
  byteLength: (text: string): number => encoder.encode(text).length,
  concat,
  compare,
}
