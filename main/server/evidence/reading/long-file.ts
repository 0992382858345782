import { rm } from 'node:fs/promises'
import { refusal } from '../../../../shared/api/errors.ts'
import { fail, ok } from '../../../../shared/schema/result.ts'
import { beginPartial, resumePartial } from '../../../blobs/partial-blob.ts'
import type { PartialBlob } from '../../../blobs/partial-blob.ts'
import type { Random } from '../../../platform/random.ts'
import { openSource } from '../open-source.ts'
import type { OpenSource } from '../open-source.ts'
import { changedSource, readInto } from '../read-source.ts'
import type { LongFile, LongOutcome } from './messages.ts'

/** What is told while a long file is read. */
export interface LongFileHooks {
  readonly onBytes: (bytes: number) => void
  readonly onDurable: () => void
}

const openPartial = async (
  { partial, key, resumes }: LongFile,
  random: Pick<Random, 'bytes'>,
): Promise<PartialBlob> => {
  if (resumes) {
    const resumed = await resumePartial(partial, key, random)
    if (resumed.ok) return resumed.value
    await rm(partial, { force: true })
  }
  return await beginPartial(partial, key, random)
}

const stream = async (
  source: OpenSource,
  file: LongFile,
  stop: Int32Array,
  random: Pick<Random, 'bytes'>,
  { onBytes, onDurable }: LongFileHooks,
): Promise<LongOutcome> => {
  const partial = await openPartial(file, random)
  try {
    onBytes(partial.taken())
    const reading = await readInto(source, partial, {
      isInterrupted: () => Atomics.load(stop, 0) !== 0,
      onBytes,
      onDurable: () => {
        onDurable()
        return Promise.resolve()
      },
    })
    if (!reading.ok) return reading
    if (reading.value === 'whole') return ok(await partial.finish())
    await partial.sync()
    return ok('interrupted')
  } finally {
    await partial.close()
  }
}

/** Streams a long file into its partial file, from where an earlier try left it. */
export const takeLongFile = async (
  file: LongFile,
  stop: Int32Array,
  random: Pick<Random, 'bytes'>,
  hooks: LongFileHooks,
): Promise<LongOutcome> => {
  const opened = await openSource(Buffer.from(file.location))
  if (!opened.ok) return fail(refusal('unknown_reference', opened.error))
  const source = opened.value
  try {
    if (source.version !== file.version) return fail(refusal('unknown_reference', changedSource))
    return await stream(source, file, stop, random, hooks)
  } finally {
    await source.handle.close()
  }
}
