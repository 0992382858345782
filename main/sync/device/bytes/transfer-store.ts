import type { Refusal } from '../../../../shared/api/errors.ts'
import type { Result } from '../../../../shared/schema/result.ts'

/** Bytes of a case that travel: to the hub, or from it. */
export interface TravellingPiece {
  /** The id of the piece of evidence, for the order and for people. */
  readonly id: number
  readonly caseId: number
  readonly caseUid: string
  /** Lower-case hex. */
  readonly sha256: string
  readonly size: number
  /** The sealed `evidence.acquired`. */
  readonly entryId: string
  /**
   * Of a case that is not here any more: the bytes wait for the hub alone, and go once it has shown its seal over them
   * (Y-76).
   */
  readonly kept?: true
}

/** What pieces are known apart by. */
export const transferKey = ({ caseUid, sha256 }: Pick<TravellingPiece, 'caseUid' | 'sha256'>): string =>
  `${caseUid}/${sha256}`

/** A piece, and where its bytes are. */
export interface PlacedPiece extends TravellingPiece {
  /** On this device. */
  readonly here: boolean
  /** At the hub, by its seal. */
  readonly received: boolean
}

/**
 * What waits, each way; the same bytes twice in a case count once. `kept`: of what is to be sent, that of cases that
 * are not here any more.
 */
export interface WaitingBytes {
  readonly kept: number
  readonly keptBytes: number
  readonly send: number
  readonly sendBytes: number
  readonly fetch: number
  readonly fetchBytes: number
}

/** Where a list goes on: pieces come in order of size (Y-60). */
export type Cursor = Pick<TravellingPiece, 'size' | 'id'> | null

/** What a device keeps of bytes that travel, behind the one write path of its ledger. */
export interface TransferStore {
  /** @param upTo bytes of the longest piece that comes by itself; -1: none does */
  waiting(upTo: number): WaitingBytes
  /** Pieces whose bytes are here, whose entry the hub has, and whose bytes it does not have; kept ones among them. */
  toSend(after: Cursor, limit: number): readonly TravellingPiece[]
  /** Those of cases that are not here any more alone. */
  toSendKept(after: Cursor, limit: number): readonly TravellingPiece[]
  /** The same whether the hub has the entry yet or not: it may be in the file that the bytes are in (Y-75). */
  toCarry(after: Cursor, limit: number): readonly TravellingPiece[]
  /**
   * Pieces whose bytes the hub has and this device has not, that a person asked for or that are no longer than `upTo`.
   */
  toFetch(upTo: number, after: Cursor, limit: number): readonly TravellingPiece[]
  piece(caseUid: string, sha256: string): PlacedPiece | null
  /** The key of bytes that are here; null where it does not open. */
  keyOf(piece: TravellingPiece): Promise<Uint8Array | null>
  /**
   * A person asked for these bytes, or (null) for all of the case, and they come when they can; or wants them no more.
   */
  want(caseUid: string, sha256: string | null, wanted: boolean): Promise<Result<void, Refusal>>
  /** The file into which the bytes of a piece come, begun now or earlier; refused where the case is gone. */
  partialOf(piece: TravellingPiece): Promise<Result<{ readonly id: string; readonly key: Uint8Array }, Refusal>>
  /** The partial file is no use: the next try begins anew. */
  dropPartial(piece: TravellingPiece): Promise<Result<void, Refusal>>
}
