import type { Result } from '../../../shared/schema/result.ts'
import type { UpdateRefusal } from '../../update/refusal.ts'

/** The bytes of a file that is being fetched. */
export type Coming = {
  /** Where in the file the first of them stands: 0 where the source does not go on in the middle. */
  readonly from: number
  readonly chunks: AsyncIterable<Uint8Array>
}

/** Where updates lie: at an address of the web, or in a folder. Nothing that it gives is believed. */
export type UpdateSource = {
  /** A small file, whole; refused as missing where it is not there, and as malformed where it is longer than `most`. */
  read(name: string, most: number): Promise<Result<Uint8Array, UpdateRefusal>>
  /** A large file, from a byte on where the source can do that. */
  open(name: string, from: number): Promise<Result<Coming, UpdateRefusal>>
  close(): void
}
