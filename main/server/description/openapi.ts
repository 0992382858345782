import { z } from 'zod'
import { errorBody } from '../../../shared/api/errors.ts'
import type { ErrorCode } from '../../../shared/api/errors.ts'
import { isUpload, needsKey, nothing } from '../../../shared/api/operation.ts'
import type { Operation, Retry } from '../../../shared/api/operation.ts'
import { everyOperation } from '../../../shared/api/operations.ts'
import { challengeForm } from '../service-proof.ts'
import { health } from '../../../shared/api/workspace.ts'
import type { JsonSchema, OpenApiDocument, OpenApiOperation, OpenApiParameter } from './document.ts'
import { answerExampleOf } from './answer-examples.ts'
import { exampleOf } from './examples.ts'
import { hubPaths, hubSecurity, hubTag } from './hub-paths.ts'
import { schemaOf } from './json-schema.ts'
import { overview } from './overview.ts'
import { rawPaths } from './raw-paths.ts'
import { refusalResponses } from './refusal-responses.ts'

const isOptional = (schema: z.ZodType): boolean => schema.safeParse(undefined).success

const shapeOf = (schema: z.ZodType): [string, z.ZodType][] => {
  if (!(schema instanceof z.ZodObject)) return []
  const shape: Record<string, z.ZodType> = schema.shape
  return Object.entries(shape)
}

const parameter = (place: 'path' | 'query', name: string, schema: z.ZodType): OpenApiParameter => {
  // What a text in the address means (an integer, a list), not the pattern of the text.
  const { description, ...described } = schemaOf(schema, 'output')
  return {
    name,
    in: place,
    required: place === 'path' || !isOptional(schema),
    ...(typeof description === 'string' ? { description } : {}),
    schema: described,
    ...(described['type'] === 'array' ? { style: 'form', explode: false } : {}),
  }
}

const header = (name: string, description: string, schema: JsonSchema): OpenApiParameter => ({
  name,
  in: 'header',
  required: false,
  description,
  schema,
})

const parametersOf = (operation: Operation): OpenApiParameter[] => [
  ...shapeOf(operation.params).map(([name, schema]) => parameter('path', name, schema)),
  ...shapeOf(operation.query).map(([name, schema]) => parameter('query', name, schema)),
  ...(operation.retry === 'key'
    ? [
        header(
          'Idempotency-Key',
          'Makes a retry safe: the same key with the same request gets the first answer again, for 24 hours.',
          { type: 'string', minLength: 1, maxLength: 255 },
        ),
      ]
    : []),
  ...(operation.compares !== null
    ? [
        header(
          'If-Match',
          `The revision of the ${operation.compares} that the change was decided on, in double quotes.`,
          { type: 'string', pattern: '^"(0|[1-9][0-9]{0,15})"$' },
        ),
      ]
    : []),
]

const takesBody = (operation: Operation): boolean =>
  isUpload(operation.bodyKind) || (operation.method !== 'GET' && operation.body !== nothing)

/** Every code that an operation can answer with, its own first. */
export const refusalsOf = (operation: Operation): ErrorCode[] => {
  const common: ErrorCode[] = ['invalid_request']
  // Without its id an address is none, and the router finds the operation all the same.
  if (operation.params !== nothing) common.push('not_found')
  if (operation.retry === 'key') common.push('in_progress', 'outcome_unknown', 'idempotency_key_reused')
  if (operation.method !== 'GET' && !isUpload(operation.bodyKind)) common.push('malformed_json')
  if (needsKey(operation.access)) common.push('unauthenticated', 'forbidden', 'workspace_mismatch')
  else if (operation.access !== 'public') common.push('unauthenticated', 'token_expired', 'institution_key_invalid')
  if (Array.isArray(operation.access)) common.push('forbidden')
  common.push('origin_refused')
  if (!operation.whileLocked) common.push('device_locked')
  if (operation.access !== 'public' && !needsKey(operation.access)) {
    if (!operation.whileIdle) common.push('window_locked')
    if (!operation.withoutFactor) common.push('second_factor_setup_required')
  }
  if (operation.method !== 'GET') common.push('payload_too_large', 'unsupported_media_type', 'storage_full')
  common.push('rate_limited', 'internal', 'unavailable')
  return [...new Set([...operation.refusals, ...common])]
}

const answerHeaders = (operation: Operation): JsonSchema => ({
  'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimit-Policy' },
  RateLimit: { $ref: '#/components/headers/RateLimit' },
  ...(operation.retry === 'key'
    ? { 'Idempotency-Replayed': { $ref: '#/components/headers/Idempotency-Replayed' } }
    : {}),
})

const bodyTypes = {
  json: 'application/json',
  json_or_multipart: 'application/json',
  csv: 'text/csv',
  file: 'application/octet-stream',
} as const
const answerType = { json: 'application/json', csv: 'text/csv', text: 'text/plain' } as const

