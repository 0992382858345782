import type { openUpload } from '../../../../shared/api/evidence.ts'
import type { AnswerOf, BodyOf } from '../../../../shared/api/operation.ts'

/** What the service answers when an upload was opened. */
export type OpenedUpload = AnswerOf<typeof openUpload>['data']

/** How one attempt to send a file ended. `lost`: no answer came, or one that says to try again. */
export type SendOutcome =
  | { readonly kind: 'done' | 'stopped' | 'lost' }
  | { readonly kind: 'refused' | 'signed-out'; readonly message: string }

/** Where the bytes of a begun upload go to. */
export type UploadPlace = Pick<OpenedUpload, 'upload_url' | 'chunk_bytes'>

/** Where begun uploads are remembered beyond a reload of the window. */
export interface UploadMemory {
  remember(upload: OpenedUpload): void
  recall(acquisitionId: string): UploadPlace | null
  forget(acquisitionId: string): void
}

export interface SendEvents {
  readonly signal: AbortSignal
  /** Bytes of the file that the service has stored. */
  readonly onStored: (bytes: number) => void
}

/** What the uploader stands on: the service, the clock and the browser. */
export interface UploadParts {
  open(caseId: number, body: BodyOf<typeof openUpload>): Promise<OpenedUpload>
  /** Sends what the service does not have yet of a file; never throws. */
  send(file: File, upload: OpenedUpload, events: SendEvents): Promise<SendOutcome>
  /** Tells the service to pause, resume or cancel; an acquisition that ended by itself meanwhile is no failure. */
  steer(acquisitionId: string, action: 'pause' | 'resume' | 'cancel'): Promise<void>
  /** What a failure to open an upload means. */
  judge(error: unknown): SendOutcome
  /** Whether the file can still be read: it may have been changed, moved or deleted since it was chosen. */
  isReadable(file: File): Promise<boolean>
  readonly memory: UploadMemory
  now(): number
  newId(): string
  wait(ms: number, signal: AbortSignal): Promise<void>
  every(ms: number, run: () => void): () => void
}
