import type { TFunction } from 'i18next'
import { describe, expect, it } from 'vitest'
import { errorCodes } from '../../../../shared/api/errors.ts'
import { AnswerError, ApiError, NetworkError } from '../../../../renderer/data/errors.ts'
import en from '../../../../renderer/messages/en.json' with { type: 'json' }
import { describeError } from '../../../../renderer/ui/describeError.ts'

const lookUp = (key: string): unknown =>
  key
    .split('.')
    .reduce<unknown>(
      (node, part) => (typeof node === 'object' && node !== null ? (node as Record<string, unknown>)[part] : undefined),
      en,
    )

/** Finds the English sentence, or fails: a key without a sentence would reach a person as a key. */
const t = ((key: string, values: Record<string, unknown> = {}) => {
  const text = lookUp(key)
  if (typeof text !== 'string') throw new Error(`no message ${key}`)
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]))
}) as unknown as TFunction

const refusal = (code: (typeof errorCodes)[number]) =>
  new ApiError({ code, message: 'The service said so.', status: 400, details: [], requestId: 'req-1', retryAfter: 7 })

describe('every error says what happened, what is safe and what to do', () => {
  it.each(errorCodes)('%s', (code) => {
    const said = describeError(refusal(code), t)
    expect([said.what, said.safe, said.advice].every((sentence) => sentence.endsWith('.'))).toBe(true)
    expect(said.requestId).toBe('req-1')
  })

  it.each([new NetworkError(null), new AnswerError(502), new Error('x')])('%s', (error) => {
    const said = describeError(error, t)
    expect(said.what).not.toBe('')
    expect(said.safe).toContain('.')
    expect(said.requestId).toBeNull()
  })

  it.each([
    ['body.recipient', 'Recipient: is no public key of age'],
    ['body.disclosures.with_quotations', 'With quotations: is no public key of age'],
    ['body.disclosures.except.4', 'Except 5: is no public key of age'],
    ['header.idempotency-key', 'Idempotency key: is no public key of age'],
    ['body', 'is no public key of age'],
    ['', 'is no public key of age'],
  ])('shows nobody the path %j', (path, told) => {
    const error = new ApiError({
      code: 'invalid_request',
      message: 'No.',
      status: 400,
      details: [{ path, message: 'is no public key of age' }],
      requestId: 'req-1',
      retryAfter: null,
    })
    expect(describeError(error, t).details).toEqual([told])
  })

  it('says what is wrong with a field without its path', () => {
    const error = new ApiError({
      code: 'invalid_request',
      message: 'body.url must be an https address',
      status: 400,
      details: [{ path: 'body.url', message: 'must be an https address' }],
      requestId: 'req-1',
      retryAfter: null,
    })
    const { what } = describeError(error, t)
    expect(what).toContain('Url: must be an https address')
    expect(what).not.toContain('body.')
  })

  it('a rate limit says how long to wait', () => {
    expect(describeError(refusal('rate_limited'), t).advice).toContain('7 s')
  })
})
