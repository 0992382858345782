import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { BlobFault, BlobStore, OpenBlob } from '../../blobs/file-store.ts'

const damaged = ({ message }: BlobFault): Refusal => refusal('evidence_damaged', `This cannot be released: ${message}. Verify the case.`)

const altered = refusal('evidence_damaged', 'The stored bytes were altered. Nothing of the damaged part was released. Verify the case.')

type Parts = ReturnType<OpenBlob['read']>

/** The plaintext of a range; a segment that was altered ends it with an error, so that no reader takes a part for the whole. */
async function* plaintext(blob: OpenBlob, first: Uint8Array | null, rest: Parts): AsyncGenerator<Uint8Array> {
  try {
    if (first !== null) yield first
    for await (const part of rest) {
      if (!part.ok) throw new Error(`stored bytes were altered: ${part.error.message}`)
      yield part.value
    }
  } finally {
    await blob.close()
  }
}

/** Opens stored bytes between two offsets (`end` exclusive) for a link; damage that shows at once is refused before the first byte. */
export const openLinked = async (blobs: BlobStore, sha256: string, key: Uint8Array, start: number, end: number): Promise<Result<AsyncIterable<Uint8Array>, Refusal>> => {
  const opened = await blobs.open(sha256, key)
  if (!opened.ok) return fail(damaged(opened.error))
  const parts = opened.value.read(start, end)
  const first = await parts.next()
  if (first.done === true) return ok(plaintext(opened.value, null, parts))
  if (first.value.ok) return ok(plaintext(opened.value, first.value.value, parts))
  await opened.value.close()
  return fail(altered)
}

/** The address of a link. */
export const contentAddress = (token: string): string => `/v1/evidence/content/${token}`
