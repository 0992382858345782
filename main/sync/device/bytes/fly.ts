import { ok } from '../../../../shared/schema/result.ts'
import type { Result } from '../../../../shared/schema/result.ts'
import type { TransferFault } from './attempt.ts'
import { beginFlight, nextPart, withoutOldest, withPart } from './flight.ts'
import type { ByteRun } from './flight.ts'
import type { Stride } from './stride.ts'

/** How parts of a piece travel; `T` is what a request answers. */
export interface PartWay<T> {
  readonly stride: Pick<Stride, 'room' | 'began' | 'ended'>
  /** Parts under way at once, at most, whatever the stride has room for. */
  readonly most: number
  /** @param follows whether parts before it are under way */
  readonly begin: (part: ByteRun, follows: boolean, signal: AbortSignal) => Promise<Result<T, TransferFault>>
  /** The request of the oldest part was answered: answers how far the bytes stand. */
  readonly take: (part: ByteRun, answered: T) => Promise<Result<number, TransferFault>>
  readonly onReached: (offset: number) => void
}

/**
 * Moves the bytes of a piece by several parts at once (Y-103). What is decided follows the order of the parts and never
 * that of their answers: each waits for those before it. Where one fails, those behind it are given up.
 *
 * Answers where the bytes stand: the size of the piece, or -1 where the other end has to be asked.
 */
export const fly = async <T>(
  piece: { readonly size: number; readonly from: number },
  { stride, most, begin, take, onReached }: PartWay<T>,
  signal: AbortSignal,
): Promise<Result<number, TransferFault>> => {
  const givenUp = new AbortController()
  const own = AbortSignal.any([signal, givenUp.signal])
  const underWay: Promise<Result<T, TransferFault>>[] = []
  let flight = beginFlight(piece.size, piece.from)

  const fill = (): void => {
    for (;;) {
      const room = stride.room(flight.under.reduce((sum, { length }) => sum + length, 0))
      const part = nextPart(flight, { ...room, parts: Math.min(most, room.parts) })
      if (part === null) return
      stride.began(part.length)
      const begun = begin(part, flight.under.length > 0, own)
      // Whoever awaits it hears of a failure; until then it must not count as unhandled.
      begun.catch(() => undefined)
      flight = withPart(flight, part)
      underWay.push(begun)
    }
  }

  try {
    for (;;) {
      fill()
      const [oldest] = flight.under
      const [begun] = underWay
      if (oldest === undefined || begun === undefined) return ok(piece.size)
      const answered = await begun
      const reached = answered.ok ? await take(oldest, answered.value) : answered
      if (!reached.ok) return reached
      const after = withoutOldest(flight, reached.value)
      if (after === null) return ok(-1)
      void underWay.shift()
      stride.ended(oldest.length)
      flight = after
      onReached(reached.value)
    }
  } finally {
    givenUp.abort()
    await Promise.allSettled(underWay)
    for (const { length } of flight.under) stride.ended(length)
  }
}
