import { once } from 'node:events'
import { csvLine } from '../../../shared/text/csv.ts'
import type { EncryptedFile } from './encrypted-file.ts'

/** The side file of rows that could not be taken: `line` and `reason` before the original cells. */
export interface RejectsFile {
  /** Adds a row; resolves when more may be written. */
  add(line: number, reason: string, cells: readonly string[]): Promise<void>
  /** Completes the file. */
  close(): Promise<void>
}

/** Starts a side file anew (UTF-8 with a byte order mark, so that spreadsheets read every script). */
export function createRejectsFile(file: EncryptedFile, columns: readonly string[]): RejectsFile {
  const { stream, stored } = file.writer()
  stream.write(`\ufeff${csvLine(['line', 'reason', ...columns])}`)
  return {
    async add(line, reason, cells) {
      if (!stream.write(csvLine([String(line), reason, ...cells])) && !stream.destroyed) await Promise.race([once(stream, 'drain'), stored])
    },
    async close() {
      stream.end()
      await stored
    },
  }
}

/** The side file as a stream of text. */
export async function* readRejectsFile(file: EncryptedFile): AsyncGenerator<string, void> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  for await (const piece of file.read()) yield decoder.decode(piece, { stream: true })
  yield decoder.decode()
}
