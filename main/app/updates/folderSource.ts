import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import path from 'node:path'
import { fail, ok } from '../../../shared/schema/result.ts'
import { errorText } from '../../../shared/text/error-text.ts'
import { isAbsent } from '../../platform/system-error.ts'
import { refused, type UpdateRefusal } from '../../update/refusal.ts'
import type { UpdateSource } from './source.ts'

const fault = (error: unknown): UpdateRefusal =>
  isAbsent(error) ? refused('feed_missing') : refused('source_unreachable', errorText(error))

/** Updates in a folder: of a stick, or of a share. */
export const folderSource = (folder: string): UpdateSource => ({
  read: async (name, most) => {
    try {
      const handle = await open(path.join(folder, name), 'r')
      try {
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(most + 1), 0, most + 1, 0)
        return bytesRead > most ? fail(refused('feed_malformed')) : ok(buffer.subarray(0, bytesRead))
      } finally {
        await handle.close()
      }
    } catch (error) {
      return fail(fault(error))
    }
  },
  open: async (name, from) => {
    const file = path.join(folder, name)
    try {
      const { size } = await stat(file)
      const at = from < size ? from : 0
      return ok({ from: at, chunks: createReadStream(file, { start: at }) })
    } catch (error) {
      return fail(fault(error))
    }
  },
  close: () => undefined,
})
