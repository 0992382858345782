import { ok } from '../../../shared/schema/result.ts'
import type { DataFolder } from '../../platform/data-folder.ts'
import type { Log } from '../../platform/log.ts'
import { destroyCopies } from '../../platform/set-aside-copies.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { OwnedLedger } from './create-ledger.ts'
import { systemActor } from './ledger.ts'

/** Notes within a transaction that the copies of the workspace in the folder are to end. */
export const copiesAreDue = (sql: SyncStatements): void =>
  void sql.run('insert or ignore into copies_due (id) values (1)')

/**
 * Ends copies that are due; does nothing where none are. What the disk refuses is logged, stays due, and is tried again
 * at the next erasure and the next start.
 */
export type EndCopies = () => Promise<void>

/** Makes what ends the copies that restores set aside in a folder. */
export const createEndCopies =
  ({
    ledger,
    folder,
    log,
  }: {
    readonly ledger: OwnedLedger
    readonly folder: DataFolder
    readonly log: Log
  }): EndCopies =>
  async () => {
    if (ledger.sql.get('select 1 from copies_due') === undefined) return
    try {
      const ended = await destroyCopies(folder)
      if (ended > 0)
        log.warn(
          { ended },
          'copies of the workspace that restores had set aside in the folder were destroyed: they held what was erased or given back',
        )
    } catch (error) {
      log.error(
        { err: error },
        'a copy of the workspace that a restore set aside in the folder still holds what was erased or given back, and could not be destroyed',
      )
      return
    }
    await ledger.write(systemActor, async (tx) => {
      await tx.sql.run('delete from copies_due')
      return ok(undefined)
    })
  }
