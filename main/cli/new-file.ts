import { constants } from 'node:fs'
import { copyFile, link, open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { syncFile } from '../platform/private-files.ts'
import { codeOf } from '../platform/system-error.ts'

/** Files that get a name which nothing had: whoever comes second is told so (`EEXIST`), and nothing is replaced. */

/** What file systems say that know no second names (FAT, exFAT, some network folders), or of two file systems. */
const noSecondName = new Set(['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EINVAL'])

/** Whether something has this name. */
export const isThere = async (name: string): Promise<boolean> => {
  try {
    await stat(name)
    return true
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return false
    throw error
  }
}

/**
 * Gives a whole and durable file its name. Throws `EEXIST` where something has it; the file keeps its old name then.
 */
export const publishNew = async (unfinished: string, file: string): Promise<void> => {
  try {
    await link(unfinished, file)
  } catch (error) {
    if (!noSecondName.has(codeOf(error))) throw error
    // The name is taken by an empty file first, so that what is replaced is this very file.
    await (await open(file, 'wx', 0o600)).close()
    await rename(unfinished, file)
    return
  }
  await rm(unfinished, { force: true })
}

/**
 * Makes the bytes of a file, which never change, a file of another name: the same one under a second name where the
 * file system can, else a durable copy. Throws `EEXIST` where something has the name, `ENOENT` where there is no
 * source.
 *
 * @param mark tells the unfinished copy from those of others
 */
export const linkOrCopy = async (source: string, file: string, mark: string): Promise<void> => {
  try {
    await link(source, file)
    return
  } catch (error) {
    if (!noSecondName.has(codeOf(error))) throw error
  }
  await copyNew(source, file, mark)
}

/** Makes a durable copy that only its owner can read. Throws as `linkOrCopy` does. */
export const copyNew = async (source: string, file: string, mark: string): Promise<void> => {
  const unfinished = path.join(path.dirname(file), `${path.basename(file)}.${mark}.part`)
  try {
    await copyFile(source, unfinished, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
    const handle = await open(unfinished, 'r+')
    try {
      await handle.chmod(0o600)
    } finally {
      await handle.close()
    }
    syncFile(unfinished)
    await publishNew(unfinished, file)
  } finally {
    await rm(unfinished, { force: true })
  }
}
