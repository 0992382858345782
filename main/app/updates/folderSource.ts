import { createReadStream, existsSync } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import path from 'node:path'
import { fail, ok } from '../../../shared/schema/result.ts'
import { errorText } from '../../../shared/text/error-text.ts'
import { isAbsent } from '../../platform/system-error.ts'
import { refused, type UpdateRefusal } from '../../update/refusal.ts'
import type { UpdateSource } from './source.ts'

/** Without the folder nothing is said of its feed: a stick was pulled out. */
const faultIn = (folder: string, error: unknown): UpdateRefusal =>
  isAbsent(error) && existsSync(folder) ? refused('feed_missing') : refused('source_unreachable', errorText(error))

/** What is no file (a pipe, a device) may have no end, and may wait for ever. Throws what the disk says. */
const sizeOf = async (file: string): Promise<number> => {
  const found = await stat(file)
  if (!found.isFile()) throw new Error(`${file} is no file`)
  return found.size
}

/** Updates in a folder: of a stick, or of a share. */
export const folderSource = (folder: string): UpdateSource => ({
  read: async (name, most) => {
    try {
      await sizeOf(path.join(folder, name))
      const handle = await open(path.join(folder, name), 'r')
      try {
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(most + 1), 0, most + 1, 0)
        return bytesRead > most ? fail(refused('feed_malformed')) : ok(buffer.subarray(0, bytesRead))
      } finally {
        await handle.close()
      }
    } catch (error) {
      return fail(faultIn(folder, error))
    }
  },
  open: async (name, from) => {
    const file = path.join(folder, name)
    try {
      const size = await sizeOf(file)
      const at = from < size ? from : 0
      return ok({ from: at, chunks: createReadStream(file, { start: at }) })
    } catch (error) {
      return fail(faultIn(folder, error))
    }
  },
  close: () => undefined,
})
