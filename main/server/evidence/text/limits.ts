/**
 * How much of a piece is read. Whoever reads a piece is told which limit ended it (`too_large`, `took_too_long`), so
 * each has words of its own.
 */

/** Text of a piece that is kept, in UTF-16 code units: some 50,000 pages. */
export const textMax = 100_000_000

/** A passage is at most so long, in UTF-16 code units. */
export const passageMax = 2_000

/** Parts that give no text and are named one by one. */
export const lacksMax = 1_000

/** The thread's heap; the bytes that it holds outside of it are bounded by `outsideMax`. */
export const heap = { maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 256 }

/** Time that the thread may work on a piece; what it waits for is not counted. */
export const workMs = (size: number): number => 60_000 + Math.floor(size / 4_194_304) * 1_000
