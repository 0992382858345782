/** A file of a ZIP archive, as its central directory tells of it (APPNOTE 6.3.10, section 4.3.12). Nothing is unpacked. */
export interface Member {
  readonly name: string
  readonly isFolder: boolean
  readonly isEncrypted: boolean
  /** In bytes, as the archive claims. */
  readonly packed: number
  readonly size: number
  /** As it stands there, a time without a zone: milliseconds as if in UTC. Null where it is none. */
  readonly modifiedMs: number | null
  /** Where its bytes begin. */
  readonly at: number
}

/** What an archive holds. */
export interface Directory {
  readonly members: readonly Member[]
  /** How many the archive says it has. */
  readonly claimed: number
  /** Whether what stands there is all of it; else it is cut, damaged, or beyond what is listed here. */
  readonly isWhole: boolean
}

type Read = (offset: number, length: number) => Promise<Uint8Array>

/** More than these are not listed, and no more of a directory is read. */
export const membersMax = 100_000
const directoryMax = 64 * 1_048_576

const endBytes = 22
const commentMax = 65_535
const wide = 0xffff_ffff

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** A number of eight bytes; what is larger than a number can be is no place in a file. */
const long = (view: DataView, at: number): number => Number(view.getBigUint64(at, true))

interface Place {
  readonly at: number
  /** Where the record behind the directory begins. */
  readonly end: number
  readonly bytes: number
  readonly members: number
}

/** Where the record of the end begins: the last whose comment reaches to the end of the file. */
const endAt = (tail: DataView): number | null => {
  for (let at = tail.byteLength - endBytes; at >= 0; at--)
    if (tail.getUint32(at, true) === 0x06054b50 && at + endBytes + tail.getUint16(at + 20, true) === tail.byteLength)
      return at
  return null
}

const wideEnd = async (read: Read, size: number, locator: DataView): Promise<Place | null> => {
  if (locator.byteLength < 20 || locator.getUint32(0, true) !== 0x07064b50) return null
  const at = long(locator, 8)
  if (at + 56 > size) return null
  const record = viewOf(await read(at, 56))
  if (record.byteLength < 56 || record.getUint32(0, true) !== 0x06064b50) return null
  return { members: long(record, 32), bytes: long(record, 40), at: long(record, 48), end: at }
}

const placeOf = async (read: Read, size: number): Promise<Place | null> => {
  const from = Math.max(0, size - endBytes - commentMax - 20)
  const tail = viewOf(await read(from, size - from))
  const end = endAt(tail)
  if (end === null) return null
  const place = {
    members: tail.getUint16(end + 10, true),
    bytes: tail.getUint32(end + 12, true),
    at: tail.getUint32(end + 16, true),
    end: from + end,
  }
  if (place.members !== 0xffff && place.bytes !== wide && place.at !== wide) return place
  const locator = end < 20 ? null : new DataView(tail.buffer, tail.byteOffset + end - 20, 20)
  return (locator === null ? null : await wideEnd(read, size, locator)) ?? place
}

/** Names are UTF-8 where they can be; other bytes than those of ASCII are written out, since their code page is unknown. */
const nameOf = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return [...bytes]
      .map((byte) => (byte < 0x80 ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`))
      .join('')
  }
}

const timeOf = (date: number, time: number): number | null => {
  const parts = [1980 + (date >> 9), ((date >> 5) & 15) - 1, date & 31] as const
  const ms = Date.UTC(...parts, time >> 11, (time >> 5) & 63, (time & 31) * 2)
  return new Date(ms).getUTCMonth() === parts[1] && new Date(ms).getUTCDate() === parts[2] ? ms : null
}

/** The sizes and the place of a member beyond 4 GiB stand in an extra field, those that do not fit alone. */
const widened = (extra: DataView, narrow: readonly [number, number, number]): readonly [number, number, number] => {
  for (let at = 0; at + 4 <= extra.byteLength; at += 4 + extra.getUint16(at + 2, true)) {
    if (extra.getUint16(at, true) !== 1) continue
    let next = at + 4
    const end = Math.min(extra.byteLength, next + extra.getUint16(at + 2, true))
    const [size = 0, packed = 0, place = 0] = narrow.map((value) => {
      if (value !== wide || next + 8 > end) return value
      next += 8
      return long(extra, next - 8)
    })
    return [size, packed, place]
  }
  return narrow
}

const fixedBytes = 46

/** The member that begins there, and where the next one does; null where none does. */
const memberAt = (bytes: Uint8Array, view: DataView, at: number): { member: Member; next: number } | null => {
  if (at + fixedBytes > bytes.length || view.getUint32(at, true) !== 0x02014b50) return null
  const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((field) => view.getUint16(at + field, true)) as [
    number,
    number,
    number,
  ]
  const nameEnd = at + fixedBytes + nameBytes
  const next = nameEnd + extraBytes + commentBytes
  if (next > bytes.length) return null
  const [size, packed, place] = widened(new DataView(bytes.buffer, bytes.byteOffset + nameEnd, extraBytes), [
    view.getUint32(at + 24, true),
    view.getUint32(at + 20, true),
    view.getUint32(at + 42, true),
  ])
  const name = nameOf(bytes.subarray(at + fixedBytes, nameEnd))
  const member: Member = {
    name,
    isFolder: name.endsWith('/'),
    isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
    packed,
    size,
    modifiedMs: timeOf(view.getUint16(at + 14, true), view.getUint16(at + 12, true)),
    at: place,
  }
  return { member, next }
}

const membersFrom = async (read: Read, size: number, from: number, bytesThere: number): Promise<Member[]> => {
  const length = Math.min(bytesThere, directoryMax, size - from)
  if (from < 0 || length < fixedBytes) return []
  const bytes = await read(from, length)
  const view = viewOf(bytes)
  const members: Member[] = []
  for (let at = 0; members.length < membersMax;) {
    const found = memberAt(bytes, view, at)
    if (found === null) break
    members.push(found.member)
    at = found.next
  }
  return members
}

/** Reads what a ZIP archive says that it holds; null where the file is none. Throws what `read` throws. */
export const readZipDirectory = async (read: Read, size: number): Promise<Directory | null> => {
  const place = size < endBytes ? null : await placeOf(read, size)
  if (place === null) return null
  const stated = await membersFrom(read, size, place.at, place.bytes)
  // A program that unpacks itself stands before its archive, and places may be counted from behind it.
  const members = stated.length > 0 ? stated : await membersFrom(read, size, place.end - place.bytes, place.bytes)
  return { members, claimed: place.members, isWhole: members.length === place.members }
}
