import { close, closeSync, fstatSync, fsync, openSync, readSync, rmSync } from 'node:fs'
import type { ShortBlobWriter, WrittenBlob } from '../../../blobs/short-blob.ts'
import { createKeyedLock } from '../../../platform/keyed-lock.ts'
import { notReadable, sourceFault, sourceFlags, versionOf } from '../open-source.ts'
import { changedSource } from '../read-source.ts'
import { plainError } from './messages.ts'
import type { ShortFile, ShortOutcome } from './messages.ts'

/** Longer files are streamed, one at a time. */
export const shortFileBytes = 4 * 1_048_576

/** A batch ends when it has read this much, so that what was read is soon evidence. */
const batchBytes = 32 * 1_048_576

/** As many as keep the disk busy, and leave room in the pool of threads for others. */
const syncsSideBySide = 8

const refused = (message: string): ShortOutcome => ({ kind: 'refused', message })

/** Runs what concerns the source alone; its faults are told in words, and everything else is thrown. */
const ofSource = <T>(work: () => T): T | ShortOutcome => {
  try {
    return work()
  } catch (error) {
    const fault = sourceFault(error)
    if (fault === null) throw error
    return refused(fault)
  }
}

const isOutcome = (value: unknown): value is ShortOutcome =>
  typeof value === 'object' && value !== null && 'kind' in value

const readOpened = (
  writer: ShortBlobWriter,
  source: number,
  { partial, key }: ShortFile,
): WrittenBlob | ShortOutcome => {
  const stats = fstatSync(source, { bigint: true })
  const size = Number(stats.size)
  if (stats.isBlockDevice() || (stats.isFile() && size > shortFileBytes)) return { kind: 'long' }
  if (!stats.isFile()) return refused(notReadable)
  let fault: ShortOutcome = refused(changedSource)
  const readAt = (buffer: Uint8Array, from: number, position: number): number => {
    const read = ofSource(() => readSync(source, buffer, from, buffer.length - from, position))
    if (typeof read === 'number') return read
    fault = read
    return 0
  }
  const fill = (buffer: Uint8Array, offset: number): boolean => {
    let filled = 0
    while (filled < buffer.length) {
      const read = readAt(buffer, filled, offset + filled)
      if (read === 0) return false
      filled += read
    }
    // Read beyond the end too, and look again: only a file that stood still is taken.
    return (
      offset + filled < size ||
      (readAt(Buffer.alloc(1), 0, size) === 0 && versionOf(fstatSync(source, { bigint: true })) === versionOf(stats))
    )
  }
  return writer.write({ file: partial, key, size, fill }) ?? fault
}

const readOne = (writer: ShortBlobWriter, file: ShortFile): WrittenBlob | ShortOutcome => {
  const source = ofSource(() => openSync(Buffer.from(file.location), sourceFlags))
  if (isOutcome(source)) return source
  try {
    return readOpened(writer, source, file)
  } finally {
    closeSync(source)
  }
}

const synced = (handle: number): Promise<void> =>
  new Promise((resolve, reject) => {
    fsync(handle, (failed) => {
      close(handle, (unclosed) => {
        const error = failed ?? unclosed ?? null
        if (error === null) resolve()
        else reject(error)
      })
    })
  })

/**
 * Takes batches of files that are short: reads, hashes, encrypts and writes each in one go, and syncs several at a
 * time.
 */
export const createShortFiles = (writer: ShortBlobWriter, nowMs: () => number) => {
  const turns = createKeyedLock()

  /** Reads file after file; answers what is still being synced. */
  const readAll = async (
    files: readonly ShortFile[],
    stop: Int32Array,
    outcomes: ShortOutcome[],
  ): Promise<{ readonly syncing: readonly Promise<void>[] }> => {
    const syncing = new Set<Promise<void>>()
    const state = { bytes: 0, hasFailed: false }
    const fail = (at: number, error: unknown): void => {
      state.hasFailed = true
      outcomes[at] = { kind: 'failed', error: plainError(error) }
    }
    const sync = async (
      at: number,
      file: ShortFile,
      { handle, sha256, size }: WrittenBlob,
      startedAtMs: number,
    ): Promise<void> => {
      const endedAtMs = nowMs()
      try {
        await synced(handle)
        outcomes[at] = { kind: 'written', sha256, size, startedAtMs, endedAtMs }
      } catch (error) {
        rmSync(file.partial, { force: true })
        fail(at, error)
      }
    }
    for (const [at, file] of files.entries()) {
      if (Atomics.load(stop, 0) !== 0 || state.bytes >= batchBytes || state.hasFailed) break
      const startedAtMs = nowMs()
      try {
        const read = readOne(writer, file)
        if (isOutcome(read)) {
          outcomes[at] = read
        } else {
          state.bytes += read.size
          const mine: Promise<void> = sync(at, file, read, startedAtMs).finally(() => syncing.delete(mine))
          syncing.add(mine)
        }
      } catch (error) {
        fail(at, error)
      }
      if (syncing.size >= syncsSideBySide) await Promise.race(syncing)
    }
    return { syncing: [...syncing] }
  }

  return async (files: readonly ShortFile[], stop: Int32Array): Promise<readonly ShortOutcome[]> => {
    const outcomes: ShortOutcome[] = files.map(() => ({ kind: 'left' }))
    // The next batch is read while the last files of this one are synced.
    const { syncing } = await turns.run('reading', () => readAll(files, stop, outcomes))
    await Promise.all(syncing)
    return outcomes
  }
}
