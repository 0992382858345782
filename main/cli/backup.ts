import { chmod, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { fail, ok, type Result } from '../../shared/schema/result.ts'
import { syncFile, syncFolder } from '../platform/private-files.ts'
import { openReader } from '../storage/sqlite/connection.ts'
import { copyDatabase } from '../storage/sqlite/copy.ts'
import { publishNew } from './new-file.ts'

/** A backup that was made and checked. */
export interface BackupMade {
  readonly bytes: number
  readonly cases: number
  readonly entries: number
}

const counted = {
  cases: 'select count(*) from cases',
  chains: "select count(*) from chains where name <> 'workspace'",
  entries: 'select count(*) from entries',
  placed: 'select count(*) from entries where hub_pos is not null',
} as const

const count = (db: ReturnType<typeof openReader>, what: keyof typeof counted): number =>
  db.prepare<[], number>(counted[what]).pluck().get() ?? 0

/** What SQLite says about a database file: the problems that it finds, none where it is sound. */
export const integrityProblems = (db: ReturnType<typeof openReader>): string[] => {
  const rows = db.pragma('integrity_check(20)') as { integrity_check: string }[]
  const broken = (db.pragma('foreign_key_check') as unknown[]).length
  const problems = rows.map((row) => row.integrity_check).filter((text) => text !== 'ok')
  return broken === 0 ? problems : [...problems, `${broken} rows refer to rows that are not there`]
}

/** Entries of a folder's database of which it knows the place in the hub's order. */
export const placedIn = (file: string, key: Uint8Array): number => {
  const db = openReader(file, key)
  try {
    return count(db, 'placed')
  } finally {
    db.close()
  }
}

/** Which table of a database has a row for each case. */
export type CountedTable = 'cases' | 'chains'

/** What a copy holds, once SQLite has found no damage in it. */
export const checkedCopy = (
  file: string,
  key: Uint8Array,
  cases: CountedTable,
): Result<Omit<BackupMade, 'bytes'>, string> => {
  const copy = openReader(file, key)
  try {
    const problems = integrityProblems(copy)
    return problems.length > 0
      ? fail(`the copy is damaged: ${problems.join('; ')}`)
      : ok({ cases: count(copy, cases), entries: count(copy, 'entries') })
  } finally {
    copy.close()
  }
}

/** A copy that is whole, durable and checked, and has no name yet. */
export interface CopyMade extends BackupMade {
  /** Where it lies until it gets its name; remove it where it gets none. */
  readonly unfinished: string
}

export interface CopyOptions {
  /** Which table's rows are the cases; the store of a hub calls them chains, beside that of the workspace. */
  readonly cases?: CountedTable
  /** Writes into the copy before it is checked, or says why there is to be none; absent: it is as the database was. */
  readonly mark?: (copy: string, key: Uint8Array) => Result<void, string>
}

/**
 * Copies a database in one consistent piece while others write to it, encrypted under the same key, and checks the
 * copy. Throws what the disk or the database says; nothing is left then.
 *
 * @param unfinished a file that is not there yet
 */
export const copyChecked = async (
  database: string,
  key: Uint8Array,
  unfinished: string,
  { cases = 'cases', mark }: CopyOptions = {},
): Promise<Result<CopyMade, string>> => {
  let isWhole = false
  try {
    copyDatabase(database, key, unfinished)
    const marked = mark?.(unfinished, key)
    if (marked?.ok === false) return marked
    await chmod(unfinished, 0o600)
    syncFile(unfinished)
    const checked = checkedCopy(unfinished, key, cases)
    if (!checked.ok) return checked
    const { size } = await stat(unfinished)
    isWhole = true
    return ok({ unfinished, bytes: size, ...checked.value })
  } finally {
    if (!isWhole)
      for (const ending of ['', '-journal', '-wal', '-shm']) await rm(`${unfinished}${ending}`, { force: true })
  }
}

/** Gives a checked copy its name, which nothing may have (`EEXIST`). */
export const nameCopy = async ({ unfinished }: CopyMade, out: string): Promise<void> => {
  await publishNew(unfinished, out)
  syncFolder(path.dirname(out))
}
