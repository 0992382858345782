import { lstat } from 'node:fs/promises'
import path from 'node:path'
import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { Acquisition, AcquisitionFacts } from '../../../shared/schema/evidence.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { recordedName } from '../../domain/evidence/names.ts'
import { isDiskFull } from '../../platform/disk-full.ts'
import { createKeyedLock } from '../../platform/keyed-lock.ts'
import type { KeptAcquisition } from '../../storage/evidence/acquisition-store.ts'
import { acquisitionAnswer, dropPartials, newAcquisition } from './kept-acquisition.ts'
import type { NamedActor } from './kept-acquisition.ts'
import { createLongTaker } from './long-taker.ts'
import { sourceFault } from './open-source.ts'
import { addProblem, progressOf } from './progress.ts'
import { stopFlag } from './reading/reading-thread.ts'
import type { ReadingThread } from './reading/reading-thread.ts'
import { CaseGone, isStopping } from './running-acquisition.ts'
import type { AcquisitionParts, RunningAcquisition, TakerParts } from './running-acquisition.ts'
import { createShortTaker } from './short-taker.ts'
import { isSourceFile, walkSource } from './source-walk.ts'
import type { SourceFile } from './source-walk.ts'
import { impossibleTimes } from './stated-times.ts'

/** Acquisitions of paths of this computer, and the steering of all. */
export interface Acquisitions {
  start(caseId: number, root: string, facts: AcquisitionFacts, by: NamedActor): Promise<Result<Acquisition, Refusal>>
  list(caseId?: number): readonly Acquisition[]
  read(id: string): Result<Acquisition, Refusal>
  steer(id: string, action: 'pause' | 'resume' | 'cancel'): Promise<Result<Acquisition, Refusal>>
  /** Pauses what runs, so that it can be resumed. */
  close(): Promise<void>
}

/** One batch is read while another gets its places and a third is sealed. */
const batchesSideBySide = 3

/** As many entries as others wait for at most: a batch is sealed in one transaction. */
const batchFiles = 128
const saveEveryMs = 1_000

const unknown = refusal('not_found', 'There is no acquisition with this id.')
const full = 'The disk is full. What was taken before is safe; free space and resume.'
const unexpected = 'The service failed while it read this; its log says how. What was taken before is safe.'

interface Run extends RunningAcquisition {
  kept: KeptAcquisition
  readonly since: number
  ask: 'none' | 'pause' | 'cancel'
  done: Promise<void>
}

type Outcome = { readonly state: 'done' | 'paused' | 'cancelled' | 'failed'; readonly error: string | null }

const raiseStop = (run: RunningAcquisition): void => {
  Atomics.store(run.stop, 0, 1)
}

/**
 * The files of a source that are not evidence yet, in batches; what the walk met besides is told among the problems.
 */
