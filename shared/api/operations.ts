import * as access from './access.ts'
import * as accessLog from './access-log.ts'
import * as alertImports from './alert-imports.ts'
import * as alerts from './alerts.ts'
import * as assessments from './assessments.ts'
import * as caseAccess from './case-access.ts'
import * as caseBulk from './case-bulk.ts'
import * as caseEntries from './case-entries.ts'
import * as caseErasure from './case-erasure.ts'
import * as caseOverview from './case-overview.ts'
import * as caseRelations from './case-relations.ts'
import * as caseTasks from './case-tasks.ts'
import * as cases from './cases.ts'
import * as decisions from './decisions.ts'
import * as drafts from './drafts.ts'
import * as evidence from './evidence.ts'
import * as evidenceErasure from './evidence-erasure.ts'
import * as evidenceText from './evidence-text.ts'
import * as knownFiles from './known-files.ts'
import * as entityProfiles from './entity-profiles.ts'
import * as events from './events.ts'
import * as exports from './exports.ts'
import * as hub from './hub.ts'
import * as lists from './lists.ts'
import * as kyb from './kyb.ts'
import * as metrics from './metrics.ts'
import * as models from './models.ts'
import * as network from './network.ts'
import type { Operation } from './operation.ts'
import * as reports from './reports.ts'
import * as rules from './rules.ts'
import * as search from './search.ts'
import * as screening from './screening.ts'
import * as syncCases from './sync-cases.ts'
import * as syncConflicts from './sync-conflicts.ts'
import * as syncFiles from './sync-files.ts'
import * as syncRecovery from './sync-recovery.ts'
import * as secondFactor from './second-factor.ts'
import * as signIns from './sign-ins.ts'
import * as sync from './sync.ts'
import * as tracing from './tracing.ts'
import * as transactionImports from './transaction-imports.ts'
import * as transactions from './transactions.ts'
import * as v4Detection from './v4-detection.ts'
import * as v4Events from './v4-events.ts'
import * as v4Evidence from './v4-evidence.ts'
import * as v4Network from './v4-network.ts'
import * as v4Screening from './v4-screening.ts'
import * as v4Kyb from './v4-kyb.ts'
import * as v4Reports from './v4-reports.ts'
import * as webhooks from './webhooks.ts'
import * as witnesses from './witnesses.ts'
import * as workload from './workload.ts'
import * as workspace from './workspace.ts'

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'answer' in value

const operationsIn = (areas: readonly object[]): readonly Operation[] =>
  areas.flatMap((area) => Object.values(area).filter(isOperation))

/** Every operation of /v1 that this release serves, in the order of the documentation. */
export const operations: readonly Operation[] = operationsIn([
  cases,
  caseOverview,
  caseEntries,
  caseErasure,
  caseAccess,
  caseRelations,
  caseTasks,
  caseBulk,
  search,
  workload,
  evidence,
  evidenceErasure,
  evidenceText,
  knownFiles,
  exports,
  sync,
  syncCases,
  syncConflicts,
  syncRecovery,
  syncFiles,
  witnesses,
  hub,
  events,
  webhooks,
  access,
  signIns,
  secondFactor,
  accessLog,
  drafts,
  workspace,
  transactions,
  entityProfiles,
  tracing,
  transactionImports,
  rules,
  models,
  alerts,
  alertImports,
  decisions,
  assessments,
  lists,
  metrics,
  screening,
  network,
  kyb,
  reports,
])

/** Every operation of /v4. */
export const keyOperations: readonly Operation[] = operationsIn([
  v4Evidence,
  v4Events,
  v4Detection,
  v4Screening,
  v4Network,
  v4Kyb,
  v4Reports,
])

/** All of them. */
export const everyOperation: readonly Operation[] = [...operations, ...keyOperations]
