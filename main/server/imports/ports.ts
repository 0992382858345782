import type { Refusal } from '../../../shared/api/errors.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { Actor } from '../../domain/access/actor.ts'
import type { ImportOwner } from '../../domain/imports/owners.ts'
import type { ImportedRow } from '../../domain/imports/row.ts'
import type { StagedPiece } from './job-book.ts'
import type { FileAsked } from './staged-file.ts'

/** Who runs an import. */
export type ImportActor = Actor

/** How an import ended, as the workspace's chain keeps it. */
export interface ImportSummary {
  readonly kind: 'cases' | 'transactions' | 'alerts' | 'ownership'
  readonly jobId: string
  readonly fileName: string
  readonly sha256: string
  readonly bytes: number
  readonly source: string
  readonly outcome: 'complete' | 'cancelled' | 'failed'
  readonly rows: number
  readonly created: number
  readonly alreadyThere: number
  readonly duplicates: number
  readonly rejected: number
  /** Of an import that can label what was there already. */
  readonly labels?: LabelCounts
}

/** Rows that labelled what was taken before them. */
export interface LabelCounts {
  readonly labelled: number
  /** Of these, as fraud. */
  readonly frauds: number
}

/** Keeps how an import ended. */
export interface SummarySeal {
  /** Seals the summary in the workspace's chain. */
  sealSummary(actor: ImportActor, summary: ImportSummary): Promise<Result<void, Refusal>>
}

/** The side file of a run, in the form of the file that was imported. */
export interface RejectedRows {
  readonly rows: AsyncIterable<string>
  readonly format: 'csv' | 'json_lines'
}

/** The operations on imports of rows of one kind; each answers what the interface shows. */
export interface RowImports<Job, Input> {
  /**
   * Stores a file and looks at it. `body` is read to its end or until it is too long. `asked` is what a person said
   * of it, `piece` the evidence that it is.
   */
  stage(
    fileName: string,
    body: AsyncIterable<Uint8Array>,
    asked?: FileAsked,
    piece?: StagedPiece,
  ): Promise<Result<Job, Refusal>>
  /** Starts a run and answers at once; `read` follows it. */
  run(actor: ImportActor, id: string, input: Input): Result<Job, Refusal>
  read(id: string): Result<Job, Refusal>
  /** The side file of the last run. */
  rejects(id: string): Result<RejectedRows, Refusal>
  /** Deletes the files of a job; one that runs stops after the rows at hand first. */
  discard(id: string): Promise<Result<{ discarded: true }, Refusal>>
  /** Stops what runs and deletes every staged file. */
  close(): Promise<void>
}

/** What an import of cases needs of the workspace. */
export interface ImportTarget extends SummarySeal {
  /**
   * Those of the references that cases of this source bear already; a case number of this workspace counts as borne by
   * its case.
   */
  knownReferences(system: string, references: readonly string[]): Promise<ReadonlySet<string>>
  /** Opens one case; `already_done` where its source and reference are there. */
  openCase(
    actor: ImportActor,
    system: string,
    row: ImportedRow,
    ownerId: number | undefined,
  ): Promise<Result<void, Refusal>>
  /** Users who may own a case. */
  owners(): Promise<readonly ImportOwner[]>
}
