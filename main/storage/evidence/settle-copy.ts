import { changeCopy } from '../sqlite/change-copy.ts'

/**
 * Ends what the copy of a database announces of stored files (E-36): beside a newer store they may be evidence by then,
 * and nothing is removed on the word of an older database. The copy is one file afterwards.
 *
 * @param key 32 bytes, of the database
 */
export const settleCopy = (file: string, key: Uint8Array): void =>
  changeCopy(file, key, (copy) => void copy.exec('delete from unsettled_blobs'))
