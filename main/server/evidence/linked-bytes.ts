import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { BlobFault, BlobStore, OpenBlob } from '../../blobs/file-store.ts'

const damaged = ({ message }: BlobFault): Refusal =>
  refusal('evidence_damaged', `This cannot be released: ${message}. Verify the case.`)

const altered = refusal(
  'evidence_damaged',
  'The stored bytes were altered. Nothing of the damaged part was released. Verify the case.',
)

type Parts = ReturnType<OpenBlob['read']>

/**
 * The plaintext of a range; a segment that was altered, or the end of what is handed out, ends it with an error, so
 * that no reader takes a part for the whole.
 */
async function* plaintext(first: Uint8Array | null, rest: Parts, isHeld: () => boolean): AsyncGenerator<Uint8Array> {
  if (first !== null) yield first
  for await (const part of rest) {
    if (!isHeld()) throw new Error('what was handed out was discarded on the way, or the right to read it ended')
    if (!part.ok) throw new Error(`stored bytes were altered: ${part.error.message}`)
    yield part.value
  }
}

/**
 * The same bytes, after which the file is closed: at their end, at a fault, and where a reader leaves before it took
 * the first of them, when a generator's `finally` would not run.
 */
const closing = (bytes: AsyncGenerator<Uint8Array>, blob: OpenBlob): AsyncIterableIterator<Uint8Array> => {
  let closed: Promise<void> | null = null
  const close = (): Promise<void> => (closed ??= blob.close())
  return {
    [Symbol.asyncIterator]() {
      return this
    },
    next: async () => {
      const step = await bytes.next().catch(async (error: unknown) => {
        await close()
        throw error
      })
      if (step.done === true) await close()
      return step
    },
    return: async () => {
      await bytes.return(undefined)
      await close()
      return { done: true, value: undefined }
    },
  }
}

/**
 * Opens stored bytes between two offsets (`end` exclusive) for a link; damage that shows at once is refused before the
 * first byte.
 *
 * @param isHeld whether the bytes may still be handed out; asked before each part
 */
export const openLinked = async (
  blobs: BlobStore,
  sha256: string,
  key: Uint8Array,
  { start, end }: { readonly start: number; readonly end: number },
  isHeld = (): boolean => true,
): Promise<Result<AsyncIterable<Uint8Array>, Refusal>> => {
  const opened = await blobs.open(sha256, key)
  if (!opened.ok) return fail(damaged(opened.error))
  const parts = opened.value.read(start, end)
  const first = await parts.next()
  if (first.done === true) return ok(closing(plaintext(null, parts, isHeld), opened.value))
  if (first.value.ok) return ok(closing(plaintext(first.value.value, parts, isHeld), opened.value))
  await opened.value.close()
  return fail(altered)
}

/** The address of a link. */
export const contentAddress = (token: string): string => `/v1/evidence/content/${token}`
