import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { SyncStatements } from '../sqlite/statements.ts'

interface MemberRow {
  readonly entry_id: string
  readonly hash: Buffer
}

/** Members read at a time; the service goes on answering between. */
const batch = 5_000

/**
 * The digest of what a version of a list says, lower-case hex: SHA-256 over a line for each entry in the order of ids,
 * compared byte by byte: the JSON of the id, a space, the SHA-256 of the entry's
 * content in hex, a line feed. It is sealed where the version comes in force, so that rows that names are screened
 * against cannot be exchanged unseen (L-87).
 */
export const contentsDigest = async (sql: SyncStatements, versionId: number): Promise<string> => {
  const digest = createHash('sha256')
  let after = ''
  for (;;) {
    const rows = sql.all<MemberRow>(
      'select m.entry_id, c.hash from watchlist_members m join watchlist_contents c on c.n = m.n where m.version_id = ? and m.entry_id > ? order by m.entry_id limit ?',
      versionId,
      after,
      batch,
    )
    for (const { entry_id: id, hash } of rows) digest.update(`${JSON.stringify(id)} ${hash.toString('hex')}\n`)
    const last = rows.at(-1)
    if (last === undefined || rows.length < batch) return digest.digest('hex')
    after = last.entry_id
    await setImmediate()
  }
}