const rolesText = (operation: Operation): string => {
  if (operation.access === 'public') return 'Needs no credential.'
  if (needsKey(operation.access)) return `Called with an API key that has the scope ${operation.access}.`
  if (operation.access === 'signed_in') return 'Open to every role.'
  return `Open to ${operation.access.join(', ')}${operation.atComputer ? '; to the person at the computer of the folder whatever their role' : ''}.`
}

const retryTexts: Readonly<Record<Retry, string>> = {
  key: ' With an `Idempotency-Key` it can be sent again.',
  again: ' It can be sent again as it is: that changes nothing more, or finds that it is done.',
  anew: ' Each request is an act of its own: an `Idempotency-Key` is refused.',
}

const retryText = ({ method, retry }: Operation): string =>
  method === 'POST' || retry === 'key' ? retryTexts[retry] : ''

const securityOf = ({ access }: Operation): OpenApiOperation['security'] => {
  if (access === 'public') return []
  return needsKey(access) ? [{ api_key: [] }] : [{ access_token: [], institution_key: [] }, { session: [] }]
}

const describe = (operation: Operation): OpenApiOperation => {
  const example = exampleOf(operation.id)
  const answered = answerExampleOf(operation.id)
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: `${operation.description}\n\n${rolesText(operation)}${retryText(operation)}`,
    security: securityOf(operation),
    parameters: parametersOf(operation),
    ...(takesBody(operation)
      ? {
          requestBody: {
            required: !needsKey(operation.access),
            content: {
              [bodyTypes[operation.bodyKind]]: {
                schema: schemaOf(operation.body, 'input'),
                ...(example === undefined ? {} : { example }),
              },
            },
          },
        }
      : {}),
    responses: {
      [String(operation.status)]: {
        description: 'Done.',
        headers: answerHeaders(operation),
        content: {
          [answerType[operation.answers]]: {
            schema: schemaOf(operation.answer, 'output'),
            ...(answered === undefined ? {} : { example: answered }),
          },
        },
      },
      ...refusalResponses(refusalsOf(operation)),
    },
  }
}

const textHeader = (description: string): JsonSchema => ({ description, schema: { type: 'string' } })

const components = (): JsonSchema => ({
  securitySchemes: {
    ...hubSecurity,
    access_token: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description: 'Access token of a user, 15 minutes. Sent together with X-API-Key.',
    },
    institution_key: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'The institution’s key.' },
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: 'fieldseal_session',
      description:
        'Session of a window that the service serves. Writes need `X-Fieldseal-Window: 1` and the same origin.',
    },
    api_key: { type: 'http', scheme: 'bearer', description: 'API key with scopes, for /v4.' },
  },
  schemas: { Refusal: schemaOf(errorBody, 'output') },
  headers: {
    'X-Request-Id': textHeader('Names this request in the log of the service.'),
    'RateLimit-Policy': textHeader('Quota and window, for example `"credential";q=100000;w=10`.'),
    RateLimit: textHeader('What is left of it, for example `"credential";r=99999;t=1`.'),
    'Retry-After': { description: 'Seconds to wait before trying again.', schema: { type: 'integer' } },
    'Idempotency-Replayed': {
      description: '`true` where this is the kept answer of an earlier request.',
      schema: { type: 'string', enum: ['true'] },
    },
  },
})

const healthPath = (): Record<string, OpenApiOperation> => ({
  get: {
    operationId: 'health',
    tags: ['Service'],
    summary: 'Is the service up',
    description:
      'Answers without a credential and without detail; 503 while the service stops; under another host name than its own it is refused, like every address. To a `challenge` (16 to 64 random bytes as base64url) it answers with `proof`: the HMAC-SHA256 of `fieldseal service proof`, a line feed and the challenge, under the `institution_key` in the `service.json` of the data folder, as base64url. So whoever can read that file knows the service from another program on its port.',
    security: [],
    servers: [{ url: '/', description: 'Under no prefix.' }],
    parameters: [
      { name: 'challenge', in: 'query', required: false, schema: { type: 'string', pattern: challengeForm.source } },
    ],
    responses: {
      200: { description: 'It is.', content: { 'application/json': { schema: schemaOf(health, 'output') } } },
      ...refusalResponses(['invalid_request', 'origin_refused']),
      503: { description: 'It is stopping.', content: { 'application/json': { schema: schemaOf(health, 'output') } } },
    },
  },
})

/** The OpenAPI 3.1 document, made from the table of operations; nothing in it is written by hand a second time. */
export const openApiDocument = (version: string): OpenApiDocument => {
  const paths: OpenApiDocument['paths'] = {}
  for (const operation of everyOperation)
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = describe(operation)
  Object.assign(paths, rawPaths(), hubPaths())
  paths['/healthz'] = healthPath()
  return {
    openapi: '3.1.0',
    info: {
      title: 'Fieldseal',
      version,
      description: overview.map((section) => `## ${section.title}\n\n${section.text}`).join('\n\n'),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [
      { url: '/', description: 'This service.' },
      { url: '/api', description: 'The same operations under the prefix /api.' },
    ],
    tags: [...new Set([...everyOperation.map((operation) => operation.tag), hubTag, 'Service'])].map((name) => ({
      name,
    })),
    paths,
    components: components(),
  }
}
