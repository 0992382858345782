import { once } from 'node:events'
import { csvLine } from '../../../shared/text/csv.ts'
import type { RowValue } from '../../domain/imports/cells.ts'
import { rejectedHeaders, rejectedMembers } from '../../domain/imports/rejected.ts'
import type { EncryptedFile } from './encrypted-file.ts'
import { cellOf } from './source-rows.ts'

/** A rejected row as it was: its values by column, or its text where it could not be read. */
export type RejectedRow = { readonly values: readonly RowValue[]; readonly raw?: string | undefined }

/**
 * The side file of rows that could not be taken, in the form of the file that they came in, with line and reason before
 * each.
 */
export interface RejectsFile {
  /** Adds a row; resolves when more may be written. */
  add(line: number, reason: string, row: RejectedRow): Promise<void>
  /** Completes the file. */
  close(): Promise<void>
}

type RowWriter = (line: number, reason: string, row: RejectedRow) => string

/** UTF-8 with a byte order mark, so that spreadsheets read every script. */
const csvHead = (columns: readonly string[]): string => `\ufeff${csvLine([...rejectedHeaders, ...columns])}`

const csvRow: RowWriter = (line, reason, { values, raw }) =>
  csvLine([String(line), reason, ...(raw === undefined ? values.map(cellOf) : [raw])])

/** Values keep their types; a member that a row does not have stays away. */
const jsonRow = (columns: readonly string[]): RowWriter => {
  const reserved: ReadonlySet<string> = new Set(Object.values(rejectedMembers))
  return (line, reason, { values, raw }) => {
    const own = columns.flatMap((name, column) =>
      values[column] === undefined || reserved.has(name) ? [] : [[name, values[column]] as const],
    )
    const text = raw === undefined ? [] : [[rejectedMembers.text, raw] as const]
    return `${JSON.stringify(Object.fromEntries([[rejectedMembers.line, line], [rejectedMembers.reason, reason], ...text, ...own]))}\n`
  }
}

/** Starts a side file anew, for rows of these columns. */
export function createRejectsFile(
  file: EncryptedFile,
  columns: readonly string[],
  format: 'csv' | 'json_lines',
): RejectsFile {
  const { stream, stored } = file.writer()
  const rowText = format === 'csv' ? csvRow : jsonRow(columns)
  if (format === 'csv') stream.write(csvHead(columns))
  return {
    async add(line, reason, row) {
      if (!stream.write(rowText(line, reason, row)) && !stream.destroyed)
        await Promise.race([once(stream, 'drain'), stored])
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
