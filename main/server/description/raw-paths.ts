import { sentData, sentEvent } from '../../../shared/schema/event-frames.ts'
import type { JsonSchema, OpenApiDocument, OpenApiOperation, OpenApiParameter } from './document.ts'
import { schemaOf } from './json-schema.ts'
import { refusalResponses } from './refusal-responses.ts'

type Paths = OpenApiDocument['paths']

const tag = 'Evidence'

const header = (name: string, description: string, required = true): OpenApiParameter => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string' },
})
const uploadId: OpenApiParameter = {
  name: 'id',
  in: 'path',
  required: true,
  schema: { type: 'string', format: 'uuid' },
}
const tusVersion = header('Tus-Resumable', '1.0.0')
/** Where a caller with a key names the workspace, of what has no JSON body. */
const workspaceNamed: readonly OpenApiParameter[] = [
  header('X-Workspace-Id', 'The workspace; or `workspace_id` in the query.', false),
  {
    name: 'workspace_id',
    in: 'query',
    required: false,
    description: 'The workspace; or the header X-Workspace-Id.',
    schema: { type: 'string' },
  },
]
const rangeHeader = header('Range', 'One range of bytes; several are answered with the whole.', false)

const offsetHeaders = {
  'Upload-Offset': { description: 'Bytes that are durable.', schema: { type: 'integer' } },
  'Tus-Resumable': { description: '1.0.0', schema: { type: 'string' } },
}

type Security = OpenApiOperation['security']
const v1Security: Security = [{ access_token: [], institution_key: [] }, { session: [] }]
const v4Security: Security = [{ api_key: [] }]
const credentialRefusals = {
  V1: ['unauthenticated', 'token_expired', 'institution_key_invalid'],
  V4: ['unauthenticated', 'workspace_mismatch'],
} as const

const upload = (version: 'V1' | 'V4'): Record<string, OpenApiOperation> => {
  const shared = {
    tags: [tag],
    security: version === 'V1' ? v1Security : v4Security,
    parameters: [uploadId, tusVersion, ...(version === 'V1' ? [] : workspaceNamed)],
  }
  const common = [
    'invalid_request',
    ...credentialRefusals[version],
    'not_found',
    'forbidden',
    'origin_refused',
    'unsupported_protocol',
    'rate_limited',
    'internal',
    'unavailable',
  ] as const
  return {
    head: {
      ...shared,
      operationId: `uploadOffset${version}`,
      summary: 'Ask how far an upload is',
      description: 'Answers the offset from which to go on (tus 1.0.0).',
      responses: { 200: { description: 'It is open, or whole.', headers: offsetHeaders }, ...refusalResponses(common) },
    },
    patch: {
      ...shared,
      operationId: `uploadBytes${version}`,
      summary: 'Send bytes of an upload',
      description:
        'Takes bytes from Upload-Offset on, at most 1 GiB in one request (tus 1.0.0). What the answer counts is durable; the last byte seals `evidence.acquired`.',
      parameters: [...shared.parameters, header('Upload-Offset', 'Where these bytes begin.')],
      requestBody: {
        required: true,
        content: { 'application/offset+octet-stream': { schema: { type: 'string', format: 'binary' } } },
      },
      responses: {
        204: { description: 'Taken as far as Upload-Offset says.', headers: offsetHeaders },
        ...refusalResponses([
          ...common,
          'offset_mismatch',
          'hash_mismatch',
          'evidence_erased',
          'payload_too_large',
          'unsupported_media_type',
          'storage_full',
        ]),
      },
    },
    delete: {
      ...shared,
      operationId: `uploadEnd${version}`,
      summary: 'Give up an upload',
      description: 'Nothing of it is kept.',
      responses: { 204: { description: 'It is gone.' }, ...refusalResponses([...common, 'already_done']) },
    },
  }
}

const content: OpenApiOperation = {
  operationId: 'linkedContent',
  tags: [tag],
  summary: 'Fetch what a link serves',
  description:
    'Serves the original bytes to whoever holds the link, for some minutes: `Range`, `Content-Disposition`, `Digest` and `Repr-Digest` of the whole. Who looks, and why, was sealed before the link was given.',
  security: [],
  parameters: [{ name: 'token', in: 'path', required: true, schema: { type: 'string' } }, rangeHeader],
  responses: {
    200: {
      description: 'The whole, of its own type where that is one that a browser shows safely.',
      content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
    },
    206: { description: 'The range.', content: { '*/*': { schema: { type: 'string', format: 'binary' } } } },
    416: { description: 'The content has no such bytes.' },
    ...refusalResponses(['not_found', 'evidence_damaged', 'origin_refused', 'rate_limited', 'internal', 'unavailable']),
  },
}

/** OpenAPI 3.1 has no word for a stream: its schema is that of each event, as the readers of such documents take it. */
const eachEvent = (): JsonSchema => {
  const { properties, ...schema } = schemaOf(sentEvent, 'output') as {
    readonly properties: { readonly data: JsonSchema } & JsonSchema
  }
  return {
    ...schema,
    properties: {
      ...properties,
      data: { ...properties.data, contentMediaType: 'application/json', contentSchema: schemaOf(sentData, 'output') },
    },
  }
}

const stream = (version: 'V1' | 'V4'): OpenApiOperation => ({
  operationId: `eventStream${version}`,
  tags: ['Events'],
  summary: 'Stream of server-sent events',
  description:
    'The events of `GET /v4/events/ws` as server-sent events: `id` is the cursor, `data` one event; `hello` and `heartbeat` are events of their own. A browser resumes by `Last-Event-ID`. One answer lasts ten minutes at most.',
  security: version === 'V1' ? v1Security : v4Security,
  parameters: [
    header('Last-Event-ID', 'The id of the last event that was seen; it wins over `after`.', false),
    ...(version === 'V1' ? [] : workspaceNamed),
    { name: 'after', in: 'query', required: false, schema: { type: 'integer' } },
    { name: 'types', in: 'query', required: false, schema: { type: 'string' } },
    ...(version === 'V1'
      ? []
      : [{ name: 'ticket', in: 'query' as const, required: false, schema: { type: 'string' } }]),
  ],
  responses: {
    200: {
      description: 'It goes on until one side ends it.',
      content: { 'text/event-stream': { schema: eachEvent() } },
    },
    ...refusalResponses([
      'invalid_request',
      ...credentialRefusals[version],
      'forbidden',
      'origin_refused',
      'rate_limited',
      'internal',
      'unavailable',
    ]),
  },
})

/** Addresses that carry bytes instead of JSON, and so are no operations of the table. */
export const rawPaths = (): Paths => ({
  '/v1/uploads/{id}': upload('V1'),
  '/v4/evidence/uploads/{id}': upload('V4'),
  '/v1/evidence/content/{token}': { get: content },
  '/v4/events/stream': { get: stream('V4') },
  '/v1/events/stream': { get: stream('V1') },
})
