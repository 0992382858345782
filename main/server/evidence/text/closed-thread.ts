import processes from 'node:child_process'
import { Socket as Datagrams } from 'node:dgram'
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import { Server, Socket } from 'node:net'

const closed = (): never => {
  throw new Error('the thread that reads evidence has no network')
}

/** Closes every function of an object. */
const closeAll = (functions: object): void => {
  for (const name of Object.getOwnPropertyNames(functions))
    if (name !== 'constructor' && typeof Reflect.get(functions, name) === 'function' && !/^[A-Z]/u.test(name))
      Reflect.set(functions, name, closed)
}

/**
 * Takes the network, and the making of processes, from the thread that runs it: every connection of Node goes through
 * these, and each thread has its own of them. It comes before any reader is loaded.
 */
export const closeThread = (): void => {
  Socket.prototype.connect = closed
  Server.prototype.listen = closed
  Object.assign(Datagrams.prototype, { bind: closed, connect: closed, send: closed })
  for (const names of [dns, dns.promises]) {
    closeAll(names)
    closeAll(names.Resolver.prototype)
  }
  closeAll(processes)
  Reflect.set(processes.ChildProcess.prototype, 'spawn', closed)
  for (const name of ['fetch', 'WebSocket', 'EventSource']) Reflect.deleteProperty(globalThis, name)
  syncBuiltinESMExports()
}
