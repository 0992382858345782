import type { Kysely } from 'kysely'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { VerificationReport } from '../../../shared/api/workspace.ts'
import type { Effectiveness } from '../../../shared/schema/metrics.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { BlobStore } from '../../blobs/file-store.ts'
import type { DataFolder } from '../../platform/data-folder.ts'
import type { Env } from '../../platform/env.ts'
import type { FolderKeys } from '../../platform/key-files.ts'
import type { AccessLogStore } from '../access-log/access-log-store.ts'
import type { AccessStore } from '../access/access-store.ts'
import type { AlertStore } from '../alerts/alert-store.ts'
import type { AssessmentStore } from '../assessments/assessment-store.ts'
import type { CaseStore } from '../cases/case-store.ts'
import type { DecisionStore } from '../decisions/decision-store.ts'
import type { AcquisitionStore } from '../evidence/acquisition-store.ts'
import type { EventStore } from '../events/event-store.ts'
import type { WebhookStore } from '../events/webhook-store.ts'
import type { ErasureStore } from '../evidence/erasure-store.ts'
import type { EvidenceStore } from '../evidence/evidence-store.ts'
import type { ExportStore } from '../evidence/export-store.ts'
import type { EvidenceKeys } from '../evidence/keys.ts'
import type { EvidenceReadParts } from '../evidence/read-evidence.ts'
import type { KnownFileStore } from '../known-files/known-file-store.ts'
import type { EvidenceTextStore } from '../evidence-text/evidence-text-store.ts'
import type { UnsettledBlobs } from '../evidence/unsettled-blobs.ts'
import type { FeatureStore } from '../features/feature-store.ts'
import type { BusinessStore } from '../kyb/business-store.ts'
import type { ReportStore } from '../reports/report-store.ts'
import type { RuleStore } from '../rules/rule-store.ts'
import type { ListStore } from '../lists/list-store.ts'
import type { ModelFileStore } from '../../sync/device/bytes/model-files.ts'
import type { ModelStore } from '../models/model-store.ts'
import type { TrainingActivities } from '../models/past-activities.ts'
import type { Asking } from '../need-to-know/asking.ts'
import type { Thing } from '../need-to-know/case-of-thing.ts'
import type { NetworkStore } from '../network/network-store.ts'
import type { Database } from '../schema.ts'
import type { ScreeningStore } from '../screening/screening-store.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { WorkspaceSync } from '../sync/workspace-sync.ts'
import type { SearchStore } from '../search/search-store.ts'
import type { TaskStore } from '../tasks/task-store.ts'
import type { TransactionStore } from '../transactions/transaction-store.ts'
import type { WorkloadReader } from '../workload/read-workload.ts'
import type { Ledger } from './ledger.ts'

/** What a workspace is, and on which device it lives. */
export interface WorkspaceFacts {
  readonly uid: string
  /** The segment of case numbers. */
  readonly institution: string
  readonly name: string
  /** Whether it holds invented people and cases. */
  readonly sample: boolean
  readonly createdAtMs: number
  readonly deviceId: string
  readonly deviceNumber: number
}

/** Checks of what is stored. */
export interface Verification {
  verifyCase(caseId: number, onProgress?: (entries: number) => void): Promise<Result<VerificationReport, Refusal>>
  /** The workspace's chain and every case. Resolves with null where the signal ended it. */
  verifyWorkspace(
    onProgress?: (doneCases: number, totalCases: number) => void,
    signal?: AbortSignal,
  ): Promise<VerificationReport | null>
}

/** The evidence of a workspace: what is known of it, what is on its way, and its bytes. */
export interface WorkspaceEvidence {
  readonly store: EvidenceStore
  readonly acquisitions: AcquisitionStore
  readonly keys: EvidenceKeys
  readonly exports: ExportStore
  readonly blobs: BlobStore
  readonly unsettled: UnsettledBlobs
  readonly texts: EvidenceTextStore
  readonly known: KnownFileStore
  readonly erasures: ErasureStore
}

/** An open workspace; this process is the only one that writes to it. */
export interface Workspace {
  readonly folder: DataFolder
  readonly env: Env
  readonly keys: FolderKeys
  readonly facts: WorkspaceFacts
  readonly ledger: Ledger
  /** Reads what is committed, by a connection that cannot write. */
  readonly db: Kysely<Database>
  /** For whom the present request reads. */
  readonly asking: Asking
  /** Whether somebody may not know a case, by their uid. */
  hides(uid: string, caseId: number): boolean
  /** The case that something is of; null: it is of none, or not here. Whoever asks. */
  caseOf(thing: Thing): number | null
  readonly cases: CaseStore
  readonly tasks: TaskStore
  readonly search: SearchStore
  readonly alerts: AlertStore
  readonly decisions: DecisionStore
  readonly reports: ReportStore
  /** What awaits somebody, and how work is spread. */
  readonly workload: WorkloadReader
  readonly assessments: AssessmentStore
  /** Whether detection works, over alerts raised from `fromMs` on and before `toMs`. */
  effectiveness(fromMs: number, toMs: number): Effectiveness
  readonly evidence: WorkspaceEvidence
  readonly verification: Verification
  readonly access: AccessStore
  /** Who read what at this service. */
  readonly accessLog: AccessLogStore
  readonly rules: RuleStore
  readonly models: ModelStore
  /** The files of models, as sync moves them. */
  readonly modelFiles: ModelFileStore
  /** Lists that names are screened against. */
  readonly lists: ListStore
  /** The activities in order of time, for trainings. */
  readonly past: TrainingActivities
  readonly screening: ScreeningStore
  readonly sync: WorkspaceSync
  readonly transactions: TransactionStore
  /** Ownership data, and checks of businesses. */
  readonly businesses: BusinessStore
  /** What is saved of windows and profiles. */
  readonly features: FeatureStore
  /** The network as it is kept, and the connection by which verdicts on merges are read. */
  readonly network: { readonly store: NetworkStore; readonly sql: SyncStatements }
  /** The stream of events. */
  readonly events: EventStore
  readonly webhooks: WebhookStore
  /** Signs a checkpoint over all of a chain (a case id; 0: the workspace's own). */
  signChain(chainId: number): Promise<void>
  /** Reads one moment of the database, whatever is written meanwhile. */
  readMoment<T>(read: (parts: EvidenceReadParts) => Promise<T>): Promise<T>
  /** Copies the database into a new file, consistent, while it is in use; encrypted under the same key. */
  backup(file: string): void
  /** Finishes what waits, signs open checkpoints, closes, gives the folder free. */
  close(): Promise<void>
}

/** A workspace opened beside a running service: it reads and verifies, and writes nothing. */
export type ReadOnlyWorkspace = Pick<Workspace, 'folder' | 'env' | 'keys' | 'facts' | 'db' | 'verification'> & {
  readonly cases: Pick<CaseStore, 'list' | 'read' | 'readByNumber' | 'notes' | 'timeline' | 'exportRows'>
  /** What SQLite finds wrong with any page of the file; every page in use is read and authenticated. */
  pageProblems(): string[]
  close(): void
}
