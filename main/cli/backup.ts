import { chmod, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { fail, ok, type Result } from '../../shared/schema/result.ts'
import { syncFile, syncFolder } from '../platform/private-files.ts'
import { openReader } from '../storage/sqlite/connection.ts'
import { copyDatabase } from '../storage/sqlite/copy.ts'

/** A backup that was made and checked. */
export interface BackupMade {
  readonly bytes: number
  readonly cases: number
  readonly entries: number
}

const count = (db: ReturnType<typeof openReader>, table: 'cases' | 'chains' | 'entries'): number =>
  (db.prepare(`select count(*) as count from ${table}`).get() as { count: number }).count

/** What SQLite says about a database file: the problems that it finds, none where it is sound. */
export const integrityProblems = (db: ReturnType<typeof openReader>): string[] => {
  const rows = db.pragma('integrity_check(20)') as { integrity_check: string }[]
  const broken = (db.pragma('foreign_key_check') as unknown[]).length
  const problems = rows.map((row) => row.integrity_check).filter((text) => text !== 'ok')
  return broken === 0 ? problems : [...problems, `${broken} rows refer to rows that are not there`]
}

/** Which table of a database has a row for each case. */
export type CasesTable = 'cases' | 'chains'

const check = (file: string, key: Uint8Array, cases: CasesTable): Result<Omit<BackupMade, 'bytes'>, string> => {
  const copy = openReader(file, key)
  try {
    const problems = integrityProblems(copy)
    return problems.length > 0 ? fail(`the copy is damaged: ${problems.join('; ')}`) : ok({ cases: count(copy, cases), entries: count(copy, 'entries') })
  } finally {
    copy.close()
  }
}

/**
 * Copies a database in one consistent piece while others write to it, encrypted under the same key, checks the copy, and only then gives
 * it its name.
 *
 * @param options.cases the table whose rows are the cases; the store of a hub calls them chains, that of the workspace among them
 * @param options.mark writes into the copy before it is checked; absent: it is as the database was
 */
export async function backUp(
  database: string,
  key: Uint8Array,
  out: string,
  { cases = 'cases', mark }: { readonly cases?: CasesTable; readonly mark?: (copy: string, key: Uint8Array) => void } = {},
): Promise<Result<BackupMade, string>> {
  const unfinished = `${out}.part`
  await rm(unfinished, { force: true })
  try {
    copyDatabase(database, key, unfinished)
    mark?.(unfinished, key)
    await chmod(unfinished, 0o600)
    syncFile(unfinished)
    const checked = check(unfinished, key, cases)
    if (!checked.ok) return checked
    const { size } = await stat(unfinished)
    await rename(unfinished, out)
    syncFolder(path.dirname(out))
    return ok({ bytes: size, ...checked.value })
  } finally {
    await rm(unfinished, { force: true })
  }
}
