import { z } from 'zod'
import { blobName } from '../../../shared/protocol/blobs.ts'
import { syncLimits } from '../../../shared/protocol/sync.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'

/**
 * Bytes of evidence that one message of a file carries at most: with its line it stays below what any message may hold.
 */
export const runMost = 4 * 1_048_576

/** `entry`: on the way to a hub, the sealed entry that states the hash. */
const runLine = z.strictObject({ ...blobName.partial({ entry: true }).shape, size: z.int().min(0), at: z.int().min(0) })

/** A run of the bytes of a piece of evidence in a file that is carried (Y-75). */
export interface EvidenceRun extends z.infer<typeof runLine> {
  readonly bytes: Uint8Array
}

/** What a device lacks of the evidence that it knows of: the hub writes what it has of that. */
export const lackedPieces = z.strictObject({ pieces: z.array(blobName.omit({ entry: true })).max(20_000) })
export type LackedPieces = z.infer<typeof lackedPieces>

const newline = 0x0a
const lineMost = 1_024

/** A run as the body of a message: a line that names the bytes and their place, and the bytes. */
export const encodeRun = ({ bytes, ...line }: EvidenceRun): Uint8Array =>
  Buffer.concat([Buffer.from(`${JSON.stringify(line)}\n`, 'utf8'), bytes])

/** The run of a message; fails where it is none, or holds bytes beyond the end of its piece. */
export const decodeRun = (body: Uint8Array): Result<EvidenceRun, 'no_run'> => {
  const end = body.subarray(0, lineMost).indexOf(newline)
  if (end < 0 || body.length - end - 1 > syncLimits.bytes) return fail('no_run')
  try {
    const line = runLine.parse(JSON.parse(Buffer.from(body.subarray(0, end)).toString('utf8')))
    const bytes = body.subarray(end + 1)
    return line.at + bytes.length <= line.size && (bytes.length > 0 || line.size === 0)
      ? ok({ ...line, bytes })
      : fail('no_run')
  } catch {
    return fail('no_run')
  }
}

/** Cuts what is read of a piece into runs; a piece without bytes is one run. */
export async function* runsOf(
  named: Omit<EvidenceRun, 'at' | 'bytes'>,
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<EvidenceRun> {
  let held: Uint8Array[] = []
  let length = 0
  let at = 0
  const run = (): EvidenceRun => {
    const made = { ...named, at, bytes: Buffer.concat(held) }
    at += length
    held = []
    length = 0
    return made
  }
  for await (const chunk of chunks) {
    for (let from = 0; from < chunk.length;) {
      const part = chunk.subarray(from, from + runMost - length)
      held.push(part)
      length += part.length
      from += part.length
      if (length === runMost) yield run()
    }
  }
  if (length > 0 || named.size === 0) yield run()
}
