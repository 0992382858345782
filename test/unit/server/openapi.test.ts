import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { errorCodes } from '../../../shared/api/errors.ts'
import { everyOperation as operations } from '../../../shared/api/operations.ts'
import { exampleOf } from '../../../main/server/description/examples.ts'
import { openApiDocument } from '../../../main/server/description/openapi.ts'
import { pageCsp, renderPage } from '../../../main/server/description/page.ts'

const document = openApiDocument('0.0.0')

const everyRef = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [inner] : everyRef(inner),
  )
}

/** What carries bytes is described beside the table. */
const hubOperations = [
  'hubChallenge',
  'hubSession',
  'hubEnrol',
  'hubPush',
  'hubPull',
  'hubCopies',
  'hubTakeCopy',
  'hubReturnCopy',
  'hubNumbers',
  'hubHealth',
  'hubHints',
  'hubLogCheckpoint',
  'hubLogKey',
  'hubLogTimestamp',
  'hubLogTimestamped',
  'hubCosignature',
  'hubLogTile',
  'hubOfferBytes',
  'hubLackingBytes',
  'hubFetchBytes',
  'hubBytesOffset',
  'hubSendBytes',
  'hubForgetBytes',
]
const rawOperations = [
  'eventStreamV1',
  'eventStreamV4',
  ...hubOperations,
  'linkedContent',
  ...['uploadOffset', 'uploadBytes', 'uploadEnd'].flatMap((name) => [`${name}V1`, `${name}V4`]),
]

