import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { Operation } from '../../../shared/api/operation.ts'
import { RefusalError } from './refusals.ts'
import { parseStrictJson } from './strict-json.ts'

/** What a body that is a file may call itself; what it is its bytes tell. */
const uploadTypes = ['text/csv', 'application/x-ndjson', 'application/gzip', 'application/octet-stream']

/** Replaces Fastify's parsers: strict JSON into a value, files as the streams that they are, nothing else. */
export const registerBodyParsers = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes, done) => {
    // Clients name a type even where an operation takes no body; whether one is due is not the parser's question.
    if (bytes.length === 0) {
      done(null, undefined)
      return
    }
    const parsed = parseStrictJson(bytes as Buffer)
    if (parsed.ok) done(null, parsed.value)
    else done(new RefusalError(parsed.error))
  })
  for (const type of uploadTypes) app.addContentTypeParser(type, (_request, payload, done) => done(null, payload))
}

const hasBody = (request: FastifyRequest): boolean => {
  const length = request.headers['content-length']
  return (length !== undefined && length !== '0') || request.headers['transfer-encoding'] !== undefined
}

const acceptedJson = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i
const acceptedCsv = /^text\/csv\s*(?:;.*)?$/i
const acceptedFile = /^(?:text\/csv|application\/(?:x-ndjson|gzip|octet-stream))\s*(?:;.*)?$/i
const acceptedForm = /^multipart\/form-data\s*;.*$/i

const accepted: Readonly<Record<Operation['bodyKind'], { readonly types: readonly RegExp[]; readonly words: string }>> =
  {
    json: { types: [acceptedJson], words: 'application/json in UTF-8' },
    csv: { types: [acceptedCsv], words: 'text/csv' },
    file: {
      types: [acceptedFile],
      words: 'text/csv, application/x-ndjson, application/gzip or application/octet-stream',
    },
    json_or_multipart: {
      types: [acceptedJson, acceptedForm],
      words: 'application/json in UTF-8, or multipart/form-data',
    },
  }

/** Whether a request brings a form of files. */
export const isForm = (request: FastifyRequest): boolean => acceptedForm.test(request.headers['content-type'] ?? '')

/** Checks what the headers say about a body before any of it is read. */
export const bodyHeadersFault = (
  request: FastifyRequest,
  operation: Pick<Operation, 'bodyKind' | 'bodyLimit' | 'method'>,
): Refusal | null => {
  if (!hasBody(request) || operation.method === 'GET') return null
  const encoding = request.headers['content-encoding']
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    return refusal('unsupported_media_type', 'Compressed bodies are not accepted; send the body as it is.')
  }
  const { types, words } = accepted[operation.bodyKind]
  if (!types.some((type) => type.test(request.headers['content-type'] ?? '')))
    return refusal('unsupported_media_type', `The content type is not accepted here; send ${words}.`)
  if (Number(request.headers['content-length'] ?? 0) > operation.bodyLimit) {
    return refusal(
      'payload_too_large',
      `The body is larger than the ${operation.bodyLimit} bytes that this operation accepts.`,
    )
  }
  return null
}

const endedEarly = refusal('invalid_request', 'The upload ended before it was complete.')

async function* withinLimit(source: Readable, limit: number): AsyncGenerator<Buffer> {
  let bytes = 0
  try {
    // What is left of a refused body is for the answer's connection to end, not for this reader.
    for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > limit) throw new RefusalError(refusal('payload_too_large', `The file is larger than ${limit} bytes.`))
      yield chunk
    }
  } catch (error) {
    throw error instanceof RefusalError ? error : new RefusalError(endedEarly)
  }
}

/**
 * Passes an upload on and ends it with a refusal where it grows beyond the limit, or ends before it is whole, as one
 * may have done that nobody has begun to read.
 *
 * @param afterwards what is to hold once the last byte has come, before the end is passed on; it refuses by throwing
 */
export const limitedUpload = (
  source: Readable,
  limit: number,
  afterwards: () => Promise<void> = () => Promise.resolve(),
): Readable => {
  const whole = async function* (): AsyncGenerator<Buffer> {
    yield* withinLimit(source, limit)
    await afterwards()
  }
  return Readable.from(whole(), { objectMode: false })
}