async function* batchesOf(run: RunningAcquisition, taken: ReadonlySet<string>): AsyncGenerator<readonly SourceFile[]> {
  let batch: SourceFile[] = []
  for await (const met of walkSource(run.kept.root ?? '')) {
    if (isStopping(run)) return
    if (!isSourceFile(met)) addProblem(run.progress, recordedName(met.path, 4_000), met.message)
    else if (!taken.has(met.key)) batch.push(met)
    if (batch.length < batchFiles) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/**
 * Makes the service of acquisitions; what ran when the service last stopped is paused.
 *
 * @param thread reads the sources; it is ended with the service
 */
export const createAcquisitions = async (parts: AcquisitionParts, thread: ReadingThread): Promise<Acquisitions> => {
  const { acquisitions, env, scheduler } = parts
  const runs = new Map<string, Run>()

  for (const kept of acquisitions.list()) {
    if (kept.via === 'path' && kept.state === 'running') await acquisitions.save({ ...kept, state: 'paused' })
  }

  const present = ({ kept, progress, since }: Run): KeptAcquisition => ({
    ...kept,
    ...progress,
    activeMs: kept.activeMs + (env.clock.monoMs() - since),
  })
  const takerParts: TakerParts = { ...parts, thread, turns: createKeyedLock() }
  const takeShort = createShortTaker(takerParts)
  const takeLong = createLongTaker({
    ...takerParts,
    save: async ({ kept: { id } }) => {
      const run = runs.get(id)
      if (run !== undefined) await acquisitions.save(present(run))
    },
  })

  const takers = (run: Run): Promise<void>[] => {
    const batches = batchesOf(run, acquisitions.taken(run.kept.id).paths)
    const taker = async (): Promise<void> => {
      for (let next = await batches.next(); next.done !== true && !isStopping(run); next = await batches.next()) {
        for (const file of await takeShort(run, next.value)) if (!isStopping(run)) await takeLong(run, file)
      }
    }
    return Array.from({ length: batchesSideBySide }, taker)
  }

  const measure = async (run: Run): Promise<void> => {
    if (run.progress.filesTotal !== null) return
    const { files, bytes } = await thread.measure(run.kept.root ?? '', run.stop)
    if (!isStopping(run)) Object.assign(run.progress, { filesTotal: files, bytesTotal: bytes })
  }

  /** Runs all to their ends; the first that fails stops the others, and is what went wrong. */
  const together = async (run: Run, works: readonly Promise<void>[]): Promise<void> => {
    const failures: unknown[] = []
    const ended = works.map((work) =>
      work.catch((error: unknown) => {
        failures.push(error)
        raiseStop(run)
      }),
    )
    await Promise.all(ended)
    if (failures.length > 0) throw failures[0]
  }

  const outcomeOf = (run: Run): Outcome => {
    if (run.ask === 'cancel') return { state: 'cancelled', error: null }
    if (run.ask === 'pause') return { state: 'paused', error: null }
    // A single file that could not be taken is no success.
    if (run.progress.filesDone === 0 && run.progress.problemsTotal > 0)
      return { state: 'failed', error: run.progress.problems[0]?.message ?? null }
    return { state: 'done', error: null }
  }

  const work = async (run: Run): Promise<Outcome> => {
    try {
      await together(run, [measure(run), ...takers(run)])
      return outcomeOf(run)
    } catch (error) {
      if (error instanceof CaseGone) return { state: 'failed', error: error.message }
      const fault = sourceFault(error)
      if (fault === null && !isDiskFull(error)) env.log.error({ err: error }, 'an acquisition failed')
      return { state: 'failed', error: fault ?? (isDiskFull(error) ? full : unexpected) }
    }
  }

  /** Keeps how far a run is, again and again, until the answered function is called. */
  const keepShowing = (run: Run): (() => void) => {
    let isOver = false
    const plan = (): (() => void) => scheduler.after(saveEveryMs, save)
    const save = (): void => {
      acquisitions
        .save(present(run))
        .catch((error: unknown) =>
          env.log.error({ err: error }, 'how far an acquisition is could not be kept; it is tried again while it runs'),
        )
        .finally(() => {
          if (!isOver) cancel = plan()
        })
    }
    let cancel = plan()
    return () => {
      isOver = true
      cancel()
    }
  }

  const runToEnd = async (run: Run): Promise<void> => {
    const stopShowing = keepShowing(run)
    try {
      const { state, error } = await work(run)
      if (state === 'cancelled') await dropPartials(parts, run.kept.id)
      stopShowing()
      run.kept = { ...present(run), state, error, finishedAtMs: state === 'paused' ? null : env.clock.nowMs() }
      await acquisitions.save(run.kept)
    } catch (error) {
      env.log.error({ err: error }, 'the end of an acquisition could not be kept')
    } finally {
      stopShowing()
      runs.delete(run.kept.id)
    }
  }

  const begin = (kept: KeptAcquisition): Acquisition => {
    const run: Run = {
      kept,
      progress: progressOf(kept),
      since: env.clock.monoMs(),
      ask: 'none',
      stop: stopFlag(),
      done: Promise.resolve(),
    }
    runs.set(kept.id, run)
    run.done = runToEnd(run)
    return acquisitionAnswer(kept)
  }

  const start: Acquisitions['start'] = async (caseId, root, facts, { actor, name }) => {
    if (!path.isAbsolute(root))
      return fail(
        refusal('unknown_reference', 'The path must be absolute.', [
          { path: 'body.path', message: 'must be absolute' },
        ]),
      )
    const place = path.resolve(root)
    const problem = await lstat(place).then(
      (stats) =>
        stats.isFile() || stats.isDirectory() || stats.isBlockDevice()
          ? null
          : 'is neither a file, a folder nor a block device',
      (error: unknown) => sourceFault(error) ?? 'cannot be read',
    )
    if (problem !== null)
      return fail(
        refusal('unknown_reference', `The path cannot be acquired: ${problem}`, [
          { path: 'body.path', message: problem },
        ]),
      )
    const nowMs = env.clock.nowMs()
    const impossible = impossibleTimes(facts, nowMs)
    if (impossible !== null) return fail(impossible)
    const id = env.random.uuidv7(nowMs)
    const kept = newAcquisition({
      id,
      caseId,
      via: 'path',
      state: 'running',
      name: recordedName(path.basename(place) || place),
      root: place,
      facts,
      by: { actor, name },
      startedAtMs: nowMs,
    })
    const created = await acquisitions.create(kept)
    return created.ok ? ok(begin(kept)) : created
  }

  const find = (id: string): KeptAcquisition | null => {
    const run = runs.get(id)
    return run === undefined ? acquisitions.read(id) : present(run)
  }

  const stop = async (run: Run, ask: 'pause' | 'cancel'): Promise<Result<Acquisition, Refusal>> => {
    run.ask = ask
    raiseStop(run)
    await run.done
    const kept = acquisitions.read(run.kept.id)
    return kept === null ? fail(unknown) : ok(acquisitionAnswer(kept))
  }

  const cancelIdle = async (kept: KeptAcquisition): Promise<Result<Acquisition, Refusal>> => {
    await dropPartials(parts, kept.id)
    const cancelled: KeptAcquisition = { ...kept, state: 'cancelled', finishedAtMs: env.clock.nowMs() }
    const saved = await acquisitions.save(cancelled)
    return saved.ok ? ok(acquisitionAnswer(cancelled)) : saved
  }

  const steer: Acquisitions['steer'] = async (id, action) => {
    const run = runs.get(id)
    if (run?.kept.state === 'running')
      return action === 'resume'
        ? fail(refusal('already_done', 'The acquisition is running.'))
        : await stop(run, action)
    // One that has just ended shows so a moment before it is kept.
    await run?.done
    const kept = acquisitions.read(id)
    if (kept === null) return fail(unknown)
    if (kept.state === 'done' || kept.state === 'cancelled')
      return fail(refusal('already_done', `The acquisition is ${kept.state} already.`))
    if (action === 'cancel') return await cancelIdle(kept)
    if (action === 'pause') return fail(refusal('already_done', 'The acquisition is not running.'))
    // What is evidence counts; what was counted of a file that a crash cut short does not.
    const { paths, bytes } = acquisitions.taken(id)
    const counts = {
      filesDone: paths.size,
      bytesDone: bytes,
      filesTotal: null,
      bytesTotal: null,
      problems: [],
      problemsTotal: 0,
    }
    const resumed: KeptAcquisition = { ...kept, ...counts, state: 'running', finishedAtMs: null, error: null }
    const saved = await acquisitions.save(resumed)
    return saved.ok ? ok(begin(resumed)) : saved
  }

  return {
    start,
    list: (caseId) => acquisitions.list(caseId).map((kept) => acquisitionAnswer(find(kept.id) ?? kept)),
    read: (id) => {
      const kept = find(id)
      return kept === null ? fail(unknown) : ok(acquisitionAnswer(kept))
    },
    steer,
    close: async () => {
      await Promise.all([...runs.values()].map((run) => stop(run, 'pause')))
      await thread.close()
    },
  }
}
