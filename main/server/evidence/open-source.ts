import { constants } from 'node:fs'
import type { BigIntStats } from 'node:fs'
import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { codeOf } from '../../platform/system-error.ts'

const words: Readonly<Record<string, string>> = {
  ENOENT: 'It is not there any more.',
  EACCES: 'It may not be read by this user.',
  EPERM: 'It may not be read by this user.',
  EIO: 'The medium could not be read here (an input/output error).',
  ELOOP: 'It is a symbolic link; links are not followed.',
  ENAMETOOLONG: 'Its name is longer than this system can open.',
  ENXIO: 'The device is not there.',
  EBUSY: 'It is in use by another program.',
  ENODEV: 'The device is not there.',
}

/** Why a source cannot be read, in words; null where the error is not the source's (a full disk, a bug). */
export const sourceFault = (error: unknown): string | null => {
  return words[codeOf(error)] ?? null
}

/** A source that is open, and what tells whether it is still the same. */
export interface OpenSource {
  readonly handle: FileHandle
  /** Bytes; null for a device, which is read to its end. */
  readonly size: number | null
  /** Changes when the file does. */
  readonly version: string
}

/** What tells one state of a file from another. */
export const versionOf = (stats: BigIntStats): string =>
  `${stats.dev}:${stats.ino}:${stats.size}:${stats.mtimeNs}:${stats.ctimeNs}`

/**
 * How a source is opened: links are not followed, and without O_NONBLOCK opening a pipe would wait for a writer for
 * ever.
 */
export const sourceFlags =
  process.platform === 'win32' ? constants.O_RDONLY : constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

/** What is said of everything else that a folder can hold. */
export const notReadable = 'It is neither a file nor a block device; pipes, sockets and character devices are not read.'

/** What the source says of itself now. */
export const sourceVersion = async (handle: FileHandle): Promise<string> =>
  versionOf(await handle.stat({ bigint: true }))

/** Opens a file or block device without following links; what is neither is refused in words. */
export const openSource = async (location: Buffer): Promise<Result<OpenSource, string>> => {
  let handle: FileHandle
  try {
    handle = await open(location, sourceFlags)
  } catch (error) {
    const fault = sourceFault(error)
    if (fault === null) throw error
    return fail(fault)
  }
  const stats = await handle.stat({ bigint: true })
  if (stats.isFile()) return ok({ handle, size: Number(stats.size), version: versionOf(stats) })
  if (stats.isBlockDevice()) return ok({ handle, size: null, version: `${stats.rdev}` })
  await handle.close()
  return fail(notReadable)
}
