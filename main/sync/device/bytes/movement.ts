import type { Clock } from '../../../platform/clock.ts'
import { createRate } from './rate.ts'
import type { Rate } from './rate.ts'
import { transferKey } from './transfer-store.ts'
import type { TravellingPiece } from './transfer-store.ts'

/** How fast bytes move one way, and what is left (Y-104). */
export interface MovingBytes {
  /** Of the last seconds; null: too little came to say. */
  readonly bytesPerSecond: number | null
  /** Seconds that what waits takes at that rate; null: that cannot be said. */
  readonly secondsLeft: number | null
}

/** What moves one way. */
export interface ByteMovement {
  readonly rate: Rate
  began(): void
  /** How far a piece is at the other end, or here. */
  reached(piece: TravellingPiece, offset: number): void
  /** `isThrough`: nothing of it will be gone on with. */
  ended(piece: TravellingPiece, isThrough: boolean): void
  /**
   * Null: nothing is under way.
   *
   * @param waitingBytes of all pieces that wait, however far they came
   */
  view(waitingBytes: number): MovingBytes | null
}

/** Makes the measure of one way. */
export const createMovement = (clock: Pick<Clock, 'monoMs'>): ByteMovement => {
  const rate = createRate(clock)
  const came = new Map<string, number>()
  let underWay = 0
  return {
    rate,
    began: () => {
      underWay += 1
      rate.begin()
    },
    reached: (piece, offset) => void came.set(transferKey(piece), offset),
    ended: (piece, isThrough) => {
      underWay -= 1
      if (isThrough) came.delete(transferKey(piece))
      if (underWay === 0) rate.rest()
    },
    view: (waitingBytes) => {
      if (underWay === 0) return null
      const perSecond = rate.perSecond()
      const left = Math.max(0, waitingBytes - [...came.values()].reduce((sum, bytes) => sum + bytes, 0))
      return {
        bytesPerSecond: perSecond === null ? null : Math.round(perSecond),
        secondsLeft: perSecond === null || perSecond < 1 ? null : Math.ceil(left / perSecond),
      }
    },
  }
}
