const nameCircle = (path: readonly number[], again: number, keyOf: (index: number) => string): string =>
  [...path.slice(path.indexOf(again)), again].map(keyOf).join(' -> ')

/** Adds the rules of a circle to `broken`: those of the path from the one that is read again. */
const breakCircle = (
  path: readonly number[],
  again: number,
  broken: Map<number, string>,
  keyOf: (index: number) => string,
): void => {
  const told = nameCircle(path, again, keyOf)
  for (const index of path.slice(path.indexOf(again)))
    if (!broken.has(index)) broken.set(index, `it reads itself by way of others: ${told}`)
}

/**
 * An order in which every rule comes after those that it reads, without the broken ones. Rules that read each other in
 * a circle, or one that is broken, are added to `broken`.
 *
 * @param readsOf by rule, the places of the rules that it reads
 */
export const referenceOrder = (
  readsOf: readonly (readonly number[])[],
  broken: Map<number, string>,
  keyOf: (index: number) => string,
): readonly number[] => {
  const order: number[] = []
  const done = new Set<number>()
  // A walk with a stack of its own: a chain of references may be as long as there are rules.
  for (const start of readsOf.keys()) {
    const path: { readonly index: number; next: number }[] = []
    const open = new Set<number>()
    const enter = (index: number): void => {
      path.push({ index, next: 0 })
      open.add(index)
    }
    if (!done.has(start)) enter(start)
    for (let here = path.at(-1); here !== undefined; here = path.at(-1)) {
      const read = readsOf[here.index]?.[here.next]
      here.next += 1
      if (read === undefined) {
        const failing = (readsOf[here.index] ?? []).find((index) => broken.has(index))
        if (failing !== undefined && !broken.has(here.index))
          broken.set(here.index, `it reads the rule "${keyOf(failing)}", which cannot run`)
        done.add(here.index)
        open.delete(here.index)
        if (!broken.has(here.index)) order.push(here.index)
        path.pop()
      } else if (open.has(read)) {
        const walked = path.map(({ index }) => index)
        breakCircle(walked, read, broken, keyOf)
      } else if (!done.has(read)) enter(read)
    }
  }
  return order
}
