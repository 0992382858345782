import { codeOf } from './system-error.ts'

const fullCodes = ['SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_IOERR_FSYNC', 'SQLITE_IOERR_TRUNCATE', 'ENOSPC', 'EDQUOT']

/** Whether an error says that the disk is full, by the system or by SQLite. */
export const isDiskFull = (error: unknown): boolean => fullCodes.includes(codeOf(error))
