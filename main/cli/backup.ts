import { chmod, rename, rm, stat } from 'node:fs/promises'
import { fail, ok, type Result } from '../../shared/schema/result.ts'
import { openReader, openWriter } from '../storage/sqlite/connection.ts'

/** A backup that was made and checked. */
export interface BackupMade {
  readonly bytes: number
  readonly cases: number
  readonly entries: number
}

const count = (db: ReturnType<typeof openReader>, table: 'cases' | 'entries'): number =>
  (db.prepare(`select count(*) as count from ${table}`).get() as { count: number }).count

/** What SQLite says about a database file: the problems that it finds, none where it is sound. */
export const integrityProblems = (db: ReturnType<typeof openReader>): string[] => {
  const rows = db.pragma('integrity_check(20)') as { integrity_check: string }[]
  const broken = (db.pragma('foreign_key_check') as unknown[]).length
  const problems = rows.map((row) => row.integrity_check).filter((text) => text !== 'ok')
  return broken === 0 ? problems : [...problems, `${broken} rows refer to rows that are not there`]
}

/** Makes the copy one plain file: without write-ahead log, and complete by itself. */
const settle = (file: string): void => {
  const db = openWriter(file)
  try {
    db.pragma('journal_mode = DELETE')
  } finally {
    db.close()
  }
}

/** Copies a database in one consistent piece while others write to it, checks the copy, and only then gives it its name. */
export async function backUp(database: string, out: string): Promise<Result<BackupMade, string>> {
  const unfinished = `${out}.part`
  await rm(unfinished, { force: true })
  try {
    const source = openReader(database)
    try {
      // All pages in one step: in several, every write of the service would start the copy anew.
      await source.backup(unfinished, { progress: () => Number.MAX_SAFE_INTEGER })
    } finally {
      source.close()
    }
    await chmod(unfinished, 0o600)
    settle(unfinished)
    const copy = openReader(unfinished)
    try {
      const problems = integrityProblems(copy)
      if (problems.length > 0) return fail(`the copy is damaged: ${problems.join('; ')}`)
      const made = { bytes: (await stat(unfinished)).size, cases: count(copy, 'cases'), entries: count(copy, 'entries') }
      await rename(unfinished, out)
      return ok(made)
    } finally {
      copy.close()
    }
  } finally {
    await rm(unfinished, { force: true })
  }
}
