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

/** Folders that systems put beside what they unpack, copy or index. */
const systemFolders: ReadonlySet<string> = new Set([
  '__macosx',
  '.spotlight-v100',
  '.fseventsd',
  '.trashes',
  '.temporaryitems',
  '.documentrevisions-v100',
  '.appledouble',
  '$recycle.bin',
  'system volume information',
])

/** Files that systems make by themselves in whatever folder somebody opens. */
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

/** `._name`: what macOS keeps beside a file on disks that are not its own (AppleDouble). */
const isAppleDouble = (name: string): boolean => name.startsWith('._') && name.length > 2

/**
 * Whether a path is one that operating systems drop by themselves. A bundle never has one: its names do not begin with
 * a dot, and none is such a name (B-50).
 */
export const isSystemPath = (path: string): boolean => {
  const parts = path.split('/')
  const name = (parts.at(-1) ?? '').toLowerCase()
  return (
    systemFiles.has(name) ||
    isAppleDouble(name) ||
    parts.slice(0, -1).some((part) => systemFolders.has(part.toLowerCase()))
  )
}

/**
 * B-74: a bundle without what systems dropped into it, and with the names that it was made with (NFC, B-50) where a
 * system has written them in another normalisation. Where two files would get one name, both keep theirs: that is for
 * the checks to judge.
 */
export const tidied = (source: BundleSource): Tidied => {
  const traces: SystemTrace[] = []
  const madeAs = new Map<string, string>()
  const taken = new Map<string, number>()
  for (const { path } of source.files) {
    const name = path.normalize('NFC')
    taken.set(name, (taken.get(name) ?? 0) + 1)
  }
  const files = source.files.flatMap(({ path, size }): BundleFile[] => {
    if (isSystemPath(path)) {
      traces.push({
        code: 'system_file',
        file: path,
        message: `an operating system made it by itself (${size} bytes); it is no part of the bundle, and nobody vouches for what it holds`,
      })
      return []
    }
    const name = path.normalize('NFC')
    if (name === path || taken.get(name) !== 1) return [{ path, size }]
    madeAs.set(name, path)
    traces.push({
      code: 'name_normalised',
      file: name,
      message: 'its name stands here in another Unicode normalisation, which reads the same',
    })
    return [{ path: name, size }]
  })
  return {
    source: {
      files,
      problems: source.problems.filter(({ file }) => file === null || !isSystemPath(file)),
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
    .filter((path) => /^(?:[^/]+\/){0,2}bagit\.txt$/u.test(path) && !isSystemPath(path))
    .sort((a, b) => a.split('/').length - b.split('/').length)[0]
    ?.slice(0, -'bagit.txt'.length) ?? null
