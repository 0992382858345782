import { request } from 'node:http'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Asked } from './asked.ts'
import { startBench } from './support.ts'
import type { Bench } from './support.ts'

let bench: Bench
let dir: string
beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), 'fieldseal-window-'))
  mkdirSync(path.join(dir, 'assets'))
  writeFileSync(path.join(dir, 'index.html'), '<!doctype html><title>Fieldseal</title>')
  writeFileSync(path.join(dir, 'assets/main-abc.js'), 'export {}')
  const viewerDir = path.join(dir, 'viewer-built')
  mkdirSync(viewerDir)
  writeFileSync(path.join(viewerDir, 'index.html'), '<!doctype html><title>Preview</title>')
  writeFileSync(path.join(viewerDir, 'index.js'), '0')
  const fontsDir = path.join(dir, 'fonts-built')
  mkdirSync(path.join(fontsDir, '@scope/font/files'), { recursive: true })
  writeFileSync(path.join(fontsDir, '@scope/font/files/a.woff2'), 'wOF2')
  bench = await startBench({ rendererDir: dir, viewerDir, fontsDir })
})
afterAll(async () => {
  await bench.close()
  rmSync(dir, { recursive: true })
})

const open = async () => {
  const answer = await bench.ask('POST', '/v1/auth/session', {
    anonymous: true,
    body: { login_name: bench.admin.login, password: bench.admin.password },
  })
  const cookie = answer.headers.get('set-cookie') ?? ''
  return { answer, cookie, pair: cookie.split(';')[0] ?? '' }
}
const note = { title: 'T', description: 'D', priority: 'low' }
const code = (answer: Asked<unknown>) => [answer.status, answer.error.code]

describe('the served window', () => {
  it('comes with a policy that lets no other script in, and no file beyond its folder', async () => {
    const page = await bench.ask('GET', '/', { anonymous: true })
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
    expect(page.headers.get('x-content-type-options')).toBe('nosniff')
    expect(page.headers.get('x-frame-options')).toBe('DENY')
    expect(page.headers.get('cache-control')).toBe('no-cache')
    const script = await bench.ask('GET', '/assets/main-abc.js', { anonymous: true })
    expect(script.headers.get('cache-control')).toContain('immutable')
    const again = await bench.ask('GET', '/', {
      anonymous: true,
      headers: { 'if-none-match': page.headers.get('etag') ?? '' },
    })
    expect(again.status).toBe(304)
    for (const address of ['/assets/', '/assets/../../etc/passwd', '/..%2f..%2fetc/passwd']) {
      expect((await bench.ask('GET', address, { anonymous: true })).status, address).toBe(404)
    }
  })

  it('serves the fonts that lie beside the service, and nothing around them', async () => {
    const address = '/fonts/@scope/font/files/a.woff2'
    const font = await bench.ask('GET', address, { anonymous: true })
    expect([font.status, font.headers.get('content-type'), font.text]).toEqual([200, 'font/woff2', 'wOF2'])
    const etag = font.headers.get('etag') ?? ''
    expect((await bench.ask('GET', address, { anonymous: true, headers: { 'if-none-match': etag } })).status).toBe(304)
    for (const other of ['/fonts/', '/fonts/@scope/font/files/b.woff2', '/fonts/..%2findex.html'])
      expect((await bench.ask('GET', other, { anonymous: true })).status, other).toBe(404)
  })

  it('shows the viewer of evidence in a frame, and nothing else', async () => {
    const page = await bench.ask('GET', '/', { anonymous: true })
    expect(page.headers.get('content-security-policy')).toContain(`frame-src ${new URL(bench.url).host}/viewer/`)
    const viewer = await bench.ask('GET', '/viewer/index.html', { anonymous: true })
    const policy = viewer.headers.get('content-security-policy') ?? ''
    for (const part of ["default-src 'none'", "connect-src 'none'", "frame-ancestors 'self'", 'sandbox allow-scripts'])
      expect(policy).toContain(part)
    expect(policy).not.toContain('allow-same-origin')
    expect(viewer.headers.get('x-frame-options')).toBeNull()
  })

  it('lets an opaque origin load the viewer’s files, and no other', async () => {
    const load = (address: string, origin: string) =>
      bench.ask('GET', address, {
        anonymous: true,
        headers: { origin, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
      })
    const script = await load('/viewer/index.js', 'null')
    expect([
      script.status,
      script.headers.get('cross-origin-resource-policy'),
      script.headers.get('access-control-allow-origin'),
    ]).toEqual([200, 'cross-origin', null])
    expect(code(await load('/viewer/index.js', 'https://evil.example'))).toEqual([403, 'origin_refused'])
    expect(code(await load('/assets/main-abc.js', 'null'))).toEqual([403, 'origin_refused'])
    expect(code(await load('/v1/cases', 'null'))).toEqual([403, 'origin_refused'])
  })

  it('signs in with a cookie that scripts cannot read and other sites cannot send', async () => {
    const { answer, cookie, pair } = await open()
    expect(answer.status).toBe(200)
    expect(answer.data.user.login_name).toBe(bench.admin.login)
    expect(cookie).toMatch(/HttpOnly/)
    expect(cookie).toMatch(/SameSite=Strict/)
    expect(cookie).toMatch(/Path=\//)
    const me = await bench.ask('GET', '/v1/me', { anonymous: true, headers: { cookie: pair } })
    expect(me.data).toMatchObject({ role: 'admin', via: 'session' })
    expect(await bench.everything()).not.toContain(pair.split('=')[1])
  })

  it('writes only with its header and from its own origin', async () => {
    const { pair } = await open()
    const write = (headers: Record<string, string>) =>
      bench.ask('POST', '/v1/cases', { anonymous: true, body: note, headers: { cookie: pair, ...headers } })
    expect(code(await write({}))).toEqual([403, 'origin_refused'])
    expect(code(await write({ 'x-fieldseal-window': '1' }))).toEqual([403, 'origin_refused'])
    expect(code(await write({ origin: bench.url }))).toEqual([403, 'origin_refused'])
    expect(code(await write({ 'x-fieldseal-window': '1', origin: 'https://evil.example' }))).toEqual([
      403,
      'origin_refused',
    ])
    expect(code(await write({ 'x-fieldseal-window': '1', origin: 'null' }))).toEqual([403, 'origin_refused'])
    expect((await write({ 'x-fieldseal-window': '1', origin: bench.url })).status).toBe(201)
  })

  it('ends by signing out', async () => {
    const { pair } = await open()
    const out = await bench.ask('POST', '/v1/auth/logout', {
      anonymous: true,
      body: {},
      headers: { cookie: pair, 'x-fieldseal-window': '1', origin: bench.url },
    })
    expect(out.status).toBe(200)
    expect(out.headers.get('set-cookie')).toMatch(/Max-Age=0/)
    expect(code(await bench.ask('GET', '/v1/me', { anonymous: true, headers: { cookie: pair } }))).toEqual([
      401,
      'unauthenticated',
    ])
  })

  it('takes no made-up cookie', async () => {
    for (const cookie of [
      'fieldseal_session=x',
      'fieldseal_session=',
      `fieldseal_session=${'a'.repeat(5_000)}`,
      'fieldseal_session=%zz',
      '=;;=',
    ]) {
      expect((await bench.ask('GET', '/v1/me', { anonymous: true, headers: { cookie } })).status).toBe(401)
    }
  })
})

/** The status of an answer to a request under that name. */
const statusAs = (url: string, path: string, host: string, headers: Record<string, string> = {}): Promise<number> =>
  new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port: new URL(url).port, path, headers: { host, ...headers } }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
      .on('error', reject)
      .end()
  })

