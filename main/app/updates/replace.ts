import { accessSync, constants, realpathSync } from 'node:fs'
import { chmod, copyFile, link, open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import { errorText } from '../../../shared/text/error-text.ts'
import { isDiskFull } from '../../platform/disk-full.ts'
import { syncFolder } from '../../platform/private-files.ts'
import type { FeedFile } from '../../update/feed.ts'
import { refused, type UpdateRefusal } from '../../update/refusal.ts'
import { faultAt } from './fetched.ts'

/** Where the build that ran before lies after an update: beside the new one. */
export const beforeOf = (program: string): string => `${program}.before`

/** The file of a program that is one file (an AppImage), or why it cannot replace itself. */
export const replaceable = (program: string): Result<string, UpdateRefusal> => {
  try {
    const file = realpathSync(program)
    accessSync(path.dirname(file), constants.W_OK)
    return ok(file)
  } catch (error) {
    return fail(refused('not_replaceable', errorText(error)))
  }
}

const syncContent = async (file: string): Promise<void> => {
  const handle = await open(file, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** A second name of the present build; a copy where the file system knows no second names. */
const keepBefore = async (file: string): Promise<void> => {
  const next = `${beforeOf(file)}.new`
  await rm(next, { force: true })
  await link(file, next).catch(() => copyFile(file, next))
  await rename(next, beforeOf(file))
}

const replace = async (file: string, checked: string, wanted: FeedFile): Promise<UpdateRefusal | null> => {
  const next = `${file}.new`
  await rm(next, { force: true })
  await copyFile(checked, next)
  await chmod(next, (await stat(file)).mode & 0o777)
  await syncContent(next)
  // What is checked is the very file that gets the name: between two files one could be changed.
  const fault = await faultAt(next, wanted)
  if (fault !== null) {
    await rm(next, { force: true })
    return fault
  }
  await keepBefore(file)
  await rename(next, file)
  syncFolder(path.dirname(file))
  return null
}

/**
 * U-60: puts a checked file in the place of the program that runs. At every moment the name of the program is that of
 * the old one or of the new one, whole; the old one stays beside it.
 *
 * @param program the file that was started
 * @returns why not, with the old one in its place; null where the next start is that of the new one
 */
export const replaceProgram = async (
  program: string,
  checked: string,
  wanted: FeedFile,
): Promise<UpdateRefusal | null> => {
  const file = replaceable(program)
  if (!file.ok) return file.error
  try {
    return await replace(file.value, checked, wanted)
  } catch (error) {
    await rm(`${file.value}.new`, { force: true }).catch(() => undefined)
    return isDiskFull(error) ? refused('disk_full') : refused('disk_failed', errorText(error))
  }
}
