import { inflateSync } from 'node:zlib'

/**
 * Whether a PDF is the one that was made anew, byte for byte but for how its streams are deflated: zlib packs the same
 * bytes in other ways on other machines and in other versions. The places in its table of objects follow from that.
 */

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')

/** Where the table of objects begins, and where each object does, by its number less one; as PDFKit writes them. */
const tableOf = (pdf: Buffer): { readonly at: number; readonly offsets: readonly number[] } => {
  const at = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(latin1(pdf.subarray(-64)))?.[1])
  const table = latin1(pdf.subarray(at))
  const offsets = [...table.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset))
  if (!Number.isSafeInteger(at) || offsets.length === 0) throw new TypeError('this PDF was not made by PDFKit')
  return { at, offsets }
}

const opening = '\nstream\n'
const deflated = '/Filter /FlateDecode'

/** The length that a dictionary states, and where its digits stand. */
const lengthIn = (head: string): { readonly at: number; readonly digits: string } | null => {
  const found = /\/Length (0|[1-9]\d{0,9})(?=\n)/.exec(head)
  return found === null ? null : { at: found.index + '/Length '.length, digits: found[1] as string }
}

/** The bytes that a deflated text holds, which must fill it and have no more than `max`; null where it does not. */
const inflated = (packed: Uint8Array, max: number): Uint8Array | null => {
  try {
    const { buffer, engine } = inflateSync(packed, { maxOutputLength: Math.max(max, 1), info: true }) as unknown as {
      readonly buffer: Buffer
      readonly engine: { readonly bytesWritten: number }
    }
    return engine.bytesWritten === packed.length ? buffer : null
  } catch {
    return null
  }
}

/** A stream of an object that PDFKit wrote: what stands before it, and its bytes. */
interface Stream {
  readonly head: string
  readonly length: { readonly at: number; readonly digits: string }
  readonly content: Uint8Array
  readonly tail: Uint8Array
}

const streamIn = (object: Buffer): Stream | null => {
  const start = object.indexOf(opening)
  if (start < 0) return null
  const head = latin1(object.subarray(0, start + opening.length))
  const length = lengthIn(head)
  if (length === null || !head.includes(deflated)) return null
  const end = head.length + Number(length.digits)
  return { head, length, content: inflateSync(object.subarray(head.length, end)), tail: object.subarray(end) }
}

const startsWith = (given: Buffer, at: number, expected: Uint8Array): boolean =>
  Buffer.compare(given.subarray(at, at + expected.length), expected) === 0

/** The end of a stream's object in the given file, which begins at `at`; null where it says something else. */
const endOfStream = (given: Buffer, at: number, { head, length, content, tail }: Stream): number | null => {
  const before = head.slice(0, length.at)
  const after = head.slice(length.at + length.digits.length)
  if (!startsWith(given, at, Buffer.from(before, 'latin1'))) return null
  const digitsAt = at + before.length
  const digits = /^(?:0|[1-9]\d{0,9})(?=\n)/.exec(latin1(given.subarray(digitsAt, digitsAt + 11)))?.[0]
  if (digits === undefined || !startsWith(given, digitsAt + digits.length, Buffer.from(after, 'latin1'))) return null
  const from = digitsAt + digits.length + after.length
  const to = from + Number(digits)
  const bytes = to > given.length ? null : inflated(given.subarray(from, to), content.length)
  if (bytes === null || Buffer.compare(bytes, content) !== 0 || !startsWith(given, to, tail)) return null
  return to + tail.length
}

/** The table of objects and what follows it, with other places. */
const endWith = (end: string, places: ReadonlyMap<number, number>, tableAt: number): string =>
  end
    .replaceAll(/^(\d{10})(?= 00000 n $)/gm, (offset) => String(places.get(Number(offset)) ?? 0).padStart(10, '0'))
    .replace(/startxref\n\d+\n/, `startxref\n${tableAt}\n`)

/**
 * Compares a PDF of anybody with one that was made here.
 *
 * @param made by PDFKit; it is believed
 * @param given anything
 */
export const isSamePdf = (made: Buffer, given: Buffer): boolean => {
  if (Buffer.compare(made, given) === 0) return true
  const { at: tableAt, offsets } = tableOf(made)
  const inOrder = [...offsets].sort((a, b) => a - b)
  const places = new Map<number, number>()
  const [first = tableAt] = inOrder
  if (!startsWith(given, 0, made.subarray(0, first))) return false
  let at = first
  for (const [index, offset] of inOrder.entries()) {
    places.set(offset, at)
    const object = made.subarray(offset, inOrder[index + 1] ?? tableAt)
    const stream = streamIn(object)
    if (stream === null && !startsWith(given, at, object)) return false
    const end = stream === null ? at + object.length : endOfStream(given, at, stream)
    if (end === null) return false
    at = end
  }
  return latin1(given.subarray(at)) === endWith(latin1(made.subarray(tableAt)), places, at)
}
