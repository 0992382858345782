import type { PreviewView } from '../../../shared/preview/address.ts'
import type { ColourScheme, PreviewFailure, PreviewFile, ToViewer } from '../../../shared/preview/port.ts'
import { fromViewer, type FromViewer } from '../../../shared/preview/protocol.ts'
import type { ReadBytes } from './readSource.ts'

/** Why a preview was ended: it never started, stopped answering, its process ended, or it did what no viewer does. */
export type PreviewTrouble = 'not_started' | 'silent' | 'ended' | 'misbehaved'

/** What the preview does at the moment. `slow` may still become `shown`; `failed` and `trouble` are its end. */
export type PreviewState =
  | { readonly kind: 'loading'; readonly done: number; readonly total: number }
  | { readonly kind: 'slow' }
  | { readonly kind: 'shown' }
  | { readonly kind: 'failed'; readonly why: PreviewFailure }
  | { readonly kind: 'trouble'; readonly why: PreviewTrouble }

/** The viewer is asked for a sign of life this often, in ms. */
export const pingMs = 2_000
/**
 * So many unanswered in a row, and it is given up: counted, not timed, so that a laptop that slept is no hung viewer.
 */
export const pingsMissed = 4
/** A viewer that has read nothing for so many pings and shows nothing is called slow. */
const slowPings = 8
/** Reads that are served at once, and that may wait. */
const servedAtOnce = 4
const waitingMax = 256
/** Messages of the viewer: a bucket of so many, which so many a second refill. */
const messagesMax = 4_000
const messagesPerSecond = 500

export type PreviewSession = { setScheme(scheme: ColourScheme): void; close(): void }

type Parts = {
  /** Our end of the channel to the viewer. */
  readonly port: MessagePort
  readonly file: PreviewFile
  readonly read: ReadBytes
  readonly onState: (state: PreviewState) => void
  /** The person wants the keyboard back. */
  readonly onLeave: () => void
}

type Read = Extract<FromViewer, { type: 'read' }>

const isEnd = (state: PreviewState): boolean => state.kind === 'failed' || state.kind === 'trouble'

/** Serves bytes to a viewer and watches it. Everything that it says is hostile until it has been checked. */
export const startSession = ({ port, file, read, onState, onLeave }: Parts): PreviewSession => {
  const closing = new AbortController()
  const waiting: Read[] = []
  let serving = 0
  let unanswered = 0
  let idlePings = 0
  let pings = 0
  let shown = false
  let allowance = messagesMax
  let counted = Date.now()

  const send = (message: ToViewer, transfer: Transferable[] = []): void => port.postMessage(message, transfer)
  const close = (): void => {
    if (closing.signal.aborted) return
    closing.abort()
    clearInterval(timer)
    port.close()
  }
  const tell = (state: PreviewState): void => {
    if (closing.signal.aborted) return
    if (isEnd(state)) close()
    onState(state)
  }

  const serve = async ({ id, offset, length }: Read): Promise<void> => {
    serving += 1
    try {
      const bytes = await read(offset, length, closing.signal)
      if (!closing.signal.aborted) send({ type: 'bytes', id, bytes }, [bytes])
    } catch {
      if (!closing.signal.aborted) send({ type: 'refused', id })
    }
    serving -= 1
    idlePings = 0
    serveNext()
  }
  const serveNext = (): void => {
    while (serving < servedAtOnce && !closing.signal.aborted) {
      const next = waiting.shift()
      if (next === undefined) return
      void serve(next)
    }
  }

  const mayTalk = (): boolean => {
    const now = Date.now()
    allowance = Math.min(messagesMax, allowance + (Math.max(0, now - counted) * messagesPerSecond) / 1_000) - 1
    counted = now
    return allowance >= 0
  }
  const hear = (message: FromViewer): void => {
    switch (message.type) {
      case 'read':
        if (message.offset + message.length > file.size || waiting.length >= waitingMax)
          tell({ kind: 'trouble', why: 'misbehaved' })
        else {
          waiting.push(message)
          serveNext()
        }
        return
      case 'pong':
        unanswered = 0
        return
      case 'progress':
        idlePings = 0
        if (!shown) tell({ kind: 'loading', done: Math.min(message.done, file.size), total: file.size })
        return
      case 'shown':
        shown = true
        tell({ kind: 'shown' })
        return
      case 'failed':
        tell({ kind: 'failed', why: message.why })
        return
      case 'leave':
        onLeave()
    }
  }

  port.onmessage = ({ data }: MessageEvent<unknown>) => {
    const message = fromViewer.safeParse(data)
    if (message.success && mayTalk()) hear(message.data)
    else tell({ kind: 'trouble', why: 'misbehaved' })
  }
  // Where a process ends, the browser closes the ports that it held.
  port.addEventListener('close', () => tell({ kind: 'trouble', why: 'ended' }))
  const timer = setInterval(() => {
    if (unanswered >= pingsMissed) {
      tell({ kind: 'trouble', why: 'silent' })
      return
    }
    unanswered += 1
    pings += 1
    idlePings = serving > 0 ? 0 : idlePings + 1
    if (!shown && idlePings === slowPings) tell({ kind: 'slow' })
    send({ type: 'ping', id: pings })
  }, pingMs)

  return { setScheme: (scheme) => send({ type: 'scheme', scheme }), close }
}

/** What the viewer is told when it is handed its port. */
export const opening = (file: PreviewFile, view: PreviewView, scheme: ColourScheme, language: string): ToViewer => ({
  type: 'open',
  file,
  view,
  scheme,
  language,
})
