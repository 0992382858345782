import type { z } from 'zod'
import { blobOffer, blobState, blobsLacking, blobsPath } from '../../../shared/protocol/blobs.ts'
import { healthAnswer, healthRequest } from '../../../shared/protocol/health.ts'
import {
  challengeAnswer,
  challengeRequest,
  copiesAnswer,
  copiesRequest,
  copyAnswer,
  enrolAnswer,
  enrolRequest,
  pullRequest,
  pushAnswer,
  numbersAnswer,
  numbersRequest,
  returnCopyRequest,
  sessionAnswer,
  sessionRequest,
  syncRefusal,
  takeCopyRequest,
} from '../../../shared/protocol/sync.ts'
import type { JsonSchema, OpenApiDocument, OpenApiOperation } from './document.ts'
import { schemaOf } from './json-schema.ts'
import { refusalResponses } from './refusal-responses.ts'

type Paths = OpenApiDocument['paths']

export const hubTag = 'Hub protocol'

const hubId = (name: string): string => `hub${name.charAt(0).toUpperCase()}${name.slice(1)}`

const lines: JsonSchema = { type: 'string', description: 'One JSON object a line; see docs/spec/sync.md, section 3.' }

/**
 * What any call of the protocol can be refused with: by the protocol, or before it by the service, which refuses
 * everything in its own form.
 */
const refused: OpenApiOperation['responses'] = {
  default: {
    description:
      'Refused: the code says why, and `retry_after` (seconds) when to try again. A service that is no hub answers 404, and one that takes no request now (too many of one address, a body that is too large, a stop) refuses it in the form of all other operations.',
    content: {
      'application/json': {
        schema: { anyOf: [schemaOf(syncRefusal, 'input'), { $ref: '#/components/schemas/Refusal' }] },
      },
    },
  },
}

/** What whoever reads the log without a session is refused with. */
const unknownRefused: OpenApiOperation['responses'] = {
  404: { description: 'There is none yet, or this service is no hub.' },
  ...refusalResponses(['invalid_request', 'origin_refused', 'rate_limited', 'internal', 'unavailable']),
}

interface Described {
  readonly summary: string
  readonly description: string
  readonly body: Record<string, { schema: JsonSchema }>
  readonly answer: Record<string, { schema: JsonSchema }>
  readonly session: boolean
}

const json = (schema: z.ZodType): Record<string, { schema: JsonSchema }> => ({
  'application/json': { schema: schemaOf(schema, 'input') },
})

const call = (
  name: string,
  { summary, description, body, answer, session }: Described,
): Record<string, OpenApiOperation> => ({
  post: {
    operationId: hubId(name),
    tags: [hubTag],
    summary,
    description: `${description} On a hub alone. Bodies both ways may be compressed (\`Content-Encoding: zstd\` or \`gzip\`) and have at most 8 MiB.`,
    security: session ? [{ device_session: [] }] : [],
    parameters: [],
    requestBody: { required: true, content: body },
    responses: { 200: { description: 'Answered.', content: answer }, ...refused },
  },
})

const text = (type: string): Record<string, { schema: JsonSchema }> => ({ [type]: { schema: { type: 'string' } } })

const fetched = (
  name: string,
  summary: string,
  description: string,
  answer: Record<string, { schema: JsonSchema }>,
  session = false,
): Record<string, OpenApiOperation> => ({
  get: {
    operationId: hubId(name),
    tags: [hubTag],
    summary,
    description: `${description} On a hub alone.`,
    security: session ? [{ device_session: [] }] : [],
    parameters: [],
    responses: { 200: { description: 'Answered.', content: answer }, ...(session ? refused : unknownRefused) },
  },
})

const bytesCall = (
  name: string,
  summary: string,
  description: string,
  answers: Readonly<Record<number, string>>,
  named = false,
): OpenApiOperation => ({
  operationId: hubId(name),
  tags: [hubTag],
  summary,
  description: `${description} On a hub alone.`,
  security: [{ device_session: [] }],
  parameters: [
    { name: 'case', in: 'path', required: true, description: 'The uid of the case.', schema: { type: 'string' } },
    {
      name: 'sha256',
      in: 'path',
      required: true,
      description: 'The SHA-256 of the bytes, lower-case hex.',
      schema: { type: 'string' },
    },
    ...(named
      ? [
          {
            name: 'entry',
            in: 'query' as const,
            required: true,
            description: 'The id of the entry that acquired them.',
            schema: { type: 'string' },
          },
        ]
      : []),
  ],
  responses: {
    ...Object.fromEntries(Object.entries(answers).map(([status, words]) => [status, { description: words }])),
    ...refused,
  },
})

