import type { AccessTables } from './access/tables.ts'
import type { AccessLogTables } from './access-log/tables.ts'
import type { AlertTables } from './alerts/tables.ts'
import type { CaseTables } from './cases/tables.ts'
import type { EventTables } from './events/tables.ts'
import type { EvidenceTables } from './evidence/tables.ts'
import type { EvidenceTextTables } from './evidence-text/tables.ts'
import type { FeatureTables } from './features/tables.ts'
import type { KnownFileTables } from './known-files/tables.ts'
import type { KybTables } from './kyb/tables.ts'
import type { LedgerTables } from './ledger/tables.ts'
import type { ListTables } from './lists/tables.ts'
import type { ModelTables } from './models/tables.ts'
import type { NeedToKnowTables } from './need-to-know/tables.ts'
import type { NetworkTables } from './network/tables.ts'
import type { ReportTables } from './reports/tables.ts'
import type { RuleTables } from './rules/tables.ts'
import type { ScreeningTables } from './screening/tables.ts'
import type { SyncTables } from './sync/tables.ts'
import type { TaskTables } from './tasks/tables.ts'
import type { TransactionTables } from './transactions/tables.ts'

/** Every table of a workspace; each area names its own in its `tables.ts`. */
export type Database = AccessTables &
  AccessLogTables &
  AlertTables &
  CaseTables &
  EventTables &
  EvidenceTables &
  EvidenceTextTables &
  FeatureTables &
  KnownFileTables &
  KybTables &
  LedgerTables &
  ListTables &
  ModelTables &
  NeedToKnowTables &
  NetworkTables &
  ReportTables &
  RuleTables &
  ScreeningTables &
  SyncTables &
  TaskTables &
  TransactionTables
