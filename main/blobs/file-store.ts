import { createHash } from 'node:crypto'
import { link, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import type { StatsFs } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { fail, ok } from '../../shared/schema/result.ts'
import type { Result } from '../../shared/schema/result.ts'
import type { Random } from '../platform/random.ts'
import { isAbsent } from '../platform/system-error.ts'
import { openEncrypted } from './floe/encrypted-reader.ts'
import type { EncryptedReader } from './floe/encrypted-reader.ts'
import { fileSource } from './floe/file-source.ts'
import { evidenceParameters } from './floe/segments.ts'
import type { FloeFault } from './floe/segments.ts'
import { beginPartial, evidenceContext, resumePartial } from './partial-blob.ts'
import type { PartialBlob } from './partial-blob.ts'

/** Why a blob cannot be read. */
export type BlobFault = { readonly code: 'missing' | 'differs'; readonly message: string }

/** An opened blob; close it. */
export interface OpenBlob extends EncryptedReader {
  close(): Promise<void>
}

/** A partial file that is whole, and the hash of its plaintext. */
export interface PlacedBlob {
  readonly id: string
  readonly sha256: string
  /**
   * Whether the partial file stays until it is discarded: what a stop leaves before anybody holds the key of the place
   * is gone on with from it.
   */
  readonly keepsPartial?: boolean
}

/** Evidence by its SHA-256 (lower-case hex), each file encrypted under a key of its own, below `DIR/sha256/ab/...`. */
export interface BlobStore {
  /** Where the blob lies or would lie. Throws RangeError on a name that is no SHA-256. */
  pathOf(sha256: string): string
  has(sha256: string): Promise<boolean>
  /** Opens a blob under its key; `missing` where nothing is, `differs` where it is not what that key encrypted. */
  open(sha256: string, key: Uint8Array): Promise<Result<OpenBlob, BlobFault>>
  /**
   * The SHA-256 of the plaintext that is stored under this name, streamed; null where nothing is, '' where it was
   * altered.
   */
  hashOf(sha256: string, key: Uint8Array): Promise<string | null>
  /** Where a partial file is written by another thread; its folder is made. */
  partialPath(id: string): Promise<string>
  /** Begins a partial file under a new id. */
  begin(id: string, key: Uint8Array): Promise<PartialBlob>
  resume(id: string, key: Uint8Array): Promise<Result<PartialBlob, 'lost'>>
  /**
   * Puts finished and closed partial files in their places; resolves when their names are durable, each folder synced
   * once. What lay there before is replaced.
   */
  place(files: readonly PlacedBlob[]): Promise<void>
  discard(id: string): Promise<void>
  /** Whether a partial file lies here. */
  hasPartial(id: string): Promise<boolean>
  /** Deletes partial files that nothing was written to since (Unix milliseconds), and answers how many. */
  sweepOlder(sinceMs: number): Promise<number>
  /**
   * Deletes partial files that nobody knows, and answers how many; what is named otherwise is not of this store and
   * stays.
   */
  sweepPartials(known: ReadonlySet<string>): Promise<number>
  /** Every blob that is stored. */
  list(): AsyncIterable<string>
  remove(sha256: string): Promise<void>
  /** Bytes that are free for more. */
  freeBytes(): Promise<number>
}

const isFile = async (file: string): Promise<boolean> => {
  try {
    return (await stat(file)).isFile()
  } catch (error) {
    if (isAbsent(error)) return false
    throw error
  }
}

/** The disk on which a folder lies, or will lie: a store need not exist yet. */
const diskOf = (folder: string): Promise<StatsFs> =>
  statfs(folder).catch((error: unknown) => {
    if (!isAbsent(error) || path.dirname(folder) === folder) throw error
    return diskOf(path.dirname(folder))
  })

const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: unknown) => {
    if (isAbsent(error)) return []
    throw error
  })

const nameOfPartial = /^([0-9a-f-]{36})\.part$/

