import yauzl from 'yauzl'
import { errorText } from '../../../shared/text/error-text.ts'
import { UnreadableFile, utf8Of } from '../check/source.ts'
import { isSystemPath } from '../check/tidied.ts'
import type { BundleFile, BundleSource, ContainerProblem } from '../check/source.ts'
import { collisions } from '../format/member-path.ts'
import { partsOfRange } from './byte-range.ts'
import type { ByteRange } from './byte-range.ts'
import { headerFault, judgeMember, layoutFaults } from './zip-members.ts'
import type { Extent, Member } from './zip-members.ts'
import { directoryFaults, memberEnd, memberFault } from './zip-records.ts'

const membersMax = 2_000_000

/** Few packed bytes at a time: each may unpack to a thousand, which a browser holds before it asks for more. */
const packedStep = 16 * 1024

/** What unpacking takes from the platform. */
export interface ZipPlatform {
  /** CRC-32 of bytes after others whose CRC-32 is `before`. */
  crc32(bytes: Uint8Array, before: number): number
  /** Unpacks raw deflate data (RFC 1951). Throws where they are none, end too soon, or go on after their end. */
  inflateRaw(packed: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>
}

/**
 * Lets yauzl read from a range: whatever place an archive states, a bad one is an error and not an exception out of a
 * callback.
 */
class RangeReader extends yauzl.RandomAccessReader {
  readonly range: ByteRange

  constructor(range: ByteRange) {
    super()
    this.range = range
  }

  override _readStreamForRange(): never {
    throw new TypeError('members are read as ranges')
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    this.range.read(position, length).then(
      (bytes) => {
        buffer.set(bytes, offset)
        callback(null)
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
    )
  }
}

interface Directory {
  /** Every record, also of what must not be. */
  readonly entries: yauzl.Entry[]
  readonly members: Member[]
  readonly folders: Member[]
  readonly problems: ContainerProblem[]
}

const readDirectory = async (zip: yauzl.ZipFile): Promise<Directory> => {
  const directory: Directory = { entries: [], members: [], folders: [], problems: [] }
  const { entries, members, folders, problems } = directory
  try {
    for await (const entry of zip.eachEntry()) {
      const judged = judgeMember(entry)
      entries.push(entry)
      if (judged.kind === 'file') members.push(judged.member)
      else if (judged.kind === 'folder') folders.push(judged.member)
      else problems.push({ file: judged.path, message: judged.message })
      if (entries.length <= membersMax) continue
      problems.push({ file: null, message: `the archive has more than ${membersMax} members` })
      break
    }
  } catch (error) {
    problems.push({ file: null, message: `the directory of the archive is damaged: ${errorText(error)}` })
  }
  return directory
}

/** B-73: a folder that holds no file is a name that says anything. */
const checkFolders = ({ members, folders, problems }: Directory): void => {
  const parents = new Set(
    members.flatMap(({ path }) => path.split('/').map((_, depth, parts) => parts.slice(0, depth).join('/'))),
  )
  const seen = new Set<string>()
  for (const { path } of folders) {
    if (!parents.has(path)) problems.push({ file: path, message: 'it is a folder without a file' })
    if (seen.has(path)) problems.push({ file: path, message: 'it is in the archive twice' })
    seen.add(path)
  }
}

const checkRecords = async (range: ByteRange, start: number, { entries, problems }: Directory): Promise<void> => {
  for (const { index, message } of await directoryFaults(range, start, entries)) {
    const entry = index === null ? undefined : entries[index]
    problems.push({ file: entry === undefined ? null : utf8Of(entry.fileNameRaw), message })
  }
}

/** Reads what stands about each member's data and compares; a member that fails is not read. */
const checkHeaders = async (
  { zip, range }: OpenZip,
  directoryStart: number,
  { members, folders, problems }: Directory,
): Promise<Member[]> => {
  const extents: Extent[] = []
  const sound: Member[] = []
  for (const member of [...members, ...folders]) {
    const { entry, path } = member
    try {
      const local = await zip.readLocalFileHeaderPromise(entry)
      const fault = headerFault(entry, local) ?? (await memberFault(range, entry, local.fileDataStart))
      extents.push({ path, start: entry.relativeOffsetOfLocalHeader, end: memberEnd(entry, local.fileDataStart) })
      if (fault === null) sound.push(member)
      else problems.push({ file: path, message: fault })
    } catch (error) {
      problems.push({ file: path, message: `its data cannot be found: ${errorText(error)}` })
    }
  }
  for (const { path, message } of layoutFaults(extents, directoryStart)) problems.push({ file: path, message })
  const kept = new Set(sound)
  return members.filter((member) => kept.has(member))
}

/** Of members that could be one file, the first stays. */
const withoutTwins = (members: readonly Member[], problems: ContainerProblem[]): Member[] => {
  const twins = collisions(members.map(({ path }) => path))
  for (const [path, earlier] of twins)
    problems.push({
      file: path,
      message: path === earlier ? 'it is in the archive twice' : `on some systems it is one with “${earlier}”`,
    })
  const seen = new Set<string>()
  return members.filter(({ path }) => !seen.has(path) && seen.add(path))
}

/** The folder that the bag stands in, with its slash; empty where the bag is the archive itself. */
const topFolder = (members: readonly Member[]): string => {
  const declaration = members.map(({ path }) => path).filter((path) => /^(?:[^/]+\/)?bagit\.txt$/.test(path))
  const [found = members[0]?.path ?? ''] = declaration.sort((a, b) => a.split('/').length - b.split('/').length)
  return found.includes('/') ? found.slice(0, found.indexOf('/') + 1) : ''
}

interface OpenZip {
  readonly zip: yauzl.ZipFile
  readonly range: ByteRange
  readonly platform: ZipPlatform
}

/** The next part; null at the end. Whatever goes wrong on the way is the archive's. */
const nextOf = async (parts: AsyncIterator<Uint8Array>): Promise<Uint8Array | null> => {
  try {
    const next = await parts.next()
    return next.done === true ? null : next.value
  } catch (error) {
    throw new UnreadableFile(errorText(error))
  }
}

async function* unpacked({ zip, range, platform }: OpenZip, entry: yauzl.Entry): AsyncGenerator<Uint8Array> {
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true })
  const end = fileDataStart + entry.compressedSize
  if (entry.isCompressed()) yield* platform.inflateRaw(partsOfRange(range, fileDataStart, end, packedStep))
  else yield* partsOfRange(range, fileDataStart, end)
}

