import type { Kysely } from 'kysely'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { Actor } from '../../domain/access/actor.ts'
import type { Env } from '../../platform/env.ts'
import type { LedgerTx } from '../ledger/ledger.ts'
import type { Database } from '../schema.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { Passwords } from './passwords.ts'

/** What the commands of this area share. */
export interface CommandParts {
  readonly db: Kysely<Database>
  /** Reads for whoever asks, without the cases that they may not know. */
  readonly reading: Pick<SyncStatements, 'all'>
  readonly env: Env
  /** The ledger's write, after which the directory in memory is as committed. */
  readonly write: <T>(actor: Actor, job: (tx: LedgerTx) => Promise<Result<T, Refusal>>) => Promise<Result<T, Refusal>>
  readonly passwords: Passwords
  /** Ends a user's sign-ins, but the one to keep. */
  readonly endSignIns: (tx: LedgerTx, userUid: string, keepFamily: string | null) => Promise<void>
}
