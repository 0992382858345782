import { importing } from '../imports/importing.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { importOwnership, type OwnershipImport } from '../../../shared/api/kyb.ts'
import { ok, type Result } from '../../../shared/schema/result.ts'
import type { DatasetWriting } from '../../storage/kyb/business-store.ts'
import type { PlacedStatement } from '../../storage/kyb/write-dataset.ts'
import { ContentFault } from '../imports/content-fault.ts'
import { createJobBook, toldOf, type BookedJob, type ImportGround } from '../imports/job-book.ts'
import type { ImportActor, SummarySeal } from '../imports/ports.ts'
import type { FileAsked } from '../imports/staged-file.ts'
import { ArrayFault } from './json-elements.ts'
import { CutFault, openStatements } from './statement-source.ts'
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

/** What a run has come to. */
interface OwnershipTally {
  dataset: string
  version: number | null
  rows: number
  parties: number
  interests: number
  rejected: number
  ignored: number
  readonly problems: OwnershipImport['problems']
}

type OwnershipJob = BookedJob<StatementSource, OwnershipTally>

/** Statements that one transaction takes. */
const chunkStatements = 400

const problemsShown = 200

/** A file that is not what it says it is, found out while it was read. */
const faultOf = (error: unknown): string | null =>
  error instanceof ArrayFault || error instanceof CutFault || error instanceof ContentFault
    ? `the file ${error.message}; nothing of it is in force`
    : null

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

  const take = async (job: OwnershipJob, actor: ImportActor, dataset: number): Promise<string | null> => {
    const { tally } = job
    let waiting: PlacedStatement[] = []
    const write = async (): Promise<string | null> => {
      const statements = waiting
      waiting = []
      const written = statements.length === 0 ? ok(undefined) : await writing.add(actor, dataset, statements)
      return written.ok ? null : written.error.message
    }
    for await (const batch of job.look.statements()) {
      for (const { line, read } of batch) {
        tally.rows += 1
        if (!read.ok) {
          tally.rejected += 1
          if (tally.problems.length < problemsShown) tally.problems.push({ line, ...read.error })
        } else if (read.value === null) tally.ignored += 1
        else waiting.push({ ordinal: tally.rows, statement: read.value })
        if (waiting.length < chunkStatements) continue
        const stop = await write()
        if (stop !== null) return stop
        if (job.cancelAsked) return null
      }
      if (job.cancelAsked) return null
    }
    return write()
  }

  const finish = async (job: OwnershipJob, actor: ImportActor, dataset: number): Promise<string | null> => {
    const { tally } = job
    if (tally.rejected + tally.ignored === tally.rows)
      return 'the file holds no statement that could be taken; nothing of it is in force'
    const done = await writing.finish(actor, dataset)
    if (!done.ok) return done.error.message
    Object.assign(tally, { version: done.value.version, parties: done.value.parties, interests: done.value.interests })
    const { sha256, bytes } = job.stored
    const taken = tally.rows - tally.rejected - tally.ignored
    const sealed = await target.sealSummary(actor, {
      kind: 'ownership',
      jobId: job.id,
      fileName: job.fileName,
      sha256,
      bytes,
      source: tally.dataset,
      outcome: 'complete',
      rows: tally.rows,
      created: taken,
      alreadyThere: 0,
      duplicates: 0,
      rejected: tally.rejected,
    })
    return sealed.ok ? null : sealed.error.message
  }

  const perform = async (job: OwnershipJob, actor: ImportActor, key: string): Promise<void> => {
    const { tally } = job
    tally.dataset = key
    // What an import before left when the service was killed.
    for (const left of writing.leftOver()) await writing.clear(actor, left)
    const begun = await writing.begin(actor, {
      key,
      file_name: job.fileName,
      format: job.look.format,
      sha256: job.stored.sha256,
    })
    if (!begun.ok) {
      job.error = begun.error.message
      return
    }
    try {
      job.error = await take(job, actor, begun.value)
      if (job.error === null && !job.cancelAsked) job.error = await finish(job, actor, begun.value)
    } catch (error) {
      const fault = faultOf(error)
      if (fault === null) throw error
      job.error = fault
    } finally {
      if (tally.version === null) await writing.clear(actor, begun.value)
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
    book.start(job, false, () => perform(job, importing(actor, 'ownership', job), dataset))
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
