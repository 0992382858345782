import type { BlobStore } from '../../blobs/file-store.ts'
import type { Log } from '../../platform/log.ts'
import type { FiledBlob, HubBlobs } from './blobs.ts'

/** What removing the files of erased bytes stands on. */
export interface ErasedFileParts {
  readonly blobs: Pick<HubBlobs, 'erasedDue' | 'forgetErased' | 'onErased'>
  readonly store: Pick<BlobStore, 'remove'>
  readonly log: Pick<Log, 'error' | 'info'>
  /** Ends what a device has begun to bring of bytes, and forgets that they lack. */
  readonly drop: (blob: FiledBlob, deviceId: string) => Promise<void>
  readonly forget: (blob: FiledBlob) => void
}

/** The files of bytes that were erased by order (Y-120): gone after the transaction, or at the next start. */
export interface ErasedFiles {
  /** Resolves when nothing is being removed. */
  settled(): Promise<void>
}

/** Begins: what an earlier run left goes now. */
export const removeErasedFiles = ({ blobs, store, log, drop, forget }: ErasedFileParts): ErasedFiles => {
  const removeAll = async (): Promise<void> => {
    const { blobs: due, deviceIds } = await blobs.erasedDue()
    for (const blob of due) {
      forget(blob)
      for (const deviceId of deviceIds) await drop(blob, deviceId)
      await store.remove(blob.name)
      await blobs.forgetErased(blob)
      log.info({ case: blob.case, name: blob.name }, 'bytes of evidence that were erased by order are gone')
    }
  }
  let running = Promise.resolve()
  const begin = (): void => {
    running = running
      .then(removeAll)
      .catch((error: unknown) =>
        log.error(
          { err: error },
          'bytes of evidence that were erased could not be removed; the next start tries again',
        ),
      )
  }
  blobs.onErased(begin)
  begin()
  return { settled: () => running }
}
