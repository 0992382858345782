import { importing } from '../imports/importing.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { importOwnership, type OwnershipImport } from '../../../shared/api/kyb.ts'
import { ok, type Result } from '../../../shared/schema/result.ts'
import type { DatasetWriting } from '../../storage/kyb/business-store.ts'
import { createJobBook, toldOf, type ImportGround } from '../imports/job-book.ts'
import type { ImportActor, SummarySeal } from '../imports/ports.ts'
import type { FileAsked } from '../imports/staged-file.ts'
import { createOwnershipRun } from './ownership-run.ts'
import type { OwnershipJob, OwnershipTally } from './ownership-run.ts'
import { openStatements } from './statement-source.ts'
import type { StatementSource } from './statement-source.ts'

/** Imports of ownership data; each answers what the interface shows. */
export interface OwnershipImports {
  /** Stores a file, looks at it, and begins to read it. One is read at a time. */
  start(
    actor: ImportActor,
    wanted: { readonly fileName: string; readonly dataset: string; readonly asked: FileAsked },
    body: AsyncIterable<Uint8Array>,
  ): Promise<Result<OwnershipImport, Refusal>>
  read(id: string): Result<OwnershipImport, Refusal>
  discard(id: string): Promise<Result<{ discarded: true }, Refusal>>
  /** Stops what runs and deletes every staged file. */
  close(): Promise<void>
}

/** What the imports work with. */
export interface OwnershipImportParts extends ImportGround {
  readonly writing: DatasetWriting
  readonly target: SummarySeal
}

/** Makes the imports. The staging folder must be there and empty. */
export const createOwnershipImports = ({ writing, target, ...ground }: OwnershipImportParts): OwnershipImports => {
  const book = createJobBook<StatementSource, OwnershipTally>(
    {
      ending: 'ownership',
      bodyLimit: importOwnership.bodyLimit,
      alone: 'another import of ownership data is running; one runs at a time',
      isWhole: true,
      look: ({ file, asked }) => openStatements(file, asked),
      fresh: () => ({
        dataset: '',
        version: null,
        rows: 0,
        parties: 0,
        interests: 0,
        rejected: 0,
        ignored: 0,
        problems: [],
      }),
    },
    ground,
  )

  const runOwnership = createOwnershipRun(writing, target)

  const answer = (job: OwnershipJob): OwnershipImport => {
    const { state, ...told } = toldOf(job)
    const { problems, ...counts } = job.tally
    return {
      ...told,
      state: state === 'staged' ? 'running' : state,
      format: job.look.format,
      compressed: job.look.compressed,
      ...counts,
      problems: [...problems],
      seconds: book.seconds(job),
    }
  }

  const start: OwnershipImports['start'] = async (actor, { fileName, dataset, asked }, body) => {
    const busy = book.free()
    if (!busy.ok) return busy
    const staged = await book.stage(fileName, body, asked)
    if (!staged.ok) return staged
    const job = staged.value
    // Another may have begun while this one was on its way.
    const free = book.free()
    if (!free.ok) {
      await book.discard(job.id)
      return free
    }
    book.start(job, false, () => runOwnership(job, importing(actor, 'ownership', job), dataset))
    return ok(answer(job))
  }

  const answered = (job: Result<OwnershipJob, Refusal>): Result<OwnershipImport, Refusal> =>
    job.ok ? ok(answer(job.value)) : job

  return {
    start,
    read: (id) => answered(book.find(id)),
    discard: (id) => book.discard(id),
    close: () => book.close(),
  }
}
