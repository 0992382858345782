import { existsSync, readdirSync } from 'node:fs'
import { lstat, open, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { toTimestamp } from '../../shared/schema/text.ts'
import type { DataFolder } from './data-folder.ts'
import { syncFolder } from './private-files.ts'

const prefix = 'set-aside-'

/** Where a restore puts what lies in its way. */
export const setAsidePlace = ({ dir }: DataFolder, nowMs: number): string =>
  path.join(dir, `${prefix}${toTimestamp(nowMs).replaceAll(/[:.]/gu, '-')}`)

/** The folders into which restores moved what lay in their way, the oldest first. */
export const setAsideCopies = ({ dir }: DataFolder): readonly string[] =>
  readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name.startsWith(prefix))
    .map(({ name }) => path.join(dir, name))
    .sort()

/** How many bytes lie in such a folder. */
export const sizeOfCopy = async (copy: string): Promise<number> => {
  let size = 0
  for (const entry of await readdir(copy, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) size += (await lstat(path.join(entry.parentPath, entry.name))).size
  return size
}

const zeros = new Uint8Array(1 << 20)

/**
 * Overwrites a file with zeros and removes it. A database may be of many gigabytes, so the process goes on with other
 * work meanwhile.
 */
const overwriteAndRemove = async (file: string): Promise<void> => {
  const handle = await open(file, 'r+')
  try {
    const { size } = await handle.stat()
    for (let at = 0; at < size; at += zeros.length) await handle.write(zeros, 0, Math.min(zeros.length, size - at), at)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rm(file)
}

/**
 * Destroys what the keys of the folder open in its set-aside folders. The databases go first: they hold the keys of the
 * evidence beside them. A folder that was set aside with keys of its own is another workspace's, and stays. Throws what
 * the disk says; it can be done again then.
 *
 * @returns how many were destroyed
 */
export const destroyCopies = async (folder: DataFolder): Promise<number> => {
  const own = setAsideCopies(folder).filter((copy) => !existsSync(path.join(copy, path.basename(folder.keys))))
  for (const copy of own) {
    const databases = (await readdir(copy)).filter((name) =>
      [folder.database, folder.hubDatabase].some((database) => name.startsWith(path.basename(database))),
    )
    for (const name of databases) await overwriteAndRemove(path.join(copy, name))
    await rm(copy, { recursive: true })
  }
  if (own.length > 0) syncFolder(folder.dir)
  return own.length
}
