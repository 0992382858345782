import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** The connections of a server. */
export interface Connections {
  /**
   * From now on a connection ends as soon as nothing on it is being answered. Node ends those that have answered once;
   * one that a browser holds ready and has not used yet would keep a server from closing.
   */
  readonly endIdle: () => void
}

/** Follows the connections of a server, from before it listens. An upgraded one belongs to whoever upgraded it. */
export const watchConnections = (server: Server): Connections => {
  const answering = new Map<Socket, number>()
  let isEnding = false
  const change = (socket: Socket, by: number): void => {
    const now = (answering.get(socket) ?? 0) + by
    answering.set(socket, now)
    if (isEnding && now === 0) socket.destroySoon()
  }
  server.on('connection', (socket: Socket) => {
    answering.set(socket, 0)
    socket.once('close', () => answering.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    change(socket, 1)
    response.once('close', () => change(socket, -1))
  })
  server.on('upgrade', ({ socket }) => answering.delete(socket))
  return {
    endIdle: () => {
      isEnding = true
      for (const [socket, requests] of answering) if (requests === 0) socket.destroySoon()
    },
  }
}
