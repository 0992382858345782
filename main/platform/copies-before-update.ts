import { copyFileSync, existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { fail, ok } from '../../shared/schema/result.ts'
import type { Result } from '../../shared/schema/result.ts'
import { hasWorkspace } from './data-folder.ts'
import type { DataFolder } from './data-folder.ts'
import { syncFile, syncFolder } from './private-files.ts'
import { setAsideCopies, setAsidePlace } from './set-aside-copies.ts'

/** Copies of the database from before its tables were changed by an update, and the way back to one. */

/** Beside such a copy; a folder that a restore set aside has none. */
export const copyMark = 'before-update.json'

/** What the name of a copy ends in until it is whole. */
export const unfinishedEnding = '.part'

const mark = z.object({ last: z.string() })

/** A copy, and the newest migration that it has been through. */
interface CopyBefore {
  readonly database: string
  readonly last: string
}

/** The copies that are whole, the oldest first. */
const copiesIn = (folder: DataFolder): readonly CopyBefore[] =>
  setAsideCopies(folder).flatMap((dir) => {
    const [database, markFile] = [path.join(dir, path.basename(folder.database)), path.join(dir, copyMark)]
    if (!existsSync(database) || !existsSync(markFile)) return []
    try {
      return [{ database, last: mark.parse(JSON.parse(readFileSync(markFile, 'utf8'))).last }]
    } catch {
      return []
    }
  })

const walOf = (folder: DataFolder): string => `${folder.database}-wal`

const hasOpenLog = (folder: DataFolder): boolean => existsSync(walOf(folder)) && statSync(walOf(folder)).size > 0

/** Puts the copy in the place of the database, which gets a second name first: at any moment one of them is there, whole. */
const putBack = (folder: DataFolder, copy: string, nowMs: number): string => {
  const aside = setAsidePlace(folder, nowMs)
  const next = `${folder.database}.before-update${unfinishedEnding}`
  rmSync(next, { force: true })
  copyFileSync(copy, next)
  syncFile(next)
  mkdirSync(aside, { mode: 0o700 })
  linkSync(folder.database, path.join(aside, path.basename(folder.database)))
  syncFolder(aside)
  for (const ending of ['-wal', '-shm']) rmSync(`${folder.database}${ending}`, { force: true })
  renameSync(next, folder.database)
  syncFolder(folder.dir)
  return aside
}

/**
 * U-71: goes back to the newest copy from before an update that this release can open. The present database is set
 * aside with all that was sealed since. Throws what the disk says; the folder is as it was then.
 *
 * @param known the migrations that this release knows
 * @param isServed whether a service works in the folder
 * @returns where the present database is now, or why nothing was changed
 */
export const goBack = (
  folder: DataFolder,
  known: readonly string[],
  nowMs: number,
  isServed: (folder: DataFolder) => boolean,
): Result<string, string> => {
  const copy = hasWorkspace(folder) ? copiesIn(folder).findLast(({ last }) => known.includes(last)) : undefined
  if (copy === undefined)
    return fail(
      `${folder.dir} holds no copy from before an update that this release can open. Restore a backup instead.`,
    )
  if (isServed(folder)) return fail(`A service works in ${folder.dir}. Stop it first.`)
  return hasOpenLog(folder)
    ? fail(
        `The newer release did not end properly, and what it wrote last is not in the database yet. Start it once and quit it, then try again.`,
      )
    : ok(putBack(folder, copy.database, nowMs))
}
