import { DetailedError, Upload } from 'tus-js-client'
import { openUpload, steerAcquisition } from '../../../../shared/api/evidence.ts'
import { errorBody } from '../../../../shared/api/errors.ts'
import { call, serviceAddress } from '../../../data/client.ts'
import { ApiError, isSignedOut } from '../../../data/errors.ts'
import { markExpired } from '../../../state/session.ts'
import type { SendOutcome, UploadParts } from './parts.ts'
import { browserMemory } from './memory.ts'

/**
 * Refusals that pass by themselves: the service is busy, full for the moment, starting or stopping, or another request
 * holds the upload.
 */
const passing: ReadonlySet<number> = new Set([409, 423, 425, 429, 460, 500, 502, 503, 504])

const messageIn = (body: string, status: number): string => {
  try {
    const parsed = errorBody.safeParse(JSON.parse(body))
    if (parsed.success) return parsed.data.error.message
  } catch {
    // Not a body of the service: its status says what there is to say.
  }
  return body.trim() === '' ? `HTTP ${status}` : body.trim().slice(0, 300)
}

const outcomeOf = (error: Error): SendOutcome => {
  const response = error instanceof DetailedError ? error.originalResponse : null
  if (response === null) return { kind: 'lost' }
  const status = response.getStatus()
  if (status === 0 || passing.has(status)) return { kind: 'lost' }
  const message = messageIn(response.getBody(), status)
  if (status !== 401) return { kind: 'refused', message }
  markExpired()
  return { kind: 'signed-out', message }
}

const send: UploadParts['send'] = (file, upload, { signal, onStored }) =>
  new Promise((resolve) => {
    const transfer = new Upload(file, {
      uploadUrl: serviceAddress(upload.upload_url),
      chunkSize: upload.chunk_bytes,
      headers: { 'x-fieldseal-window': '1' },
      storeFingerprintForResuming: false,
      // The uploader tries again itself: it knows of pauses, and looks whether the file is still there.
      retryDelays: null,
      onChunkComplete: (_, accepted) => onStored(accepted),
      onSuccess: () => resolve({ kind: 'done' }),
      onError: (error) => resolve(signal.aborted ? { kind: 'stopped' } : outcomeOf(error)),
    })
    signal.addEventListener('abort', () => {
      void transfer.abort().catch(() => undefined)
      resolve({ kind: 'stopped' })
    })
    transfer.start()
  })

const judge = (error: unknown): SendOutcome => {
  if (isSignedOut(error)) return { kind: 'signed-out', message: (error as Error).message }
  if (error instanceof ApiError && !passing.has(error.status)) return { kind: 'refused', message: error.message }
  return { kind: 'lost' }
}

/** The uploader's parts in a browser: tus over the window's own session. */
export const browserParts = (): UploadParts => ({
  open: async (id, body) => (await call(openUpload, { params: { id }, body })).data,
  send,
  judge,
  steer: async (id, action) => {
    await call(steerAcquisition, { params: { id, action } }).catch(() => undefined)
  },
  isReadable: async (file) =>
    file
      .slice(0, 1)
      .arrayBuffer()
      .then(
        () => true,
        () => false,
      ),
  memory: browserMemory(),
  now: () => performance.now(),
  newId: () => crypto.randomUUID(),
  wait: (ms, signal) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      // After a sleep, or when the cable is back, there is no reason to sit the delay out.
      const wake = (): void => {
        clearTimeout(timer)
        resolve()
      }
      window.addEventListener('online', wake, { once: true, signal })
      signal.addEventListener('abort', wake, { once: true })
    }),
  every: (ms, run) => {
    const timer = setInterval(run, ms)
    return () => clearInterval(timer)
  },
})
