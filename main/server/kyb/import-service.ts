import path from 'node:path'
import { refusal, type Refusal } from '../../../shared/api/errors.ts'
import { importOwnership, type OwnershipImport } from '../../../shared/api/kyb.ts'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import { isDiskFull } from '../../platform/disk-full.ts'
import type { Random } from '../../platform/random.ts'
import type { DatasetWriting } from '../../storage/kyb/business-store.ts'
import type { PlacedStatement } from '../../storage/kyb/write-dataset.ts'
import { encryptedFile } from '../imports/encrypted-file.ts'
import { createJobBook, freshJob } from '../imports/job-book.ts'
import type { BookedJob } from '../imports/job-book.ts'
import type { ImportActor, SummarySeal } from '../imports/ports.ts'
import { stagingFolder, storeBytes } from '../imports/staged-file.ts'
import type { StoredBytes } from '../imports/staged-file.ts'
import { ContentFault } from '../transactions/file-content.ts'
import { ArrayFault } from './json-elements.ts'
import { CutFault, openStatements } from './statement-source.ts'
import type { StatementSource } from './statement-source.ts'

/** Imports of ownership data; each answers what the interface shows. */
export interface OwnershipImports {
  /** Stores a file, looks at it, and begins to read it. One is read at a time. */
  start(actor: ImportActor, wanted: { readonly fileName: string; readonly dataset: string }, body: AsyncIterable<Uint8Array>): Promise<Result<OwnershipImport, Refusal>>
  read(id: string): Result<OwnershipImport, Refusal>
  discard(id: string): Promise<Result<{ discarded: true }, Refusal>>
  /** Stops what runs and deletes every staged file. */
  close(): Promise<void>
}

/** What the imports work with. */
export interface OwnershipImportParts {
  readonly writing: DatasetWriting
  readonly target: SummarySeal
  readonly dataDir: string
  readonly random: Pick<Random, 'bytes'>
  readonly clock: { nowMs(): number; monoMs(): number }
  readonly newId: () => string
  /** Called with what ended a run unexpectedly. */
  readonly onFailure: (error: unknown) => void
}

interface OwnershipJob extends BookedJob {
  readonly fileName: string
  readonly stored: StoredBytes
  readonly source: StatementSource
  readonly dataset: string
  readonly startedMs: number
  version: number | null
  rows: number
  parties: number
  interests: number
  rejected: number
  ignored: number
  readonly problems: OwnershipImport['problems']
  /** null while it runs. */
  tookMs: number | null
}

/** Statements that one transaction takes. */
const chunkStatements = 400

const problemsShown = 200

/** A file that is not what it says it is, found out while it was read. */
const faultOf = (error: unknown): string | null => (error instanceof ArrayFault || error instanceof CutFault || error instanceof ContentFault ? `the file ${error.message}; nothing of it is in force` : null)

/** Makes the imports. The staging folder must be there and empty. */
export const createOwnershipImports = (parts: OwnershipImportParts): OwnershipImports => {
  const { writing, target, dataDir, random, clock, newId, onFailure } = parts
  const book = createJobBook<OwnershipJob>(() => clock.nowMs())

  const answer = (job: OwnershipJob): OwnershipImport => ({
    id: job.id,
    state: job.state === 'staged' ? 'running' : job.state,
    file_name: job.fileName,
    bytes: job.stored.bytes,
    sha256: job.stored.sha256,
    format: job.source.format,
    compressed: job.source.compressed,
    dataset: job.dataset,
    version: job.version,
    rows: job.rows,
    parties: job.parties,
    interests: job.interests,
    rejected: job.rejected,
    ignored: job.ignored,
    problems: [...job.problems],
    seconds: Math.round(job.tookMs ?? clock.monoMs() - job.startedMs) / 1_000,
    error: job.error,
  })

  const take = async (job: OwnershipJob, actor: ImportActor, dataset: number): Promise<string | null> => {
    let waiting: PlacedStatement[] = []
    const write = async (): Promise<string | null> => {
      const statements = waiting
      waiting = []
      const written = statements.length === 0 ? ok(undefined) : await writing.add(actor, dataset, statements)
      return written.ok ? null : written.error.message
    }
    for await (const batch of job.source.statements()) {
      for (const { line, read } of batch) {
        job.rows += 1
        if (!read.ok) {
          job.rejected += 1
          if (job.problems.length < problemsShown) job.problems.push({ line, ...read.error })
        } else if (read.value === null) job.ignored += 1
        else waiting.push({ ordinal: job.rows, statement: read.value })
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
    if (job.rejected + job.ignored === job.rows) return 'the file holds no statement that could be taken; nothing of it is in force'
    const done = await writing.finish(actor, dataset)
    if (!done.ok) return done.error.message
    Object.assign(job, { version: done.value.version, parties: done.value.parties, interests: done.value.interests })
    const { sha256, bytes } = job.stored
    const taken = job.rows - job.rejected - job.ignored
    const sealed = await target.sealSummary(actor, { kind: 'ownership', jobId: job.id, fileName: job.fileName, sha256, bytes, source: job.dataset, outcome: 'complete', rows: job.rows, created: taken, alreadyThere: 0, duplicates: 0, rejected: job.rejected })
    return sealed.ok ? null : sealed.error.message
  }

  const perform = async (job: OwnershipJob, actor: ImportActor): Promise<void> => {
    // What an import before left when the service was killed.
    for (const left of writing.leftOver()) await writing.clear(actor, left)
    const begun = await writing.begin(actor, { key: job.dataset, file_name: job.fileName, format: job.source.format, sha256: job.stored.sha256 })
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
      if (job.version === null) await writing.clear(actor, begun.value)
      job.tookMs = clock.monoMs() - job.startedMs
    }
  }

  const start: OwnershipImports['start'] = async (actor, { fileName, dataset }, body) => {
    const busy = fail(refusal('in_progress', 'another import of ownership data is running; one runs at a time'))
    if (book.isRunning()) return busy
    await book.makeRoom()
    const id = newId()
    const file = encryptedFile(path.join(stagingFolder(dataDir), `${id}.ownership`), random)
    let kept = false
    try {
      const stored = await storeBytes(file, body, importOwnership.bodyLimit)
      if (!stored.ok) return stored
      const source = await openStatements(file)
      if (!source.ok) return source
      if (book.isRunning()) return busy
      const rejectsFile = encryptedFile(path.join(stagingFolder(dataDir), `${id}.ownership-rejects`), random)
      const counts = { version: null, rows: 0, parties: 0, interests: 0, rejected: 0, ignored: 0 }
      const job: OwnershipJob = { id, fileName, stored: stored.value, source: source.value, dataset, rejectsFile, stagedAtMs: clock.nowMs(), ...freshJob(), startedMs: clock.monoMs(), tookMs: null, ...counts, problems: [] }
      book.add(job)
      kept = true
      book.start(job, { keepsFile: false, onFailure }, () => perform(job, actor))
      return ok(answer(job))
    } catch (error) {
      if (isDiskFull(error)) return fail(refusal('storage_full', 'the disk is full; nothing was kept'))
      throw error
    } finally {
      if (!kept) await file.remove()
    }
  }

  return {
    start,
    read: (id) => {
      const found = book.find(id)
      return found.ok ? ok(answer(found.value)) : found
    },
    discard: (id) => book.discard(id),
    close: () => book.close(),
  }
}
