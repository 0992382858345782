/** Bytes in one row. */
export const rowBytes = 16

/** One row as it is read: hexadecimal digits of each byte in two groups, and the printable ASCII of it. */
export type HexRow = { readonly offset: string; readonly left: string; readonly right: string; readonly ascii: string }

const digits = (value: number, width: number): string => value.toString(16).padStart(width, '0')

/** Digits that the last offset of a file needs: eight at least, an even number. */
export const offsetDigits = (size: number): number => {
  const needed = Math.max(0, size - 1).toString(16).length
  return Math.max(8, needed + (needed % 2))
}

/** What `bytes` (at most 16) at `offset` look like. A byte outside printable ASCII shows as a dot. */
export const hexRow = (bytes: Uint8Array, offset: number, width: number): HexRow => {
  const pairs = [...bytes].map((byte) => digits(byte, 2))
  return {
    offset: digits(offset, width),
    left: pairs.slice(0, 8).join(' '),
    right: pairs.slice(8).join(' '),
    ascii: [...bytes].map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join(''),
  }
}

/**
 * The offset that a person typed: hexadecimal, with or without `0x`, or decimal after `=`. null where it is none, or
 * lies outside the file.
 */
export const readOffset = (typed: string, size: number): number | null => {
  const text = typed.trim().replaceAll(/[\s_]/g, '')
  const decimal = /^=(\d{1,16})$/.exec(text)?.[1]
  const hexadecimal = /^(?:0x)?([0-9a-f]{1,13})h?$/i.exec(text)?.[1]
  const offset =
    decimal !== undefined ? Number(decimal) : hexadecimal !== undefined ? Number.parseInt(hexadecimal, 16) : Number.NaN
  return Number.isSafeInteger(offset) && offset < size ? offset : null
}
