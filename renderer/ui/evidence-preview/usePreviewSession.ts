import { useEffect, useRef, useState, type RefObject } from 'react'
import type { PreviewView } from '../../../shared/preview/address.ts'
import { greeting, type ColourScheme, type PreviewFile } from '../../../shared/preview/port.ts'
import type { ReadBytes } from './readSource.ts'
import { opening, startSession, type PreviewSession, type PreviewState } from './session.ts'

/** A viewer that has not greeted after this many ms does not start. */
const startMs = 15_000

type Wanted = {
  readonly frame: RefObject<HTMLIFrameElement | null>
  readonly file: PreviewFile
  readonly view: PreviewView
  readonly scheme: ColourScheme
  readonly language: string
  readonly read: ReadBytes
  readonly onLeave: () => void
}

/**
 * Waits for the greeting of the viewer in `frame`, hands it one end of a channel, once, and serves it. A frame of an
 * opaque origin is known by its window alone; a second greeting from it gets nothing. Starts anew with another frame
 * element only: give the component that calls this a key.
 */
export const usePreviewSession = (wanted: Wanted): PreviewState => {
  const [state, setState] = useState<PreviewState>({ kind: 'loading', done: 0, total: wanted.file.size })
  const session = useRef<PreviewSession | null>(null)
  const latest = useRef(wanted)
  useEffect(() => {
    latest.current = wanted
  })
  const { scheme } = wanted
  useEffect(() => session.current?.setScheme(scheme), [scheme])

  useEffect(() => {
    const notStarted = setTimeout(() => setState({ kind: 'trouble', why: 'not_started' }), startMs)
    const greet = (event: MessageEvent<unknown>): void => {
      const own = latest.current
      const viewer = own.frame.current?.contentWindow
      if (
        session.current !== null ||
        viewer === null ||
        viewer === undefined ||
        event.source !== viewer ||
        event.origin !== 'null' ||
        event.data !== greeting
      )
        return
      clearTimeout(notStarted)
      const { port1, port2 } = new MessageChannel()
      session.current = startSession({
        port: port1,
        file: own.file,
        read: own.read,
        onState: setState,
        onLeave: () => latest.current.onLeave(),
      })
      // An opaque origin cannot be named as a target; the frame cannot be led away from the viewer
      // (main/app/lockdown.ts, frame-src).
      viewer.postMessage(opening(own.file, own.view, own.scheme, own.language), '*', [port2])
    }
    window.addEventListener('message', greet)
    return () => {
      clearTimeout(notStarted)
      window.removeEventListener('message', greet)
      session.current?.close()
      session.current = null
    }
  }, [])
  return state
}
