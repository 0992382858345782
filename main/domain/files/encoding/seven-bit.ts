import { isAscii } from 'node:buffer'

const [plus, minus, tilde, open, close, escape, lineFeed] = [0x2b, 0x2d, 0x7e, 0x7b, 0x7d, 0x1b, 0x0a]
const shownMax = 120
/** The longest run that is looked at: letters of one word. */
const runMax = 400

const isBase64 = (byte: number | undefined): boolean =>
  byte !== undefined &&
  ((byte >= 0x41 && byte <= 0x5a) ||
    (byte >= 0x61 && byte <= 0x7a) ||
    (byte >= 0x30 && byte <= 0x39) ||
    byte === plus ||
    byte === 0x2f)

/** Letters, with the signs between them that no ASCII has; text of one script alone is written so. */
const writes = /^[\p{L}\p{M}\u00a0-\u00bf\u2010-\u20cf]+$/u
const oneScript =
  /^(?:[\p{Script=Latin}\P{L}]+|[\p{Script=Cyrillic}\P{L}]+|[\p{Script=Greek}\P{L}]+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\P{L}]+|[\p{Script=Hangul}\P{L}]+|[\p{Script=Arabic}\P{L}]+|[\p{Script=Hebrew}\P{L}]+)$/u
/** Signs of Latin that phonetics and old prints have, and no name. */
const rareLatin = /[\u0180-\u02af\u1d00-\u1dbf]/u

const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/**
 * Whether letters and digits behind a plus are UTF-16 in base64 (RFC 2152): what is left over of the last sign is
 * zero, and what they say is writing. Digits alone are a number of a telephone.
 */
const saysUtf16 = (run: string): boolean => {
  const units = Math.floor((run.length * 6) / 16)
  const left = run.length * 6 - units * 16
  if (/^\d+$/u.test(run) || base64.indexOf(run.at(-1) ?? '') % 2 ** left !== 0) return false
  const text = Buffer.from(Buffer.from(run, 'base64').subarray(0, units * 2))
    .swap16()
    .toString('utf16le')
  return writes.test(text) && oneScript.test(text) && !rareLatin.test(text)
}

/** So much has to speak for UTF-7: what ends with a minus does by itself, unless it may be a word in capitals. */
const enough = 3

const isSmall = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x61 && byte <= 0x7a

/** How much speaks for it that UTF-7 begins at a plus; 0: nothing. */
const utf7At = (chunk: Uint8Array, at: number): number => {
  let end = at + 1
  while (end - at < runMax && isBase64(chunk[end])) end += 1
  const length = end - at - 1
  // Most pluses stand before the hours of an offset, or a telephone number.
  if (length < 3 || (length * 6) % 16 >= 6) return 0
  const run = Buffer.from(chunk.buffer, chunk.byteOffset + at + 1, length).toString('latin1')
  const isEnded = chunk[end] === minus
  if (!(isEnded || /^[AB]/u.test(run)) || !saysUtf16(run)) return 0
  return isEnded && (/[a-z\d]/u.test(run) || isSmall(chunk[end + 1])) ? enough : 1
}

/** Whether Chinese in HZ begins at a tilde (RFC 1843): an even number of signs between `~{` and `~}`. */
const beginsHz = (chunk: Uint8Array, at: number): boolean => {
  if (chunk[at + 1] !== open) return false
  let end = at + 2
  while (end - at < runMax && (chunk[end] ?? 0) > 0x20 && chunk[end] !== tilde) end += 1
  return end > at + 2 && (end - at) % 2 === 0 && chunk[end] === tilde && chunk[end + 1] === close
}

/** Whether a sequence of ISO 2022 begins at an escape: `ESC $ B` and its like. */
const beginsIso2022 = (chunk: Uint8Array, at: number): boolean =>
  /^[$(][@A-J()]/u.test(String.fromCharCode(chunk[at + 1] ?? 0, chunk[at + 2] ?? 0))

const firstOf = (chunk: Uint8Array, sign: number, isBegun: (chunk: Uint8Array, at: number) => boolean): number => {
  for (let at = chunk.indexOf(sign); at !== -1; at = chunk.indexOf(sign, at + 1)) if (isBegun(chunk, at)) return at
  return -1
}

const lineAround = (chunk: Uint8Array, at: number): string => {
  const from = chunk.lastIndexOf(lineFeed, at) + 1
  const end = chunk.indexOf(lineFeed, at)
  return Buffer.from(chunk.subarray(from, end === -1 ? undefined : end))
    .toString('latin1')
    .trim()
    .slice(0, shownMax)
}

/**
 * Looks in a file of plain ASCII for letters that are written in it in the ways of mail: UTF-7, HZ, ISO 2022. As ASCII
 * they would be taken for what they look like: `Jos+AOk-`.
 */
export const createSevenBitProbe = () => {
  let found: string | null = null
  let isPlain = true
  let weight = 0
  const weigh = (chunk: Uint8Array, at: number): boolean => {
    weight += utf7At(chunk, at)
    return weight >= enough
  }
  return {
    push: (chunk: Uint8Array): void => {
      if (!isPlain || found !== null) return
      isPlain = isAscii(chunk)
      if (!isPlain) return
      const at = [
        firstOf(chunk, plus, weigh),
        firstOf(chunk, tilde, beginsHz),
        firstOf(chunk, escape, beginsIso2022),
      ].find((one) => one !== -1)
      if (at !== undefined) found = lineAround(chunk, at)
    },
    /** The first line with such letters; null where the file has none, or is no plain ASCII. */
    line: (): string | null => (isPlain ? found : null),
  }
}
