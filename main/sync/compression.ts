import { constants, createGunzip, createGzip, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { PassThrough } from 'node:stream'
import type { Transform } from 'node:stream'
import { fail, ok } from '../../shared/schema/result.ts'
import type { Result } from '../../shared/schema/result.ts'
import { codeOf } from '../platform/system-error.ts'

/** How a message is compressed on its way, by its name in `Content-Encoding` (RFC 9110 section 8.4, RFC 8878). */
export const encodings = ['zstd', 'gzip', 'identity'] as const
export type ContentCoding = (typeof encodings)[number]

/** Why bytes could not be unpacked. */
export interface UnpackFault {
  readonly code: 'malformed' | 'too_large' | 'no_room'
  readonly message: string
}

/** What was unpacked; `whole` is false where the source failed before its end. */
export interface Unpacked {
  readonly bytes: Uint8Array
  readonly whole: boolean
}

/** Four parts in a hundred less than 6 gives, for 5 us an entry; higher ones win nothing and take twice as long. */
const zstdLevel = 9
/** A window of 8 MiB: what a stranger sends must not make a reader reserve more. */
const zstdWindowLog = 23

/**
 * The first of an `Accept-Encoding` or `Content-Encoding` list that is spoken here; null where there is none. Qualities
 * of 0 are refusals (RFC 9110 section 12.5.3).
 */
export const chooseEncoding = (header: string | undefined): ContentCoding | null => {
  if (header === undefined || header.trim() === '') return 'identity'
  const accepted = header
    .toLowerCase()
    .split(',')
    .filter((item) => !/;\s*q=0(\.0*)?\s*$/u.test(item))
    .map((item) => item.split(';', 1)[0]?.trim())
  return encodings.find((encoding) => accepted.includes(encoding) || accepted.includes('*')) ?? null
}

const compressor = (encoding: Exclude<ContentCoding, 'identity'>): Transform =>
  encoding === 'zstd'
    ? createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: zstdLevel } })
    : createGzip()

/**
 * Decompressors that give what came even where the end is lacking: the reader of the message notices that by its form.
 */
const decompressor = (encoding: Exclude<ContentCoding, 'identity'>): Transform =>
  encoding === 'zstd'
    ? createZstdDecompress({
        finishFlush: constants.ZSTD_e_continue,
        params: { [constants.ZSTD_d_windowLogMax]: zstdWindowLog },
      })
    : createGunzip({ finishFlush: constants.Z_SYNC_FLUSH })

const collect = async (stream: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Compresses a message off the event loop. */
export const pack = async (bytes: Uint8Array, encoding: ContentCoding): Promise<Uint8Array> => {
  if (encoding === 'identity') return bytes
  const stream = compressor(encoding)
  stream.end(bytes)
  return await collect(stream)
}

/** Until a stream takes more, or has ended. */
const roomIn = (stream: Transform): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      stream.off('drain', done).off('close', done)
      resolve()
    }
    stream.on('drain', done).on('close', done)
  })

/**
 * Decompresses a message as it comes, and stops at the byte that is too many: a bomb costs no more than its limit.
 *
 * @param limit the most bytes that come out
 * @param signal ends the reading; the promise is then rejected with its reason
 * @param hasRoom whether so many bytes of it may be kept in memory now; absent: as many as the limit says
 */
export const unpack = async (
  source: AsyncIterable<Uint8Array> | Uint8Array,
  encoding: ContentCoding,
  limit: number,
  signal?: AbortSignal,
  hasRoom: (bytes: number) => boolean = () => true,
): Promise<Result<Unpacked, UnpackFault>> => {
  const stream = encoding === 'identity' ? new PassThrough() : decompressor(encoding)
  let whole = true
  /** A source that fails has still brought what came before. */
  const feed = async (): Promise<void> => {
    try {
      for await (const chunk of source instanceof Uint8Array ? [source] : source) {
        if (stream.destroyed) return
        if (!stream.write(chunk)) await roomIn(stream)
      }
    } catch {
      whole = false
    }
    stream.end()
  }
  const abort = (): void => {
    stream.destroy(new Error('the reading was ended'))
  }
  signal?.addEventListener('abort', abort, { once: true })
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    signal?.throwIfAborted()
    void feed()
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      size += chunk.length
      if (size > limit) return fail({ code: 'too_large', message: `The message unpacks to more than ${limit} bytes.` })
      if (!hasRoom(size)) return fail({ code: 'no_room', message: 'There is no room for the message now.' })
      chunks.push(chunk)
    }
    return ok({ bytes: Buffer.concat(chunks), whole })
  } catch (error) {
    signal?.throwIfAborted()
    if (/^(Z_|ZSTD_)/u.test(codeOf(error))) {
      return fail({ code: 'malformed', message: `The message is not compressed as ${encoding}.` })
    }
    throw error
  } finally {
    signal?.removeEventListener('abort', abort)
    stream.destroy()
  }
}
