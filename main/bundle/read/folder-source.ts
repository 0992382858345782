import { constants, type Dirent } from 'node:fs'
import { lstat, open, readdir } from 'node:fs/promises'
import path from 'node:path'
import { errorText } from '../../../shared/text/error-text.ts'
import { codeOf } from '../../platform/system-error.ts'
import { UnreadableFile, utf8Of } from '../check/source.ts'
import { topFolderOf } from '../check/tidied.ts'
import type { BundleFile, BundleSource, ContainerProblem } from '../check/source.ts'

const filesMax = 2_000_000
const depthMax = 64
const partBytes = 1024 * 1024

/** Whether the file system said no; anything else that is thrown is a bug. */
const isRefused = (error: unknown): boolean => codeOf(error) !== ''

async function* readFile(file: string, size: number): AsyncGenerator<Uint8Array> {
  try {
    const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW)
    try {
      for (let at = 0; at < size;) {
        const buffer = Buffer.allocUnsafe(Math.min(partBytes, size - at))
        const { bytesRead } = await handle.read(buffer, 0, buffer.length, at)
        if (bytesRead === 0) throw new UnreadableFile('it became shorter while it was read')
        at += bytesRead
        yield buffer.subarray(0, bytesRead)
      }
    } finally {
      await handle.close()
    }
  } catch (error) {
    if (error instanceof UnreadableFile || !isRefused(error)) throw error
    throw new UnreadableFile(errorText(error))
  }
}

/** What of a folder lies below another in it, as if that one were the top. */
const within = (source: BundleSource, top: string): BundleSource => ({
  files: source.files.flatMap(({ path: name, size }) =>
    name.startsWith(top) ? [{ path: name.slice(top.length), size }] : [],
  ),
  problems: source.problems.flatMap(({ file, message }): ContainerProblem[] =>
    file === null ? [{ file, message }] : file.startsWith(top) ? [{ file: file.slice(top.length), message }] : [],
  ),
  read: (name) => source.read(`${top}${name}`),
})

/**
 * The bundle in a folder: the folder itself, or one in it where a program has unpacked the bundle with its top folder
 * (B-74).
 *
 * @throws the system's error where the folder itself cannot be read
 */
export const openBundleFolder = async (root: string): Promise<BundleSource> => {
  const source = await openBagFolder(root)
  const top = topFolderOf(source.files.map(({ path: name }) => name))
  return top === null || top === '' ? source : within(source, top)
}

/**
 * An unpacked bundle, or any bag, in a folder (B-72). Links are not followed.
 *
 * @throws the system's error where the folder itself cannot be read
 */
export const openBagFolder = async (root: string): Promise<BundleSource> => {
  const files: BundleFile[] = []
  const problems: ContainerProblem[] = []

  const visit = async (item: Dirent<Buffer>, above: string): Promise<void> => {
    const name = utf8Of(item.name)
    const below = name === null ? null : above === '' ? name : `${above}/${name}`
    if (below === null)
      problems.push({ file: above === '' ? null : above, message: 'the name of a file in it is not UTF-8' })
    else if (item.isDirectory()) await walk(below)
    else if (item.isFile()) files.push({ path: below, size: (await lstat(path.join(root, below))).size })
    else
      problems.push({
        file: below,
        message: item.isSymbolicLink() ? 'it is a link; links are not followed' : 'it is no plain file',
      })
  }

  const walk = async (below: string): Promise<void> => {
    if (below.split('/').length > depthMax) {
      problems.push({ file: below, message: 'folders are nested too deep' })
      return
    }
    const items = await readdir(path.join(root, below), { withFileTypes: true, encoding: 'buffer' })
    for (const item of items.sort((a, b) => Buffer.compare(a.name, b.name))) {
      if (files.length >= filesMax) {
        problems.push({ file: null, message: `there are more than ${filesMax} files` })
        return
      }
      await visit(item, below)
    }
  }

  await walk('')
  const sizes = new Map(files.map((file) => [file.path, file.size]))
  return {
    files,
    problems,
    read: (file) => {
      const size = sizes.get(file)
      if (size === undefined) throw new TypeError(`the bundle has no file ${file}`)
      return readFile(path.join(root, file), size)
    },
  }
}
