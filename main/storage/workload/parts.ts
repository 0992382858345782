import type { Policy } from '../../../shared/schema/policy.ts'
import type { SyncReads } from '../../sync/reads.ts'
import type { AlertStore } from '../alerts/alert-store.ts'
import type { CaseStore } from '../cases/case-store.ts'
import type { CaseReadParts } from '../cases/parts.ts'
import type { DecisionStore } from '../decisions/decision-store.ts'
import type { TaskStore } from '../tasks/task-store.ts'

/** What a workload is read from: the lists themselves, so that its figures are theirs. */
export interface WorkloadParts extends Pick<CaseReadParts, 'sql' | 'vault' | 'env'> {
  readonly policy: () => Policy
  readonly cases: Pick<CaseStore, 'list'>
  readonly tasks: Pick<TaskStore, 'openOf'>
  readonly alerts: Pick<AlertStore, 'policy'>
  readonly decisions: Pick<DecisionStore, 'queue'>
  readonly conflicts: SyncReads['conflicts']
}
