import { heldMax } from './limits.ts'

/** Bytes of a piece, or of a part of one, that can be read at any place. */
export interface ByteSource {
  readonly size: number
  /** Whether going back costs as much as beginning anew: what is read here and there is not read from it. */
  readonly isForward?: boolean
  /** The bytes from `start` up to before `end`, all of them. */
  read(start: number, end: number): Promise<Uint8Array>
}

const stepBytes = 1_048_576

/** The bytes from the start to the end, in parts. */
export async function* partsOfSource(source: ByteSource, start = 0): AsyncGenerator<Uint8Array> {
  for (let at = start; at < source.size; at += stepBytes)
    yield await source.read(at, Math.min(source.size, at + stepBytes))
}

/** A source over bytes that are held. */
export const heldSource = (bytes: Uint8Array): ByteSource => ({
  size: bytes.length,
  read: (start, end) => Promise.resolve(bytes.subarray(start, end)),
})

/** A source over bytes that come one after the other each time it is opened. */
const forwardSource = (size: number, open: () => AsyncIterable<Uint8Array>): ByteSource => {
  let bytes = open()[Symbol.asyncIterator]()
  let at = 0
  let rest = new Uint8Array(0)
  const next = async (): Promise<Uint8Array> => {
    const part = await bytes.next()
    if (part.done === true) throw new Error('it unpacks to something else each time')
    return part.value
  }
  return {
    size,
    isForward: true,
    read: async (start, end) => {
      if (start < at) {
        await bytes.return?.()
        bytes = open()[Symbol.asyncIterator]()
        at = 0
        rest = new Uint8Array(0)
      }
      while (at + rest.length < start) {
        at += rest.length
        rest = Uint8Array.from(await next())
      }
      rest = rest.subarray(start - at)
      at = start
      const parts: Uint8Array[] = []
      while (at + rest.length < end) {
        parts.push(rest)
        at += rest.length
        rest = Uint8Array.from(await next())
      }
      parts.push(rest.subarray(0, end - at))
      rest = rest.subarray(end - at)
      at = end
      return Buffer.concat(parts)
    },
  }
}

/** A source over what something unpacks to: held where it is short, else unpacked anew as it is read. */
export const unpackedSource = async (open: () => AsyncIterable<Uint8Array>): Promise<ByteSource> => {
  let kept: Uint8Array[] = []
  let size = 0
  for await (const part of open()) {
    size += part.length
    if (size <= heldMax) kept.push(part)
    else kept = []
  }
  return size <= heldMax ? heldSource(Buffer.concat(kept)) : forwardSource(size, open)
}