async function* readMember(open: OpenZip, entry: yauzl.Entry): AsyncGenerator<Uint8Array> {
  let checksum = 0
  let size = 0
  const parts = unpacked(open, entry)
  try {
    for (;;) {
      const part = await nextOf(parts)
      if (part === null) break
      size += part.length
      if (size > entry.uncompressedSize)
        throw new UnreadableFile(`it has more than the ${entry.uncompressedSize} bytes that it states`)
      checksum = open.platform.crc32(part, checksum)
      yield part
    }
  } finally {
    await parts.return(undefined)
  }
  if (size < entry.uncompressedSize)
    throw new UnreadableFile(`it has ${size} bytes, not the ${entry.uncompressedSize} that it states`)
  if (checksum !== entry.crc32) throw new UnreadableFile('its checksum (CRC-32) is not the one of the archive')
}

/** A bundle in a ZIP file that is open. */
export interface ZipSource extends BundleSource {
  close(): Promise<void>
}

/** Opens a ZIP file as a bundle (B-1, B-70, B-71). Whatever is wrong with it is a problem of the source. */
export const openZipBundle = async (range: ByteRange, platform: ZipPlatform): Promise<ZipSource> => {
  const empty = (message: string): ZipSource => ({
    files: [],
    problems: [{ file: null, message }],
    read: () => {
      throw new TypeError('the bundle has no files')
    },
    close: () => range.close(),
  })
  let zip: yauzl.ZipFile
  try {
    zip = await yauzl.fromRandomAccessReaderPromise(new RangeReader(range), range.size, {
      autoClose: false,
      decodeStrings: false,
    })
  } catch (error) {
    return empty(`it is no whole ZIP file: ${errorText(error)}`)
  }
  const directoryStart = zip.readEntryCursor as unknown as number
  const directory = await readDirectory(zip)
  const { problems } = directory
  checkFolders(directory)
  await checkRecords(range, directoryStart, directory)
  const sound = withoutTwins(await checkHeaders({ zip, range, platform }, directoryStart, directory), problems)
  const top = topFolder(sound)
  const inside = sound.filter(({ path }) => path.startsWith(top))
  const byPath = new Map(inside.map(({ path, entry }) => [path.slice(top.length), entry]))
  for (const { path, entry } of sound) {
    if (path.startsWith(top)) continue
    // What macOS puts beside the folder that it packs is looked at like what it puts into it (B-74).
    if (isSystemPath(path) && !byPath.has(path)) byPath.set(path, entry)
    else problems.push({ file: path, message: `it is not in the folder ${top} of the bundle` })
  }
  const files: BundleFile[] = [...byPath].map(([path, { uncompressedSize }]) => ({ path, size: uncompressedSize }))
  return {
    files,
    problems: problems.map(({ file, message }) => ({
      file: file?.startsWith(top) === true ? file.slice(top.length) : file,
      message,
    })),
    read: (path) => {
      const entry = byPath.get(path)
      if (entry === undefined) throw new TypeError(`the bundle has no file ${path}`)
      return readMember({ zip, range, platform }, entry)
    },
    close: () => range.close(),
  }
}
