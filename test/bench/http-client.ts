import net from 'node:net'

/** What a request is made of; `body` is sent as JSON. */
export interface BenchRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
}

export interface BenchAnswer {
  readonly status: number
  readonly body: string
}

const headEnd = Buffer.from('\r\n\r\n')

/**
 * One keep-alive HTTP/1.1 connection that has one request under way at a time. It costs the load generator far less
 * than a general client, so that on two cores the service, not the generator, is what is measured. Understands
 * Content-Length only.
 */
export class BenchConnection {
  readonly #socket: net.Socket
  #received: Buffer = Buffer.alloc(0)
  #waiting: { resolve: (answer: BenchAnswer) => void; reject: (reason: Error) => void } | null = null

  private constructor(socket: net.Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on('data', (chunk: Buffer) => this.#take(chunk))
    socket.on('error', (error) => this.#waiting?.reject(error))
    socket.on('close', () => this.#waiting?.reject(new Error('the service closed the connection')))
  }

  static open(url: URL): Promise<BenchConnection> {
    return new Promise((resolve, reject) => {
      const socket = net.connect(Number(url.port), url.hostname)
      socket.once('error', reject)
      socket.once('connect', () => {
        socket.removeListener('error', reject)
        resolve(new BenchConnection(socket))
      })
    })
  }

  send(request: BenchRequest): Promise<BenchAnswer> {
    const body = request.body === undefined ? '' : JSON.stringify(request.body)
    const lines = [
      `${request.method} ${request.path} HTTP/1.1`,
      ...Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`),
    ]
    if (body !== '') lines.push('content-type: application/json', `content-length: ${Buffer.byteLength(body)}`)
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      this.#socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`)
    })
  }

  close(): void {
    this.#waiting = null
    this.#socket.destroy()
  }

  #take(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
    const end = this.#received.indexOf(headEnd)
    if (end < 0) return
    const head = this.#received.toString('latin1', 0, end)
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN)
    if (Number.isNaN(length)) {
      this.#waiting?.reject(new Error(`answer without Content-Length: ${head.slice(0, 200)}`))
      return
    }
    const total = end + headEnd.length + length
    if (this.#received.length < total) return
    const answer = {
      status: Number(head.slice(9, 12)),
      body: this.#received.toString('utf8', end + headEnd.length, total),
    }
    this.#received = this.#received.subarray(total)
    const waiting = this.#waiting
    this.#waiting = null
    waiting?.resolve(answer)
  }
}
