import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import yauzl from 'yauzl'
import { UnreadableFile } from '../check/source.ts'
import type { BundleFile, BundleSource, ContainerProblem } from '../check/source.ts'
import { collisions } from '../format/member-path.ts'
import { partsOf } from './byte-range.ts'
import type { ByteRange } from './byte-range.ts'
import { extentOf, headerFault, judgeMember, layoutFaults } from './zip-members.ts'
import type { Extent, Member } from './zip-members.ts'

const membersMax = 2_000_000

const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Lets yauzl read from a range: whatever place an archive states, a bad one is an error and not an exception out of a callback. */
class RangeReader extends yauzl.RandomAccessReader {
  readonly range: ByteRange

  constructor(range: ByteRange) {
    super()
    this.range = range
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(partsOf(this.range, start, end), { objectMode: false })
  }

  override read(buffer: Buffer, offset: number, length: number, position: number, callback: (error: Error | null) => void): void {
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
  readonly members: Member[]
  readonly problems: ContainerProblem[]
}

const readDirectory = async (zip: yauzl.ZipFile): Promise<Directory> => {
  const members: Member[] = []
  const problems: ContainerProblem[] = []
  try {
    for await (const entry of zip.eachEntry()) {
      const judged = judgeMember(entry)
      if (judged.kind === 'file') members.push(judged.member)
      else if (judged.kind === 'fault') problems.push({ file: judged.path, message: judged.message })
      if (members.length + problems.length <= membersMax) continue
      problems.push({ file: null, message: `the archive has more than ${membersMax} members` })
      break
    }
  } catch (error) {
    problems.push({ file: null, message: `the directory of the archive is damaged: ${errorText(error)}` })
  }
  return { members, problems }
}

/** Reads the header before each member's data and compares; a member that fails is not read. */
const checkHeaders = async (zip: yauzl.ZipFile, members: readonly Member[], directoryStart: number, problems: ContainerProblem[]): Promise<Member[]> => {
  const extents: Extent[] = []
  const sound: Member[] = []
  for (const member of members) {
    try {
      const local = await zip.readLocalFileHeaderPromise(member.entry)
      const fault = headerFault(member.entry, local)
      extents.push(extentOf(member.path, member.entry, local))
      if (fault === null) sound.push(member)
      else problems.push({ file: member.path, message: fault })
    } catch (error) {
      problems.push({ file: member.path, message: `its data cannot be found: ${errorText(error)}` })
    }
  }
  for (const { path, message } of layoutFaults(extents, directoryStart)) problems.push({ file: path, message })
  return sound
}

/** Of members that could be one file, the first stays. */
const withoutTwins = (members: readonly Member[], problems: ContainerProblem[]): Member[] => {
  const twins = collisions(members.map(({ path }) => path))
  for (const [path, earlier] of twins) problems.push({ file: path, message: path === earlier ? 'it is in the archive twice' : `on some systems it is one with “${earlier}”` })
  const seen = new Set<string>()
  return members.filter(({ path }) => !seen.has(path) && seen.add(path))
}

/** The folder that the bag stands in, with its slash; empty where the bag is the archive itself. */
const topFolder = (members: readonly Member[]): string => {
  const declaration = members.map(({ path }) => path).filter((path) => /^(?:[^/]+\/)?bagit\.txt$/.test(path))
  const [found = members[0]?.path ?? ''] = declaration.sort((a, b) => a.split('/').length - b.split('/').length)
  return found.includes('/') ? found.slice(0, found.indexOf('/') + 1) : ''
}

async function* readMember(zip: yauzl.ZipFile, entry: yauzl.Entry): AsyncGenerator<Uint8Array> {
  let checksum = 0
  try {
    const stream = await zip.openReadStreamPromise(entry)
    for await (const part of stream as AsyncIterable<Buffer>) {
      checksum = crc32(part, checksum)
      yield part
    }
  } catch (error) {
    throw new UnreadableFile(errorText(error))
  }
  if (checksum !== entry.crc32) throw new UnreadableFile('its checksum (CRC-32) is not the one of the archive')
}

/** A bundle in a ZIP file that is open. */
export interface ZipSource extends BundleSource {
  close(): Promise<void>
}

/** Opens a ZIP file as a bundle (B-1, B-70, B-71). Whatever is wrong with it is a problem of the source. */
export const openZip = async (range: ByteRange): Promise<ZipSource> => {
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
    zip = await yauzl.fromRandomAccessReaderPromise(new RangeReader(range), range.size, { autoClose: false, decodeStrings: false })
  } catch (error) {
    return empty(`it is no whole ZIP file: ${errorText(error)}`)
  }
  const directoryStart = zip.readEntryCursor as unknown as number
  const { members, problems } = await readDirectory(zip)
  const sound = withoutTwins(await checkHeaders(zip, members, directoryStart, problems), problems)
  const top = topFolder(sound)
  const inside = sound.filter(({ path }) => path.startsWith(top))
  for (const { path } of sound) if (!path.startsWith(top)) problems.push({ file: path, message: `it is not in the folder ${top} of the bundle` })
  const byPath = new Map(inside.map(({ path, entry }) => [path.slice(top.length), entry]))
  const files: BundleFile[] = [...byPath].map(([path, { uncompressedSize }]) => ({ path, size: uncompressedSize }))
  return {
    files,
    problems: problems.map(({ file, message }) => ({ file: file?.startsWith(top) === true ? file.slice(top.length) : file, message })),
    read: (path) => {
      const entry = byPath.get(path)
      if (entry === undefined) throw new TypeError(`the bundle has no file ${path}`)
      return readMember(zip, entry)
    },
    close: () => range.close(),
  }
}
