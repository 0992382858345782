/** How many bytes one request carries: what is on its way when a connection breaks has to travel again. */
export interface Stride {
  bytes(): number
  /** Bytes arrived. */
  arrived(count: number): void
  /** The connection broke. */
  broke(): void
}

const least = 524_288
const most = 8 * 1_048_576
/** A request carries at most this part of what came since the last break, so that breaks cost less than a hundredth. */
const part = 128
/** A server ends a request that lasts too long; at a capped rate one takes no longer than this. */
const seconds = 60

/** @param cap bytes a second; null: as many as go */
export const createStride = (cap: () => number | null): Stride => {
  let since = 0
  return {
    bytes: () => Math.max(1, Math.floor(Math.min(most, Math.max(least, since / part), (cap() ?? Infinity) * seconds))),
    arrived: (count) => {
      since += count
    },
    broke: () => {
      since = 0
    },
  }
}
