import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { WebSocket } from 'ws'
import { eventFrame } from '../../../shared/schema/event-frames.ts'
import type { EventFrame } from '../../../shared/schema/event-frames.ts'
import type { Bench } from '../api/support.ts'

type Of<F extends EventFrame['frame']> = Extract<EventFrame, { frame: F }>

/** A client of the WebSocket: it keeps what came, and tests wait for what they need. */
export interface StreamClient {
  readonly socket: WebSocket
  readonly frames: readonly EventFrame[]
  /** The events so far. */
  events(): readonly Of<'event'>[]
  /** Resolves once a frame that fits has come. */
  until(fits: (frame: EventFrame) => boolean): Promise<EventFrame>
  hello(): Promise<Of<'hello'>>
  /** Resolves with the events once there are so many. */
  count(events: number): Promise<readonly Of<'event'>[]>
  closed(): Promise<{ readonly code: number; readonly reason: string }>
  close(): Promise<void>
}

/** Opens a client. Every frame is held against the published schema. */
export const openClient = (
  url: string,
  headers: Readonly<Record<string, string>>,
  protocols: string[] = [],
): StreamClient => {
  const socket = new WebSocket(url.replace(/^http/, 'ws'), protocols, { headers })
  const frames: EventFrame[] = []
  const waiting = new Set<() => void>()
  const closed = new Promise<{ readonly code: number; readonly reason: string }>((resolve) => {
    socket.once('close', (code, reason) => resolve({ code, reason: String(reason) }))
  })
  let failure: Error | null = null
  socket.on('error', (error) => {
    failure = error
    for (const look of waiting) look()
  })
  socket.on('message', (data) => {
    frames.push(eventFrame.parse(JSON.parse((data as Buffer).toString('utf8'))))
    for (const look of waiting) look()
  })
  const when = <T>(find: () => T | undefined): Promise<T> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = find()
        if (found === undefined && failure === null) return
        waiting.delete(look)
        if (found === undefined) reject(failure ?? new Error('failed'))
        else resolve(found)
      }
      waiting.add(look)
      look()
    })
  const events = () => frames.filter((frame) => frame.frame === 'event')
  return {
    socket,
    frames,
    events,
    until: (fits) => when(() => frames.find(fits)),
    hello: () => when(() => frames.find((frame) => frame.frame === 'hello')),
    count: (wanted) => when(() => (events().length >= wanted ? events() : undefined)),
    closed: () => closed,
    close: async () => {
      socket.close()
      await closed
    },
  }
}

/** A client with the bench's API key. */
export const connect = (bench: Bench, query = '', headers: Readonly<Record<string, string>> = {}): StreamClient =>
  openClient(`${bench.url}/v4/events/ws?workspace_id=${bench.workspaceId}${query}`, {
    authorization: `Bearer ${bench.apiKey}`,
    ...headers,
  })

/** The status and the code with which an upgrade is refused. */
export const refusedUpgrade = async (
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<readonly [number, string]> => {
  const socket = new WebSocket(url.replace(/^http/, 'ws'), { headers })
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage]
  let text = ''
  for await (const chunk of response) text += String(chunk)
  const { error } = JSON.parse(text) as { error: { code: string } }
  return [response.statusCode ?? 0, error.code]
}
