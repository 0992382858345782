/** A run of bytes of a piece that one request carries. */
export interface ByteRun {
  readonly offset: number
  readonly length: number
}

/** The parts of one piece that are under way, the oldest first. */
export interface Flight {
  readonly size: number
  /** The first byte that no request carries yet. */
  readonly next: number
  readonly under: readonly ByteRun[]
}

/** How much may be under way of one piece now. */
export interface Room {
  /** Bytes of the next part, at most. */
  readonly partBytes: number
  readonly parts: number
}

/** @param from how far the bytes are at the other end, or here */
export const beginFlight = (size: number, from: number): Flight => ({ size, next: from, under: [] })

/** The part that is begun now; null: none, until one that is under way has ended. */
export const nextPart = ({ size, next, under }: Flight, { partBytes, parts }: Room): ByteRun | null =>
  next >= size || under.length >= parts ? null : { offset: next, length: Math.min(size - next, partBytes) }

export const withPart = (flight: Flight, part: ByteRun): Flight => ({
  ...flight,
  next: part.offset + part.length,
  under: [...flight.under, part],
})

/**
 * The oldest part has ended, and the bytes stand at `reached`. Null: that is another place than the parts behind it go
 * on from, so that nothing more is known before the other end is asked.
 */
export const withoutOldest = (flight: Flight, reached: number): Flight | null => {
  const [oldest, ...behind] = flight.under
  if (oldest === undefined) throw new Error('no part is under way')
  if (reached === oldest.offset + oldest.length) return { ...flight, under: behind }
  const isWithin = reached >= oldest.offset && reached < oldest.offset + oldest.length
  return behind.length === 0 && isWithin ? { ...flight, next: reached, under: [] } : null
}
