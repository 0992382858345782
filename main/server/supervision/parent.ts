import { supervisorMessage } from '../../../shared/ipc/supervisor.ts'
import type { ServiceMessage, SupervisorMessage } from '../../../shared/ipc/supervisor.ts'

/** The process that supervises this one. */
export interface Parent {
  send(message: ServiceMessage): void
  onMessage(listener: (message: SupervisorMessage) => void): void
  /** Called when the parent has gone away, or the system asks this process to end. */
  onGone(listener: () => void): void
}

/** The port of an Electron utility process, as far as it is used here. */
interface ParentPort {
  postMessage(message: unknown): void
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): void
  on(event: 'close', listener: () => void): void
}

/** What of `process` is used; Electron adds the port, which Node's own types do not know. */
type Host = Pick<NodeJS.Process, 'send' | 'on' | 'once' | 'connected'> & { readonly parentPort?: unknown }

const onlyKnown =
  (listener: (message: SupervisorMessage) => void) =>
  (raw: unknown): void => {
    const message = supervisorMessage.safeParse(raw)
    if (message.success) listener(message.data)
  }

/** The parent of a process: by Electron's port or by Node's ipc channel; null where there is neither. */
export const parentOf = (host: Host): Parent | null => {
  const port = host.parentPort as ParentPort | undefined
  if (port !== undefined) {
    return {
      send: (message) => port.postMessage(message),
      onMessage: (listener) => port.on('message', (event) => onlyKnown(listener)(event.data)),
      onGone: (listener) => {
        port.on('close', listener)
        host.once('SIGTERM', listener)
      },
    }
  }
  if (host.send === undefined) return null
  return {
    // A parent that has just died must not become an unhandled error here: `disconnect` follows.
    send: (message) => void (host.connected && host.send?.(message, undefined, undefined, () => undefined)),
    onMessage: (listener) => host.on('message', onlyKnown(listener)),
    onGone: (listener) => {
      host.once('disconnect', listener)
      host.once('SIGTERM', listener)
    },
  }
}
