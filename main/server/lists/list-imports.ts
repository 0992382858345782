import path from 'node:path'
import { refusal, type Refusal } from '../../../shared/api/errors.ts'
import { stageList, stageListPart, type runListImport } from '../../../shared/api/lists.ts'
import type { BodyOf } from '../../../shared/api/operation.ts'
import type { ListImport } from '../../../shared/schema/lists.ts'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { ListFault } from '../../domain/lists/fault.ts'
import { listOfFormat, recogniseList } from '../../domain/lists/recognise.ts'
import { isDiskFull } from '../../platform/disk-full.ts'
import type { Random } from '../../platform/random.ts'
import type { ListStore } from '../../storage/lists/list-store.ts'
import { encryptedFile, type EncryptedFile } from '../imports/encrypted-file.ts'
import type { ImportActor } from '../imports/ports.ts'
import { stagingFolder, storeBytes, type StoredBytes } from '../imports/staged-file.ts'
import { headOfList, isPacked } from './list-text.ts'
import { freshReading, runReading, type ListReadingState } from './run-reading.ts'

/** The operations on imports of lists; each answers what the interface shows. */
export interface ListImports {
  /** Stores a file and looks which list it is. `body` is read to its end or until it is too long. */
  stage(fileName: string, body: AsyncIterable<Uint8Array>): Promise<Result<ListImport, Refusal>>
  /** Stores a file beside a staged one. */
  stagePart(id: string, part: 'alt' | 'add', fileName: string, body: AsyncIterable<Uint8Array>): Promise<Result<ListImport, Refusal>>
  /** Starts the reading and answers at once; `read` follows it. One runs at a time. */
  run(actor: ImportActor, id: string, input: BodyOf<typeof runListImport>): Result<ListImport, Refusal>
  read(id: string): Result<ListImport, Refusal>
  /** Deletes the files; a reading that runs ends first, and changes nothing. */
  discard(id: string): Promise<Result<{ discarded: true }, Refusal>>
  /** Ends what runs and deletes every staged file. */
  close(): Promise<void>
}

export interface ListImportParts {
  readonly lists: ListStore
  readonly dataDir: string
  readonly random: Pick<Random, 'bytes'>
  readonly clock: { nowMs(): number; monoMs(): number }
  readonly newId: () => string
  /** Called with what ended a reading unexpectedly. */
  readonly onFailure: (error: unknown) => void
}

interface SideFile {
  readonly fileName: string
  readonly stored: StoredBytes
}

interface Job {
  readonly id: string
  readonly fileName: string
  readonly stored: StoredBytes
  readonly isPacked: boolean
  readonly head: string
  readonly found: ReturnType<typeof recogniseList>
  readonly stagedAtMs: number
  readonly sides: Map<'alt' | 'add', SideFile>
  state: ListImport['state']
  key: string | null
  dryRun: boolean
  reading: ListReadingState
  startedMs: number
  /** null while it runs. */
  tookMs: number | null
  cancelAsked: boolean
  /** Whether the staged files are gone because they were taken. */
  used: boolean
  running: Promise<void>
}

const jobsMax = 20
const keptMs = 86_400_000
const unknown = refusal('not_found', 'There is no import of a list with this id; a restart of the service forgets staged files.')
const failedUnexpectedly = 'the import failed unexpectedly; the log says why. Nothing was changed'

