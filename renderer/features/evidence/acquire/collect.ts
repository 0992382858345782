import { folderPathOf, type FoundFile } from '../model/drops.ts'

/** Something that is to be acquired: a path of this computer, or a file that this page may read. */
export type Chosen =
  | {
      readonly kind: 'path'
      readonly path: string
      readonly name: string
      readonly what: 'file' | 'folder' | 'unknown'
      readonly size: number | null
    }
  | { readonly kind: 'file'; readonly found: FoundFile<File> }

/** What a drop or a choice held; `unreadable` are names of what the browser could not open. */
export interface Collected {
  readonly chosen: readonly Chosen[]
  readonly unreadable: readonly string[]
}

const nothing: Collected = { chosen: [], unreadable: [] }

const join = (parts: readonly Collected[]): Collected => ({
  chosen: parts.flatMap(({ chosen }) => chosen),
  unreadable: parts.flatMap(({ unreadable }) => unreadable),
})

/** The path of a file on this computer; empty in a browser, and for a file that is on no disk. */
const pathOf = (file: File): string => window.fieldseal?.pathForFile(file) ?? ''

const baseName = (path: string): string =>
  path
    .split(/[/\\]/u)
    .filter((part) => part !== '')
    .at(-1) ?? path

const asFile = (file: File, path = file.name): Chosen => ({
  kind: 'file',
  found: { file, name: file.name, size: file.size, path },
})

/** A path that was typed, for example of a device. */
export const typedPath = (path: string): Chosen => ({
  kind: 'path',
  path,
  name: baseName(path),
  what: 'unknown',
  size: null,
})

/** Whether a path names a device rather than a file: `/dev/sdb`, `\\.\PhysicalDrive1`. */
export const isDevice = (path: string): boolean => /^(\/dev\/|\\\\[.?]\\)/u.test(path)

const readAll = async (reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> => {
  const all: FileSystemEntry[] = []
  for (;;) {
    // A reader gives at most a hundred entries at a time, and an empty list at the end.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) return all
    all.push(...some)
  }
}

const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile

const walk = async (entry: FileSystemEntry): Promise<Collected> => {
  const path = entry.fullPath.replace(/^\//u, '')
  try {
    if (isDirectory(entry)) {
      const parts: Collected[] = []
      for (const inside of await readAll(entry.createReader())) parts.push(await walk(inside))
      return join(parts)
    }
    if (!isFile(entry)) return nothing
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
    return { chosen: [asFile(file, path)], unreadable: [] }
  } catch {
    return { chosen: [], unreadable: [path] }
  }
}

/**
 * What was dropped: paths where the desktop knows them, otherwise every file of every folder. Must be called while the
 * drop is handled.
 */
export const collectDrop = async (transfer: DataTransfer): Promise<Collected> => {
  // The list of a drop is gone after the event: everything is taken from it before the first wait.
  const dropped = [...transfer.items]
    .filter((item) => item.kind === 'file')
    .map((item) => ({ file: item.getAsFile(), entry: item.webkitGetAsEntry() }))
  const parts = await Promise.all(
    dropped.map(async ({ file, entry }): Promise<Collected> => {
      const path = file === null ? '' : pathOf(file)
      const folder = entry?.isDirectory === true
      if (path !== '')
        return {
          chosen: [
            {
              kind: 'path',
              path,
              name: baseName(path),
              what: folder ? 'folder' : 'file',
              size: folder ? null : (file?.size ?? null),
            },
          ],
          unreadable: [],
        }
      if (entry !== null) return walk(entry)
      return file === null ? nothing : { chosen: [asFile(file)], unreadable: [] }
    }),
  )
  return join(parts)
}

/** What was chosen with the browser's dialog for files. */
export const collectFiles = (files: readonly File[]): Collected => ({
  chosen: files.map((file) => {
    const path = pathOf(file)
    return path === '' ? asFile(file) : { kind: 'path', path, name: file.name, what: 'file', size: file.size }
  }),
  unreadable: [],
})

/** What was chosen with the browser's dialog for a folder: in the desktop the folder itself. */
export const collectFolder = (files: readonly File[]): Collected => {
  const [first] = files
  const folder = first === undefined ? null : folderPathOf(pathOf(first), first.webkitRelativePath)
  if (folder !== null && folder !== '')
    return {
      chosen: [{ kind: 'path', path: folder, name: baseName(folder), what: 'folder', size: null }],
      unreadable: [],
    }
  return {
    chosen: files.map((file) => asFile(file, file.webkitRelativePath === '' ? file.name : file.webkitRelativePath)),
    unreadable: [],
  }
}

const keyOf = (one: Chosen): string =>
  one.kind === 'path' ? `path:${one.path}` : `file:${one.found.path}:${one.found.size}:${one.found.file.lastModified}`

/** Adds to what was chosen before; the same thing counts once. */
export const addChosen = (before: readonly Chosen[], more: readonly Chosen[]): readonly Chosen[] => [
  ...new Map([...before, ...more].map((one) => [keyOf(one), one])).values(),
]
