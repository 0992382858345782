import type { Refusal } from '../../../../shared/api/errors.ts'
import type { Result } from '../../../../shared/schema/result.ts'
import type { FinishedBlob } from '../../../blobs/partial-blob.ts'
import { codeOf } from '../../../platform/system-error.ts'

/** A file that is probably short, and where it is to be written. */
export interface ShortFile {
  /** As the operating system names it. */
  readonly location: Uint8Array
  /** A partial file of the store that is not there yet. */
  readonly partial: string
  readonly key: Uint8Array
}

/** What became of one file of a batch. Only of a `written` one is anything left, and that is durable. */
export type ShortOutcome =
  | (FinishedBlob & { readonly kind: 'written'; readonly startedAtMs: number; readonly endedAtMs: number })
  /** The source cannot be taken, in words. */
  | { readonly kind: 'refused'; readonly message: string }
  /** It is not short, and was not read. */
  | { readonly kind: 'long' }
  /** It was not read, because it was to stop or enough was read for now. */
  | { readonly kind: 'left' }
  /** The service itself failed at it (a full disk); none after it was read. */
  | { readonly kind: 'failed'; readonly error: PlainError }

/** A file that is streamed, and can be gone on with. */
export interface LongFile {
  readonly location: Uint8Array
  /** What the source said of itself when it was chosen. */
  readonly version: string
  readonly partial: string
  readonly key: Uint8Array
  /** Whether an earlier try may have left a part of it. */
  readonly resumes: boolean
}

/** How a long file was read: to its end, or until it was to stop; then what is written is durable. */
export type LongOutcome = Result<FinishedBlob | 'interrupted', Refusal>

/** Bytes are null for a device: only its end tells. */
export interface Measure {
  readonly files: number
  readonly bytes: number | null
}

/** What an error is where it was thrown, without what cannot cross to another thread. */
export interface PlainError {
  readonly message: string
  readonly code: string | null
  readonly stack: string | null
}

/**
 * What the thread does, and what it answers. A stop flag is shared memory: not zero means that the work is to end soon.
 */
export interface ReadingTasks {
  readonly short: {
    readonly asks: { readonly files: readonly ShortFile[]; readonly stop: Int32Array }
    readonly answers: readonly ShortOutcome[]
  }
  readonly long: {
    readonly asks: { readonly file: LongFile; readonly stop: Int32Array }
    readonly answers: LongOutcome
  }
  readonly measure: { readonly asks: { readonly root: string; readonly stop: Int32Array }; readonly answers: Measure }
}

/** A request to the thread. */
export type ReadingRequest = {
  readonly [K in keyof ReadingTasks]: { readonly n: number; readonly kind: K } & ReadingTasks[K]['asks']
}[keyof ReadingTasks]

/** What the thread tells of a request; `answer` and `error` are its last word. */
export type ReadingReply = { readonly n: number } & (
  | { readonly bytes: number }
  | { readonly durable: true }
  | { readonly answer: ReadingTasks[keyof ReadingTasks]['answers'] }
  | { readonly error: PlainError }
)

/** An error as it crosses. */
export const plainError = (error: unknown): PlainError => {
  if (!(error instanceof Error)) return { message: String(error), code: null, stack: null }
  return { message: error.message, code: codeOf(error) || null, stack: error.stack ?? null }
}

/** An error that crossed, to be thrown here. */
export const errorOf = ({ message, code, stack }: PlainError): Error =>
  Object.assign(new Error(message), code === null ? {} : { code }, stack === null ? {} : { stack })
