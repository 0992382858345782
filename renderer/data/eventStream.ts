import { z } from 'zod'

/** How soon the stream is opened again: a moment at first, then less and less often. */
const firstWaitMs = 1_000
const longestWaitMs = 30_000

/** What the window needs of an event; the rest is read by the interface. */
const told = z.object({ type: z.string(), data: z.object({ case_id: z.number().optional() }).catch({}) })

/** That something happened. */
export interface ToldEvent {
  readonly type: string
  /** The case that it is about, where it is about one. */
  readonly caseId: number | null
}

export interface StreamListener {
  /** Called when the stream is read, and when it is not. */
  readonly onState: (isOpen: boolean) => void
  readonly onEvent: (event: ToldEvent) => void
  /** Called where events were missed: everything may have changed. */
  readonly onGap: () => void
}

/** A block of the stream: its fields by name (WHATWG HTML, section 9.2.6; ours have one data line). */
const fieldsOf = (block: string): ReadonlyMap<string, string> =>
  new Map(
    block.split('\n').flatMap((line) => {
      const colon = line.indexOf(':')
      return colon <= 0 ? [] : [[line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')] as const]
    }),
  )

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
  })

const parsed = (text: string | undefined): unknown => {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return null
  }
}

/** Reads the stream until it ends; answers the last id that it told. */
const readStream = async (
  body: ReadableStream<Uint8Array>,
  from: string | null,
  { onEvent, onGap }: StreamListener,
): Promise<string | null> => {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let last = from
  let rest = ''
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    const blocks = (rest + decoder.decode(piece.value, { stream: true })).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = fieldsOf(block)
      last = fields.get('id') ?? last
      const data = parsed(fields.get('data'))
      const event = told.safeParse(data)
      if (!fields.has('event') && event.success)
        onEvent({ type: event.data.type, caseId: event.data.data.case_id ?? null })
      if (
        fields.get('event') === 'hello' &&
        typeof data === 'object' &&
        data !== null &&
        'missed' in data &&
        data.missed === true
      )
        onGap()
    }
  }
  return last
}

/**
 * Follows the stream of events (`GET /v1/events/stream`) until it is stopped, resuming where it was cut. It is read by
 * `fetch`, because the desktop's own scheme has no `EventSource`.
 *
 * @returns stops it
 */
export const followEvents = (listener: StreamListener): (() => void) => {
  const stop = new AbortController()
  const { signal } = stop
  const follow = async (): Promise<void> => {
    let last: string | null = null
    for (let wait = firstWaitMs; !signal.aborted; wait = Math.min(longestWaitMs, wait * 2)) {
      try {
        const answer = await fetch('/api/v1/events/stream', {
          headers: { accept: 'text/event-stream', ...(last === null ? {} : { 'last-event-id': last }) },
          credentials: 'same-origin',
          cache: 'no-store',
          signal,
        })
        if (
          answer.ok &&
          answer.body !== null &&
          (answer.headers.get('content-type') ?? '').startsWith('text/event-stream')
        ) {
          listener.onState(true)
          wait = firstWaitMs
          last = await readStream(answer.body, last, listener)
        }
      } catch {
        // Cut off, or no service: the next try says more.
      }
      listener.onState(false)
      await pause(wait, signal)
    }
  }
  void follow()
  return () => stop.abort()
}
