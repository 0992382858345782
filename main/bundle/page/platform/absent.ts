/**
 * What the ZIP reader's library (yauzl) asks of Node when it is loaded, for a browser. It reads the directory of an
 * archive through a `RandomAccessReader` alone: events are real; files and streams are names without a body, which
 * nothing here ever makes one of.
 */

type Listener = (...values: unknown[]) => void

/** `EventEmitter`, as far as yauzl uses it; a constructor function, because yauzl inherits by prototypes. */
export function EventEmitter(this: { listeners?: Map<string, Listener[]> }): void {
  this.listeners = new Map()
}

EventEmitter.prototype = {
  on(this: { listeners: Map<string, Listener[]> }, name: string, listener: Listener) {
    this.listeners.set(name, [...(this.listeners.get(name) ?? []), listener])
    return this
  },
  once(
    this: {
      listeners: Map<string, Listener[]>
      on: (name: string, listener: Listener) => unknown
      removeListener: (name: string, listener: Listener) => unknown
    },
    name: string,
    listener: Listener,
  ) {
    const first: Listener = (...values) => {
      this.removeListener(name, first)
      listener(...values)
    }
    return this.on(name, first)
  },
  removeListener(this: { listeners: Map<string, Listener[]> }, name: string, listener: Listener) {
    this.listeners.set(
      name,
      (this.listeners.get(name) ?? []).filter((known) => known !== listener),
    )
    return this
  },
  emit(this: { listeners: Map<string, Listener[]> }, name: string, ...values: unknown[]): boolean {
    const listeners = this.listeners.get(name) ?? []
    for (const listener of listeners) listener(...values)
    return listeners.length > 0
  },
}

/** `util.inherits`. */
export const inherits = (derived: { prototype: object }, base: { prototype: object }): void => {
  Object.setPrototypeOf(derived.prototype, base.prototype)
}

/** Names of `node:stream`. */
export class Readable {}
export class Writable {}
export class Transform {}
export class PassThrough {}

/** `setImmediate`: after what is under way, before anything else. */
export const setImmediate = (task: () => void): void => queueMicrotask(task)
