import type yauzl from 'yauzl'
import type { ByteRange } from './byte-range.ts'

/**
 * The records of a ZIP file as a bundle has them (B-1), made anew from what a reader took from them: a byte that is not
 * so is one that no reader accounts for (B-73).
 */

const zip64Field = 0x0001
const timeField = 0x5455
const timeFieldBytes = 5
const sizesFollow = 0x08
const zip64Version = 45
const max16 = 0xffff
const max32 = 0xffff_ffff

type Field = readonly [bytes: 2 | 4 | 8, value: number]

const record = (...fields: readonly Field[]): Uint8Array => {
  const bytes = new Uint8Array(fields.reduce((sum, [length]) => sum + length, 0))
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const [length, value] of fields) {
    if (length === 2) view.setUint16(at, value, true)
    else if (length === 4) view.setUint32(at, value, true)
    else view.setBigUint64(at, BigInt(value), true)
    at += length
  }
  return bytes
}

const joined = (...parts: readonly Uint8Array[]): Uint8Array => {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/** Whether the bytes at a place are these. */
const standsAt = async (range: ByteRange, at: number, expected: Uint8Array): Promise<boolean> => {
  if (at < 0 || at + expected.length > range.size) return false
  const found = await range.read(at, expected.length)
  return expected.every((byte, index) => found[index] === byte)
}

const hasZip64 = (entry: yauzl.Entry): boolean => entry.extraFields.some(({ id }) => id === zip64Field)

/**
 * The time of a member in seconds, as an extra field of the directory has it; null where there is none, or one of
 * another form.
 */
const universalTime = (entry: yauzl.Entry): Uint8Array | null => {
  const [field, ...others] = entry.extraFields.filter(({ id }) => id === timeField)
  return field?.data.length === timeFieldBytes && others.length === 0 && (field.data[0] === 1 || field.data[0] === 3)
    ? field.data
    : null
}

const sizesOf = (entry: yauzl.Entry): readonly Field[] => [
  [8, entry.uncompressedSize],
  [8, entry.compressedSize],
  [8, entry.relativeOffsetOfLocalHeader],
]

const extraBytes = (entry: yauzl.Entry): Uint8Array => {
  const time = universalTime(entry)
  const timeBytes = time === null ? new Uint8Array(0) : joined(record([2, timeField], [2, timeFieldBytes]), time)
  return hasZip64(entry) ? joined(timeBytes, record([2, zip64Field], [2, 24], ...sizesOf(entry))) : timeBytes
}

/** How many bytes a record of the directory takes. */
const recordLength = (entry: yauzl.Entry): number =>
  46 + entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength

const directoryRecord = (entry: yauzl.Entry): Uint8Array => {
  const extra = extraBytes(entry)
  const isLarge = hasZip64(entry)
  const told = (value: number): number => (isLarge ? max32 : value)
  return joined(
    record(
      [4, 0x02014b50],
      [2, entry.versionMadeBy],
      [2, entry.versionNeededToExtract],
      [2, entry.generalPurposeBitFlag],
      [2, entry.compressionMethod],
    ),
    record(
      [2, entry.lastModFileTime],
      [2, entry.lastModFileDate],
      [4, entry.crc32],
      [4, told(entry.compressedSize)],
      [4, told(entry.uncompressedSize)],
    ),
    record(
      [2, entry.fileNameRaw.length],
      [2, extra.length],
      [2, 0],
      [2, 0],
      [2, 0],
      [4, entry.externalFileAttributes],
      [4, told(entry.relativeOffsetOfLocalHeader)],
    ),
    entry.fileNameRaw,
    extra,
  )
}

const knownVersions: ReadonlySet<number> = new Set([10, 20])

/** The header that has to stand before a member's data. */
const localRecord = (entry: yauzl.Entry, version: number): Uint8Array => {
  const follows = (entry.generalPurposeBitFlag & sizesFollow) !== 0
  const told = (value: number): number => (follows ? 0 : value)
  return joined(
    record(
      [4, 0x04034b50],
      [2, version],
      [2, entry.generalPurposeBitFlag],
      [2, entry.compressionMethod],
      [2, entry.lastModFileTime],
      [2, entry.lastModFileDate],
    ),
    record(
      [4, told(entry.crc32)],
      [4, told(entry.compressedSize)],
      [4, told(entry.uncompressedSize)],
      [2, entry.fileNameRaw.length],
      [2, 0],
    ),
    entry.fileNameRaw,
  )
}

/** What stands after a member's data. */
const descriptor = (entry: yauzl.Entry): Uint8Array => {
  if ((entry.generalPurposeBitFlag & sizesFollow) === 0) return new Uint8Array(0)
  const width = hasZip64(entry) ? 8 : 4
  return record([4, 0x08074b50], [4, entry.crc32], [width, entry.compressedSize], [width, entry.uncompressedSize])
}

/** Where a member ends, what tells its sizes after its data included. */
export const memberEnd = (entry: yauzl.Entry, dataStart: number): number =>
  dataStart + entry.compressedSize + descriptor(entry).length

/**
 * B-73: whether everything that stands about a member's data is as its record in the directory says; null where it is.
 */
export const memberFault = async (range: ByteRange, entry: yauzl.Entry, dataStart: number): Promise<string | null> => {
  const isLarge = hasZip64(entry)
  const version = isLarge ? 20 : entry.versionNeededToExtract
  if (!(isLarge ? entry.versionNeededToExtract === zip64Version : knownVersions.has(version)))
    return 'it asks for another version of the format'
  if ((entry.generalPurposeBitFlag & ~(sizesFollow | 0x0800)) !== 0) return 'it has flags that a bundle does not use'
  const isSound =
    (await standsAt(range, entry.relativeOffsetOfLocalHeader, localRecord(entry, version))) ||
    (isLarge && (await standsAt(range, entry.relativeOffsetOfLocalHeader, localRecord(entry, zip64Version))))
  if (!isSound) return 'the header before its data is not as the directory says'
  return (await standsAt(range, dataStart + entry.compressedSize, descriptor(entry)))
    ? null
    : 'what stands after its data is not as the directory says'
}

const endRecord = (count: number, size: number, start: number): Uint8Array =>
  record(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, Math.min(count, max16)],
    [2, Math.min(count, max16)],
    [4, Math.min(size, max32)],
    [4, Math.min(start, max32)],
    [2, 0],
  )

