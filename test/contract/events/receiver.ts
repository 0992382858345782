import http from 'node:http'
import type { AddressInfo } from 'node:net'

/** A message that came to a receiver. */
export interface Received {
  readonly headers: Record<string, string>
  readonly body: string
}

/** What a receiver answers. */
export interface Reply {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** A receiver of webhooks on loopback, as somebody else would write it. */
export interface Receiver {
  readonly url: string
  readonly received: readonly Received[]
  /** How it answers from now on; default 204. */
  answer(reply: Reply | ((message: Received) => Reply | Promise<Reply>)): void
  /** Resolves once so many messages have come. */
  count(messages: number): Promise<readonly Received[]>
  close(): Promise<void>
}

/** Starts a receiver on a free port. */
export const startReceiver = async (): Promise<Receiver> => {
  const received: Received[] = []
  const waiting = new Set<() => void>()
  let reply: Parameters<Receiver['answer']>[0] = { status: 204 }
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const message = {
        headers: request.headers as Record<string, string>,
        body: Buffer.concat(chunks).toString('utf8'),
      }
      received.push(message)
      for (const look of waiting) look()
      void Promise.resolve(typeof reply === 'function' ? reply(message) : reply).then(
        ({ status, headers = {}, body = '' }) => {
          response.writeHead(status, headers).end(body)
        },
      )
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answer: (given) => {
      reply = given
    },
    count: (messages) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (received.length < messages) return
          waiting.delete(look)
          resolve(received)
        }
        waiting.add(look)
        look()
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
