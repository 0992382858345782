import type { JsonValue } from '../seal/canonical.ts'

/** A value somewhere in the metadata. */
export interface Leaf {
  readonly path: readonly string[]
  readonly value: string | number | boolean
}

/**
 * Objects whose own name says nothing of what they hold; of some of them it is the customer's device that fills them.
 */
const wrappers = new Set([
  'transaction',
  'payment',
  'transfer',
  'network',
  'geo',
  'geolocation',
  'location',
  'client',
  'session',
  'context',
  'details',
  'data',
  'event',
  'request',
  'position',
  'coordinates',
])

const depthMax = 4

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/gu, '')

const collect = (value: JsonValue | undefined, path: readonly string[], found: Leaf[]): Leaf[] => {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') found.push({ path, value })
  else if (typeof value === 'object' && value !== null && !Array.isArray(value) && path.length < depthMax)
    for (const [name, inner] of Object.entries(value)) collect(inner, [...path, name], found)
  return found
}

/** A leaf with the names by which it can be meant. */
export interface NamedLeaf extends Leaf {
  /** Its whole path, and what is left of it without wrappers. */
  readonly meanings: readonly string[]
  /** The innermost wrapper around it: whose word it is. Nothing: it stands at the top. */
  readonly holder: readonly string[]
}

const named = ({ path, value }: Leaf): NamedLeaf => {
  const parts = path.map(plain)
  const isWrapper = (part: string, place: number): boolean => place < parts.length - 1 && wrappers.has(part)
  const bare = parts.filter((part, place) => !isWrapper(part, place))
  return {
    path,
    value,
    meanings: [...new Set([parts.join(''), bare.join('')])],
    holder: path.slice(0, parts.findLastIndex(isWrapper) + 1),
  }
}

/**
 * All values of the metadata, at most four objects deep. A limit on their number would let many in one object hide
 * those behind it.
 */
export const leavesOf = (metadata: Readonly<Record<string, JsonValue>>): readonly NamedLeaf[] =>
  collect(metadata, [], []).map(named)

const keyOf = (path: readonly string[]): string => JSON.stringify(path)

/** How well a leaf names a field within its holder; lower is better. */
type Rank = readonly [spelledOtherwise: number, name: number, depth: number]

const rankOf = (leaf: NamedLeaf, field: string, names: ReadonlyMap<string, number>): Rank | null => {
  const places = leaf.meanings.flatMap((meaning) => names.get(meaning) ?? [])
  const depth = leaf.path.length - leaf.holder.length
  return places.length === 0 ? null : [depth === 1 && leaf.path.at(-1) === field ? 0 : 1, Math.min(...places), depth]
}

const compared = (one: Rank, other: Rank): number =>
  one.map((part, place) => part - (other[place] ?? 0)).find((difference) => difference !== 0) ?? 0

/**
 * The leaves that can be a field and that no other outranks; the order of the members says nothing. Within one holder
 * the field's own name comes before every other spelling, then the order of `names`, then the one that lies less deep.
 * Between holders one comes before those inside it, so that nothing deeper takes the place of what stands at the top;
 * of two holders side by side neither does, and both are answered.
 *
 * @param names plain names of the field (lower case, without punctuation) with their place in the order of preference
 */
export const candidatesOf = (
  leaves: readonly NamedLeaf[],
  field: string,
  names: ReadonlyMap<string, number>,
): readonly Leaf[] => {
  const best = new Map<string, { readonly holder: readonly string[]; readonly rank: Rank; readonly leaves: Leaf[] }>()
  for (const leaf of leaves) {
    const rank = rankOf(leaf, field, names)
    if (rank === null) continue
    const key = keyOf(leaf.holder)
    const known = best.get(key)
    const difference = known === undefined ? -1 : compared(rank, known.rank)
    if (difference < 0) best.set(key, { holder: leaf.holder, rank, leaves: [leaf] })
    else if (difference === 0) known?.leaves.push(leaf)
  }
  const isInside = ({ holder }: { readonly holder: readonly string[] }): boolean =>
    holder.some((_, depth) => best.has(keyOf(holder.slice(0, depth))))
  return [...best.values()].filter((group) => !isInside(group)).flatMap((group) => group.leaves)
}
