import { afterEach, describe, expect, it, vi } from 'vitest'
import { addNote } from '../../../../shared/api/case-entries.ts'
import { createCase, exportCases, listCases, readCase, updateCaseStatus } from '../../../../shared/api/cases.ts'
import { addressOf, call } from '../../../../renderer/data/client.ts'
import { AnswerError, ApiError, isRefusal, isSignedOut, NetworkError } from '../../../../renderer/data/errors.ts'

const answers = (status: number, body: unknown, headers: Record<string, string> = {}) => {
  const fetch = vi.fn<typeof globalThis.fetch>(() =>
    Promise.resolve(new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers })),
  )
  vi.stubGlobal('fetch', fetch)
  return fetch
}
const sentHeaders = (fetch: ReturnType<typeof answers>): Headers => new Headers(fetch.mock.calls[0]?.[1]?.headers)

afterEach(() => vi.unstubAllGlobals())

describe('what is sent', () => {
  it('fills the path and leaves empty query values out', () => {
    expect(addressOf(readCase, { params: { id: 17 } })).toBe('/api/v1/cases/17')
    expect(addressOf(listCases, { query: { q: 'a b', status: undefined, sla: '' } })).toBe('/api/v1/cases?q=a+b')
    expect(addressOf(exportCases)).toBe('/api/v1/cases/export')
  })

  it('a write says that it comes from a window; a read does not', async () => {
    const write = answers(200, { success: true, message: 'm', data: {} })
    await call(updateCaseStatus, { params: { id: 1 }, body: { status: 'closed', notes: 'n' }, ifMatch: 4 })
    expect(sentHeaders(write).get('x-fieldseal-window')).toBe('1')
    expect(sentHeaders(write).get('if-match')).toBe('"4"')
    const read = answers(200, { success: true, data: {} })
    await call(readCase, { params: { id: 1 } })
    expect(sentHeaders(read).has('x-fieldseal-window')).toBe(false)
  })

  it('carries the Idempotency-Key of a create', async () => {
    const fetch = answers(201, { success: true, data: {} })
    await call(addNote, { params: { id: 1 }, body: { text: 't' }, idempotencyKey: 'key-1' })
    expect(sentHeaders(fetch).get('idempotency-key')).toBe('key-1')
  })
})

describe('what can go wrong', () => {
  const refusal = {
    success: false,
    error: {
      code: 'stale_revision',
      message: 'The case has changed.',
      details: [{ path: 'body', message: 'm' }],
      request_id: 'req-9',
    },
  }
  const thrown = async (): Promise<unknown> =>
    call(createCase, { body: { title: 't', description: 'd', priority: 'low' } }).catch((error: unknown) => error)

  it('a refusal keeps code, message, details and request id', async () => {
    answers(409, refusal)
    const error = await thrown()
    expect(isRefusal(error, 'stale_revision')).toBe(true)
    expect(error).toMatchObject({
      message: 'The case has changed.',
      requestId: 'req-9',
      status: 409,
      details: [{ path: 'body', message: 'm' }],
    })
  })

  it('a rate limit keeps how long to wait', async () => {
    answers(
      429,
      { success: false, error: { code: 'rate_limited', message: 'm', request_id: 'r' } },
      { 'retry-after': '7' },
    )
    expect(await thrown()).toMatchObject({ code: 'rate_limited', retryAfter: 7 })
  })

  it('an ended session is told from other refusals', async () => {
    answers(401, { success: false, error: { code: 'token_expired', message: 'm', request_id: 'r' } })
    expect(isSignedOut(await thrown())).toBe(true)
    answers(401, { success: false, error: { code: 'login_failed', message: 'm', request_id: 'r' } })
    expect(isSignedOut(await thrown())).toBe(false)
  })

  it('no connection is a kind of its own', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    expect(await thrown()).toBeInstanceOf(NetworkError)
  })

  it('an abort stays an abort', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new DOMException('gone', 'AbortError')))
    expect(await thrown()).toMatchObject({ name: 'AbortError' })
  })

  it.each([
    [502, '<html>bad gateway</html>'],
    [200, '<html>hello</html>'],
    [200, { data: {} }],
  ])('status %i with something else than our envelope is no answer of ours', async (status, body) => {
    answers(status, body)
    const error = await thrown()
    expect(error).toBeInstanceOf(AnswerError)
    expect(error).not.toBeInstanceOf(ApiError)
  })
})
