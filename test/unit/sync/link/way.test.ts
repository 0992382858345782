import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer as createHttpServer, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createHttpLink } from '../../../../main/sync/link/http.ts'
import { isCutOff } from '../../../../main/sync/link/way.ts'
import type { Outward } from '../../../../main/sync/link/way.ts'

const never = new AbortController().signal
const challenge = { name: 'challenge', body: Buffer.from('{}') } as const
const scratch = mkdtempSync(path.join(tmpdir(), 'fieldseal-way-'))
const at = (name: string): string => path.join(scratch, name)
const portOf = (server: Server): number => (server.address() as AddressInfo).port

let ca: string
let hub: Server
let proxy: Server
/** The hosts to which the proxy was asked to lead. */
let asked: string[]

const listening = async <S extends Server>(server: S): Promise<S> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

beforeAll(() => {
  // A certificate for a name that nobody can look up: only the proxy knows where that is.
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-keyout',
      at('key'),
      '-out',
      at('cert'),
      '-days',
      '2',
      '-subj',
      '/CN=hub',
      '-addext',
      'subjectAltName=DNS:hub.invalid,IP:127.0.0.1',
    ],
    { stdio: 'ignore' },
  )
  ca = readFileSync(at('cert'), 'utf8')
})
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

beforeEach(async () => {
  asked = []
  hub = await listening(
    createTlsServer({ key: readFileSync(at('key')), cert: readFileSync(at('cert')) }, (_, response) =>
      response.end('here'),
    ),
  )
  proxy = await listening(createHttpServer((_, response) => response.writeHead(405).end()))
  proxy.on('connect', (request, socket) => {
    asked.push(request.url ?? '')
    const there = connect(portOf(hub), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      there.pipe(socket).pipe(there)
    })
    socket.on('error', () => there.destroy())
    there.on('error', () => socket.destroy())
  })
})
afterEach(() => {
  for (const server of [hub, proxy]) {
    server.closeAllConnections()
    server.close()
  }
})

const said = async (host: string, outward: Outward): Promise<string> => {
  const link = createHttpLink({ url: `https://${host}:${portOf(hub)}`, ...outward })
  try {
    const answer = await link.call(challenge, never)
    return answer.ok ? Buffer.from(answer.value).toString() : answer.error.message
  } finally {
    link.close()
  }
}

test('a hub behind a proxy is reached in a tunnel, and known by its own certificate', async () => {
  const through = { HTTPS_PROXY: `http://127.0.0.1:${portOf(proxy)}` }
  expect(await said('hub.invalid', { ca, proxy: through })).toBe('here')
  expect(asked).toEqual([`hub.invalid:${portOf(hub)}`])
  expect(await said('hub.invalid', { proxy: through })).toMatch(
    /^The hub’s certificate is not signed by an authority that this computer trusts\./u,
  )
})

test('a host that is excepted, and this computer itself, are reached without the proxy', async () => {
  const through = { HTTPS_PROXY: `http://127.0.0.1:${portOf(proxy)}` }
  expect(await said('hub.invalid', { ca, proxy: { ...through, NO_PROXY: 'hub.invalid' } })).not.toBe('here')
  expect(await said('127.0.0.1', { ca, proxy: through })).toBe('here')
  expect(asked).toEqual([])
})

test('a proxy that refuses is told from a hub that does not answer', async () => {
  proxy.removeAllListeners('connect').on('connect', (_, socket) => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'))
  expect(await said('hub.invalid', { ca, proxy: { HTTPS_PROXY: `http://127.0.0.1:${portOf(proxy)}` } })).toBe(
    'The proxy that HTTPS_PROXY names does not lead to the hub.',
  )
})

test('a proxy that is not there is not laid to the hub alone', async () => {
  const gone = `http://127.0.0.1:${portOf(proxy)}`
  await new Promise((resolve) => proxy.close(resolve))
  expect(await said('hub.invalid', { ca, proxy: { HTTPS_PROXY: gone } })).toBe(
    'Nothing answers at the hub’s address. Connections go through the proxy that HTTPS_PROXY names, but for hosts in NO_PROXY.',
  )
  proxy = await listening(createHttpServer())
})

test('past a proxy that cannot be used nothing goes, but to hosts that are excepted and this computer itself', async () => {
  const unusable = { HTTPS_PROXY: null }
  expect(await said('hub.invalid', { ca, proxy: unusable })).toMatch(
    /^HTTPS_PROXY does not name an HTTP proxy, and nothing goes past it\. Set it to an address such as http:/u,
  )
  expect(await said('hub.invalid', { ca, proxy: { ...unusable, NO_PROXY: 'other.example, .invalid' } })).not.toMatch(
    /HTTPS_PROXY/u,
  )
  expect(await said('127.0.0.1', { ca, proxy: unusable })).toBe('here')
})

test.each([
  ['https://hub.example', undefined, true],
  ['https://hub.example', 'example', true],
  ['https://hub.example', 'nothub.example,b.example', true],
  ['https://hub.example', '*', false],
  ['https://hub.example', 'a.example, HUB.example', false],
  ['https://hub.example', 'hub.example:443', false],
  ['https://hub.example:8443', 'hub.example:443', true],
  ['https://hub.example', '.example', false],
  ['https://hub.example', '*.example', false],
  ['http://hub.example', undefined, false],
  ['https://[::1]:8443', undefined, false],
])('with a proxy that cannot be used, and NO_PROXY as it is, %s (%s) is cut off: %s', (address, except, expected) => {
  expect(isCutOff(new URL(address), { HTTPS_PROXY: null, ...(except === undefined ? {} : { NO_PROXY: except }) })).toBe(
    expected,
  )
})
