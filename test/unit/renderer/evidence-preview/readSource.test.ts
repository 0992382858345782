import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createReader } from '../../../../renderer/ui/evidence-preview/readSource.ts'

const bytes = Uint8Array.from({ length: 1_000 }, (_, index) => index % 251)
let answer: (request: IncomingMessage, response: ServerResponse) => void
let asked: string[] = []
const server = createServer((request, response) => {
  asked.push(`${request.url} ${request.headers.range}`)
  answer(request, response)
})
let address = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

const serveRange = (request: IncomingMessage, response: ServerResponse): void => {
  const [, first, last] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? []
  response
    .writeHead(206, { 'content-range': `bytes ${first}-${last}/${bytes.length}` })
    .end(bytes.subarray(Number(first), Number(last) + 1))
}
beforeEach(() => {
  asked = []
  answer = serveRange
})

const { signal } = new AbortController()
const reader = (renew?: () => Promise<string>) => createReader({ url: `${address}/one`, size: bytes.length }, renew)

describe('reading a piece from its link', () => {
  it('asks for exactly the bytes that are wanted', async () => {
    expect(new Uint8Array(await reader()(10, 20, signal))).toEqual(bytes.subarray(10, 30))
    expect(asked).toEqual(['/one bytes=10-29'])
  })
  it('takes a whole answer only where the whole was wanted', async () => {
    answer = (_, response) => response.writeHead(200).end(bytes)
    expect((await reader()(0, 1_000, signal)).byteLength).toBe(1_000)
    await expect(reader()(0, 20, signal)).rejects.toThrow('answered 200')
  })
  it.each([
    [
      'another range',
      (_: IncomingMessage, response: ServerResponse) =>
        response.writeHead(206, { 'content-range': 'bytes 0-19/1000' }).end(bytes.subarray(0, 20)),
    ],
    [
      'fewer bytes',
      (_: IncomingMessage, response: ServerResponse) =>
        response.writeHead(206, { 'content-range': 'bytes 10-29/1000' }).end(bytes.subarray(10, 20)),
    ],
    ['an error', (_: IncomingMessage, response: ServerResponse) => response.writeHead(500).end()],
  ])('refuses %s', async (_, wrong) => {
    answer = wrong
    await expect(reader()(10, 20, signal)).rejects.toThrow(/answered 206|gave 10 bytes|answered 500/)
  })
  it('asks once for another link when the one at hand has run out, for all reads under way', async () => {
    answer = (request, response) =>
      request.url === '/one' ? response.writeHead(410).end() : serveRange(request, response)
    let renewed = 0
    const read = reader(() => {
      renewed += 1
      return Promise.resolve(`${address}/two`)
    })
    const [first, second] = await Promise.all([read(0, 5, signal), read(5, 5, signal)])
    expect([first.byteLength, second.byteLength, renewed]).toEqual([5, 5, 1])
    await read(10, 5, signal)
    expect(asked.at(-1)).toBe('/two bytes=10-14')
  })
  it('says so where there is no other link', async () => {
    answer = (_, response) => response.writeHead(404).end()
    await expect(reader()(0, 5, signal)).rejects.toThrow('answered 404')
  })
})
