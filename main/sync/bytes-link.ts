import type { BlobName, BlobsLacking, BlobState } from '../../shared/protocol/blobs.ts'
import type { Result } from '../../shared/schema/result.ts'
import type { LinkFault } from './link.ts'

/** A run of bytes on its way to the hub. */
export interface SentBytes {
  readonly offset: number
  readonly length: number
  /** Whether runs before it are under way still: the hub takes it in after them. */
  readonly follows: boolean
  /** Exactly `length` bytes. */
  readonly bytes: AsyncIterable<Uint8Array>
}

/** How far bytes are, and how many may be under way beyond that at once; absent: one run after another. */
export type OfferAnswer = BlobState & { readonly ahead?: number }

/** Bytes on their way from the hub. */
export interface ComingBytes {
  /** How many there are in all. */
  readonly size: number
  /** What was asked for; what breaks off ends early. */
  readonly bytes: AsyncIterable<Uint8Array>
  /** Why the bytes ended before all had come; null: all came, or they still come. */
  fault(): LinkFault | null
}

/**
 * The way of evidence between a device and its hub (Y-61): over HTTPS, or within one process (Y-2). Each call needs a
 * session.
 */
export interface BytesLink {
  /** `prove`: the answer shows the seal over bytes that arrived; a hub of an earlier release refuses that. */
  offer(
    token: string,
    blob: BlobName & { readonly prove?: true },
    signal: AbortSignal,
  ): Promise<Result<OfferAnswer, LinkFault>>
  /** Answers how far the bytes stand now. */
  send(token: string, blob: BlobName, sent: SentBytes, signal: AbortSignal): Promise<Result<number, LinkFault>>
  read(
    token: string,
    name: Pick<BlobName, 'case' | 'sha256'>,
    run: Pick<SentBytes, 'offset' | 'length'>,
    signal: AbortSignal,
  ): Promise<Result<ComingBytes, LinkFault>>
  /** What the hub sealed as received and lacks; a hub of an earlier release refuses. */
  lacking(token: string, signal: AbortSignal): Promise<Result<BlobsLacking, LinkFault>>
  close(): void
}
