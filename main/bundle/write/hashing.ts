import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'

/** A file whose bytes are not those that were sealed (B-51). */
export class AlteredEvidence extends Error {
  readonly evidenceId: number

  constructor(message: string, evidenceId: number) {
    super(message)
    this.evidenceId = evidenceId
  }
}

/** What has gone through a stream so far. */
export interface Passed {
  readonly size: number
  /** Lower-case hex; to be asked for once, at the end. */
  sha256(): string
}

/** A stream that hands everything on, and counts and hashes it. */
export const hashingStream = (): Transform & { readonly passed: Passed } => {
  const hash = createHash('sha256')
  const passed = { size: 0, sha256: () => hash.digest('hex') }
  const stream = new Transform({
    transform(chunk: Buffer, _, done) {
      passed.size += chunk.length
      hash.update(chunk)
      done(null, chunk)
    },
  })
  return Object.assign(stream, { passed })
}

/**
 * Hands bytes on while it counts and hashes them; tells how many, and at the end the size and the SHA-256 in lower-case
 * hex.
 */
export async function* hashed(
  content: AsyncIterable<Uint8Array>,
  onBytes: ((bytes: number) => void) | undefined,
  onEnd: (size: number, sha256: string) => void,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let size = 0
  for await (const part of content) {
    size += part.length
    onBytes?.(part.length)
    hash.update(part)
    yield part
  }
  onEnd(size, hash.digest('hex'))
}
