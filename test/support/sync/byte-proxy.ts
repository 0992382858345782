import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A TCP proxy that counts what passes, and cuts connections where it is told to. */
export interface ByteProxy {
  readonly url: URL
  /** Bytes from clients, and to them. */
  readonly bytes: { up: number; down: number }
  readonly cuts: () => number
  /** Where connections go from now on: a service that was started again listens elsewhere. */
  retarget(target: URL | (() => URL)): void
  /** Breaks all that is open. */
  cutAll(): void
  close(): Promise<void>
}

/** What else a proxy does to what passes. */
export interface Passing {
  /** Asked for each piece: milliseconds that it waits before it goes on. */
  readonly delayMs?: () => number
  /** Told of each piece that goes on. */
  readonly onPassed?: (bytes: number) => void
  /** Milliseconds that everything is on its way, each way; unlike `delayMs` it does not hold back what follows. */
  readonly latencyMs?: number
  /** Shown each piece from a client. */
  readonly onUp?: (piece: Buffer) => void
  /** Asked for each piece to a client: what it waits for before it goes on; null: nothing. */
  readonly held?: (piece: Buffer) => Promise<void> | null
}

/**
 * Starts a proxy before a service, or before several: then `first` is asked for each connection where it goes.
 *
 * @param cutAfter asked for each connection: the number of bytes (both ways together) after which it is reset; null:
 * never
 */
export const startProxy = async (
  first: URL | (() => URL),
  cutAfter: () => number | null = () => null,
  { delayMs, latencyMs = 0, onPassed, onUp, held }: Passing = {},
): Promise<ByteProxy> => {
  let target = first
  let cuts = 0
  const bytes = { up: 0, down: 0 }
  const open = new Set<Socket>()
  const keep = (socket: Socket): void => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    // A broken connection is what this proxy is for.
    socket.on('error', () => socket.destroy())
  }
  const later = (work: () => void): void => {
    if (latencyMs === 0) work()
    else setTimeout(work, latencyMs)
  }
  const server = createServer({ noDelay: true }, (client) => {
    const to = target instanceof URL ? target : target()
    const upstream = connect({ host: to.hostname, port: Number(to.port), noDelay: true })
    keep(client)
    keep(upstream)
    let left = cutAfter() ?? Infinity
    const pass = (from: Socket, to: Socket, count: (n: number) => void): void => {
      const goOn = (piece: Uint8Array): void => {
        if (to.destroyed || to.write(piece)) return
        from.pause()
        to.once('drain', () => from.resume())
      }
      from.on('data', (chunk: Buffer) => {
        const passed = chunk.subarray(0, Math.max(0, Math.min(left, chunk.length)))
        left -= chunk.length
        count(passed.length)
        onPassed?.(passed.length)
        if (from === client) onUp?.(passed)
        if (left > 0) {
          const holding = from === upstream ? held?.(passed) : null
          if (holding !== null && holding !== undefined) {
            from.pause()
            void holding.then(() => {
              from.resume()
              goOn(passed)
            })
            return
          }
          if (latencyMs > 0) return later(() => goOn(passed))
          const wait = delayMs?.() ?? 0
          if (wait === 0) return goOn(passed)
          from.pause()
          setTimeout(() => {
            from.resume()
            goOn(passed)
          }, wait)
          return
        }
        cuts += 1
        // What came before the cut still arrives, as it would on a wire.
        to.write(passed, () => {
          client.resetAndDestroy()
          upstream.resetAndDestroy()
        })
      })
      from.once('end', () => later(() => to.end()))
      from.once('close', () => later(() => to.destroy()))
    }
    pass(client, upstream, (n) => (bytes.up += n))
    pass(upstream, client, (n) => (bytes.down += n))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: new URL(`http://127.0.0.1:${port}`),
    bytes,
    cuts: () => cuts,
    retarget: (given) => {
      target = given
    },
    cutAll: () => {
      for (const socket of open) socket.resetAndDestroy()
    },
    close: async () => {
      for (const socket of open) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