const syncFolder = async (folder: string): Promise<void> => {
  // Windows gives no handle of a folder; there the rename itself is written through.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Gives a file a second name in place of what has it; false where the file system knows no such thing (FAT, exFAT). */
const linked = async (file: string, name: string, nameTwice: typeof link): Promise<boolean> => {
  await rm(name, { force: true })
  return await nameTwice(file, name).then(
    () => true,
    () => false,
  )
}

const callsSideBySide = 8

/** Does the same with each, a few at a time; all have ended when it resolves or rejects. */
const eachOf = async <T>(values: readonly T[], work: (value: T) => Promise<void>): Promise<void> => {
  const left = values.values()
  const worker = async (): Promise<void> => {
    for (const value of left) await work(value)
  }
  const ended = await Promise.allSettled(Array.from({ length: callsSideBySide }, worker))
  for (const end of ended) if (end.status === 'rejected') throw end.reason
}

const readerOver = async (handle: FileHandle, key: Uint8Array): Promise<Result<OpenBlob, FloeFault>> => {
  const { size } = await handle.stat()
  const opened = await openEncrypted(fileSource(handle, size), {
    key,
    aad: evidenceContext,
    parameters: evidenceParameters,
  })
  return opened.ok ? ok({ ...opened.value, close: () => handle.close() }) : opened
}

/**
 * Opens the store of a folder; it need not exist yet.
 *
 * @param nameTwice gives a file a second name; it fails where the file system cannot
 */
export const openBlobs = (folder: string, random: Pick<Random, 'bytes'>, nameTwice = link): BlobStore => {
  const partials = path.join(folder, 'partial')
  const shards = path.join(folder, 'sha256')
  const madeShards = new Set<string>()

  const pathOf = (sha256: string): string => {
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new RangeError('a blob is named by 64 lower-case hexadecimal digits')
    return path.join(shards, sha256.slice(0, 2), sha256)
  }
  const partialOf = (id: string): string => path.join(partials, `${id}.part`)

  const makeFolder = async (dir: string): Promise<void> => {
    if (madeShards.has(dir)) return
    await mkdir(dir, { recursive: true, mode: 0o700 })
    await syncFolder(path.dirname(dir))
    madeShards.add(dir)
  }

  const partialPath = async (id: string): Promise<string> => {
    await makeFolder(partials)
    return partialOf(id)
  }

  const openBlob: BlobStore['open'] = async (sha256, key) => {
    const file = pathOf(sha256)
    const handle = await open(file, 'r').catch((error: unknown) => {
      if (isAbsent(error)) return null
      throw error
    })
    if (handle === null) return fail({ code: 'missing', message: 'the bytes of this evidence are not in the store' })
    try {
      const reader = await readerOver(handle, key)
      if (reader.ok) return reader
      await handle.close()
      return fail({ code: 'differs', message: `the stored bytes were altered: ${reader.error.message}` })
    } catch (error) {
      await handle.close()
      throw error
    }
  }

  return {
    pathOf,
    has: async (sha256) => await isFile(pathOf(sha256)),
    open: openBlob,
    hashOf: async (sha256, key) => {
      const opened = await openBlob(sha256, key)
      if (!opened.ok) return opened.error.code === 'missing' ? null : ''
      try {
        const hash = createHash('sha256')
        for await (const part of opened.value.read(0, opened.value.length)) {
          if (!part.ok) return ''
          hash.update(part.value)
        }
        return hash.digest('hex')
      } finally {
        await opened.value.close()
      }
    },
    partialPath,
    begin: async (id, key) => await beginPartial(await partialPath(id), key, random),
    resume: (id, key) => resumePartial(partialOf(id), key, random),
    place: async (files) => {
      await eachOf(files, async ({ id, sha256, keepsPartial = false }) => {
        const file = pathOf(sha256)
        await makeFolder(path.dirname(file))
        if (!keepsPartial || !(await linked(partialOf(id), file, nameTwice))) await rename(partialOf(id), file)
      })
      await eachOf([...new Set(files.map(({ sha256 }) => path.dirname(pathOf(sha256))))], syncFolder)
    },
    discard: (id) => rm(partialOf(id), { force: true }),
    hasPartial: (id) => isFile(partialOf(id)),
    sweepOlder: async (sinceMs) => {
      let swept = 0
      for (const file of (await namesIn(partials)).map((name) => path.join(partials, name))) {
        const written = await stat(file).catch((error: unknown) => {
          if (isAbsent(error)) return null
          throw error
        })
        if (written === null || written.mtimeMs >= sinceMs) continue
        await rm(file, { force: true })
        swept += 1
      }
      return swept
    },
    sweepPartials: async (known) => {
      const stray = (await namesIn(partials)).filter(
        (name) => nameOfPartial.test(name) && !known.has(nameOfPartial.exec(name)?.[1] ?? ''),
      )
      for (const name of stray) await rm(path.join(partials, name), { force: true })
      return stray.length
    },
    async *list() {
      for (const shard of await namesIn(shards))
        for (const name of await readdir(path.join(shards, shard))) if (/^[0-9a-f]{64}$/.test(name)) yield name
    },
    remove: (sha256) => rm(pathOf(sha256), { force: true }),
    freeBytes: async () => {
      const { bavail, bsize } = await diskOf(folder)
      return bavail * bsize
    },
  }
}
