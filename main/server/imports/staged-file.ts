import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Transform } from 'node:stream'
import { refusal, type Refusal } from '../../../shared/api/errors.ts'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import { createCsvReader, type CsvRow, type Delimiter } from '../../../shared/text/csv.ts'
import { createTextReader } from '../../domain/imports/encoding.ts'
import type { EncodingName, FileEncoding } from '../../../shared/text/encoding-names.ts'
import type { ShareForm } from '../../domain/kyb/statements/share-form.ts'
import { createFileEncodingProbe } from '../../domain/files/encoding/probe.ts'
import { createRowSieve, type RowSieve } from '../../domain/imports/left-rows.ts'
import type { EncryptedFile } from './encrypted-file.ts'

/** Bytes of a request on their way to a file. */
export interface StoredBytes {
  readonly file: EncryptedFile
  readonly bytes: number
  readonly sha256: string
  readonly encoding: FileEncoding
  /** What a person said of it. */
  readonly asked: FileAsked
}

/** What a person says of how a file is to be read, beyond what its bytes show. */
export interface FileAsked {
  readonly encoding?: EncodingName | undefined
  /** File of a ZIP archive, by its path in it. */
  readonly member?: string | undefined
  /** Name of a workbook's sheet, or its number from 1. */
  readonly sheet?: string | undefined
  /** 1-based line of the header of a table. */
  readonly headerLine?: number | undefined
  /** Of a table of ownership. */
  readonly shares?: ShareForm | undefined
}

/** The folder of temporary files of imports. */
export const stagingFolder = (dataDir: string): string => path.join(dataDir, 'staging')

/** Removes what an earlier run of the service left behind. The lock of the data folder must be held. */
export async function emptyStaging(dataDir: string): Promise<void> {
  const folder = stagingFolder(dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of await readdir(folder)) await rm(path.join(folder, name), { recursive: true, force: true })
}

/** Ends a file that is not to be kept; it is gone when the last of its bytes can no longer come. */
const discard = async (stream: Transform, stored: Promise<void>, file: EncryptedFile): Promise<void> => {
  stream.destroy()
  await stored.catch(() => undefined)
  await file.remove()
}

/**
 * Stores a stream as `file`, hashing and probing on the way; a stream that ends badly or is too long leaves no file.
 */
export async function storeBytes(
  file: EncryptedFile,
  body: AsyncIterable<Uint8Array>,
  limit: number,
  asked: FileAsked = {},
): Promise<Result<StoredBytes, Refusal>> {
  const hash = createHash('sha256')
  const probe = createFileEncodingProbe(asked.encoding)
  let bytes = 0
  let kept = false
  const { stream, stored } = file.writer()
  try {
    for await (const chunk of body) {
      bytes += chunk.byteLength
      if (bytes > limit)
        return fail(refusal('payload_too_large', `the file is larger than ${Math.floor(limit / 1_048_576)} MiB`))
      hash.update(chunk)
      probe.push(chunk)
      if (!stream.write(chunk) && !stream.destroyed) await Promise.race([once(stream, 'drain'), stored])
    }
    stream.end()
    await stored
    kept = true
  } finally {
    if (!kept) await discard(stream, stored, file)
  }
  return ok({ file, bytes, sha256: hash.digest('hex'), encoding: probe.finish(), asked })
}

/** The text of bytes without their byte order mark, piece by piece; the event loop runs between pieces. */
export async function* textIn(bytes: AsyncIterable<Uint8Array>, encoding: FileEncoding): AsyncGenerator<string> {
  const reader = createTextReader(encoding.encoding)
  for await (const piece of bytes) yield reader.push(piece)
  yield reader.end()
}

/**
 * The CSV records in a text, header included, in batches as they are read; what is no row of the table is left aside by
 * the sieve, which counts it.
 */
export async function* recordsIn(
  texts: AsyncIterable<string>,
  delimiter: Delimiter,
  sieve: RowSieve = createRowSieve(),
): AsyncGenerator<readonly CsvRow[]> {
  const reader = createCsvReader(delimiter)
  const clean = (rows: CsvRow[]): CsvRow[] => rows.filter((row) => sieve.passes(row))
  for await (const text of texts) yield clean(reader.push(text))
  yield clean(reader.end())
}
