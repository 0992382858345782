export interface SeedPlace {
  readonly x: number
  readonly y: number
}

/** The golden angle: steps of it fill a disc evenly (Vogel 1979). */
const golden = Math.PI * (3 - Math.sqrt(5))

/** The place of the `index`th node that is set around a point, `apart` from the next. */
export const around = (centre: SeedPlace, index: number, apart: number): SeedPlace => {
  const radius = apart * Math.sqrt(index + 1)
  return { x: centre.x + radius * Math.cos(index * golden), y: centre.y + radius * Math.sin(index * golden) }
}

/**
 * Where nodes without a place begin: around a neighbour that has one, else around the middle. The same graph begins the
 * same way, so that a layout can be made again.
 */
export const seeded = (
  keys: readonly string[],
  placeOf: (key: string) => SeedPlace | undefined,
  neighboursOf: (key: string) => Iterable<string>,
  apart = 12,
): ReadonlyMap<string, SeedPlace> => {
  const found = new Map<string, SeedPlace>()
  const counts = new Map<string, number>()
  const known = (key: string): SeedPlace | undefined => placeOf(key) ?? found.get(key)
  const middle: SeedPlace = { x: 0, y: 0 }
  for (const key of keys) {
    if (placeOf(key) !== undefined) continue
    let anchor = ''
    for (const other of neighboursOf(key)) {
      if (known(other) === undefined) continue
      anchor = other
      break
    }
    const count = counts.get(anchor) ?? 0
    counts.set(anchor, count + 1)
    found.set(key, around(known(anchor) ?? middle, count, apart))
  }
  return found
}
