import { refusal } from '../../../../shared/api/errors.ts'
import type { Refusal } from '../../../../shared/api/errors.ts'
import { fail, ok } from '../../../../shared/schema/result.ts'
import type { Result } from '../../../../shared/schema/result.ts'
import type { OpenBlob } from '../../../blobs/file-store.ts'
import { runsOf } from '../../carried/evidence-run.ts'
import type { EvidenceRun, LackedPieces } from '../../carried/evidence-run.ts'
import { deviceFault } from './attempt.ts'
import type { TransferFault } from './attempt.ts'
import { folderFault, pieceFault } from './piece-files.ts'
import type { PieceFiles } from './piece-files.ts'
import type { PieceSource } from './piece-source.ts'
import type { Cursor, TransferStore, TravellingPiece } from './transfer-store.ts'

/** Takes in one run; answers whether its piece is whole here now, and by it. Fails where this device cannot go on. */
export type TakeRun = (run: EvidenceRun) => Promise<Result<boolean, Refusal>>

/** The bytes of evidence in files that are carried between a device and its hub (Y-75). */
export interface CarriedEvidence {
  /**
   * Bytes that the hub does not have, of pieces of at most so many bytes, the smallest first. What was damaged here is
   * left out, and an alarm.
   *
   * @param of whether the piece of an entry is meant; absent: all are
   */
  runs(upTo: number, of?: (entryId: string) => boolean): AsyncGenerator<EvidenceRun>
  /** What this device lacks, the smallest first. */
  lacks(): LackedPieces['pieces']
  /** Lets a job take runs in; nothing else is fetched meanwhile. */
  taking<T>(job: (take: TakeRun) => Promise<T>): Promise<T>
}

export interface CarriedEvidenceParts {
  readonly store: Pick<TransferStore, 'toCarry' | 'toFetch' | 'piece'>
  readonly source: PieceSource
  readonly files: PieceFiles
  /** Resolves when nothing is fetched, and keeps it so until it is called back. */
  readonly still: () => Promise<() => void>
  readonly onAlarm: (why: Refusal) => void
}

const pageSize = 64
const lacksMost = 20_000

const damaged = refusal(
  'evidence_damaged',
  'The stored bytes of this evidence are missing or were altered on this device, and were not written to the file. Verify the case.',
)
const otherSize = refusal(
  'hash_mismatch',
  'The file has another number of bytes of a piece of evidence than was sealed. Nothing of them was kept. Tell the hub’s administrator.',
)

/**
 * Thrown where stored bytes turn out to be altered while they are read: the runs of that piece end, and its receiver
 * never sees it whole.
 */
class Altered extends Error {}

async function* bytesOf(blob: OpenBlob, size: number): AsyncGenerator<Uint8Array> {
  for await (const part of blob.read(0, size)) {
    if (!part.ok) throw new Altered()
    yield part.value
  }
}

export const createCarriedEvidence = ({
  store,
  source,
  files,
  still,
  onAlarm,
}: CarriedEvidenceParts): CarriedEvidence => {
  const listed = function* (
    page: (after: Cursor, limit: number) => readonly TravellingPiece[],
  ): Generator<TravellingPiece> {
    for (let after: Cursor = null; ;) {
      const pieces = page(after, pageSize)
      yield* pieces
      after = pieces.at(-1) ?? null
      if (after === null) return
    }
  }

  const runsOfPiece = async function* (piece: TravellingPiece): AsyncGenerator<EvidenceRun> {
    const blob = await source.open(piece)
    if (blob === null) return onAlarm(damaged)
    try {
      if (blob.length !== piece.size) throw new Altered()
      yield* runsOf(
        { case: piece.caseUid, sha256: piece.sha256, entry: piece.entryId, size: piece.size },
        bytesOf(blob, piece.size),
      )
    } catch (error) {
      if (!(error instanceof Altered)) throw error
      onAlarm(damaged)
    } finally {
      await blob.close()
    }
  }

  /** Adds a run to its piece; answers whether the piece is whole now. */
  const append = async (piece: TravellingPiece, run: EvidenceRun): Promise<Result<boolean, TransferFault>> => {
    const adopted = await files.adopt(piece)
    if (!adopted.ok) return fail(folderFault(adopted.error))
    if (adopted.value) {
      await files.letGo(piece)
      return ok(true)
    }
    const opened = await files.open(piece)
    if (!opened.ok) return opened
    const { partial } = opened.value
    const fresh = partial.taken() - run.at
    // A file that was begun in another way may stand further; one that stands before this run lacks what lies between.
    if (fresh < 0 || (fresh > 0 && fresh >= run.bytes.length)) return ok(false)
    const after = run.at + run.bytes.length
    if (after > partial.taken()) await partial.append(run.bytes.subarray(fresh), after < piece.size)
    if (after < piece.size) return ok(false)
    const finished = await files.finish(piece, opened.value)
    return finished.ok ? ok(true) : finished
  }

  const take: TakeRun = async (run) => {
    const piece = store.piece(run.case, run.sha256)
    if (piece === null || piece.here) return ok(false)
    const appended = await (async () => {
      try {
        return run.size === piece.size ? await append(piece, run) : fail(pieceFault(otherSize))
      } catch (error) {
        await files.letGo(piece)
        return fail(deviceFault(error))
      }
    })()
    if (appended.ok) return appended
    if (appended.error.kind === 'device') return fail(appended.error.refusal)
    if (appended.error.kind === 'piece') onAlarm(appended.error.refusal)
    return ok(false)
  }

  return {
    runs: async function* (upTo, of = () => true) {
      for (const piece of listed((after, limit) => store.toCarry(after, limit))) {
        if (piece.size > upTo) return
        if (of(piece.entryId)) yield* runsOfPiece(piece)
      }
    },
    lacks: () => {
      const lacking: LackedPieces['pieces'] = []
      for (const { caseUid, sha256 } of listed((after, limit) =>
        store.toFetch(Number.MAX_SAFE_INTEGER, after, limit),
      )) {
        if (lacking.length === lacksMost) break
        lacking.push({ case: caseUid, sha256 })
      }
      return lacking
    },
    taking: async (job) => {
      const goOn = await still()
      try {
        return await job(take)
      } finally {
        goOn()
      }
    },
  }
}
