import type { Kysely } from 'kysely'
import type { Policy } from '../../../shared/schema/policy.ts'
import type { Env } from '../../platform/env.ts'
import type { LabelSink } from '../alerts/ports.ts'
import type { OwnedLedger } from '../ledger/create-ledger.ts'
import type { LocalCheckpoints } from '../ledger/checkpoints.ts'
import type { EndCopies } from '../ledger/set-aside-ends.ts'
import type { Vault } from '../ledger/vault.ts'
import type { Database } from '../schema.ts'
import type { NumberSource } from './number-source.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { Connection } from '../sqlite/connection.ts'

/** What reading cases stands on. */
export interface CaseReadParts {
  /** Reads what is committed. */
  readonly db: Kysely<Database>
  readonly sql: SyncStatements
  readonly env: Env
  readonly vault: Vault
}

/** What the case store stands on. */
export interface CaseParts extends CaseReadParts {
  readonly ledger: OwnedLedger
  readonly writer: Connection
  readonly checkpoints: LocalCheckpoints
  readonly institution: string
  readonly deviceNumber: number
  readonly policy: () => Policy
  /** Takes the labels that the dispositions of a case's alerts make. */
  readonly labels: LabelSink
  /** Ends what restores set aside in the folder, after an erasure. */
  readonly endCopies: EndCopies
  /** Where more case numbers come from. */
  readonly numbers: Pick<NumberSource, 'more'>
}
