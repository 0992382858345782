import type { WebSocket } from 'ws'
import { clientFrame } from '../../../shared/schema/event-frames.ts'
import type { closeCodes, EventFrame } from '../../../shared/schema/event-frames.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import type { Scheduler } from '../../platform/scheduler.ts'
import type { ReaderConnection, Ending, Opening, EventReaders } from './readers.ts'

/** Longest message of a client, in bytes. */
export const messageMax = 1_024

/** Pings that may stay without an answer. */
const unansweredMax = 2

/** A client that does not answer the closing is cut off. */
const closingMs = 1_000

type Code = keyof typeof closeCodes

const endings: Readonly<Record<Ending, readonly [Code, string]>> = {
  stopping: [1001, 'the service is stopping; connect again and resume'],
  revoked: [4401, 'the credential was revoked'],
  too_slow: [4408, 'too slow; connect again and resume'],
}

const isPing = (data: unknown, isBinary: boolean): boolean => {
  if (isBinary || !Buffer.isBuffer(data)) return false
  try {
    return clientFrame.safeParse(JSON.parse(data.toString('utf8'))).success
  } catch {
    return false
  }
}

const frameText = (frame: EventFrame): string => JSON.stringify(frame)

/** Serves the stream over an open WebSocket. */
export const serveWebSocket = (
  socket: WebSocket,
  opening: Opening,
  readers: EventReaders,
  { scheduler, nowMs }: { readonly scheduler: Scheduler; readonly nowMs: () => number },
): void => {
  let unanswered = 0
  const drained = (): void => reader.drained()
  const send = (text: string): void => socket.send(text, drained)

  const close = (code: Code | 4400, reason: string): void => {
    socket.close(code, reason)
    scheduler.after(closingMs, () => socket.terminate())
  }

  const connection: ReaderConnection = {
    kind: 'websocket',
    hello: ({ stream, cursor, newest, oldest, missed }, heartbeatSeconds) =>
      socket.send(
        frameText({ frame: 'hello', stream, cursor, newest, oldest, missed, heartbeat_seconds: heartbeatSeconds }),
      ),
    // The frame is the event with one member before the others.
    event: (_id, json) => send(`{"frame":"event",${json.slice(1)}`),
    pending: () => socket.bufferedAmount,
    heartbeat: (cursor) => {
      if (unanswered >= unansweredMax) return false
      unanswered += 1
      socket.ping()
      socket.send(frameText({ frame: 'heartbeat', cursor, timestamp: toTimestamp(nowMs()) }))
      return true
    },
    end: (why) => close(...endings[why]),
  }

  const reader = readers.open(opening, connection)
  socket.on('pong', () => {
    unanswered = 0
  })
  socket.on('message', (data, isBinary) => {
    if (isPing(data, isBinary)) {
      unanswered = 0
      send(frameText({ frame: 'pong', cursor: reader.cursor() }))
      return
    }
    reader.end()
    close(4400, 'the only frame that is taken is {"frame":"ping"}')
  })
  socket.once('close', () => reader.end())
}
