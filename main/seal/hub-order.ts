/** Whether places are 0, 1, 2 ... each once, in any order, with nulls between them. */
export const isGapless = (given: readonly (number | null)[]): boolean => {
  const taken = given.filter((place) => place !== null).sort((a, b) => a - b)
  return taken.every((place, index) => place === index)
}

/** Y-40: what a hub has placed in its order, then the rest as it stands. */
export const inHubOrder = <T>(items: readonly T[], placeOf: (item: T) => number | null | undefined): readonly T[] => {
  const placed: { readonly item: T; readonly place: number }[] = []
  const rest: T[] = []
  for (const item of items) {
    const place = placeOf(item)
    if (typeof place === 'number') placed.push({ item, place })
    else rest.push(item)
  }
  return placed.length === 0 ? items : [...placed.sort((a, b) => a.place - b.place).map(({ item }) => item), ...rest]
}
