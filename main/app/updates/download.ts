import { existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import { errorText } from '../../../shared/text/error-text.ts'
import { isDiskFull } from '../../platform/disk-full.ts'
import { syncFolder } from '../../platform/private-files.ts'
import type { FeedFile } from '../../update/feed.ts'
import { refused, type UpdateRefusal } from '../../update/refusal.ts'
import { faultAt } from './fetched.ts'
import type { Coming, UpdateSource } from './source.ts'

/** What a download acts through; a test gives its own. */
export type DownloadParts = {
  readonly source: UpdateSource
  /** Where files of updates are kept. */
  readonly folder: string
  /** Bytes that can be written there. */
  freeBytes(folder: string): number
  readonly onProgress: (bytes: number) => void
}

/** Room that is left beside the file, so that the work goes on. */
const roomBeside = 64 * 1_048_576

/** Where a file of a feed is kept: the name says what it is, so that a part of one is never taken for a part of another. */
export const downloadPlace = (folder: string, { sha256, name }: FeedFile): string =>
  path.join(folder, `${sha256.slice(0, 16)}-${name}`)

const sizeAt = async (file: string): Promise<number> => (existsSync(file) ? (await stat(file)).size : 0)

const diskFault = (error: unknown): UpdateRefusal =>
  isDiskFull(error) ? refused('disk_full') : refused('disk_failed', errorText(error))

/** What comes over the network ends in words, and what the disk says in others. */
class Cut extends Error {}

async function* bytesOf({ chunks }: Coming): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks
  } catch (error) {
    throw new Cut(errorText(error))
  }
}

/** Writes what comes behind what is there; never more than the feed says. Throws what the disk says. */
const write = async (
  handle: FileHandle,
  coming: Coming,
  wanted: FeedFile,
  onProgress: DownloadParts['onProgress'],
): Promise<UpdateRefusal | null> => {
  let at = coming.from
  await handle.truncate(at)
  try {
    for await (const chunk of bytesOf(coming)) {
      if (at + chunk.length > wanted.bytes) return refused('file_too_long')
      const { bytesWritten } = await handle.write(chunk, 0, chunk.length, at)
      // The last room on a disk takes a part and says nothing.
      if (bytesWritten < chunk.length) throw Object.assign(new Error('the disk took a part'), { code: 'ENOSPC' })
      at += chunk.length
      onProgress(at)
    }
  } catch (error) {
    if (!(error instanceof Cut)) throw error
  }
  await handle.sync()
  return null
}

/** U-51: goes on with the part that is here, where the source can, and keeps what has come. */
const fetchPart = async (parts: DownloadParts, part: string, wanted: FeedFile): Promise<UpdateRefusal | null> => {
  const there = await sizeAt(part)
  if (there >= wanted.bytes) return null
  const coming = await parts.source.open(wanted.name, there)
  if (!coming.ok) return coming.error
  const handle = await open(part, there === 0 ? 'w' : 'r+', 0o600)
  try {
    return coming.value.from > there
      ? refused('source_unreachable', 'it does not go on where the download stopped')
      : await write(handle, coming.value, wanted, parts.onProgress)
  } finally {
    await handle.close()
  }
}

/** Removes files of other releases, and parts of them. */
const removeOthers = async (folder: string, place: string): Promise<void> => {
  const kept = new Set([path.basename(place), `${path.basename(place)}.part`])
  for (const name of await readdir(folder))
    if (/^[0-9a-f]{16}-/u.test(name) && !kept.has(name)) await rm(path.join(folder, name), { force: true })
}

const fetchWhole = async (parts: DownloadParts, wanted: FeedFile): Promise<Result<string, UpdateRefusal>> => {
  const place = downloadPlace(parts.folder, wanted)
  const part = `${place}.part`
  await mkdir(parts.folder, { recursive: true, mode: 0o700 })
  await removeOthers(parts.folder, place)
  if (existsSync(place) && (await faultAt(place, wanted)) === null) return ok(place)
  await rm(place, { force: true })
  const missing = wanted.bytes - (await sizeAt(part))
  if (parts.freeBytes(parts.folder) < missing + roomBeside)
    return fail(
      refused('disk_full', `${Math.ceil((missing + roomBeside) / 1_000_000)} MB are needed in ${parts.folder}`),
    )
  const broken = await fetchPart(parts, part, wanted)
  const fault = broken ?? (await faultAt(part, wanted))
  if (fault !== null) {
    if (fault.code === 'file_changed' || fault.code === 'file_too_long') await rm(part, { force: true })
    return fail(fault)
  }
  await rename(part, place)
  syncFolder(parts.folder)
  return ok(place)
}

/**
 * Fetches a file of a believed feed and checks it: only one that is whole and the very one of the feed gets its name
 * (U-50, U-51).
 *
 * @returns where it lies
 */
export const downloadFile = async (parts: DownloadParts, wanted: FeedFile): Promise<Result<string, UpdateRefusal>> => {
  try {
    return await fetchWhole(parts, wanted)
  } catch (error) {
    return fail(diskFault(error))
  }
}
