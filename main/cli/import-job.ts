import { stat } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { problemText, type CellProblem } from '../domain/imports/cells.ts'
import { fail, ok, type Result } from '../../shared/schema/result.ts'
import { fileFault } from './file-errors.ts'
import { failed, misused, type Io, type Stop } from './io.ts'
import { createProgress } from './progress.ts'
import { saveTo, tryTarget } from './save-to.ts'

/** An import that takes rows, as its operations tell of it. */
export interface CountedImport {
  readonly state: string
  readonly created: number
  readonly already_there: number
  readonly duplicates: number
  readonly rejected: number
  readonly rows: number
}

/** One that has ended, with the first of the rows that it could not take. */
export interface EndedImport extends CountedImport {
  readonly problems: readonly (CellProblem & { readonly line: number })[]
}

/** How far a job is, in which unit. */
export interface JobProgress<Job> {
  readonly unit: string
  readonly done: (job: Job) => number
  readonly total: (job: Job) => number
}

const pollMs = 200

/** Rows of a file that were looked at. */
export const rowsDone = ({
  created,
  already_there,
  duplicates,
  rejected,
}: Omit<CountedImport, 'state' | 'rows'>): number => created + already_there + duplicates + rejected

/** How far an import of rows is. */
export const rowProgress: JobProgress<CountedImport> = { unit: 'rows', done: rowsDone, total: ({ rows }) => rows }

/** Shows how far a job of the service is until it has ended; `read` asks for it anew. */
export const followJob = async <Job extends { readonly state: string }>(
  started: Job,
  read: () => Promise<Result<{ readonly data: Job }, Stop>>,
  { unit, done, total }: JobProgress<Job>,
  io: Io,
): Promise<Result<Job, Stop>> => {
  const progress = createProgress(io, unit)
  let job = started
  while (job.state === 'running') {
    progress.update(done(job), total(job))
    await wait(pollMs)
    const answer = await read()
    if (!answer.ok) return answer
    job = answer.value.data
  }
  progress.end()
  return ok(job)
}

/** Finds out before anything is sent that the rejected rows could not be kept in that file. */
export const checkRejectsTarget = async (file: string): Promise<Result<void, Stop>> => {
  try {
    await tryTarget(file)
    return ok(undefined)
  } catch (error) {
    const fault = fileFault(error)
    if (fault === undefined) throw error
    return fail(
      misused(
        `the rejected rows cannot be kept in ${file}: ${fault}. Nothing was sent; name another file with --rejects`,
      ),
    )
  }
}

const saveRejects = async (
  file: string,
  download: () => Promise<Result<ReadableStream<Uint8Array>, Stop>>,
): Promise<Result<void, Stop>> => {
  const unkept = (reason: string): Result<never, Stop> =>
    fail(
      failed(
        `the rejected rows could not be kept in ${file}: ${reason}. What was taken stays; importing the file again with --rejects takes nothing twice and writes them`,
      ),
    )
  const content = await download()
  if (!content.ok) return unkept(content.error.message)
  try {
    await saveTo(file, content.value)
    return ok(undefined)
  } catch (error) {
    const fault = fileFault(error)
    if (fault === undefined) throw error
    return unkept(fault)
  }
}

/**
 * Tells which rows were rejected, and keeps them in a file where one was named.
 *
 * @param download asks for all of them
 * @returns the file that was written; undefined where nothing was rejected, or no file was named
 */
export const keepRejects = async (
  job: EndedImport,
  file: string | undefined,
  download: () => Promise<Result<ReadableStream<Uint8Array>, Stop>>,
  io: Io,
): Promise<Result<string | undefined, Stop>> => {
  const kept = job.rejected > 0 ? file : undefined
  for (const problem of job.problems)
    io.say(`line ${problem.line}${problem.column === null ? ':' : ','} ${problemText(problem)}`)
  if (job.rejected > job.problems.length) io.say(`... and more: ${job.rejected} rows were rejected.`)
  if (job.rejected > 0 && kept === undefined) io.say('The rejected rows can be kept with --rejects FILE.')
  if (kept === undefined) return ok(undefined)
  const saved = await saveRejects(kept, download)
  return saved.ok ? ok(kept) : saved
}

/** Whether there is such a file. */
export const isFile = async (file: string): Promise<boolean> => {
  try {
    return (await stat(file)).isFile()
  } catch {
    return false
  }
}
