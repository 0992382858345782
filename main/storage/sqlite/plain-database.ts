import { firstBytes } from '../../platform/private-files.ts'

const plainHeader = Buffer.from('SQLite format 3\0', 'latin1')

/** Whether a file is an SQLite database that is not encrypted: no release writes one, development builds did. */
export const isPlainDatabase = (file: string): boolean => firstBytes(file, plainHeader.length).equals(plainHeader)
