/** What Node, the operating system and SQLite say of a failure besides its message: read of whatever was thrown. */

/** The code of a failure (`ENOENT`, `SQLITE_BUSY`, `Z_DATA_ERROR`); empty where there is none. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/**
 * Whether an error of the file system says that a file or folder is not there. Any other says nothing of that: it may
 * be there, and not to be reached.
 */
export const isAbsent = (error: unknown): boolean => codeOf(error) === 'ENOENT'

/** Whether another process, or another connection, holds an SQLite database. */
export const isBusy = (error: unknown): boolean => codeOf(error).startsWith('SQLITE_BUSY')

const textAt = (error: unknown, name: 'path' | 'dest'): string | undefined => {
  const value: unknown = error instanceof Error ? Reflect.get(error, name) : undefined
  return typeof value === 'string' ? value : undefined
}

/**
 * The files that an error of the file system names: what it was about, and of a copy or a link (`dest`) what was to be
 * made.
 */
export const filesOfError = (
  error: unknown,
): { readonly path: string | undefined; readonly dest: string | undefined } => ({
  path: textAt(error, 'path'),
  dest: textAt(error, 'dest'),
})
