import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import type { KeyObject } from 'node:crypto'
import { Decrypter } from 'age-encryption'
import type { z } from 'zod'
import { syncLimits } from '../../../shared/protocol/sync.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { isAbsent } from '../../platform/system-error.ts'
import { fromBase64url } from '../../seal/hash.ts'
import { publicKeyFromSpki, verifyMessage } from '../../seal/signature.ts'
import { unpack } from '../compression.ts'
import { identityOf } from './agreement.ts'
import { ByteReader } from './byte-reader.ts'
import { ExchangeFault, exchangeRefusal } from './fault.ts'
import {
  endLine,
  exchangeHeader,
  exchangeLabel,
  exchangeMagic,
  exchangeMessage,
  headerMax,
  labelEnd,
  lineMax,
  messageDigest,
  messageLine,
  signatureLine,
} from './format.ts'
import type { ExchangeEnd, ExchangeHeader, ExchangeLabel } from './format.ts'
import type { ExchangeMessage } from './write-exchange.ts'

/** Who reads a file. */
export interface ExchangeReader {
  readonly kid: string
  readonly privateKey: KeyObject
  /**
   * The Ed25519 key (SPKI) with this id, of a sender that is known here; null: none. The header is not believed yet: it
   * is signed by that key, or nothing of the file counts.
   */
  readonly senderOf: (kid: string, header: ExchangeHeader) => Promise<Uint8Array | null>
}

/** A file whose signature holds from its first byte to its last. */
export interface OpenExchange {
  readonly header: ExchangeHeader
  readonly end: ExchangeEnd
  /** Bytes of the file. */
  readonly bytes: number
  /**
   * The messages, read again and held against the first reading: one at a time. Throws `ExchangeFault` where the file
   * was changed in between.
   */
  messages(): AsyncGenerator<ExchangeMessage>
}

const parse = <T>(schema: z.ZodType<T>, text: Uint8Array, otherwise: 'damaged' | 'not_exchange'): T => {
  try {
    return schema.parse(JSON.parse(Buffer.from(text).toString('utf8')))
  } catch {
    throw new ExchangeFault(otherwise)
  }
}

const readLabel = async (file: FileHandle, size: number): Promise<ExchangeLabel> => {
  const start = Buffer.alloc(Math.min(size, labelEnd))
  await file.read(start, 0, start.length, 0)
  const version = /^fieldseal exchange v(\d{1,6})\n/.exec(start.toString('latin1'))
  // A file whose writer died, or on whose way to a stick the power failed, begins with nothing.
  if (start.length > 0 && start.every((byte) => byte === 0)) throw new ExchangeFault('cut')
  if (version === null)
    throw new ExchangeFault(
      exchangeMagic.startsWith(start.toString('latin1')) && start.length > 0 ? 'cut' : 'not_exchange',
    )
  if (version[1] !== '1') throw new ExchangeFault('other_version')
  if (size < labelEnd) throw new ExchangeFault('cut')
  const label = parse(exchangeLabel, start.subarray(exchangeMagic.length), 'not_exchange')
  if (label.bytes > size - labelEnd) throw new ExchangeFault('cut')
  if (label.bytes < size - labelEnd) throw new ExchangeFault('damaged')
  return label
}

const chunkBytes = 256 * 1_024

/** The bytes of a file from a place on, without moving a position that two readings share. */
const bytesFrom = (file: FileHandle, start: number): ReadableStream<Uint8Array> => {
  let at = start
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const chunk = Buffer.alloc(chunkBytes)
      const { bytesRead } = await file.read(chunk, 0, chunk.length, at)
      at += bytesRead
      if (bytesRead === 0) controller.close()
      else controller.enqueue(chunk.subarray(0, bytesRead))
    },
  })
}

const decrypted = async (file: FileHandle, identity: string): Promise<AsyncIterable<Uint8Array>> => {
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  return await decrypter.decrypt(bytesFrom(file, labelEnd))
}

/** What comes out of the age file, part by part; what age refuses is a file that was altered. */
type Part =
  | { readonly kind: 'header'; readonly header: ExchangeHeader }
  | { readonly kind: 'message'; readonly name: ExchangeMessage['name']; readonly packed: Uint8Array }
  | { readonly kind: 'end'; readonly end: ExchangeEnd; readonly digest: Uint8Array; readonly sig: Uint8Array }

