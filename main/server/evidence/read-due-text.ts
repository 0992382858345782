import { setImmediate } from 'node:timers/promises'
import type { TextPassage, TextRead } from '../../domain/evidence/passage.ts'
import { unreadableBytes } from '../../storage/evidence-text/unreadable-bytes.ts'
import { startPacking } from '../../storage/evidence-text/packed-text.ts'
import type { Unit } from '../../storage/evidence-text/packed-text.ts'
import type { DueText } from '../../storage/evidence-text/text-states.ts'
import type { OpenText } from '../../storage/evidence-text/text-files.ts'
import type { BlobStore, OpenBlob } from '../../blobs/file-store.ts'
import type { Log } from '../../platform/log.ts'
import type { EvidenceTextStore } from '../../storage/evidence-text/evidence-text-store.ts'
import type { TextPiece } from './text/read-text.ts'

/** Reads the text of a piece, in batches, and tells what came of it. */
export type ReadText = (piece: TextPiece, signal: AbortSignal) => AsyncGenerator<readonly TextPassage[], TextRead>

/** The bytes in the store are not those that were sealed, or cannot be read. */
class StoreFault extends Error {
  override readonly name = 'StoreFault'
}

async function* bytesOf(blob: OpenBlob, start: number, end: number): AsyncGenerator<Uint8Array> {
  for await (const part of blob.read(start, end)) {
    if (!part.ok) throw new StoreFault(part.error.message)
    yield part.value
  }
}

const brokenOff = (message: string, passages = 0): TextRead => ({
  format: 'unknown',
  passages,
  lacks: [{ way: [], lack: { kind: 'damaged', message } }],
})

/** What reading a piece stands on. */
export interface TextReadingParts {
  readonly texts: EvidenceTextStore
  readonly readText: ReadText
  readonly blobs: BlobStore
  readonly blobKey: (sha256: string, caseId?: number) => Promise<Uint8Array | null>
  readonly log: Pick<Log, 'warn' | 'error'>
}

/**
 * The text of the case, as long as it is the one that the reading began with: whatever drops it, an erasure or a
 * person, ends the reading.
 */
const textOf = async ({ texts }: TextReadingParts, { caseId }: DueText, file: string): Promise<OpenText | null> => {
  const text = await texts.files.open(caseId)
  return text?.file === file ? text : null
}

/** Adds blocks one by one, so that nothing else of the service waits long; answers whether the text is still there. */
const addAll = async (
  parts: TextReadingParts,
  due: DueText,
  file: string,
  blocks: readonly (readonly Unit[])[],
  signal: AbortSignal,
): Promise<boolean> => {
  for (const block of blocks) {
    await setImmediate()
    signal.throwIfAborted()
    const text = await textOf(parts, due, file)
    if (text === null) return false
    text.index.add(due.sha256, [block])
  }
  return true
}

/** What a reading that was interrupted, or an earlier one, has left of the piece goes first. */
const removeAll = async (
  parts: TextReadingParts,
  due: DueText,
  file: string,
  signal: AbortSignal,
): Promise<boolean> => {
  for (;;) {
    signal.throwIfAborted()
    const text = await textOf(parts, due, file)
    if (text === null) return false
    if (!text.index.removeSome(due.sha256)) return true
    await setImmediate()
  }
}

/** Reads into the index; null where the text was dropped meanwhile. */
const readInto = async (
  parts: TextReadingParts,
  due: DueText,
  file: string,
  blob: OpenBlob,
  signal: AbortSignal,
): Promise<TextRead | null> => {
  if (!(await removeAll(parts, due, file, signal))) return null
  const piece: TextPiece = {
    name: due.name,
    size: due.size,
    read: (start, end) => bytesOf(blob, start, end),
  }
  const packing = startPacking()
  const reading = parts.readText(piece, signal)
  let passages = 0
  const next = async (): Promise<IteratorResult<readonly TextPassage[], TextRead>> => {
    try {
      return await reading.next()
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof StoreFault) return { done: true, value: brokenOff(unreadableBytes, passages) }
      parts.log.error({ err: error, sha256: due.sha256 }, 'a reader of text failed')
      return { done: true, value: brokenOff('its reader failed', passages) }
    }
  }
  try {
    for (;;) {
      const step = await next()
      if (step.done !== true) passages += step.value.length
      const blocks = step.done === true ? [packing.end()].filter(({ length }) => length > 0) : packing.add(step.value)
      if (!(await addAll(parts, due, file, blocks, signal))) return null
      if (step.done === true) return step.value
    }
  } finally {
    await reading.return(brokenOff(unreadableBytes))
  }
}

const open = async (parts: TextReadingParts, { caseId, sha256 }: DueText): Promise<OpenBlob | null> => {
  const key = await parts.blobKey(sha256, caseId)
  if (key === null) return null
  const opened = await parts.blobs.open(sha256, key)
  return opened.ok ? opened.value : null
}

const readBegun = async (parts: TextReadingParts, due: DueText, signal: AbortSignal): Promise<void> => {
  const { states, files } = parts.texts
  const text = await files.make(due.caseId)
  if (!text.ok) throw new Error(text.error.message)
  if (text.value === null) return
  const { file } = text.value
  const blob = await open(parts, due)
  try {
    const read = blob === null ? brokenOff(unreadableBytes) : await readInto(parts, due, file, blob, signal)
    if (read === null) return
    const noted = await states.finish(due, file, read)
    if (!noted.ok) throw new Error(noted.error.message)
  } finally {
    await blob?.close()
  }
}

/**
 * Reads one piece whose text is due. What stops it without being a fault of the piece, an end of the service, leaves it
 * waiting.
 *
 * @throws what else fails, when the piece waits, too
 */
export const readDueText = async (parts: TextReadingParts, due: DueText, signal: AbortSignal): Promise<void> => {
  const { states } = parts.texts
  const begun = await states.begin(due)
  if (!begun.ok) throw new Error(begun.error.message)
  if (!begun.value) return
  try {
    await readBegun(parts, due, signal)
  } catch (error) {
    // Only what ends the service in the middle of a reading counts against its piece.
    await states.putBack(due)
    throw error
  }
}
