import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { forward, requestHeaders, unavailable } from '../../../main/app/apiProxy.ts'

const session = { access_token: 'token-of-the-session', institution_key: 'key-of-the-session', user_id: '1' }

describe('forwarding app://fieldseal/api/ to the service', () => {
  const servers: http.Server[] = []
  afterEach(() => servers.splice(0).forEach((server) => server.close()))

  async function serve(
    answer: (request: IncomingMessage, response: ServerResponse) => void,
  ): Promise<{ url: string; session: typeof session }> {
    const server = http.createServer(answer)
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, session }
  }

  test('the credential is the session’s, whatever the window sends', () => {
    const headers = requestHeaders(
      new Headers({ authorization: 'Bearer own', 'x-api-key': 'own', 'x-fieldseal-window': '1' }),
      session,
    )
    expect(headers.authorization).toBe('Bearer token-of-the-session')
    expect(headers['x-api-key']).toBe('key-of-the-session')
    expect(headers['x-fieldseal-window']).toBe('1')
  })

  test('cookies, origins, hop-by-hop headers and those that Connection names stay behind', () => {
    const sent = {
      cookie: 'a=b',
      origin: 'app://fieldseal',
      referer: 'app://fieldseal/',
      connection: 'close, x-private',
      'x-private': '1',
      te: 'trailers',
      upgrade: 'h2c',
      'sec-fetch-site': 'same-origin',
    }
    expect(Object.keys(requestHeaders(new Headers(sent), session)).sort()).toEqual(['authorization', 'x-api-key'])
  })

  test('path, query, method, body and status pass unchanged', async () => {
    const upstream = await serve((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        response.writeHead(201, {
          'content-type': 'application/json',
          'set-cookie': 'session=stolen',
          'content-security-policy': 'default-src *',
        })
        response.end(
          JSON.stringify({
            url: request.url,
            method: request.method,
            host: request.headers.host,
            body: Buffer.concat(chunks).toString(),
          }),
        )
      })
    })
    const answer = await forward(
      new Request('app://fieldseal/api/v1/cases?status=open&q=%C3%A9', { method: 'POST', body: '{"title":"é"}' }),
      upstream,
    )
    expect(answer.status).toBe(201)
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')
    expect(await answer.json()).toEqual({
      url: '/api/v1/cases?status=open&q=%C3%A9',
      method: 'POST',
      host: upstream.url.slice(7),
      body: '{"title":"é"}',
    })
  })

  test('an answer streams: its first part arrives while the rest is still to come', async () => {
    let finish = (): void => undefined
    const upstream = await serve((_request, response) => {
      response.write('first')
      finish = () => response.end('second')
    })
    const answer = await forward(new Request('app://fieldseal/api/v1/export'), upstream)
    const reader = answer.body!.getReader()
    expect(new TextDecoder().decode((await reader.read()).value as Uint8Array)).toBe('first')
    finish()
    expect(new TextDecoder().decode((await reader.read()).value as Uint8Array)).toBe('second')
  })

  test('an answer keeps its length, unless that is the length of something encoded', async () => {
    const upstream = await serve((request, response) => {
      const encoding = request.url === '/api/gzip' ? { 'content-encoding': 'gzip' } : {}
      response.writeHead(200, { 'content-length': 5, ...encoding }).end('whole')
    })
    const [plain, encoded] = await Promise.all(
      ['plain', 'gzip'].map((name) => forward(new Request(`app://fieldseal/api/${name}`), upstream)),
    )
    expect([plain!.headers.get('content-length'), encoded!.headers.get('content-length')]).toEqual(['5', null])
    await Promise.all([plain!.text(), encoded!.text()])
  })

  test('a service that goes away within its answer is told apart from a window that gives up', async () => {
    let destroy = (): void => undefined
    const upstream = await serve((_request, response) => {
      destroy = () => void response.destroy()
      response.writeHead(200, { 'content-length': 100 }).write('first')
    })
    const brokeOff: string[] = []
    const from = async (name: string) =>
      (
        await forward(new Request(`app://fieldseal/api/${name}`), upstream, () => void brokeOff.push(name))
      ).body!.getReader()
    const left = await from('left')
    await left.read()
    await left.cancel()
    const cut = await from('cut')
    await cut.read()
    destroy()
    await expect(cut.read()).rejects.toThrow()
    expect(brokeOff).toEqual(['cut'])
  })

  test('a window that gives up ends the request at the service', async () => {
    const { promise: closed, resolve } = Promise.withResolvers<string | undefined>()
    const upstream = await serve((request, response) => {
      response.on('close', () => resolve(request.url))
      response.write(request.url)
    })
    const answer = await forward(new Request('app://fieldseal/api/v1/stream'), upstream)
    await answer.body!.cancel()
    expect(await closed).toBe('/api/v1/stream')
  })

  test('a service that does not answer is a 503 in the shape of every refusal', async () => {
    const upstream = await serve((request) => request.socket.destroy())
    const answer = await forward(new Request('app://fieldseal/api/v1/cases'), upstream)
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({ success: false, error: { code: 'unavailable' } })
    expect(unavailable('x').headers.get('retry-after')).toBe('1')
  })

  test('an answer without a body has none', async () => {
    const upstream = await serve((_request, response) => response.writeHead(204).end())
    const answer = await forward(new Request('app://fieldseal/api/v1/x', { method: 'DELETE' }), upstream)
    expect([answer.status, answer.body]).toEqual([204, null])
  })
})
