import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { watchConnections, type Connections } from '../../../../main/server/http/connections.ts'

/** A server that answers when the test says so. */
let held: ServerResponse[] = []
let server = createServer()
let connections: Connections
beforeEach(async () => {
  held = []
  server = createServer((_request, response) => held.push(response))
  connections = watchConnections(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterEach(() => server.closeAllConnections())

const join = async (): Promise<Socket> => {
  const accepted = once(server, 'connection')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  await accepted
  return socket
}

const ask = async (socket: Socket): Promise<void> => {
  const asked = once(server, 'request')
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await asked
}

const stop = (): Promise<unknown> => {
  const closed = once(server, 'close')
  connections.endIdle()
  server.close()
  return closed
}

test('a connection on which nothing was ever asked does not keep the server from closing', async () => {
  await join()
  await stop()
})

test('what is being answered is answered in full, and its connection ends with it', async () => {
  const socket = await join()
  await ask(socket)
  const stopped = stop()
  let text = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  held[0]?.end('x'.repeat(1_000_000))
  await stopped
  await once(socket, 'close')
  expect(text.startsWith('HTTP/1.1 200 ')).toBe(true)
  expect(text.endsWith('x'.repeat(1_000_000))).toBe(true)
})

test('of several requests on one connection each is answered before it ends', async () => {
  const socket = await join()
  await ask(socket)
  held[0]?.end('first')
  await once(socket, 'data')
  await ask(socket)
  const stopped = stop()
  held[1]?.end('second')
  const [said] = (await once(socket, 'data')) as [Buffer]
  expect(String(said)).toMatch(/second$/)
  await stopped
})

test('an upgraded connection is left to whoever upgraded it', async () => {
  const upgrade = once(server, 'upgrade') as Promise<[unknown, Socket]>
  const socket = await join()
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n')
  const [, upgraded] = await upgrade
  connections.endIdle()
  upgraded.end('Going away.')
  const [said] = (await once(socket, 'data')) as [Buffer]
  expect(String(said)).toBe('Going away.')
})
