import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { ChosenFile } from './file-list-source.ts'
import type { CheckRequest } from './protocol.ts'

/** What a person gave the page. */
export interface Chosen {
  readonly name: string
  readonly bytes: number
  readonly request: CheckRequest
}

/** Why the page cannot begin with what it was given. */
export type PageRefusal =
  | { readonly kind: 'nothing' | 'several' | 'unreadable' }
  | { readonly kind: 'encrypted'; readonly name: string }

const ageStarts = ['age-encryption.org/', '-----BEGIN AGE ENCRYPTED FILE-----']

const isEncrypted = async (file: File): Promise<boolean> => {
  const start = new TextDecoder().decode(await file.slice(0, 64).arrayBuffer())
  return ageStarts.some((text) => start.startsWith(text))
}

const ofFile = async (file: File): Promise<Result<Chosen, PageRefusal>> => {
  try {
    if (await isEncrypted(file)) return fail({ kind: 'encrypted', name: file.name })
  } catch {
    return fail({ kind: 'unreadable' })
  }
  return ok({ name: file.name, bytes: file.size, request: { kind: 'archive', file } })
}

const ofFolder = (files: readonly ChosenFile[]): Result<Chosen, PageRefusal> => {
  const [first] = files
  if (first === undefined) return fail({ kind: 'nothing' })
  return ok({
    name: first.path.split('/', 1)[0] ?? '',
    bytes: files.reduce((sum, { file }) => sum + file.size, 0),
    request: { kind: 'folder', files },
  })
}

/** Files that were picked: one archive, or all of a folder. */
export const fromPicked = (files: readonly File[]): Promise<Result<Chosen, PageRefusal>> => {
  const [first] = files
  if (first === undefined) return Promise.resolve(fail({ kind: 'nothing' }))
  if (first.webkitRelativePath !== '')
    return Promise.resolve(ofFolder(files.map((file) => ({ path: file.webkitRelativePath, file }))))
  return files.length > 1 ? Promise.resolve(fail({ kind: 'several' })) : ofFile(first)
}

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject))

/** A folder's entries; a browser hands them out in portions. */
const entriesOf = async (folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> => {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const portion = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (portion.length === 0) return all
    all.push(...portion)
  }
}

const filesBelow = async (entry: FileSystemEntry): Promise<ChosenFile[]> => {
  const path = entry.fullPath.replace(/^\//, '')
  if (entry.isFile) return [{ path, file: await fileOf(entry as FileSystemFileEntry) }]
  const found: ChosenFile[] = []
  for (const inner of await entriesOf(entry as FileSystemDirectoryEntry)) found.push(...(await filesBelow(inner)))
  return found
}

/**
 * What was dropped: one archive or one folder. To be called while the drop is handled: afterwards a browser forgets it.
 */
export const fromDropped = async (transfer: DataTransfer): Promise<Result<Chosen, PageRefusal>> => {
  const files = [...transfer.files]
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry())
  const [entry] = entries
  if (entries.length > 1) return fail({ kind: 'several' })
  if (entry?.isDirectory !== true) return await fromPicked(files)
  try {
    return ofFolder(await filesBelow(entry))
  } catch {
    return fail({ kind: 'unreadable' })
  }
}
