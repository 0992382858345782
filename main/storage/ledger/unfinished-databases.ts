import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'

const unfinished = /\.[0-9a-f-]{36}\.new(-wal|-shm|-journal)?$/u

/** Removes what a set-up that was cut off left beside the database (L-9). The lock of the folder must be held. */
export const removeUnfinishedDatabases = (database: string): void => {
  const dir = path.dirname(database)
  const name = path.basename(database)
  for (const other of readdirSync(dir))
    if (other.startsWith(name) && unfinished.test(other.slice(name.length)))
      rmSync(path.join(dir, other), { force: true })
}
