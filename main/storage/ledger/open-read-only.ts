import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { dataFolder, hasWorkspace } from '../../platform/data-folder.ts'
import type { DataFolder } from '../../platform/data-folder.ts'
import { developmentBuild } from '../../platform/development-build.ts'
import type { Env } from '../../platform/env.ts'
import { loadKeys } from '../../platform/key-files.ts'
import type { FolderKeys } from '../../platform/key-files.ts'
import { createListing } from '../cases/list.ts'
import type { CaseReadParts } from '../cases/parts.ts'
import { createReads } from '../cases/read-case.ts'
import { createTimelines } from '../cases/timeline.ts'
import { migrations } from '../migrations/all.ts'
import type { Migration } from '../migrations/all.ts'
import { earlierRelease, newerRelease, standing } from '../migrations/migrate.ts'
import type { Database } from '../schema.ts'
import { openReader } from '../sqlite/connection.ts'
import type { Connection } from '../sqlite/connection.ts'
import { orDamaged, requireContent } from '../sqlite/damage.ts'
import { kyselyOver } from '../sqlite/kysely-dialect.ts'
import { isPlainDatabase } from '../sqlite/plain-database.ts'
import { readableDatabase } from '../sqlite/readable.ts'
import { statementsOf } from '../sqlite/statements.ts'
import { createVerification } from '../verification/create-verification.ts'
import { noWorkspace } from './open-workspace.ts'
import { readWorkspaceFacts } from './read-facts.ts'
import { createVault } from './vault.ts'
import type { ReadOnlyWorkspace } from './workspace.ts'

/** Why this release does not read a database as it is; null where it does. */
const otherRelease = (db: Connection, folder: DataFolder, steps: readonly Migration[]): Refusal | null => {
  const refusals = {
    current: null,
    earlier: earlierRelease(folder.dir),
    newer: newerRelease,
    development: developmentBuild,
  }
  return refusals[standing(db, steps)]
}

const open = async (
  folder: DataFolder,
  keys: FolderKeys,
  env: Env,
  steps: readonly Migration[],
  release: () => void,
): Promise<Result<ReadOnlyWorkspace, Refusal>> => {
  const reader = openReader(folder.database, keys.database)
  const sql = statementsOf(reader)
  const other = otherRelease(reader, folder, steps)
  const facts = other === null ? readWorkspaceFacts(sql, keys) : fail(other)
  if (!facts.ok) {
    reader.close()
    return facts
  }
  const vault = createVault(keys.workspace, env.random)
  const db = kyselyOver<Database>(reader)
  const parts: CaseReadParts = { db, sql, env, vault }
  const { read, readByNumber, notes, exportRows } = createReads(parts)
  return await Promise.resolve(
    ok({
      folder,
      env,
      keys,
      facts: facts.value,
      db,
      verification: createVerification({ sql, env, folder, keys, vault }),
      cases: {
        read,
        readByNumber,
        notes,
        exportRows,
        list: createListing(parts).list,
        timeline: createTimelines(parts).timeline,
      },
      pageProblems: () =>
        (reader.pragma('quick_check(20)') as { quick_check: string }[])
          .map((row) => row.quick_check)
          .filter((text) => text !== 'ok'),
      close: () => {
        reader.close()
        release()
      },
    }),
  )
}

const openReadable = async (
  folder: DataFolder,
  keys: FolderKeys,
  env: Env,
  steps: readonly Migration[],
): Promise<Result<ReadOnlyWorkspace, Refusal>> => {
  const database = readableDatabase(folder.database, keys.database)
  if (database.isCopy)
    env.log.warn(
      { folder: folder.dir, copy: database.file },
      'the folder cannot be written: its database is read from a private copy, encrypted as it is, which is removed at the end',
    )
  try {
    const opened = await open({ ...folder, database: database.file }, keys, env, steps, () => database.release())
    if (!opened.ok) database.release()
    return opened
  } catch (error) {
    database.release()
    throw error
  }
}

/**
 * Opens a workspace to read and verify it, also while its service runs, and on a medium that cannot be written.
 *
 * @param steps the migrations of this release, unless a test gives others
 */
export const openReadOnly = async (
  dataDir: string,
  env: Env,
  steps: readonly Migration[] = migrations,
): Promise<Result<ReadOnlyWorkspace, Refusal>> => {
  const folder = dataFolder(dataDir)
  if (!hasWorkspace(folder)) return fail(noWorkspace)
  const content = requireContent(folder.database)
  if (!content.ok) return content
  if (isPlainDatabase(folder.database)) return fail(developmentBuild)
  const loaded = loadKeys(folder, env.workspaceKey)
  if (!loaded.ok) return loaded
  const keys = loaded.value
  return await orDamaged(() => openReadable(folder, keys, env, steps))
}
