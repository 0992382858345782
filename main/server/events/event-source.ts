import type { ServerResponse } from 'node:http'
import { toTimestamp } from '../../../shared/schema/text.ts'
import type { Scheduler } from '../../platform/scheduler.ts'
import type { ReaderConnection, Opening, EventReaders } from './readers.ts'

/** The most that one answer lasts: whoever reads opens the next, with what it is allowed by then. */
const lastsMs = 600_000

/** How soon a browser connects again, in milliseconds. */
const retryMs = 2_000

const lines = (fields: Readonly<Record<string, string>>): string =>
  `${Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')}\n\n`

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
  'x-content-type-options': 'nosniff',
} as const

/** Serves the stream as server-sent events (WHATWG HTML, section 9.2) on a response whose head was not written yet. */
export const serveEventSource = (
  raw: ServerResponse,
  requestId: string,
  opening: Opening,
  readers: EventReaders,
  { scheduler, nowMs }: { readonly scheduler: Scheduler; readonly nowMs: () => number },
): void => {
  raw.writeHead(200, { ...headers, 'x-request-id': requestId })
  raw.write(`retry: ${retryMs}\n\n`)
  // A client that has gone away while it was written to must not end the service.
  raw.on('error', () => raw.destroy())

  const connection: ReaderConnection = {
    kind: 'sse',
    hello: ({ stream, cursor, newest, oldest, missed }, heartbeatSeconds) =>
      raw.write(
        lines({
          id: String(cursor),
          event: 'hello',
          data: JSON.stringify({ stream, cursor, newest, oldest, missed, heartbeat_seconds: heartbeatSeconds }),
        }),
      ),
    event: (id, json) => void raw.write(lines({ id: String(id), data: json })),
    pending: () => raw.writableLength,
    heartbeat: (cursor) => {
      raw.write(
        lines({
          id: String(cursor),
          event: 'heartbeat',
          data: JSON.stringify({ cursor, timestamp: toTimestamp(nowMs()) }),
        }),
      )
      return true
    },
    end: (why) => {
      if (why === 'too_slow') raw.destroy()
      else raw.end()
    },
  }

  const reader = readers.open(opening, connection)
  const cancelEnd = scheduler.after(lastsMs, () => {
    reader.end()
    raw.end()
  })
  raw.on('drain', () => reader.drained())
  raw.once('close', () => {
    cancelEnd()
    reader.end()
  })
}