/** What a person who reads the description finds of a device's session. */
export const hubSecurity: JsonSchema = {
  device_session: {
    type: 'http',
    scheme: 'bearer',
    description:
      'The session of an enrolled device, opened by its signature (`/v1/sync/challenge`, `/v1/sync/session`); it ends after 15 minutes.',
  },
}

/** How a device enrols and opens a session. */
const sessionPaths = (): Paths => ({
  '/v1/sync/challenge': call('challenge', {
    summary: 'Ask for a challenge',
    description: 'The first step to a session.',
    body: json(challengeRequest),
    answer: json(challengeAnswer),
    session: false,
  }),
  '/v1/sync/session': call('session', {
    summary: 'Open a session',
    description: 'Answers a token for a signed challenge.',
    body: json(sessionRequest),
    answer: json(sessionAnswer),
    session: false,
  }),
  '/v1/sync/enrol': call('enrol', {
    summary: 'Enrol a device',
    description: 'Takes a device in by a one-time code. The same request again gets the same answer.',
    body: json(enrolRequest),
    answer: json(enrolAnswer),
    session: false,
  }),
})

/** What a device calls with its session: entries, copies of cases, numbers, its health, and hints. */
const devicePaths = (): Paths => ({
  '/v1/sync/push': call('push', {
    summary: 'Push entries',
    description: 'Takes runs of sealed entries and says for each where it stands in its case, or why it has no place.',
    body: { 'application/x-ndjson': { schema: lines } },
    answer: json(pushAnswer),
    session: true,
  }),
  '/v1/sync/pull': call('pull', {
    summary: 'Pull entries',
    description:
      'Answers what is new in the cases that are granted to the device: entries, receipts, checkpoints, grants.',
    body: json(pullRequest),
    answer: { 'application/x-ndjson': { schema: lines } },
    session: true,
  }),
  '/v1/sync/copies': call('copies', {
    summary: 'List copies that were given back',
    description: 'Answers the cases that are granted to the device and that it gave back.',
    body: json(copiesRequest),
    answer: json(copiesAnswer),
    session: true,
  }),
  '/v1/sync/take-copy': call('takeCopy', {
    summary: 'Take a copy again',
    description: 'Gives a case that was given back to the device again; it comes with the next pull.',
    body: json(takeCopyRequest),
    answer: json(copyAnswer),
    session: true,
  }),
  '/v1/sync/return-copy': call('returnCopy', {
    summary: 'Give a copy back',
    description:
      'Ends the copy of a case on the device, at its own word; the hub must have every entry that the device sealed in it.',
    body: json(returnCopyRequest),
    answer: json(copyAnswer),
    session: true,
  }),
  '/v1/sync/numbers': call('numbers', {
    summary: 'Ask for case numbers',
    description:
      'Lends the device case numbers of one day, as many as it asks for, and a reserve for the days to come; answers all that it holds from today on.',
    body: json(numbersRequest),
    answer: json(numbersAnswer),
    session: true,
  }),
  '/v1/sync/health': call('health', {
    summary: 'Tell the health of the device',
    description:
      'Keeps what the device tells of itself, in the place of what it told before: what waits, its release, clock, disk and lists. What it does not know is left out.',
    body: json(healthRequest),
    answer: json(healthAnswer),
    session: true,
  }),
  '/v1/sync/hints': fetched(
    'hints',
    'Hear that something is new',
    'Server-sent events; each says that a pull may bring something. They may be lost.',
    { 'text/event-stream': { schema: { type: 'object', properties: { data: { const: 'new' } }, required: ['data'] } } },
    true,
  ),
})

