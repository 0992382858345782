/** Whether an error of the file system says that a file or folder is not there. Any other says nothing of that: it may be there, and not to be reached. */
export const isAbsent = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'
