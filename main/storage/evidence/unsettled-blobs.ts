import type { Refusal } from '../../../shared/api/errors.ts'
import { ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { systemActor } from '../ledger/ledger.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { UnsettledBlobsTable } from './tables.ts'

/**
 * Which stored bytes may lie there without a key: those that are being placed, and those whose last key went (E-36).
 * Named by their SHA-256.
 */
export interface UnsettledBlobs {
  /** Durable when it resolves; a key that is filed takes a name away again. Refused where the disk is full. */
  announce(names: readonly string[]): Promise<Result<void, Refusal>>
  list(): readonly string[]
  forget(name: string): Promise<Result<void, Refusal>>
}

/** Makes the store. */
export const createUnsettledBlobs = ({
  ledger,
  sql,
}: {
  readonly ledger: Ledger
  readonly sql: SyncStatements
}): UnsettledBlobs => ({
  announce: (names) =>
    ledger.write(systemActor, async (tx) => {
      for (const name of names) await tx.sql.run('insert or ignore into unsettled_blobs (sha256) values (?)', name)
      return ok(undefined)
    }),
  list: () =>
    sql.all<UnsettledBlobsTable>('select sha256 from unsettled_blobs order by sha256').map(({ sha256 }) => sha256),
  forget: (name) =>
    ledger.write(systemActor, async (tx) => {
      await tx.sql.run('delete from unsettled_blobs where sha256 = ?', name)
      return ok(undefined)
    }),
})