/** How bytes of evidence travel. */
const bytesPaths = (): Paths => ({
  [blobsPath]: {
    ...call('offerBytes', {
      summary: 'Offer bytes of evidence',
      description:
        'Says how far bytes of a case have come to the hub, and once all are there whether `evidence.received` is sealed. The entry is the `evidence.acquired` that states their hash and size. ' +
        'The file of a model goes the same way: its case is `workspace`, its entry the `model.activated` that states hash and size, and what is sealed is `model.received`.',
      body: json(blobOffer),
      answer: json(blobState),
      session: true,
    }),
    ...fetched(
      'lackingBytes',
      'Ask which bytes the hub lacks',
      'Bytes of cases granted to the device that the hub has sealed as received and does not have, as after a backup that lacked them: whoever has them offers them again. `retry_after`: it still looks, and there may be more.',
      json(blobsLacking),
      true,
    ),
  },
  [`${blobsPath}/{case}/{sha256}`]: {
    get: bytesCall(
      'fetchBytes',
      'Fetch bytes of evidence',
      'The bytes, or a range of them (RFC 9110 section 14), for a device to which the case is granted.',
      { 200: 'All of them.', 206: 'A range of them.', 416: 'No byte of the range exists.' },
    ),
    head: bytesCall(
      'bytesOffset',
      'Ask how far an upload has come',
      'tus 1.0.0: `Upload-Offset` and `Upload-Length`.',
      { 200: 'See the headers.' },
      true,
    ),
    patch: bytesCall(
      'sendBytes',
      'Send bytes of evidence',
      'tus 1.0.0: takes bytes from `Upload-Offset` on. With the last one they are hashed; other bytes than were sealed are refused with `hash_mismatch`, and nothing of them is kept.',
      { 204: 'Taken; `Upload-Offset` says how far they stand.' },
      true,
    ),
    delete: bytesCall(
      'forgetBytes',
      'Forget an upload',
      'tus 1.0.0 termination: what has come of an upload is removed.',
      { 204: 'Forgotten.' },
      true,
    ),
  },
})

/** The hub's public log. */
const logPaths = (): Paths => ({
  '/v1/log/checkpoint': fetched(
    'logCheckpoint',
    'Read the checkpoint of the log',
    'The C2SP signed note over the hub’s log, with the cosignatures of its witnesses.',
    text('text/plain'),
  ),
  '/v1/log/timestamped': fetched(
    'logTimestamped',
    'Read the newest time-stamped head of the log',
    'The signed note over which a time-stamping authority gave its token; 404 where there is none.',
    text('text/plain'),
  ),
  '/v1/log/timestamp': fetched(
    'logTimestamp',
    'Read the time stamp',
    'The RFC 3161 token (DER) over the bytes of the time-stamped head: `openssl ts -verify -token_in -in TOKEN -data HEAD -CAfile AUTHORITY`.',
    text('application/octet-stream'),
  ),
  '/v1/log/key': fetched(
    'logKey',
    'Read the key of the log',
    'The C2SP verifier key of the hub’s log. It proves nothing by itself: compare it with what the hub’s administrator reads out.',
    text('text/plain'),
  ),
  '/v1/witness/cosignatures': {
    post: {
      operationId: 'hubCosignature',
      tags: [hubTag],
      summary: 'Bring a cosignature',
      description:
        'Takes a checkpoint of the log with, as its last line, the cosignature of a witness that the hub’s operator has named (C2SP tlog-cosignature v1). A newer one of the same checkpoint by the same witness takes the place of the earlier one. On a hub alone; at most 8 KiB.',
      security: [],
      parameters: [],
      requestBody: { required: true, content: { 'text/plain': { schema: { type: 'string' } } } },
      responses: {
        200: {
          description: 'Kept, or already there.',
          content: { 'application/json': { schema: { type: 'object', properties: {} } } },
        },
        ...refused,
      },
    },
  },
  '/v1/log/tile/{tile}': {
    get: {
      ...(fetched(
        'logTile',
        'Read a tile of the log',
        'A tile of hashes or a bundle of leaves, by its C2SP tlog-tiles path (`0/x001/234`, `entries/000.p/7`).',
        text('application/octet-stream'),
      )['get'] as OpenApiOperation),
      parameters: [
        {
          name: 'tile',
          in: 'path',
          required: true,
          description: 'The path, slashes and all.',
          schema: { type: 'string' },
        },
      ],
    },
  },
})

/**
 * Addresses of the protocol between devices and a hub, and of the hub's log. They carry lines and signed notes, and so
 * are no operations of the table.
 */
export const hubPaths = (): Paths => ({ ...sessionPaths(), ...devicePaths(), ...bytesPaths(), ...logPaths() })
