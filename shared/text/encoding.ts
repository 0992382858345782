/** Encodings of text that are recognised. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** What the bytes of a file are, and how many of them are the byte order mark. */
export interface EncodingFound {
  readonly encoding: Encoding
  readonly bomBytes: number
  /** Whether the file may hold bytes that are no text in its encoding; they are read as U+FFFD. */
  readonly illFormed: boolean
}

/** Collects evidence over the bytes of a file; memory stays constant whatever the file's size. */
export interface EncodingProbe {
  /** Takes the next bytes. */
  push(chunk: Uint8Array): void
  /** Says what the file is, after its last byte. */
  finish(): EncodingFound
}

const headLength = 65_536

const startsWith = (bytes: Uint8Array, mark: readonly number[]): boolean =>
  mark.every((byte, index) => bytes[index] === byte)

/** Counts how often a byte pair that is an ASCII character in the given order stands at an even offset. */
const asciiPairs = (head: Uint8Array, zeroAt: 0 | 1): number => {
  let count = 0
  for (let offset = 0; offset + 1 < head.length; offset += 2) {
    if (head[offset + zeroAt] === 0 && head[offset + 1 - zeroAt] !== 0) count += 1
  }
  return count
}

/** UTF-16 without a mark betrays itself by the zero half of its delimiters and line ends, in any script. */
const utf16WithoutMark = (head: Uint8Array): Encoding | undefined => {
  const little = asciiPairs(head, 1)
  const big = asciiPairs(head, 0)
  const pairs = Math.floor(head.length / 2)
  if (Math.max(little, big) < Math.max(2, pairs / 50)) return undefined
  if (little > 3 * big) return 'utf-16le'
  if (big > 3 * little) return 'utf-16be'
  return undefined
}

const nonAscii = /[^\u0000-\u007f]/g

/** Valid multi-byte sequences and invalid bytes, as a lossy decoder shows them. */
const countEvidence = (text: string): { valid: number; invalid: number } => {
  const found = text.match(nonAscii) ?? []
  const invalid = found.filter((char) => char === '\ufffd').length
  return { valid: found.length - invalid, invalid }
}

/**
 * Makes a probe. A byte order mark decides (Unicode, section 23.8). Without one, bytes that are valid UTF-8 to the end
 * are UTF-8, and so are bytes with more than two valid multi-byte sequences to each invalid byte (one broken row must
 * not turn a file into gibberish); zero halves of ASCII characters show UTF-16; anything else is taken as Windows-1252,
 * in which every byte has a meaning.
 */
export function createEncodingProbe(): EncodingProbe {
  const strict = new TextDecoder('utf-8', { fatal: true })
  const lossy = new TextDecoder('utf-8')
  let wellFormed = true
  let valid = 0
  let invalid = 0
  let head = new Uint8Array(0)

  const check = (chunk: Uint8Array | undefined): void => {
    const evidence = countEvidence(chunk === undefined ? lossy.decode() : lossy.decode(chunk, { stream: true }))
    valid += evidence.valid
    invalid += evidence.invalid
    if (!wellFormed) return
    try {
      if (chunk === undefined) strict.decode()
      else strict.decode(chunk, { stream: true })
    } catch {
      wellFormed = false
    }
  }

  return {
    push(chunk) {
      if (head.length < headLength) {
        const grown = new Uint8Array(Math.min(headLength, head.length + chunk.length))
        grown.set(head)
        grown.set(chunk.subarray(0, grown.length - head.length), head.length)
        head = grown
      }
      check(chunk)
    },
    finish() {
      check(undefined)
      if (startsWith(head, [0xef, 0xbb, 0xbf])) return { encoding: 'utf-8', bomBytes: 3, illFormed: !wellFormed }
      if (startsWith(head, [0xff, 0xfe])) return { encoding: 'utf-16le', bomBytes: 2, illFormed: true }
      if (startsWith(head, [0xfe, 0xff])) return { encoding: 'utf-16be', bomBytes: 2, illFormed: true }
      const wide = utf16WithoutMark(head)
      if (wide !== undefined) return { encoding: wide, bomBytes: 0, illFormed: true }
      if (wellFormed || valid > 2 * invalid) return { encoding: 'utf-8', bomBytes: 0, illFormed: !wellFormed }
      return { encoding: 'windows-1252', bomBytes: 0, illFormed: false }
    },
  }
}
