import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { signWebhook, verifyWebhook } from '../../main/server/webhooks/signature.ts'
import { secretText } from '../../main/storage/events/webhook-secrets.ts'

/** The example that Standard Webhooks publishes, in its specification and in the tests of its libraries. */
const published = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: 1_614_265_330,
  payload: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
}

const keyOf = (secret: string): Buffer => Buffer.from(secret.replace('whsec_', ''), 'base64')

const sent = (headers: Record<string, string>, body: string) => ({
  id: headers['webhook-id'] ?? '',
  timestamp: headers['webhook-timestamp'] ?? '',
  signature: headers['webhook-signature'] ?? '',
  body: Buffer.from(body),
})

describe('V-10: the signatures of webhooks, by the Standard Webhooks scheme', () => {
  it('are those of its published example', () => {
    expect(signWebhook([keyOf(published.secret)], published.id, published.timestamp, published.payload)).toEqual({
      'webhook-id': published.id,
      'webhook-timestamp': String(published.timestamp),
      'webhook-signature': published.signature,
    })
    expect(
      verifyWebhook(
        [{ key: keyOf(published.secret) }],
        sent(
          {
            'webhook-id': published.id,
            'webhook-timestamp': String(published.timestamp),
            'webhook-signature': published.signature,
          },
          published.payload,
        ),
        published.timestamp,
      ).fault,
    ).toBeNull()
  })

  it('verify with its own library, whatever is sent, and ours verifies what that one signs', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 24, maxLength: 64 }),
        fc.stringMatching(/^[A-Za-z0-9_]{1,40}$/),
        fc.json(),
        (key, id, payload) => {
          const now = new Date()
          const seconds = Math.floor(now.getTime() / 1_000)
          const judge = new Webhook(secretText(key))
          expect(judge.verify(payload, { ...signWebhook([key], id, seconds, payload) })).toEqual(JSON.parse(payload))
          const theirs = {
            'webhook-id': id,
            'webhook-timestamp': String(seconds),
            'webhook-signature': judge.sign(id, now, payload),
          }
          expect(verifyWebhook([{ key }], sent(theirs, payload), seconds).fault).toBeNull()
        },
      ),
      { numRuns: 200 },
    )
  })

  it('verify with the old and with the new secret while a rotation lasts, and with no other', () => {
    const keys = [1, 2, 3].map((fill) => new Uint8Array(32).fill(fill))
    const seconds = Math.floor(Date.now() / 1_000)
    const headers = signWebhook(keys.slice(0, 2), 'evt_1', seconds, '{}')
    expect(headers['webhook-signature'].split(' ')).toHaveLength(2)
    for (const [at, key] of keys.entries()) {
      const judge = new Webhook(secretText(key))
      if (at < 2) expect(judge.verify('{}', { ...headers })).toEqual({})
      else expect(() => judge.verify('{}', { ...headers })).toThrow('No matching signature')
    }
  })

  it('are refused in the cases in which its library refuses them', () => {
    const key = keyOf(published.secret)
    const judge = new Webhook(published.secret)
    const now = Math.floor(Date.now() / 1_000)
    const right = signWebhook([key], published.id, now, published.payload)
    const cases: readonly (readonly [string, Record<string, string>, string])[] = [
      ['no_matching_signature', { ...right }, '{"test": 2432232315}'],
      ['no_matching_signature', { ...right, 'webhook-id': 'msg_another' }, published.payload],
      ['no_matching_signature', { ...right, 'webhook-signature': published.signature }, published.payload],
      [
        'malformed_signature',
        { ...right, 'webhook-signature': right['webhook-signature'].replace('v1,', 'v2,') },
        published.payload,
      ],
      [
        'malformed_signature',
        { ...right, 'webhook-signature': right['webhook-signature'].slice(0, 20) },
        published.payload,
      ],
      ['malformed_timestamp', { ...right, 'webhook-timestamp': 'yesterday' }, published.payload],
      ['timestamp_too_old', { ...signWebhook([key], published.id, now - 301, published.payload) }, published.payload],
      ['timestamp_too_new', { ...signWebhook([key], published.id, now + 310, published.payload) }, published.payload],
    ]
    for (const [fault, headers, body] of cases) {
      expect(verifyWebhook([{ key }], sent(headers, body), now).fault).toBe(fault)
      expect(() => judge.verify(body, headers)).toThrow()
    }
  })

  it('pass over the signatures of other versions and secrets beside their own', () => {
    const key = keyOf(published.secret)
    const now = Math.floor(Date.now() / 1_000)
    const right = signWebhook([key], published.id, now, published.payload)
    const many = {
      ...right,
      'webhook-signature': `v1,Ceo5qEr07ixe2NLpvHk3FH9bwy/WavXrAFQ/9tdO6mc= v2,Ceo5qEr07ixe2NLpvHk3FH9bwy/WavXrAFQ/9tdO6mc= ${right['webhook-signature']} v1,Ceo5qEr07ixe2NLpvHk3FH9bwy/WavXrAFQ/9tdO6mc=`,
    }
    expect(verifyWebhook([{ key }], sent(many, published.payload), now).fault).toBeNull()
    expect(new Webhook(published.secret).verify(published.payload, many)).toEqual({ test: 2_432_232_314 })
  })
})
