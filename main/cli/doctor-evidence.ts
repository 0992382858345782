import { openBlobs } from '../blobs/file-store.ts'
import type { DataFolder } from '../platform/data-folder.ts'
import { systemRandom } from '../platform/random.ts'
import { openReader } from '../storage/sqlite/connection.ts'
import { readableDatabase } from '../storage/sqlite/readable.ts'
import type { DoctorCheck } from './check.ts'

const advice =
  'Nothing removes them automatically. If this database is an older backup, a newer one knows them: stop the service and restore that (fieldseal restore).'

const isKnown = 'select 1 from blob_keys where sha256 = ?'
const isOnItsWay = 'select 1 from unsettled_blobs where sha256 = ?'

/**
 * How many files lie in the store of evidence that no case of this database names (E-36).
 *
 * @param key 32 bytes, of the database
 */
export const examineStoredFiles = async (folder: DataFolder, key: Uint8Array): Promise<DoctorCheck> => {
  const source = readableDatabase(folder.database, key)
  const db = openReader(source.file, key)
  try {
    const known = db.prepare(isKnown)
    const onItsWay = db.prepare(isOnItsWay)
    let files = 0
    let strangers = 0
    for await (const name of openBlobs(folder.blobs, systemRandom()).list()) {
      files += 1
      if (known.get(name) === undefined && onItsWay.get(name) === undefined) strangers += 1
    }
    const all = `${files} stored ${files === 1 ? 'file' : 'files'} of evidence`
    if (strangers === 0) return { check: 'stored-files', state: 'ok', detail: `${all}, each named by a case` }
    return { check: 'stored-files', state: 'warning', detail: `no case names ${strangers} of ${all}`, advice }
  } finally {
    db.close()
    source.release()
  }
}
