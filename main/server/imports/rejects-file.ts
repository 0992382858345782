import { createReadStream, createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import { csvLine } from '../../domain/imports/csv.ts'

/** The side file of rows that could not be taken: `line` and `reason` before the original cells. */
export interface RejectsFile {
  /** Adds a row; resolves when more may be written. */
  add(line: number, reason: string, cells: readonly string[]): Promise<void>
  /** Completes the file. */
  close(): Promise<void>
}

/** Starts a side file anew (UTF-8 with a byte order mark, so that spreadsheets read every script). */
export function createRejectsFile(file: string, columns: readonly string[]): RejectsFile {
  const stream = createWriteStream(file, { mode: 0o600 })
  // Without a listener an error (a full disk) would end the process before `finished` reports it.
  stream.on('error', () => undefined)
  stream.write(`\ufeff${csvLine(['line', 'reason', ...columns])}`)
  return {
    async add(line, reason, cells) {
      if (!stream.write(csvLine([String(line), reason, ...cells])) && !stream.destroyed) await once(stream, 'drain')
    },
    async close() {
      stream.end()
      await finished(stream)
    },
  }
}

/** The side file as a stream of text. */
export const readRejectsFile = (file: string): AsyncIterable<string> => createReadStream(file, { encoding: 'utf8' }) as AsyncIterable<string>
