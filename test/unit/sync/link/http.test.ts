import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { zstdDecompressSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { turnedByHand } from '../../../support/turned-by-hand.ts'
import { createHttpLink, unreachable } from '../../../../main/sync/link/http.ts'
import type { HttpLink, HttpLinkOptions } from '../../../../main/sync/link/http.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A hub on a bench: it answers each request as the test says. */
const bench = async (
  answer: (request: IncomingMessage, response: ServerResponse, body: Buffer) => void,
  options: Pick<HttpLinkOptions, 'idleMs' | 'scheduler'> = {},
): Promise<{ link: HttpLink; bytes: { sent: number; received: number } }> => {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => answer(request, response, Buffer.concat(chunks)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const bytes = { sent: 0, received: 0 }
  const link = createHttpLink({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/below/`,
    ...options,
    onBytes: (sent, received) => {
      bytes.sent += sent
      bytes.received += received
    },
  })
  closing.push(() => {
    link.close()
    server.closeAllConnections()
    server.close()
  })
  return { link, bytes }
}

const never = new AbortController().signal
const pull = { name: 'pull', token: 't', body: Buffer.from('x'.repeat(2_000)) } as const
const challenge = { name: 'challenge', body: Buffer.from('{}') } as const

describe('Y-28, Y-29: the link over HTTP', () => {
  test('sends what is worth it compressed, below the hub’s address, with the session', async () => {
    let seen: { url?: string | undefined; authorization?: string | undefined; body?: string } = {}
    const { link, bytes } = await bench((request, response, body) => {
      seen = {
        url: request.url,
        authorization: request.headers.authorization,
        body: zstdDecompressSync(body).toString(),
      }
      response.end('answer')
    })
    const answer = await link.call(pull, never)
    expect(answer.ok && Buffer.from(answer.value).toString()).toBe('answer')
    expect(seen).toEqual({ url: '/below/v1/sync/pull', authorization: 'Bearer t', body: 'x'.repeat(2_000) })
    expect(bytes.sent).toBeLessThan(100)
    expect(bytes.received).toBe(6)
  })

  test('a hub that does not know zstd gets gzip, and then the plain bytes', async () => {
    const tried: (string | undefined)[] = []
    const { link } = await bench((request, response) => {
      tried.push(request.headers['content-encoding'])
      response.writeHead(request.headers['content-encoding'] === undefined ? 200 : 415).end('{}')
    })
    expect(await link.call(pull, never)).toMatchObject({ ok: true })
    expect(tried).toEqual(['zstd', 'gzip', undefined])
  })

  test('a refusal has its code and the longer of both waits', async () => {
    const { link } = await bench((_request, response) =>
      response
        .writeHead(429, { 'retry-after': '7' })
        .end(JSON.stringify({ error: { code: 'busy', message: 'Later.', retry_after: 2 } })),
    )
    expect(await link.call(challenge, never)).toEqual({
      ok: false,
      error: { kind: 'refused', status: 429, code: 'busy', message: 'Later.', retryAfterMs: 7_000 },
    })
  })

  test('what is no hub is told so, without its words', async () => {
    const { link } = await bench((_request, response) => response.writeHead(404).end('<h1>secret intranet</h1>'))
    const answer = await link.call(challenge, never)
    expect(answer).toMatchObject({ ok: false, error: { kind: 'refused', status: 404 } })
    expect(JSON.stringify(answer)).not.toContain('intranet')
  })

  test('a redirection is not followed: the session goes to the hub alone', async () => {
    const { link } = await bench((_request, response) =>
      response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
    )
    expect(await link.call(pull, never)).toMatchObject({ ok: false, error: { kind: 'refused', status: 302 } })
  })

  test('a page that is cut off gives what came of it; a JSON answer is a cut', async () => {
    const { link } = await bench((_request, response) => {
      response.writeHead(200, { 'content-length': '1000' })
      response.write('first line\n', () => response.destroy())
    })
    const page = await link.call(pull, never)
    expect(page.ok && Buffer.from(page.value).toString()).toBe('first line\n')
    expect(await link.call(challenge, never)).toMatchObject({ ok: false, error: { kind: 'cut' } })
  })

  test('nothing that moves is a failure after a while', async () => {
    const still = await bench(() => undefined, { idleMs: 80 })
    expect(await still.link.call(challenge, never)).toMatchObject({ ok: false, error: { kind: 'unreachable' } })
  })

  test('an answer that never ends, a byte now and then, and words before an answer that never comes, are a failure too', async () => {
    const look = turnedByHand()
    const dripping = await bench((_request, response) => void response.writeHead(200).write(' '), { scheduler: look })
    const dripped = dripping.link.call(challenge, never)
    await expect.poll(() => dripping.bytes.sent).toBeGreaterThan(0)
    look.run()
    expect(await dripped).toMatchObject({ ok: false, error: { kind: 'cut' } })

    let hasPromised = false
    const promising = await bench((_request, response) => response.writeProcessing(() => (hasPromised = true)), {
      scheduler: look,
    })
    const promised = promising.link.call(challenge, never)
    await expect.poll(() => hasPromised).toBe(true)
    look.run()
    expect(await promised).toMatchObject({ ok: false, error: { kind: 'unreachable' } })
  })

  test('a call can be cancelled', async () => {
    const { link } = await bench(() => undefined)
    const abort = new AbortController()
    const answer = link.call(challenge, abort.signal)
    abort.abort()
    expect(await answer).toMatchObject({ ok: false, error: { kind: 'unreachable' } })
  })

  test('hints call back until their stream ends', async () => {
    const { link } = await bench((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(': here\n\n')
      response.write('data: new\n\n', () => response.end())
    })
    let hints = 0
    await link.hints('t', () => (hints += 1), never)
    expect(hints).toBeGreaterThan(0)
  })
})

test.each(['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID'])(
  'a clock that is years off makes the certificate of every hub one of another time: %s names the clock',
  (code) => {
    expect(unreachable(Object.assign(new Error('no'), { code }), { isProxied: false }).message).toMatch(
      /certificate.+this computer’s clock/u,
    )
  },
)
