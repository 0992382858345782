import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { firstBytes } from '../../platform/private-files.ts'
import { codeOf } from '../../platform/system-error.ts'

/** SQLite's code where it found a database file damaged, or not to be opened by its key; null for any other error. */
export const damageOf = (error: unknown): string | null => {
  const code = codeOf(error)
  return code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB' ? code : null
}

const path = 'fieldseal.db'

/** What a person is told of a damaged database. Every page is authenticated, so one altered byte is enough. */
export const damaged = (code: string): Refusal =>
  refusal(
    'unavailable',
    `The database file is damaged, or is not the one that this workspace key encrypts (${code}). Stop the service, keep a copy of the folder as it is, run \`fieldseal doctor\`, and restore a backup: \`fieldseal restore FILE --data DIR --set-aside\`, which sets this database and its log aside (docs/command-line.md).`,
    [{ path, message: code }],
  )

/** The code of the damage that a refusal tells of; null where it tells of something else. */
export const damageIn = (found: Refusal): string | null =>
  found.details?.find((detail) => detail.path === path)?.message ?? null

/** Refuses a file with nothing in it: SQLite would take it for a new database and begin to fill it. */
export const requireContent = (file: string): Result<void, Refusal> =>
  firstBytes(file, 1).length === 0 ? fail(damaged('SQLITE_NOTADB')) : ok(undefined)

/** Turns damage that was met on the way into a refusal; any other error is thrown on. */
export const orDamaged = async <T>(work: () => Promise<Result<T, Refusal>>): Promise<Result<T, Refusal>> => {
  try {
    return await work()
  } catch (error) {
    const code = damageOf(error)
    if (code === null) throw error
    return fail(damaged(code))
  }
}