describe('other sites', () => {
  it('get no answer by a rebound name, with whatever credential, of health either', async () => {
    expect(
      await statusAs(bench.url, '/v1/cases', 'evil.example', {
        authorization: `Bearer ${bench.admin.token}`,
        'x-api-key': bench.institutionKey,
      }),
    ).toBe(403)
    const { port } = new URL(bench.url)
    for (const host of [
      'evil.example',
      `evil.example:${port}`,
      '127.0.0.1.evil.example',
      'localhost.evil.example',
      '10.1.2.3',
    ])
      expect([host, await statusAs(bench.url, '/healthz', host)]).toEqual([host, 403])
    for (const host of ['127.0.0.1', `127.0.0.1:${port}`, `localhost:${port}`, '[::1]'])
      expect([host, await statusAs(bench.url, '/healthz', host)]).toEqual([host, 200])
  })

  it('health of a hub is asked for by any IP address, as a probe does, by a loopback name and by the public ones', async () => {
    const hub = await startBench({ role: 'hub', publicHosts: ['hub.example'] })
    for (const host of ['10.1.2.3:8787', '[fd00::1]:8787', 'localhost', 'hub.example', 'HUB.example:443'])
      expect([host, await statusAs(hub.url, '/healthz', host)]).toEqual([host, 200])
    for (const host of ['evil.example', 'hub.example.evil.example'])
      expect([host, await statusAs(hub.url, '/healthz', host)]).toEqual([host, 403])
    await hub.close()
  })

  it('are refused by their origin before anything else', async () => {
    for (const headers of [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]) {
      expect(code(await bench.ask('POST', '/v1/cases', { body: note, headers }))).toEqual([403, 'origin_refused'])
      expect(
        code(
          await bench.ask('POST', '/v1/auth/login', {
            anonymous: true,
            body: { login_name: 'xx', password: 'x' },
            headers,
          }),
        ),
      ).toEqual([403, 'origin_refused'])
    }
  })
})

describe('what answers without a credential', () => {
  it('is health, the document, its page, the window and signing in', async () => {
    const health = await bench.ask('GET', '/healthz', { anonymous: true })
    expect(health.body).toEqual({ status: 'ok', version: expect.stringMatching(/^\d+\.\d+\.\d+/) as unknown })
    const document = await bench.ask('GET', '/openapi.json', { anonymous: true })
    expect(document.body).toMatchObject({ openapi: '3.1.0' })
    const page = await bench.ask('GET', '/docs', { anonymous: true })
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(page.text).toContain('Create case')
  })
})
