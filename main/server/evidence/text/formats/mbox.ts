import { partsOfSource, type ByteSource } from '../byte-source.ts'
import { wholeMax } from '../limits.ts'
import type { ReaderMessage } from '../messages.ts'
import { lackOf, type TextPart } from '../part.ts'
import { mailFound } from './mail.ts'

/** A message of a mailbox; null where it is longer than what is held. */
interface Message {
  readonly number: number
  readonly bytes: Uint8Array | null
}

// RFC 4155, appendix A: the line before each message, with the sender and the time in the manner of `asctime`.
const separator = /^From \S+ +[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d /u
const separatorMax = 512

const isSeparator = (bytes: Buffer, at: number): boolean =>
  separator.test(bytes.subarray(at, at + separatorMax).toString('latin1'))

/** Whether a source begins as a mailbox does. */
export const isMailbox = (head: Uint8Array): boolean => isSeparator(Buffer.from(head), 0)

const lineFrom = Buffer.from('\nFrom ')

/** Collects the bytes of one message as far as they are held. */
const createMessage = () => {
  let kept: Buffer[] = []
  let length = 0
  return {
    add: (bytes: Buffer): void => {
      length += bytes.length
      if (length <= wholeMax) kept.push(bytes)
      else kept = []
    },
    take: (): Uint8Array | null => {
      const bytes = length > wholeMax ? null : Buffer.concat(kept)
      kept = []
      length = 0
      return bytes
    },
  }
}

async function* messagesIn(source: ByteSource): AsyncGenerator<Message> {
  const message = createMessage()
  let number = 0
  let rest = Buffer.alloc(0)
  let read = 0
  for await (const part of partsOfSource(source)) {
    read += part.length
    // Behind the last part a line that has not come whole yet is looked at with the next one.
    const bytes = Buffer.concat([rest, part])
    const end = read >= source.size ? bytes.length : Math.max(0, bytes.length - separatorMax)
    let from = 0
    for (let at = bytes.indexOf(lineFrom); at !== -1 && at < end; at = bytes.indexOf(lineFrom, at + 1)) {
      if (!isSeparator(bytes, at + 1)) continue
      message.add(bytes.subarray(from, at + 1))
      number += 1
      yield { number, bytes: message.take() }
      from = at + 1
    }
    const kept = Math.max(from, end)
    message.add(bytes.subarray(from, kept))
    rest = bytes.subarray(kept)
  }
  yield { number: number + 1, bytes: message.take() }
}

/** A message without the line before it, and with its own lines as they were before they were quoted. */
const unquoted = (bytes: Uint8Array): Uint8Array => {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const body = text.subarray(text.indexOf('\n') + 1)
  if (!body.includes('\n>From ')) return body
  return Buffer.from(body.toString('latin1').replaceAll(/\n>(>*From )/gu, '\n$1'), 'latin1')
}

/** Reads a mailbox (RFC 4155) message by message. */
export async function* readMailbox({ source, way, within }: TextPart): AsyncGenerator<ReaderMessage> {
  for await (const { number, bytes } of messagesIn(source)) {
    const at = [...way, { kind: 'message', number } as const]
    try {
      if (bytes === null)
        yield { way: at, lack: { kind: 'too_large', limit: `a message of ${wholeMax / 1_048_576} MiB` } }
      else yield* mailFound(unquoted(bytes), at, (step, inner) => within(step, inner, at))
    } catch (error) {
      yield { way: at, lack: lackOf(error) }
    }
  }
}
