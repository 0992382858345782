const collator = new Intl.Collator('en', { numeric: true })

/** The order of names as people count: `Rule 2` stands before `Rule 10`. */
export const naturalOrder = (one: string, other: string): number => collator.compare(one, other)

/** Items by what a person reads of them, then by their key. */
export const inNaturalOrder = <T extends { readonly key: string }>(
  items: readonly T[],
  nameOf: (item: T) => string,
): readonly T[] =>
  items.toSorted((one, other) => naturalOrder(nameOf(one), nameOf(other)) || naturalOrder(one.key, other.key))
