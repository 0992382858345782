import { transferKey } from './transfer-store.ts'
import type { TravellingPiece } from './transfer-store.ts'

/** How pieces are gone through. */
export interface Walk {
  /** Pieces under way at once, at most, now. */
  readonly width: () => number
  /** Whether one more may begin. */
  readonly mayBegin: () => boolean
  readonly isAside: (piece: TravellingPiece) => boolean
  readonly attempt: (piece: TravellingPiece) => Promise<void>
  /** Whether there is something to look for from the beginning. */
  readonly looksAnew: () => boolean
}

/** Bytes of a piece that takes a while. */
const longFrom = 1_048_576
/** A longer one has none beside it (Y-60). */
const besideBytes = 8 * 1_048_576

/**
 * Goes through pieces once: short ones side by side, since each is mostly waited for, and a long one alone. One that
 * takes a while makes it look anew, for smaller ones that came meanwhile. Resolves when none is under way.
 */
export const goThrough = async (
  pieces: Iterable<TravellingPiece>,
  { width, mayBegin, isAside, attempt, looksAnew }: Walk,
): Promise<void> => {
  const underWay = new Map<string, Promise<void>>()
  const begin = (piece: TravellingPiece): void => {
    const key = transferKey(piece)
    const ended = attempt(piece).finally(() => underWay.delete(key))
    // Whoever awaits it hears of a bug; until then it must not count as unhandled.
    ended.catch(() => undefined)
    underWay.set(key, ended)
  }
  try {
    for (const piece of pieces) {
      if (isAside(piece) || underWay.has(transferKey(piece))) continue
      const isAlone = piece.size > besideBytes
      while (underWay.size > 0 && underWay.size >= (isAlone ? 1 : width())) await Promise.race(underWay.values())
      if (!mayBegin()) break
      begin(piece)
      if (piece.size <= longFrom) continue
      if (isAlone) await underWay.get(transferKey(piece))
      if (looksAnew()) break
    }
    while (underWay.size > 0) await Promise.race(underWay.values())
  } finally {
    await Promise.allSettled(underWay.values())
  }
}
