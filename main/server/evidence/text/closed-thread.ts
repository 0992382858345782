import { Socket as Datagrams } from 'node:dgram'
import dns from 'node:dns'
import { Server, Socket } from 'node:net'

const closed = (): never => {
  throw new Error('the thread that reads evidence has no network')
}

/**
 * Takes the network from the thread that runs it: every connection of Node goes through these, and each thread has its
 * own of them. It comes before any reader is loaded.
 */
export const closeThread = (): void => {
  Socket.prototype.connect = closed
  Server.prototype.listen = closed
  Object.assign(Datagrams.prototype, { bind: closed, connect: closed, send: closed })
  Object.assign(dns, { lookup: closed, resolve: closed })
  Object.assign(dns.promises, { lookup: closed, resolve: closed })
  for (const name of ['fetch', 'WebSocket', 'EventSource']) Reflect.deleteProperty(globalThis, name)
}
