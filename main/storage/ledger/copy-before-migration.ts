import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { copyMark, unfinishedEnding } from '../../platform/copies-before-update.ts'
import type { DataFolder } from '../../platform/data-folder.ts'
import { freeBytes } from '../../platform/disk-full.ts'
import type { Env } from '../../platform/env.ts'
import { syncFile, syncFolder, writePrivateFile } from '../../platform/private-files.ts'
import { setAsideCopies, setAsidePlace } from '../../platform/set-aside-copies.ts'
import { settleCopy } from '../evidence/settle-copy.ts'
import type { Migration } from '../migrations/all.ts'
import { standing } from '../migrations/migrate.ts'
import { openReader } from '../sqlite/connection.ts'
import type { Connection } from '../sqlite/connection.ts'
import { copyDatabase } from '../sqlite/copy.ts'
import { markBackup } from './backup-mark.ts'

/** Room that is left beside the copy, for the work of the migration itself. */
const roomBeside = 64 * 1_048_576

const sizeOf = (db: Connection): number =>
  Number(db.pragma('page_count', { simple: true })) * Number(db.pragma('page_size', { simple: true }))

/** What a start that was cut off left of a copy. */
const removeUnfinished = (folder: DataFolder): void => {
  for (const copy of setAsideCopies(folder))
    if (readdirSync(copy).every((name) => name.includes(unfinishedEnding))) rmSync(copy, { recursive: true })
}

const isSound = (file: string, key: Uint8Array): boolean => {
  const copy = openReader(file, key)
  try {
    return copy.pragma('quick_check(1)', { simple: true }) === 'ok'
  } finally {
    copy.close()
  }
}

/** The database that is to be brought forward. */
interface Earlier {
  readonly folder: DataFolder
  readonly key: Uint8Array
  /** Open for writing. */
  readonly db: Connection
  readonly steps: readonly Migration[]
}

/**
 * U-70: before the tables of an earlier release are changed, the database is copied into the folder, as a backup that the
 * earlier release can open. Nothing is changed where that cannot be done.
 *
 * @param free bytes that can be written into a folder
 */
export const copyBeforeMigration = (
  { folder, key, db, steps }: Earlier,
  { clock, log }: Pick<Env, 'clock' | 'log'>,
  free = freeBytes,
): Result<void, Refusal> => {
  if (standing(db, steps) !== 'earlier') return ok(undefined)
  removeUnfinished(folder)
  const needed = sizeOf(db) + roomBeside
  if (free(folder.dir) < needed)
    return fail(
      refusal(
        'storage_full',
        `This release needs other tables, and copies the database before it changes them: ${Math.ceil(needed / 1_000_000)} MB must be free on the disk of ${folder.dir}. Nothing was changed, and the release before still opens the folder. Free some space and start again.`,
      ),
    )
  const last = db.prepare<[], string>('select max(name) from migrations').pluck().get() ?? ''
  const dir = setAsidePlace(folder, clock.nowMs())
  const place = path.join(dir, path.basename(folder.database))
  const unfinished = `${place}${unfinishedEnding}`
  mkdirSync(dir, { mode: 0o700 })
  copyDatabase(folder.database, key, unfinished)
  markBackup(unfinished, key, clock.nowMs())
  settleCopy(unfinished, key)
  if (!isSound(unfinished, key)) throw new Error('the copy of the database before its migration is damaged')
  chmodSync(unfinished, 0o600)
  syncFile(unfinished)
  renameSync(unfinished, place)
  // With its mark it counts: it comes last.
  writePrivateFile(path.join(dir, copyMark), JSON.stringify({ last }))
  syncFolder(folder.dir)
  log.info({ copy: dir, last }, 'the database was copied before its tables are brought forward to this release')
  return ok(undefined)
}
