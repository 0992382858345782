import type { OwnershipImport } from '../../../shared/api/kyb.ts'
import { ok } from '../../../shared/schema/result.ts'
import type { DatasetWriting } from '../../storage/kyb/business-store.ts'
import type { PlacedStatement } from '../../storage/kyb/write-dataset.ts'
import { ContentFault } from '../imports/content-fault.ts'
import type { BookedJob } from '../imports/job-book.ts'
import type { ImportActor, SummarySeal } from '../imports/ports.ts'
import { ArrayFault } from './json-elements.ts'
import { CutFault } from './statement-source.ts'
import type { StatementSource } from './statement-source.ts'

/** What a run has come to. */
export interface OwnershipTally {
  dataset: string
  version: number | null
  rows: number
  parties: number
  interests: number
  rejected: number
  ignored: number
  readonly problems: OwnershipImport['problems']
}

export type OwnershipJob = BookedJob<StatementSource, OwnershipTally>

/** Statements that one transaction takes. */
const chunkStatements = 400

const problemsShown = 200

/** A file that is not what it says it is, found out while it was read. */
const faultOf = (error: unknown): string | null =>
  error instanceof ArrayFault || error instanceof CutFault || error instanceof ContentFault
    ? `the file ${error.message}; nothing of it is in force`
    : null

/**
 * Makes what reads a staged file of ownership data into a version of a dataset. What went wrong is the job's error; a
 * version that was not finished is cleared.
 */
export const createOwnershipRun = (writing: DatasetWriting, target: SummarySeal) => {
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

  return async (job: OwnershipJob, actor: ImportActor, key: string): Promise<void> => {
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
}
