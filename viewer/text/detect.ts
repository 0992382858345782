import { createEncodingProbe, type EncodingFound } from '../../shared/text/encoding.ts'

/** How much of a file is looked at to find its encoding and its form. */
export const headBytes = 262_144

/** Where the last whole character of UTF-8 ends: a head may be cut in the middle of one. */
const wholeUtf8 = (bytes: Uint8Array): number => {
  for (let back = 1; back <= Math.min(4, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0
    if ((byte & 0xc0) === 0x80) continue
    const width = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return width > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}

/** The encoding that the head of a file speaks for; `whole` where the head is all of it. */
export const detectEncoding = (head: Uint8Array, whole: boolean): EncodingFound => {
  const probe = createEncodingProbe()
  probe.push(whole ? head : head.subarray(0, wholeUtf8(head)))
  return probe.finish()
}
