import type { EnrolAnswer } from '../../../shared/protocol/sync.ts'
import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { dataFolder, hasWorkspace } from '../../platform/data-folder.ts'
import type { Env } from '../../platform/env.ts'
import { takeFolderLock } from '../../platform/folder-lock.ts'
import { loadKeys } from '../../platform/key-files.ts'
import { inUse, noWorkspace } from '../ledger/open-workspace.ts'
import { migrate } from '../migrations/migrate.ts'
import { openWriter } from '../sqlite/connection.ts'
import { statementsOf } from '../sqlite/statements.ts'
import { readHub } from './hub-relation.ts'
import { everythingIsPending, writeHub } from './write-hub.ts'

const attachedAlready = refusal('already_done', 'This folder has a hub already.')

/**
 * Makes a folder the device of a hub whose workspace it is (Y-2): the one in which the workspace was made. Nothing of
 * it gets another number; all of it is to be pushed.
 * The folder must not be open. One transaction: killed at any moment, it has a hub or none.
 */
export const attachFolder = (
  dataDir: string,
  { answer, url }: { readonly answer: EnrolAnswer; readonly url: string },
  env: Env,
): Result<void, Refusal> => {
  const folder = dataFolder(dataDir)
  if (!hasWorkspace(folder)) return fail(noWorkspace)
  const lock = takeFolderLock(folder.lock)
  if (lock === null) return fail(inUse)
  try {
    const keys = loadKeys(folder, env.workspaceKey)
    if (!keys.ok) return keys
    const writer = openWriter(folder.database, keys.value.database)
    try {
      const migrated = migrate(writer)
      if (!migrated.ok) return migrated
      const sql = statementsOf(writer)
      if (readHub(sql) !== undefined) return fail(attachedAlready)
      writer.transaction(() => {
        writeHub(sql, { answer, url, joinedDseq: null, nowMs: env.clock.nowMs() })
        everythingIsPending(sql)
      })()
      return ok(undefined)
    } finally {
      writer.close()
    }
  } finally {
    lock.release()
  }
}