/** Both records of ZIP64 before the end, where a count or a size does not fit without. */
const largeEnd = (
  madeBy: number,
  directory: { readonly count: number; readonly size: number; readonly start: number },
): Uint8Array => {
  const { count, size, start } = directory
  if (count < max16 && size < max32 && start < max32) return new Uint8Array(0)
  return joined(
    record(
      [4, 0x06064b50],
      [8, 44],
      [2, madeBy],
      [2, zip64Version],
      [4, 0],
      [4, 0],
      [8, count],
      [8, count],
      [8, size],
      [8, start],
    ),
    record([4, 0x07064b50], [4, 0], [8, start + size], [4, 1]),
  )
}

const sameTimes = (entry: yauzl.Entry, first: yauzl.Entry): boolean => {
  const [own, others] = [universalTime(entry), universalTime(first)]
  if (own === null || others === null) return own === others
  return (
    own.every((byte, index) => byte === others[index]) &&
    entry.lastModFileTime === first.lastModFileTime &&
    entry.lastModFileDate === first.lastModFileDate
  )
}

const isFolder = (entry: yauzl.Entry): boolean => entry.fileNameRaw.at(-1) === 0x2f

/** What the records of one archive have in common: one program wrote them, in one go. */
const oddOne = (entry: yauzl.Entry, first: yauzl.Entry, firstOfKind: yauzl.Entry): string | null => {
  if (entry.versionMadeBy !== first.versionMadeBy) return 'it was made by another program than the other members'
  if (entry.externalFileAttributes !== firstOfKind.externalFileAttributes)
    return 'it has other attributes than the other members'
  return sameTimes(entry, first) ? null : 'it has another time than the other members'
}

/** Something of the directory that is not of a bundle. */
export interface RecordFault {
  readonly index: number | null
  readonly message: string
}

/** B-73: every byte from the start of the directory to the end of the file is one of a record of B-1. */
export const directoryFaults = async (
  range: ByteRange,
  start: number,
  entries: readonly yauzl.Entry[],
): Promise<readonly RecordFault[]> => {
  const [first] = entries
  const [firstFile, firstFolder] = [entries.find((entry) => !isFolder(entry)), entries.find(isFolder)]
  const faults: RecordFault[] = []
  let at = start
  for (const [index, entry] of entries.entries()) {
    if (entry.fileCommentLength > 0) faults.push({ index, message: 'it has a comment' })
    else if (!(await standsAt(range, at, directoryRecord(entry))))
      faults.push({
        index,
        message: 'its record in the directory holds what no part of a bundle accounts for, such as an extra field',
      })
    const odd = oddOne(entry, first as yauzl.Entry, (isFolder(entry) ? firstFolder : firstFile) as yauzl.Entry)
    if (odd !== null) faults.push({ index, message: odd })
    at += recordLength(entry)
  }
  const directory = { count: entries.length, size: at - start, start }
  const ends = [first?.versionMadeBy ?? 0, zip64Version].map((madeBy) =>
    joined(largeEnd(madeBy, directory), endRecord(directory.count, directory.size, start)),
  )
  for (const end of ends) if (at + end.length === range.size && (await standsAt(range, at, end))) return faults
  return [
    ...faults,
    {
      index: null,
      message:
        'the archive does not end as its directory says: there is a comment, a second directory, or bytes that no part accounts for',
    },
  ]
}