describe('the OpenAPI document', () => {
  it('is valid by the OpenAPI 3.1 meta-schema, and a broken one is not', async () => {
    const copy = structuredClone(document) as unknown as Record<string, unknown>
    expect(await new Validator().validate(copy)).toEqual({ valid: true })
    const broken = await new Validator().validate({
      ...structuredClone(copy),
      paths: { '/x': { get: { responses: 'none' } } },
    })
    expect(broken.valid).toBe(false)
  })

  it('holds every operation once, with every code that it can answer', () => {
    const described = Object.values(document.paths).flatMap((methods) => Object.values(methods))
    expect(described.map((operation) => operation.operationId).sort()).toEqual(
      [...operations.map((operation) => operation.id), ...rawOperations, 'health'].sort(),
    )
    for (const operation of operations) {
      const text = JSON.stringify(document.paths[operation.path]?.[operation.method.toLowerCase()]?.responses)
      for (const code of operation.refusals) expect(text).toContain(code)
      expect(text).toContain('rate_limited')
    }
    const all = JSON.stringify(document.paths)
    for (const code of errorCodes) {
      if (['not_found', 'method_not_allowed', 'workspace_mismatch'].includes(code)) continue
      // It refuses a start: there is no service then that could answer with it.
      if (code === 'development_build') continue
      expect(all, code).toContain(`"${code}"`)
    }
  })

  it('leads nowhere that is not in it', () => {
    for (const ref of everyRef(document)) {
      const found = ref
        .replace(/^#\//, '')
        .split('/')
        .reduce<unknown>((here, step) => (here as Record<string, unknown> | undefined)?.[step], document)
      expect(found, ref).toBeDefined()
    }
  })

  it('shows an example for every body, and every example is a valid body', () => {
    for (const operation of operations) {
      const example = exampleOf(operation.id)
      const takes = operation.bodyKind === 'json' && operation.method !== 'GET' && !operation.body.safeParse({}).success
      if (takes) expect(example, operation.id).toBeDefined()
      if (example !== undefined) expect(operation.body.safeParse(example).success, operation.id).toBe(true)
    }
  })

  it('says the defaults and limits of the case list as the interface writes them', () => {
    const parameters = document.paths['/v1/cases']?.['get']?.parameters ?? []
    expect(parameters.find((item) => item.name === 'page')?.schema).toMatchObject({
      type: 'integer',
      minimum: 1,
      default: 1,
    })
    expect(parameters.find((item) => item.name === 'size')?.schema).toMatchObject({
      type: 'integer',
      minimum: 1,
      maximum: 100,
      default: 20,
    })
  })
})

describe('conditions in the OpenAPI document', () => {
  it.each(operations.filter(({ compares }) => compares !== null))(
    'of $id: If-Match, and the refusal that it asks for',
    ({ method, path, compares, refusals }) => {
      expect(refusals).toContain('stale_revision')
      expect(
        document.paths[path]?.[method.toLowerCase()]?.parameters.find(({ name }) => name === 'If-Match')?.description,
      ).toContain(`revision of the ${compares}`)
    },
  )

  it.each(operations.filter(({ compares }) => compares === null))('of $id: none', ({ method, path }) => {
    expect(document.paths[path]?.[method.toLowerCase()]?.parameters.some(({ name }) => name === 'If-Match')).toBe(false)
  })
})

describe('retries in the OpenAPI document', () => {
  const described = operations.map((operation) => ({
    operation,
    text: document.paths[operation.path]?.[operation.method.toLowerCase()],
  }))

  it.each(described.filter(({ operation: { method, status } }) => method === 'POST' || status !== 200))(
    'of $operation.id are said',
    ({ operation: { retry }, text }) => {
      expect(text?.parameters.some(({ name }) => name === 'Idempotency-Key')).toBe(retry === 'key')
      expect(text?.description).toContain(
        {
          key: 'With an `Idempotency-Key` it can be sent again.',
          again: 'It can be sent again as it is',
          anew: 'an `Idempotency-Key` is refused',
        }[retry],
      )
    },
  )

  // Of what creates, a second request makes a second: it takes the key, unless a link, a ticket, a staged file or a
  // stream of bytes is what it gives or takes.
  const handsOut = ['linkToEvidence', 'linkToExport', 'stageStatement', 'createEventTicket', 'createEventTicketByKey']
  it.each(
    operations
      .filter(({ status, bodyKind }) => status !== 200 && (bodyKind === 'json' || bodyKind === 'json_or_multipart'))
      .filter(({ id }) => !handsOut.includes(id)),
  )('of $id, which creates, take the key', ({ retry }) => {
    expect(retry).toBe('key')
  })

  it.each(operations.filter(({ bodyKind }) => bodyKind === 'csv' || bodyKind === 'file'))(
    'of $id, which takes a stream of bytes, refuse it',
    ({ retry }) => {
      expect(retry).toBe('anew')
    },
  )
})

describe('times in the OpenAPI document', () => {
  const time = { type: 'string', format: 'date-time', examples: ['2026-01-31T12:00:00Z'] }

  it('of requests are date-times, without the pattern of what answers hold', () => {
    const parameters = document.paths['/v1/transactions']?.['get']?.parameters ?? []
    for (const name of ['from', 'to']) expect(parameters.find((item) => item.name === name)?.schema).toEqual(time)
    const replay = JSON.stringify(document.paths['/v1/webhooks/{webhook_id}/replay']?.['post']?.requestBody)
    expect(replay).toContain('"format":"date-time"')
    expect(replay).not.toContain('pattern')
  })

  it('of answers keep the form of the interface', () => {
    expect(JSON.stringify(document.paths['/v1/cases']?.['post']?.responses)).toContain('\\\\.\\\\d{3}[+-]')
  })
})

describe('the page of the interface', () => {
  const page = renderPage(document)

  it('shows every operation with a request to copy', () => {
    for (const operation of operations) {
      expect(page).toContain(`id="${operation.id}"`)
      expect(page).toContain(`href="#${operation.id}"`)
    }
    expect(page).toContain('curl -X POST &quot;$BASE/v1/cases&quot;')
  })

  it('carries no script and may load nothing', () => {
    expect(page).not.toMatch(/<script|\son\w+=|javascript:/i)
    expect(pageCsp).toContain("default-src 'none'")
    expect(pageCsp).not.toContain('unsafe')
  })
})