async function* partsOf(file: FileHandle, identity: string): AsyncGenerator<Part> {
  const hash = createHash('sha256')
  let plain: AsyncIterable<Uint8Array>
  try {
    plain = await decrypted(file, identity)
  } catch {
    throw new ExchangeFault('damaged')
  }
  const reader = new ByteReader(plain)
  const line = async (limit = lineMax): Promise<Uint8Array> => {
    const text = await reader.line(limit)
    hash.update(text).update('\n')
    return text
  }
  yield { kind: 'header', header: parse(exchangeHeader, await line(headerMax), 'damaged') }
  for (;;) {
    const text = await line()
    const next = parse(messageLine.or(endLine), text, 'damaged')
    if (!('message' in next)) {
      const digest = hash.digest()
      const { sig } = parse(signatureLine, await reader.line(lineMax), 'damaged')
      if (!(await reader.isAtEnd())) throw new ExchangeFault('damaged')
      yield { kind: 'end', end: next, digest, sig: fromBase64url(sig) ?? new Uint8Array() }
      return
    }
    const packed = await reader.take(next.bytes)
    hash.update(packed)
    yield { kind: 'message', name: next.message, packed }
  }
}

const unpacked = async (packed: Uint8Array): Promise<Uint8Array> => {
  const read = await unpack(packed, 'zstd', syncLimits.bytes)
  if (!read.ok) throw new ExchangeFault(read.error.code === 'too_large' ? 'too_large' : 'damaged')
  return read.value.bytes
}

/**
 * The first reading: nothing is taken in before the signature over all of it holds, and every message can be unpacked.
 */
const checkAll = async (
  file: FileHandle,
  identity: string,
  label: ExchangeLabel,
  senderOf: ExchangeReader['senderOf'],
) => {
  let header: ExchangeHeader | null = null
  let spki: Uint8Array | null = null
  const digests: string[] = []
  for await (const part of partsOf(file, identity)) {
    if (part.kind === 'header') {
      header = part.header
      if (header.from !== label.from || header.to !== label.to) throw new ExchangeFault('not_signed')
      spki = await senderOf(label.from, header)
      if (spki === null) throw new ExchangeFault('unknown_sender')
    } else if (part.kind === 'message') {
      await unpacked(part.packed)
      digests.push(messageDigest(part.packed))
    } else {
      const key = spki === null ? null : publicKeyFromSpki(spki)
      if (key === null || !verifyMessage(exchangeMessage(part.digest), key, part.sig))
        throw new ExchangeFault('not_signed')
      if (part.end.messages !== digests.length) throw new ExchangeFault('damaged')
      return { header: header as ExchangeHeader, end: part.end, digests }
    }
  }
  throw new ExchangeFault('cut')
}

async function* messagesAgain(
  file: FileHandle,
  identity: string,
  digests: readonly string[],
): AsyncGenerator<ExchangeMessage> {
  let index = 0
  try {
    for await (const part of partsOf(file, identity)) {
      if (part.kind !== 'message') continue
      if (messageDigest(part.packed) !== digests[index]) throw new ExchangeFault('changed')
      index += 1
      yield { name: part.name, body: await unpacked(part.packed) }
    }
  } catch (error) {
    throw error instanceof ExchangeFault ? new ExchangeFault('changed') : error
  }
}

const openFile = async (path: string): Promise<Result<FileHandle, Refusal>> => {
  try {
    // A pipe must not keep the service waiting for whoever writes into it.
    return ok(await open(path, constants.O_RDONLY | constants.O_NONBLOCK))
  } catch (error) {
    return fail(exchangeRefusal(isAbsent(error) ? 'absent' : 'unreadable'))
  }
}

/**
 * Opens a file that was carried here, checks all of it, and lets a job take in its messages. The file is read twice and
 * never held whole.
 *
 * @param reader whose file it has to be, and who may have written it
 * @returns what the job answers, or why the file is not taken in: then the job was not begun, but for `changed`
 */
export const withExchange = async <T>(
  path: string,
  reader: ExchangeReader,
  job: (exchange: OpenExchange) => Promise<Result<T, Refusal>>,
): Promise<Result<T, Refusal>> => {
  const opened = await openFile(path)
  if (!opened.ok) return opened
  const file = opened.value
  try {
    const stat = await file.stat()
    if (!stat.isFile()) throw new ExchangeFault('unreadable')
    const label = await readLabel(file, stat.size)
    if (label.from === reader.kid) throw new ExchangeFault('own_file')
    if (label.to !== reader.kid) throw new ExchangeFault('other_receiver')
    const identity = identityOf(reader.privateKey)
    const { header, end, digests } = await checkAll(file, identity, label, reader.senderOf)
    return await job({ header, end, bytes: stat.size, messages: () => messagesAgain(file, identity, digests) })
  } catch (error) {
    if (error instanceof ExchangeFault) return fail(exchangeRefusal(error.code))
    throw error
  } finally {
    await file.close()
  }
}
