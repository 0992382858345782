import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { refusal, type Refusal } from '../../../shared/api/errors.ts'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import type { EncodingName, FileEncoding } from '../../../shared/text/encoding-names.ts'
import { createFileEncodingProbe } from '../../domain/files/encoding/probe.ts'
import { ListFault } from '../../domain/lists/fault.ts'
import { StatementFault } from '../../domain/statements/statement.ts'
import { codeOf } from '../../platform/system-error.ts'
import { archiveMax, memberOf } from './archive.ts'
import { ContentFault } from './content-fault.ts'
import type { EncryptedFile } from './encrypted-file.ts'
import { textIn } from './staged-file.ts'

/** A stored file whose content may be compressed. */
export interface FileContent {
  readonly file: EncryptedFile
  readonly compressed: boolean
  /** Of a ZIP archive: the file of it that is read; null: the only one. */
  readonly archived?: { readonly member: string | null }
}

/** The bytes of a stored file in one piece, where they are no more than `max`. */
export const wholeContent = async (bytes: AsyncIterable<Uint8Array>, max: number): Promise<Buffer> => {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of bytes) {
    length += piece.length
    if (length > max) throw new ContentFault(`is longer than the ${max / 1_048_576} MiB to which such a file is read`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

async function* unpackedOf({ file, compressed, archived }: FileContent): AsyncGenerator<Uint8Array> {
  const bytes = compressed ? unpacked(file.read()) : file.read()
  if (archived === undefined) yield* bytes
  else yield* memberOf(await wholeContent(bytes, archiveMax), archived.member ?? undefined)
}

/** The content of a compressed file is at most this long: what unpacks to more is no feed of activities. */
const contentMax = 68_719_476_736

/** The bytes that a stream of gzip members (RFC 1952) unpacks to. */
export async function* unpacked(
  packed: AsyncIterable<Uint8Array>,
  max: number = contentMax,
): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: 131_072 })
  const pumped = pipeline(Readable.from(packed, { objectMode: true }), gunzip)
  pumped.catch(() => undefined)
  let bytes = 0
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > max) throw new ContentFault(`unpacks to more than ${max / 1_073_741_824} GiB`)
      yield chunk
    }
    await pumped
  } catch (error) {
    if (codeOf(error).startsWith('Z_')) throw new ContentFault('is a damaged or cut-off gzip file')
    throw error
  } finally {
    gunzip.destroy()
  }
}

/** The content from an offset on, unpacked where it is compressed. */
export async function* bytesOf(content: FileContent, offset: number): AsyncGenerator<Uint8Array> {
  if (!content.compressed && content.archived === undefined) {
    yield* content.file.read(offset)
    return
  }
  let skip = offset
  for await (const chunk of unpackedOf(content)) {
    const rest = chunk.subarray(Math.min(skip, chunk.length))
    skip -= chunk.length - rest.length
    if (rest.length > 0) yield rest
  }
}

/** Whether the file begins as gzip does. */
export const isCompressed = async (file: EncryptedFile): Promise<boolean> => {
  for await (const piece of file.read()) return piece[0] === 0x1f && piece[1] === 0x8b
  return false
}

/** Reads the content from end to end for what encoding it is in. */
export const probeContent = async (content: FileContent, named?: EncodingName): Promise<FileEncoding> => {
  const probe = createFileEncodingProbe(named)
  for await (const piece of bytesOf(content, 0)) probe.push(piece)
  return probe.finish()
}

/** The content as text, piece by piece. */
export const textOfContent = (content: FileContent, encoding: FileEncoding): AsyncGenerator<string> =>
  textIn(bytesOf(content, encoding.bomBytes), encoding)

/** What work on a file's content answers; what is wrong with the file is a refusal. */
export const readFault = async <T>(work: () => Promise<Result<T, Refusal>>): Promise<Result<T, Refusal>> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ContentFault || error instanceof StatementFault || error instanceof ListFault)
      return fail(refusal('invalid_request', `the file ${error.message}`))
    throw error
  }
}

/** The first piece of the text. */
export const headOf = async (content: FileContent, encoding: FileEncoding): Promise<Result<string, Refusal>> => {
  for await (const text of textOfContent(content, encoding)) if (text.trim() !== '') return ok(text)
  return fail(refusal('invalid_request', 'the file is empty'))
}
