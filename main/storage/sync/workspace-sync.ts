import type { SealGate } from '../ledger/seal-gate.ts'
import type { HeldNumbers } from '../../sync/device/case-numbers.ts'
import type { DeviceReplica } from '../../sync/device/replica.ts'
import type { AsideEvidence } from './aside-evidence.ts'
import type { SyncOverview } from './overview.ts'
import type { SyncSettings } from './settings.ts'
import type { FolderTransfers } from './transfers.ts'

/** What a workspace offers to sync, and shows of it. */
export interface WorkspaceSync {
  readonly replica: DeviceReplica
  readonly settings: SyncSettings
  readonly overview: SyncOverview
  readonly transfers: FolderTransfers
  readonly numbers: HeldNumbers
  readonly aside: AsideEvidence
  /** Holds sealing where the folder could use numbers that are used already. */
  readonly gate: SealGate
}
