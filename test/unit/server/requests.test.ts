import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseQueryString } from '../../../main/server/http/query-text.ts'
import { validatePart } from '../../../main/server/http/validation.ts'
import { createOriginGuard } from '../../../main/server/http/origin-guard.ts'
import { createRateLimiter } from '../../../main/server/http/rate-limit.ts'
import { createAddresses } from '../../../main/server/http/addresses.ts'
import { operations } from '../../../shared/api/operations.ts'

describe('the query', () => {
  it('decodes names and values in any script', () => {
    expect(parseQueryString('q=a+b%20%C3%A9&page=2&empty=')).toEqual({
      ok: true,
      value: { q: 'a b é', page: '2', empty: '' },
    })
    expect(parseQueryString('')).toEqual({ ok: true, value: {} })
  })

  it.each([
    ['page=1&page=2', 'query.page is given more than once.'],
    ['q=%', 'query.q holds malformed percent encoding or is not UTF-8.'],
    ['q=%ED%A0%80', 'query.q holds malformed percent encoding or is not UTF-8.'],
    ['%zz=1', 'query holds malformed percent encoding.'],
    ['__proto__=1', 'query.__proto__ is a name that no operation takes.'],
  ])('refuses %s', (text, message) => {
    const result = parseQueryString(text)
    expect(!result.ok && result.error).toMatchObject({ code: 'invalid_request', message })
  })
})

describe('validation', () => {
  const schema = z.strictObject({
    n: z.int().min(1),
    list: z.array(z.int()).max(2),
    kind: z.enum(['a', 'b']),
    text: z.string().max(3),
  })

  it('lists every problem with its place and what would be right, and never the value', () => {
    const result = validatePart('body', schema, {
      n: 'secret-1',
      list: [1, 'secret-2'],
      text: 'secret-3',
      extra: 'secret-4',
    })
    expect(result.ok).toBe(false)
    if (result.ok) return
    expect(result.error.details).toEqual([
      { path: 'body.n', message: 'must be a number' },
      { path: 'body.list[1]', message: 'must be a number' },
      { path: 'body.kind', message: 'is required' },
      { path: 'body.text', message: 'must be at most 3 characters long' },
      { path: 'body.extra', message: 'is not a field of this operation' },
    ])
    expect(JSON.stringify(result.error)).not.toContain('secret')
  })

  it('names what is possible where an item of a list in a query is none of it, and does not call it missing', () => {
    const list = z.strictObject({
      kinds: z
        .string()
        .transform((text) => text.split(','))
        .pipe(z.array(z.enum(['a', 'b']))),
    })
    const result = validatePart('query', list, { kinds: 'a,secret' })
    expect(!result.ok && result.error.details).toEqual([{ path: 'query.kinds[1]', message: 'must be one of a, b' }])
    expect(validatePart('query', list, {})).toMatchObject({
      error: { details: [{ path: 'query.kinds', message: 'is required' }] },
    })
  })

  it('shows a hostile field name short and escaped', () => {
    const result = validatePart('body', schema, {
      ['\u001b[31m' + 'x'.repeat(500)]: 1,
      n: 1,
      list: [],
      kind: 'a',
      text: '',
    })
    expect(!result.ok && result.error.details?.[0]?.path).toBe(`body."\\u001b[31m${'x'.repeat(55)}..."`)
  })
})

describe('host and origin', () => {
  const local = createOriginGuard({ role: 'local', hosts: ['127.0.0.1'] })
  const hub = createOriginGuard({ role: 'hub', hosts: ['0.0.0.0', 'hub.acme.example'] })

  it.each(['127.0.0.1:4000', 'localhost', 'LOCALHOST:1', '[::1]:4000'])('takes loopback as %s', (host) => {
    expect(local({ host }, false)).toBeNull()
  })

  it.each([
    'evil.example',
    'evil.example:4000',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '10.0.0.5',
    '',
    '[::2]',
    '127.0.0.1@evil.example',
  ])('refuses a rebound name %j', (host) => {
    expect(local({ host }, true)?.code).toBe('origin_refused')
  })

  it('lets a hub be reached by its names and by any address, not by another name', () => {
    expect(hub({ host: '10.0.0.5:8443' }, false)).toBeNull()
    expect(hub({ host: 'hub.acme.example' }, false)).toBeNull()
    expect(hub({ host: 'evil.example' }, false)?.code).toBe('origin_refused')
  })

  it('refuses another origin, and the null origin of a sandboxed frame', () => {
    const host = '127.0.0.1:4000'
    expect(local({ host, origin: 'http://127.0.0.1:4000' }, false)).toBeNull()
    expect(local({ host, origin: 'app://fieldseal' }, false)).toBeNull()
    for (const origin of [
      'http://127.0.0.1:4001',
      'https://evil.example',
      'null',
      'http://127.0.0.1:4000.evil.example',
    ]) {
      expect(local({ host, origin }, true)?.code).toBe('origin_refused')
    }
  })

  it('refuses what a page of another site sends, but not a link from there to a page', () => {
    const headers = { host: 'localhost:1', 'sec-fetch-site': 'cross-site' }
    expect(local(headers, false)?.code).toBe('origin_refused')
    expect(local(headers, true)).toBeNull()
  })
})

describe('the rate limiter', () => {
  it('lets the quota pass at once, then one for each part of the window', () => {
    const limiter = createRateLimiter(10, 1_000)
    const verdicts = Array.from({ length: 11 }, () => limiter.take('a', 0))
    expect(verdicts.filter((verdict) => verdict?.allowed)).toHaveLength(10)
    expect(verdicts[10]).toEqual({ allowed: false, limit: 10, remaining: 0, resetSeconds: 1 })
    expect(limiter.take('a', 100)?.allowed).toBe(true)
    expect(limiter.take('a', 100)?.allowed).toBe(false)
    expect(limiter.take('b', 100)?.allowed).toBe(true)
  })

  it('is not freed or locked by a clock that goes back', () => {
    const limiter = createRateLimiter(1, 1_000)
    limiter.take('a', 5_000)
    expect(limiter.take('a', 0)?.allowed).toBe(false)
    expect(limiter.take('a', 1_000)?.allowed).toBe(true)
  })

  it('is off at 0, and forgets buckets under a flood of names', () => {
    expect(createRateLimiter(0, 1_000).take('a', 0)).toBeNull()
    const limiter = createRateLimiter(1, 1_000)
    for (let index = 0; index < 120_000; index += 1) limiter.take(`k${index}`, index)
    expect(limiter.take('new', 120_000)?.allowed).toBe(true)
  })
})

describe('addresses', () => {
  const addresses = createAddresses(operations, [], ['/healthz'])

  it('knows the methods of each address under both prefixes', () => {
    expect(addresses.methodsOf('/v1/cases')).toEqual(['GET', 'HEAD', 'POST'])
    expect(addresses.methodsOf('/api/v1/cases/7/status')).toEqual(['PUT'])
    expect(addresses.methodsOf('/v1/cases/stats')).toEqual(['GET', 'HEAD'])
    expect(addresses.methodsOf('/api/v1/cases/export')).toEqual(['GET', 'HEAD'])
    expect(addresses.methodsOf('/healthz')).toEqual(['GET', 'HEAD'])
    expect(addresses.methodsOf('/v1/nothing')).toEqual([])
    expect(addresses.methodsOf('/v1/cases/1/2/3')).toEqual([])
  })
})
