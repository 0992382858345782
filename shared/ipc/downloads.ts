import { z } from 'zod'

/** What main tells the window about the files that are being saved, and what the window may ask of one. */

/**
 * Why a file was not saved: the service ended or was not there; it refused to give the file; there was no room; the
 * file could not be written;
 * it could not be read again to compare its hash; its hash is another than the service stated, so that it was removed,
 * or could not be;
 * it ended early or was cancelled, and what had been written of it could not be removed.
 */
export type DownloadFault =
  | 'service_ended'
  | 'refused'
  | 'no_room'
  | 'not_written'
  | 'not_read_again'
  | 'differs'
  | 'differs_left'
  | 'part_left'

export type DownloadState =
  | { readonly kind: 'running' }
  /** It has arrived; its SHA-256 is being compared with the one that the service stated. */
  | { readonly kind: 'checking' }
  /** `checked`: the service stated a SHA-256, and it is the file's. */
  | { readonly kind: 'saved'; readonly checked: boolean }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly fault: DownloadFault }

export type Download = {
  readonly id: number
  /** The name under which it is saved. */
  readonly name: string
  /** Bytes. */
  readonly received: number
  /** Bytes; null where the service does not say how long it is. */
  readonly total: number | null
  /** Null until a place is chosen. */
  readonly path: string | null
  readonly state: DownloadState
}

/** What a person does about a download: a page names it by its number, never by a path. */
export const downloadStep = z.strictObject({ id: z.int().positive(), action: z.enum(['cancel', 'show', 'hide']) })
export type DownloadStep = z.infer<typeof downloadStep>
