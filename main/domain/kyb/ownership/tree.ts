import type { ShareRange, StatedShare } from '../../../../shared/schema/kyb.ts'
import type { Interest, Network, OwnershipParty } from './parties.ts'

/** A node of the tree of owners. */
export interface OwnerNode {
  readonly depth: number
  readonly parent: number | null
  readonly party: OwnershipParty
  readonly interests: readonly {
    readonly kind: Interest['kind']
    readonly share: StatedShare | null
    readonly direct: Interest['direct']
  }[]
  readonly integrated: ShareRange | null
  readonly again: 'loop' | 'elsewhere' | null
  readonly hidden: number
}

interface Waiting {
  readonly depth: number
  readonly parent: number | null
  readonly key: string
  readonly interests: readonly Interest[]
  /** Keys from the target to here. */
  readonly way: ReadonlySet<string>
}

/**
 * The owners of a business as a tree, in the order in which it is read: the weightiest owner first, each unfolded
 * before the next. A party is unfolded once; where it comes again, its node says whether that is a loop or another
 * branch.
 *
 * @param integratedOf percent of the target that a party has, or null
 * @param nodesMax the most nodes; owners beyond it are counted in `hidden`
 */
export const ownerTree = (
  network: Network,
  integratedOf: (key: string) => ShareRange | null,
  nodesMax = 500,
): readonly OwnerNode[] => {
  const byOwned = new Map<string, Map<string, Interest[]>>()
  for (const interest of network.interests) {
    const owners = byOwned.get(interest.owned) ?? new Map<string, Interest[]>()
    byOwned.set(interest.owned, owners)
    owners.set(interest.owner, [...(owners.get(interest.owner) ?? []), interest])
  }
  const weight = (key: string): number => integratedOf(key)?.max ?? 0
  const ownersOf = (key: string): readonly (readonly [string, readonly Interest[]])[] =>
    [...(byOwned.get(key) ?? [])].sort(([one], [other]) => weight(other) - weight(one) || (one < other ? -1 : 1))
  const nodes: { -readonly [Field in keyof OwnerNode]: OwnerNode[Field] }[] = []
  const unfolded = new Set<string>()
  const stack: Waiting[] = [{ depth: 0, parent: null, key: network.target, interests: [], way: new Set() }]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { depth, parent, key, interests, way } = next
    const party = network.parties.get(key)
    if (party === undefined) continue
    if (nodes.length >= nodesMax) {
      const below = parent === null ? undefined : nodes[parent]
      if (below !== undefined) below.hidden += 1
      continue
    }
    const again = way.has(key) ? 'loop' : unfolded.has(key) && byOwned.has(key) ? 'elsewhere' : null
    const at =
      nodes.push({
        depth,
        parent,
        party,
        interests: interests
          .map(({ kind, share, direct }) => ({ kind, share, direct }))
          .sort((one, other) => (one.kind < other.kind ? -1 : one.kind > other.kind ? 1 : 0)),
        integrated: integratedOf(key),
        again,
        hidden: 0,
      }) - 1
    if (again !== null) continue
    unfolded.add(key)
    const further = new Set([...way, key])
    for (const [owner, held] of [...ownersOf(key)].reverse())
      stack.push({ depth: depth + 1, parent: at, key: owner, interests: held, way: further })
  }
  return nodes
}
