import type { PreviewView } from '../shared/preview/address.ts'
import { greeting, readMax, type PreviewFailure, type PreviewFile, type ToViewer } from '../shared/preview/port.ts'

/** Thrown where the window refused bytes, or gave fewer than the file was said to have. */
export class ReadError extends Error {}

/** The piece that is looked at, and the only way to its bytes. */
export type Piece = {
  readonly file: PreviewFile
  /** Bytes from an offset; fewer only at the end of the file. Throws ReadError. */
  read(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>>
  /** The whole file in parts of some MiB; `onProgress` hears how many bytes are there. Throws ReadError. */
  readAll(onProgress: (done: number) => void): Promise<Uint8Array<ArrayBuffer>[]>
  /** The piece is on the screen. */
  readonly shown: () => void
  readonly progress: (done: number) => void
  /** The piece cannot be shown; the window says so in place of the viewer. */
  readonly failed: (why: PreviewFailure) => void
}

/** A view: fills the stage with the piece. */
export type Show = (stage: HTMLElement, piece: Piece) => void | Promise<void>

type Waiting = { resolve(bytes: ArrayBuffer): void; reject(error: Error): void }

/** Reads that are under way at once; the window takes no more than it can serve. */
const parallel = 4

const connectPiece = (
  port: MessagePort,
  file: PreviewFile,
): { piece: Piece; readonly take: (message: ToViewer) => void } => {
  const waiting = new Map<number, Waiting>()
  let next = 0
  let isShown = false

  const readPart = (offset: number, length: number): Promise<ArrayBuffer> =>
    new Promise((resolve, reject) => {
      const id = next
      next += 1
      waiting.set(id, { resolve, reject })
      port.postMessage({ type: 'read', id, offset, length })
    })

  const parts = (offset: number, length: number): { offset: number; length: number }[] => {
    const end = Math.min(file.size, offset + length)
    const made: { offset: number; length: number }[] = []
    for (let at = offset; at < end; at += readMax) made.push({ offset: at, length: Math.min(readMax, end - at) })
    return made
  }

  const piece: Piece = {
    file,
    async read(offset, length) {
      const wanted = parts(offset, length)
      const [only] = wanted
      if (only === undefined) return new Uint8Array(0)
      if (wanted.length === 1) return new Uint8Array(await readPart(only.offset, only.length))
      const whole = new Uint8Array(wanted.reduce((sum, part) => sum + part.length, 0))
      await Promise.all(
        wanted.map(async (part) =>
          whole.set(new Uint8Array(await readPart(part.offset, part.length)), part.offset - offset),
        ),
      )
      return whole
    },
    async readAll(onProgress) {
      const wanted = parts(0, file.size)
      const made: Uint8Array<ArrayBuffer>[] = []
      let done = 0
      let at = 0
      const work = async (): Promise<void> => {
        for (let index = at; index < wanted.length; index = at) {
          at += 1
          const part = wanted[index]
          if (part === undefined) return
          made[index] = new Uint8Array(await readPart(part.offset, part.length))
          done += part.length
          onProgress(done)
        }
      }
      await Promise.all(Array.from({ length: parallel }, work))
      return made
    },
    shown: () => {
      if (!isShown) port.postMessage({ type: 'shown' })
      isShown = true
    },
    progress: (done) => port.postMessage({ type: 'progress', done, total: file.size }),
    failed: (why) => port.postMessage({ type: 'failed', why }),
  }

  const take = (message: ToViewer): void => {
    if (message.type === 'bytes') waiting.get(message.id)?.resolve(message.bytes)
    else if (message.type === 'refused') waiting.get(message.id)?.reject(new ReadError('refused'))
    else return
    waiting.delete(message.id)
  }
  return { piece, take }
}

const wear = (scheme: string): void => document.documentElement.setAttribute('data-mantine-color-scheme', scheme)

/** Greets the window, waits for the piece, and shows it in the view that the window asks for. */
export const startViewer = (views: Readonly<Partial<Record<PreviewView, Show>>>): void => {
  const open = (message: Extract<ToViewer, { type: 'open' }>, port: MessagePort): void => {
    wear(message.scheme)
    document.documentElement.lang = message.language
    const { piece, take } = connectPiece(port, message.file)
    port.onmessage = ({ data }: MessageEvent<ToViewer>) => {
      if (data.type === 'ping') port.postMessage({ type: 'pong', id: data.id })
      else if (data.type === 'scheme') wear(data.scheme)
      else take(data)
    }
    document.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && !event.defaultPrevented) port.postMessage({ type: 'leave' })
    })
    const stage = document.createElement('main')
    document.body.append(stage)
    const show = views[message.view]
    if (show === undefined) {
      piece.failed('unsupported')
      return
    }
    const shown = async (): Promise<void> => show(stage, piece)
    shown().catch((error: unknown) => piece.failed(error instanceof ReadError ? 'unreadable' : 'broken'))
  }
  const listen = (event: MessageEvent<ToViewer>): void => {
    const [port] = event.ports
    if (event.source !== window.parent || event.data.type !== 'open' || port === undefined) return
    window.removeEventListener('message', listen)
    open(event.data, port)
  }
  window.addEventListener('message', listen)
  // The window's own origin cannot be known here; the greeting says nothing.
  window.parent.postMessage(greeting, '*')
}
