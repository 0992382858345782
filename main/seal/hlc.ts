/** A hybrid logical clock reading: Unix milliseconds and a counter that orders readings within one. */
export interface Hlc {
  readonly ms: number
  readonly counter: number
}

const maxCounter = 0xffff
const maxMs = 0xffff_ffff_ffff

/** The reading before any event. */
export const zeroHlc: Hlc = { ms: 0, counter: 0 }

const after = (ms: number, counter: number): Hlc =>
  counter >= maxCounter ? { ms: ms + 1, counter: 0 } : { ms, counter: counter + 1 }

/**
 * The reading for a local event: the wall clock where it moved on, otherwise the next count, so that readings of one
 * device always rise although its wall clock may stand still or be set back (Kulkarni et al., "Logical Physical
 * Clocks").
 *
 * @param wallMs Unix milliseconds
 */
export const tick = (last: Hlc, wallMs: number): Hlc =>
  wallMs > last.ms ? { ms: Math.floor(wallMs), counter: 0 } : after(last.ms, last.counter)

/** The reading on receiving another device's reading: later than both it and our last one. */
export const receive = (last: Hlc, remote: Hlc, wallMs: number): Hlc => {
  const later = compareHlc(last, remote) >= 0 ? last : remote
  return tick(later, wallMs)
}

/** Negative, zero or positive as `a` is before, equal to or after `b`. */
export const compareHlc = (a: Hlc, b: Hlc): number => a.ms - b.ms || a.counter - b.counter

/** `<12 hex ms>-<4 hex counter>`; encoded readings sort as text. Throws RangeError outside 0 .. 2^48-1 ms. */
export const encodeHlc = (hlc: Hlc): string => {
  if (!Number.isInteger(hlc.ms) || hlc.ms < 0 || hlc.ms > maxMs) throw new RangeError('hlc ms out of range')
  if (!Number.isInteger(hlc.counter) || hlc.counter < 0 || hlc.counter > maxCounter)
    throw new RangeError('hlc counter out of range')
  return `${hlc.ms.toString(16).padStart(12, '0')}-${hlc.counter.toString(16).padStart(4, '0')}`
}

/** Whether a text is an encoded reading. */
export const isHlc = (text: unknown): text is string =>
  typeof text === 'string' && /^[0-9a-f]{12}-[0-9a-f]{4}$/.test(text)

/** The reading of an encoded text, or null where it is none. */
export const parseHlc = (text: string): Hlc | null =>
  isHlc(text) ? { ms: Number.parseInt(text.slice(0, 12), 16), counter: Number.parseInt(text.slice(13), 16) } : null
