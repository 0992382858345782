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
export const workMs = (size: number): number => 50_000 + Math.floor(size / 4_194_304) * 1_000

/**
 * Bytes that the thread may hold outside of its heap, besides the piece itself, before what it reads is given up: streams
 * of a few bytes that unpack to gigabytes end here.
 */
export const outsideMax = 234_881_024

/** How often what it holds is looked at, in milliseconds. */
export const watchMs = 50

/** A part whose format is read as a whole is at most so long. */
export const wholeMax = 67_108_864

/** Of a PDF only what is needed is read; it is at most so long. */
export const pdfMax = 268_435_456

/** Pages of a PDF that are read. */
export const pagesMax = 50_000

/** How deep files lie within one another: an attachment of a mail in an archive is at depth 2. */
export const nestingMax = 4

/** Files within a piece that are looked at. */
export const partsMax = 100_000

/** What the archives in a piece may unpack to in all: files that people pack are seldom a twentieth of themselves. */
export const unpackedMax = (size: number): number => 1_073_741_824 + 20 * size

/** What is unpacked is held where it is no longer than this; longer text is unpacked anew as it is read. */
export const heldMax = 50_331_648
