import { access, constants, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { unfinishedBeside } from './unfinished.ts'

const isFolder = async (place: string): Promise<boolean> => {
  try {
    return (await stat(place)).isDirectory()
  } catch {
    return false
  }
}

/**
 * Why no file can be written at a path, told before the work whose result it is to hold; null where nothing speaks
 * against it now.
 */
export const targetFault = async (file: string): Promise<string | null> => {
  const folder = path.dirname(file)
  if (await isFolder(file)) return 'it is a folder; name a file'
  if (!(await isFolder(folder))) return `there is no folder ${folder}`
  return access(folder, constants.W_OK).then(
    () => null,
    () => `the folder ${folder} cannot be written to`,
  )
}

/**
 * Writes a text into a file that appears only when it is whole, and is readable by its owner only; an existing one is
 * replaced.
 */
export const writeWhole = async (file: string, text: string): Promise<void> => {
  const unfinished = unfinishedBeside(file)
  try {
    await writeFile(unfinished, text, { flag: 'wx', mode: 0o600, flush: true })
    await rename(unfinished, file)
  } finally {
    await rm(unfinished, { force: true })
  }
}
