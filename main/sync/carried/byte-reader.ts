import { ExchangeFault } from './fault.ts'

const newline = 0x0a

/**
 * Reads lines and counted bytes of a stream that age decrypts. What age refuses on the way was altered; a stream that
 * ends too early was never whole.
 */
export class ByteReader {
  readonly #chunks: AsyncIterator<Uint8Array>
  #held: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#chunks = source[Symbol.asyncIterator]()
  }

  /** Takes in another chunk; false at the end. */
  async #more(): Promise<boolean> {
    try {
      const next = await this.#chunks.next()
      if (next.done === true) return false
      this.#held = Buffer.concat([this.#held, next.value])
      return true
    } catch {
      throw new ExchangeFault('damaged')
    }
  }

  /** The bytes up to the next line feed, which is left out. */
  async line(limit: number): Promise<Uint8Array> {
    for (;;) {
      const end = this.#held.indexOf(newline)
      if (end >= 0 && end <= limit) {
        const line = this.#held.subarray(0, end)
        this.#held = this.#held.subarray(end + 1)
        return line
      }
      if (this.#held.length > limit) throw new ExchangeFault('damaged')
      if (!(await this.#more())) throw new ExchangeFault('cut')
    }
  }

  /** So many bytes, no more of which are held than came. */
  async take(count: number): Promise<Uint8Array> {
    const parts: Buffer[] = []
    let missing = count
    while (missing > 0) {
      if (this.#held.length === 0 && !(await this.#more())) throw new ExchangeFault('cut')
      const part = this.#held.subarray(0, missing)
      parts.push(part)
      missing -= part.length
      this.#held = this.#held.subarray(part.length)
    }
    return Buffer.concat(parts)
  }

  async isAtEnd(): Promise<boolean> {
    while (this.#held.length === 0) if (!(await this.#more())) return true
    return false
  }
}