/** Makes the imports of lists. The staging folder must be there and empty. */
export const createListImports = ({ lists, dataDir, random, clock, newId, onFailure }: ListImportParts): ListImports => {
  const jobs = new Map<string, Job>()

  const answer = ({ id, state, fileName, stored, isPacked: compressed, found, key, sides, dryRun, reading, startedMs, tookMs }: Job): ListImport => ({
    id,
    state,
    file_name: fileName,
    bytes: stored.bytes,
    sha256: stored.sha256,
    compressed,
    format: found.format,
    key: key ?? (found.format === null ? null : (listOfFormat[found.format]?.key ?? null)),
    side_files: [...sides].map(([part, side]) => ({ part, file_name: side.fileName, bytes: side.stored.bytes, sha256: side.stored.sha256 })),
    published_at: reading.publishedAtMs === null ? null : toTimestamp(reading.publishedAtMs),
    dry_run: dryRun,
    progress: Math.min(1, reading.progress),
    entries: reading.entries,
    names: reading.names,
    skipped: reading.skipped,
    notes: [...reading.notes],
    changes: reading.changes,
    version: reading.version,
    unchanged: reading.unchanged,
    needs_confirmation: reading.needsConfirmation,
    seconds: Math.round(tookMs ?? clock.monoMs() - startedMs) / 1_000,
    error: reading.error,
  })

  const filesOf = (job: Job): readonly EncryptedFile[] => [job.stored.file, ...[...job.sides.values()].map(({ stored }) => stored.file)]
  const forget = async (job: Job): Promise<void> => {
    jobs.delete(job.id)
    for (const file of filesOf(job)) await file.remove()
  }
  const makeRoom = async (): Promise<void> => {
    const idle = [...jobs.values()].filter(({ state }) => state !== 'running')
    for (const job of idle.filter(({ stagedAtMs }, place) => clock.nowMs() - stagedAtMs > keptMs || place < jobs.size - jobsMax + 1)) await forget(job)
  }
  const find = (id: string): Result<Job, Refusal> => {
    const job = jobs.get(id)
    return job === undefined ? fail(unknown) : ok(job)
  }
  const idle = (id: string): Result<Job, Refusal> => {
    const found = find(id)
    if (!found.ok) return found
    if (found.value.state === 'running') return fail(refusal('in_progress', 'The import is running.'))
    return found.value.used ? fail(refusal('unknown_reference', 'This file was taken and deleted; stage it again to run it again.')) : found
  }

  /** Stores a file and looks at it; what goes wrong leaves no file behind. */
  const stored = async <T>(name: string, body: AsyncIterable<Uint8Array>, limit: number, look: (file: StoredBytes) => Promise<T>): Promise<Result<T, Refusal>> => {
    const file = encryptedFile(path.join(stagingFolder(dataDir), name), random)
    let kept = false
    try {
      const bytes = await storeBytes(file, body, limit)
      if (!bytes.ok) return bytes
      const looked = await look(bytes.value)
      kept = true
      return ok(looked)
    } catch (error) {
      if (error instanceof ListFault) return fail(refusal('file_refused', `The file ${error.message}.`))
      if (isDiskFull(error)) return fail(refusal('storage_full', 'the disk is full; nothing was kept'))
      throw error
    } finally {
      if (!kept) await file.remove()
    }
  }

  /** The beginning of a file, as far as its encoding can be told without being asked for. */
  const headOrEmpty = async (file: EncryptedFile): Promise<string> => {
    try {
      return await headOfList(file)
    } catch (error) {
      if (error instanceof ListFault) return await headOfList(file, { encoding: 'windows-1252' }).catch(() => '')
      throw error
    }
  }

  const run: ListImports['run'] = (actor, id, input) => {
    const ready = idle(id)
    if (!ready.ok) return ready
    if ([...jobs.values()].some(({ state }) => state === 'running')) return fail(refusal('in_progress', 'Another list is being read; one is read at a time.'))
    const job = ready.value
    const format = input.format ?? job.found.format
    if (format === null) return fail(refusal('unknown_reference', `The file ${'why' in job.found ? job.found.why : 'is of no form that is known'}. Name its format if you know it.`, [{ path: 'body.format', message: 'is needed' }]))
    const list = listOfFormat[format]
    const key = input.key ?? list?.key
    if (key === undefined) return fail(refusal('unknown_reference', 'Which list a table is of its columns do not tell: name it.', [{ path: 'body.key', message: 'is needed' }]))
    if (job.sides.size > 0 && format !== 'ofac_csv') return fail(refusal('unknown_reference', 'Only OFAC’s sdn.csv has files beside it.', [{ path: 'body.format', message: 'takes no files beside it' }]))
    Object.assign(job, { state: 'running', key, dryRun: input.dry_run, reading: freshReading(), startedMs: clock.monoMs(), tookMs: null, cancelAsked: false })
    const title = input.title ?? (list?.key === key ? list.title : key)
    const { stored: main, sides, fileName } = job
    const work = async (): Promise<void> => {
      try {
        await runReading(
          job.reading,
          {
            files: { list: main.file, alt: sides.get('alt')?.stored.file, add: sides.get('add')?.stored.file },
            version: { list: key, format, fileName, bytes: main.bytes, sha256: main.sha256, parts: Object.fromEntries([...sides].map(([part, side]) => [part, side.stored.sha256])) },
            encoding: input.encoding, title, allowShrink: input.allow_shrink, allowOlder: input.allow_older, dryRun: input.dry_run,
            isCancelled: () => job.cancelAsked,
          },
          lists,
          actor,
        )
      } catch (error) {
        onFailure(error)
        job.reading.error = isDiskFull(error) ? 'the disk is full; nothing was changed' : failedUnexpectedly
      }
      job.tookMs = clock.monoMs() - job.startedMs
      job.state = job.reading.error !== null ? 'failed' : job.cancelAsked ? 'cancelled' : 'done'
      if (job.state === 'done' && !input.dry_run) {
        job.used = true
        for (const file of filesOf(job)) await file.remove()
      }
    }
    job.running = work()
    return ok(answer(job))
  }

  return {
    stage: async (fileName, body) => {
      await makeRoom()
      const id = newId()
      const staged = await stored(`${id}.list`, body, stageList.bodyLimit, async (bytes): Promise<Job> => {
        const head = await headOrEmpty(bytes.file)
        return {
          id, fileName, stored: bytes, isPacked: await isPacked(bytes.file), head, found: recogniseList(head), stagedAtMs: clock.nowMs(), sides: new Map(),
          state: 'staged', key: null, dryRun: false, reading: freshReading(), startedMs: 0, tookMs: 0, cancelAsked: false, used: false, running: Promise.resolve(),
        }
      })
      if (!staged.ok) return staged
      jobs.set(id, staged.value)
      return ok(answer(staged.value))
    },
    stagePart: async (id, part, fileName, body) => {
      const ready = idle(id)
      if (!ready.ok) return ready
      if (ready.value.found.format !== 'ofac_csv') return fail(refusal('unknown_reference', 'Only OFAC’s sdn.csv has files beside it.', [{ path: 'query.part', message: 'is of no use for this list' }]))
      const staged = await stored(`${id}.${part}.${newId()}`, body, stageListPart.bodyLimit, (bytes) => Promise.resolve(bytes))
      if (!staged.ok) return staged
      const still = idle(id)
      if (!still.ok) {
        await staged.value.file.remove()
        return still
      }
      await still.value.sides.get(part)?.stored.file.remove()
      still.value.sides.set(part, { fileName, stored: staged.value })
      return ok(answer(still.value))
    },
    run,
    read: (id) => {
      const found = find(id)
      return found.ok ? ok(answer(found.value)) : found
    },
    discard: async (id) => {
      const found = find(id)
      if (!found.ok) return found
      found.value.cancelAsked = true
      await found.value.running
      await forget(found.value)
      return ok({ discarded: true })
    },
    close: async () => {
      for (const job of jobs.values()) job.cancelAsked = true
      await Promise.all([...jobs.values()].map(({ running }) => running))
      for (const job of [...jobs.values()]) await forget(job)
    },
  }
}
