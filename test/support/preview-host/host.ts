import type { EvidenceKind } from '../../../shared/schema/evidence.ts'

/**
 * A piece that a test shows: bytes in base64, or lines that are made when they are read, `Line 1`, `Line 2` ..., each
 * of 64 bytes.
 */
export type TestPiece = {
  readonly name: string
  readonly mediaType: string
  readonly kind: EvidenceKind
  readonly content:
    | { readonly base64: string }
    | { readonly lines: number }
    | { readonly zeros: number }
    | { readonly status: number; readonly size: number }
}

/** What the page of the tests offers to `page.evaluate`. */
export type PreviewHost = {
  show(piece: TestPiece): void
  /** Reads that the window has made for the viewer. */
  readonly reads: { offset: number; length: number }[]
  readonly troubles: string[]
  setScheme(scheme: 'light' | 'dark'): void
}

declare global {
  interface Window {
    previewHost?: PreviewHost
  }
}

const lineBytes = 64
const encoder = new TextEncoder()

const lineAt = (index: number): string => `Line ${index + 1}`.padEnd(lineBytes - 1, '.') + '\n'

const zero = '0'.charCodeAt(0)
const nine = '9'.charCodeAt(0)

/** Counts on by one in the line that begins here; false where its number needs another digit. */
const countOn = (bytes: Uint8Array, start: number, lastDigit: number): boolean => {
  let at = start + lastDigit
  while (bytes[at] === nine) bytes[at--] = zero
  const digit = bytes[at] ?? 0
  if (digit < zero) return false
  bytes[at] = digit + 1
  return true
}

/** Each line is the one before, counted on: made as strings, the 16 million lines of 1 GiB cost three times as much. */
const linesBetween = (offset: number, length: number): Uint8Array<ArrayBuffer> => {
  const first = Math.floor(offset / lineBytes)
  const count = Math.ceil((offset + length) / lineBytes) - first
  const bytes = new Uint8Array(count * lineBytes)
  let lastDigit = 0
  for (let line = 0; line < count; line++) {
    const start = line * lineBytes
    if (line > 0) bytes.copyWithin(start, start - lineBytes, start)
    if (line > 0 && countOn(bytes, start, lastDigit)) continue
    bytes.set(encoder.encode(lineAt(first + line)), start)
    lastDigit = `Line ${first + line + 1}`.length - 1
  }
  const from = offset - first * lineBytes
  return bytes.subarray(from, from + length)
}

/** The size of a test piece, and its bytes as the service would serve a range of them. */
export const servedPiece = (piece: TestPiece): { size: number; range(offset: number, length: number): Response } => {
  const { content } = piece
  if ('status' in content) return { size: content.size, range: () => new Response(null, { status: content.status }) }
  const whole = 'base64' in content ? Uint8Array.from(atob(content.base64), (char) => char.charCodeAt(0)) : null
  const size =
    whole?.length ?? ('lines' in content ? content.lines * lineBytes : 'zeros' in content ? content.zeros : 0)
  const bytes = (offset: number, length: number): Uint8Array<ArrayBuffer> =>
    whole?.slice(offset, offset + length) ??
    ('lines' in content ? linesBetween(offset, length) : new Uint8Array(length))
  return {
    size,
    range: (offset, length) =>
      new Response(bytes(offset, length), {
        status: 206,
        headers: { 'content-range': `bytes ${offset}-${offset + length - 1}/${size}` },
      }),
  }
}
