import { createHash } from 'node:crypto'
import { open, unlink } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { Encrypter } from 'age-encryption'
import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { isDiskFull } from '../../platform/disk-full.ts'
import { codeOf } from '../../platform/system-error.ts'
import type { Signer } from '../../seal/entry.ts'
import { toBase64url } from '../../seal/hash.ts'
import { signMessage } from '../../seal/signature.ts'
import { pack } from '../compression.ts'
import { recipientOf } from './agreement.ts'
import { refuseFile } from './fault.ts'
import { exchangeMagic, exchangeMessage, labelEnd, labelLine } from './format.ts'
import type { ExchangeEnd, ExchangeHeader, MessageName } from './format.ts'

/** A message of a file. */
export interface ExchangeMessage {
  readonly name: MessageName
  readonly body: Uint8Array
}

export interface WriteExchange {
  readonly header: Omit<ExchangeHeader, 'v' | 'from' | 'to'>
  readonly signer: Signer
  /** The receiver's Ed25519 key. */
  readonly receiver: { readonly kid: string; readonly spki: Uint8Array }
  /** The messages, made as they are written: no more than one is held at a time. */
  readonly messages: AsyncIterable<ExchangeMessage>
  /** Asked once the messages are written. */
  readonly until: () => ExchangeEnd['until']
}

const utf8 = (value: unknown): Uint8Array => Buffer.from(`${JSON.stringify(value)}\n`, 'utf8')

/** The plain text of a file, as it is made. */
async function* plainOf({ header, signer, receiver, messages, until }: WriteExchange): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  const hashed = (bytes: Uint8Array): Uint8Array => {
    hash.update(bytes)
    return bytes
  }
  yield hashed(utf8({ v: 1, ...header, from: signer.kid, to: receiver.kid } satisfies ExchangeHeader))
  let count = 0
  for await (const { name, body } of messages) {
    const packed = await pack(body, 'zstd')
    count += 1
    yield hashed(utf8({ message: name, bytes: packed.length }))
    yield hashed(packed)
  }
  yield hashed(utf8({ messages: count, until: until() } satisfies ExchangeEnd))
  yield utf8({ sig: toBase64url(signMessage(exchangeMessage(hash.digest()), signer.privateKey)) })
}

const streamOf = (chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> =>
  new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const next = await chunks.next()
      if (next.done === true) controller.close()
      else controller.enqueue(next.value)
    },
    cancel: async () => {
      await chunks.return(undefined)
    },
  })

const writeInto = async (file: FileHandle, recipient: string, input: WriteExchange): Promise<number> => {
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  let at = labelEnd
  for await (const chunk of (await encrypter.encrypt(
    streamOf(plainOf(input)),
  )) as unknown as AsyncIterable<Uint8Array>) {
    for (let from = 0; from < chunk.length;)
      from += (await file.write(chunk, from, chunk.length - from, at + from)).bytesWritten
    at += chunk.length
  }
  // The label comes last: a file that was not written to its end says so by its size.
  await file.write(
    Buffer.from(
      `${exchangeMagic}${labelLine({ from: input.signer.kid, to: input.receiver.kid, bytes: at - labelEnd })}`,
      'utf8',
    ),
    0,
    labelEnd,
    0,
  )
  await file.sync()
  return at
}

/**
 * Writes a file to be carried, encrypted to its receiver and signed. A file that exists is not overwritten, and one
 * that was not written to its end does not stay.
 *
 * @returns its size in bytes
 */
export const writeExchangeFile = async (path: string, input: WriteExchange): Promise<Result<number, Refusal>> => {
  const recipient = recipientOf(input.receiver.spki)
  if (recipient === null) return refuseFile('unknown_sender')
  let file: FileHandle
  try {
    file = await open(path, 'wx', 0o600)
  } catch (error) {
    if (isDiskFull(error))
      return fail(refusal('storage_full', 'The disk has no room for the file. Nothing was written.'))
    return refuseFile(codeOf(error) === 'EEXIST' ? 'exists' : 'unwritable')
  }
  let written = false
  try {
    const bytes = await writeInto(file, recipient, input)
    written = true
    return ok(bytes)
  } catch (error) {
    if (isDiskFull(error))
      return fail(refusal('storage_full', 'The disk has no room for the file. What was written of it was removed.'))
    throw error
  } finally {
    await file.close()
    if (!written) await unlink(path).catch(() => undefined)
  }
}
