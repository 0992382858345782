import { keptStorage } from '../../../state/kept.ts'
import type { UploadMemory, UploadPlace } from './parts.ts'

const prefix = 'fieldseal.upload.'

/**
 * Remembers where begun uploads go, so that after a reload, or in another tab, choosing the same file again goes on
 * where it stopped.
 * Only an address is kept: names of files stay in the service.
 */
export const browserMemory = (
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = keptStorage(),
): UploadMemory => ({
  remember: ({ acquisition, upload_url, chunk_bytes }) => {
    try {
      storage.setItem(prefix + acquisition.id, JSON.stringify({ upload_url, chunk_bytes } satisfies UploadPlace))
    } catch {
      // A full or forbidden storage costs the resumption after a reload, never the upload.
    }
  },
  recall: (id) => {
    try {
      const text = storage.getItem(prefix + id)
      return text === null ? null : (JSON.parse(text) as UploadPlace)
    } catch {
      return null
    }
  },
  forget: (id) => {
    try {
      storage.removeItem(prefix + id)
    } catch {
      // As above: nothing depends on it.
    }
  },
})
