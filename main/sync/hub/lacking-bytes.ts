import type { BlobName, BlobsLacking } from '../../../shared/protocol/blobs.ts'
import { ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { BlobStore } from '../../blobs/file-store.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { CallRefusal } from './answer.ts'
import type { FiledBlob, HubBlobs } from './blobs.ts'

type Named = Pick<BlobName, 'case' | 'sha256'>

/** What looking for bytes stands on. */
export interface LackingByteParts {
  readonly blobs: Pick<HubBlobs, 'filed' | 'takeBroughtBack' | 'casesOf'>
  readonly store: Pick<BlobStore, 'has'>
  readonly clock: Pick<Clock, 'monoMs'>
  readonly log: Pick<Log, 'error' | 'warn'>
}

/**
 * Bytes that the hub has sealed as received and that its store does not have: after a backup that lacked them, or where
 * somebody deleted them.
 */
export interface LackingBytes {
  /** What a device may bring again, as far as is known; looks on meanwhile. */
  of(deviceId: string): Promise<Result<BlobsLacking, CallRefusal>>
  /** Somebody looked for these, and they were not there. */
  missed(blob: FiledBlob): void
  /** These are not to come any more. */
  forget(blob: Named): void
  /** Resolves when nothing looks any more. */
  close(): Promise<void>
}

const answerMost = 400
const pageSize = 256
/** All of them are looked for at the first question after a start, and not again before this. */
const sweepAgainMs = 6 * 3_600_000
const askAgainSeconds = 30

const keyOf = ({ case: name, sha256 }: Named): string => `${name}/${sha256}`

export const createLackingBytes = ({ blobs, store, clock, log }: LackingByteParts): LackingBytes => {
  const lacking = new Map<string, FiledBlob>()
  let sweptAtMs: number | null = null
  let sweeping: Promise<void> | null = null
  let closed = false

  const look = async (blob: FiledBlob): Promise<void> => {
    if (await store.has(blob.name)) lacking.delete(keyOf(blob))
    else if (!lacking.has(keyOf(blob))) missed(blob)
  }

  const missed = (blob: FiledBlob): void => {
    lacking.set(keyOf(blob), blob)
    log.warn(
      { case: blob.case, name: blob.name },
      'sealed evidence is not in the store: devices that have it are asked for it',
    )
  }

  const sweep = async (): Promise<void> => {
    for (let after: Named | null = null; !closed;) {
      const page: readonly FiledBlob[] = await blobs.filed(after, pageSize)
      for (const blob of page) if (!closed) await look(blob)
      after = page.at(-1) ?? null
      if (page.length < pageSize) break
    }
    sweptAtMs = clock.monoMs()
  }

  const begin = (): void => {
    if (closed || sweeping !== null || (sweptAtMs !== null && clock.monoMs() - sweptAtMs < sweepAgainMs)) return
    sweeping = sweep()
      .catch((error: unknown) => log.error({ err: error }, 'the store could not be looked through for sealed evidence'))
      .finally(() => (sweeping = null))
  }

  return {
    of: async (deviceId) => {
      const cases = await blobs.casesOf(deviceId)
      if (!cases.ok) return cases
      for (const blob of blobs.takeBroughtBack()) await look(blob)
      begin()
      const known = [...lacking.values()].filter(({ case: name }) => cases.value.has(name)).slice(0, answerMost)
      for (const blob of known) await look(blob)
      const still = known
        .filter((blob) => lacking.has(keyOf(blob)))
        .map(({ case: name, sha256 }) => ({ case: name, sha256 }))
      return ok({ blobs: still, ...(sweeping === null ? {} : { retry_after: askAgainSeconds }) })
    },
    missed,
    forget: (blob) => void lacking.delete(keyOf(blob)),
    close: async () => {
      closed = true
      await sweeping
    },
  }
}
