import { UnreadableFile } from './source.ts'
import type { BundleFile, BundleSource } from './source.ts'

/** Something that a system did to a bundle when it was unpacked or looked at, which alters nothing of it. */
export interface SystemTrace {
  readonly code: 'system_file' | 'name_normalised'
  readonly file: string
  readonly message: string
}

/** A bundle as it was made, and what systems have done to it since. */
export interface Tidied {
  readonly source: BundleSource
  readonly traces: readonly SystemTrace[]
}

/** Files that systems make by themselves in whatever folder somebody opens; nobody takes one for a document. */
const systemFiles: ReadonlySet<string> = new Set([
  '.ds_store',
  'thumbs.db',
  'ehthumbs.db',
  'desktop.ini',
  '.localized',
  '.directory',
  '.apdisk',
  'icon\r',
])

/**
 * Folders that systems put beside what they unpack, copy or index, with the names that they give to what they keep
 * there; null: whatever lies there without a name of its own kind was put there by somebody.
 */
const systemFolders: ReadonlyMap<string, RegExp | null> = new Map([
  ['__macosx', null],
  ['.appledouble', null],
  ['.trashes', null],
  ['.temporaryitems', null],
  ['.documentrevisions-v100', null],
  ['$recycle.bin', null],
  ['.fseventsd', /^(?:[0-9a-f]{16}|fseventsd-uuid|no_log)$/u],
  ['.spotlight-v100', /^(?:volumeconfiguration\.plist|\.?store\.db|[\w-]+|[\w.]+\.(?:index\w+|state)|\d+\.txt)$/u],
  ['system volume information', /^(?:indexervolumeguid|wpsettings\.dat|tracking\.log)$/u],
])

/** `._name`: what macOS keeps beside a file on disks that are not its own (AppleDouble, RFC 1740). */
const isAppleDoubleName = (name: string): boolean => name.startsWith('._') && name.length > 2

/**
 * Whether a name is one that operating systems give by themselves to what they drop. A bundle never has one: its names
 * do not begin with a dot, and none is such a name (B-50).
 */
export const isSystemPath = (path: string): boolean => {
  const parts = path.toLowerCase().split('/')
  const name = parts.at(-1) ?? ''
  return (
    systemFiles.has(name) ||
    isAppleDoubleName(name) ||
    parts.slice(0, -1).some((part) => systemFolders.get(part)?.test(name) === true)
  )
}

/** Whether a path lies in a folder that systems put there, whoever put the file into it. */
const isInSystemFolder = (path: string): boolean =>
  path
    .toLowerCase()
    .split('/')
    .slice(0, -1)
    .some((part) => systemFolders.has(part))

const magic = 0x0005_1607
const versions: ReadonlySet<number> = new Set([0x0001_0000, 0x0002_0000])
const headerBytes = 26
const entryBytes = 12
const mostEntries = 16

/** The first bytes of a file, as many as there are; null where they cannot be had. */
const startOf = async (source: BundleSource, path: string, length: number): Promise<Uint8Array | null> => {
  const parts: Uint8Array[] = []
  let size = 0
  try {
    for await (const part of source.read(path)) {
      parts.push(part)
      size += part.length
      if (size >= length) break
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    return null
  }
  return Buffer.concat(parts).subarray(0, length)
}

/**
 * RFC 1740, appendix B: a magic number, a version, 16 bytes of filler, and a list of the parts that follow. A page or a
 * text that somebody has given such a name begins otherwise.
 */
const isAppleDouble = async (source: BundleSource, { path, size }: BundleFile): Promise<boolean> => {
  const start = await startOf(source, path, headerBytes + entryBytes * mostEntries)
  if (start === null || start.length < headerBytes) return false
  const view = new DataView(start.buffer, start.byteOffset, start.byteLength)
  const count = view.getUint16(24)
  if (view.getUint32(0) !== magic || !versions.has(view.getUint32(4)) || count === 0 || count > mostEntries)
    return false
  return (
    start.length >= headerBytes + entryBytes * count &&
    Array.from({ length: count }, (_, index) => headerBytes + index * entryBytes).every(
      (at) => view.getUint32(at) <= mostEntries && view.getUint32(at + 4) + view.getUint32(at + 8) <= size,
    )
  )
}

/** Whether an operating system made a file by itself: by its name, and of AppleDouble by what it holds too. */
const isOfSystem = async (source: BundleSource, file: BundleFile): Promise<boolean> => {
  const name = file.path.split('/').at(-1) ?? ''
  return isSystemPath(file.path) && (!isAppleDoubleName(name) || (await isAppleDouble(source, file)))
}

const traceOf = ({ path, size }: BundleFile): SystemTrace => ({
  code: 'system_file',
  file: path,
  message: `an operating system made it by itself (${size} bytes); it is no part of the bundle, and nobody vouches for what it holds`,
})

/**
 * B-74: a bundle without what systems dropped into it, and with the names that it was made with (NFC, B-50) where a
 * system has written them in another normalisation. Where two files would get one name, both keep theirs: that is for
 * the checks to judge.
 */
export const tidied = async (source: BundleSource): Promise<Tidied> => {
  const traces: SystemTrace[] = []
  const madeAs = new Map<string, string>()
  const taken = new Map<string, number>()
  for (const { path } of source.files) {
    const name = path.normalize('NFC')
    taken.set(name, (taken.get(name) ?? 0) + 1)
  }
  const files: BundleFile[] = []
  for (const file of source.files) {
    const { path, size } = file
    const name = path.normalize('NFC')
    if (await isOfSystem(source, file)) traces.push(traceOf(file))
    else if (name === path || taken.get(name) !== 1) files.push(file)
    else {
      madeAs.set(name, path)
      traces.push({
        code: 'name_normalised',
        file: name,
        message: 'its name stands here in another Unicode normalisation, which reads the same',
      })
      files.push({ path: name, size })
    }
  }
  return {
    source: {
      ...source,
      files,
      read: (path) => source.read(madeAs.get(path) ?? path),
    },
    traces,
  }
}

/**
 * The top folder of the bag, with its slash, among the paths of a folder: the folder itself, or one up to two within.
 */
export const topFolderOf = (paths: readonly string[]): string | null =>
  paths
    .filter((path) => /^(?:[^/]+\/){0,2}bagit\.txt$/u.test(path) && !isInSystemFolder(path))
    .sort((a, b) => a.split('/').length - b.split('/').length)[0]
    ?.slice(0, -'bagit.txt'.length) ?? null
