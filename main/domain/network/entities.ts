import { nodeKinds } from '../../../shared/schema/network.ts'
import type { EntityRef, NodeKind } from '../../../shared/schema/network.ts'
import { marks, places } from './columns.ts'
import { entityKey } from './refs.ts'

/**
 * The entities of the network by their numbers, and which of them stands for others that accepted merges join to it.
 */
export interface Entities {
  readonly count: number
  /** The own number of an entity, whatever it was merged with. */
  readonly numberOf: (ref: EntityRef) => number | undefined
  readonly kindOf: (node: number) => NodeKind
  readonly refOf: (node: number) => EntityRef
  readonly idOf: (node: number) => string
  /** The node that stands for one: itself, where it was merged into no other. */
  readonly standsFor: (node: number) => number
  readonly isMerged: (node: number) => boolean
  /** The numbers of all that a node stands for, itself first. */
  readonly membersOf: (node: number) => readonly number[]
  /**
   * The number of an entity, which it is given where it has none. A counterparty that turns out to be an account
   * becomes one.
   */
  readonly ensure: (ref: EntityRef) => number
  /** Gives an entity that has none the next number. */
  readonly place: (ref: EntityRef) => number
}

/** Who is told of nodes. */
export interface EntityEvents {
  /** An entity has got its number. */
  readonly onPlaced: (node: number, key: string) => void
  /** A node is new, or of another kind than before. */
  readonly onChanged: (node: number) => void
}

/** The node that a key stands for where several are one: groups of keys that accepted merges join. */
const groupsOf = (merges: readonly (readonly [EntityRef, EntityRef])[]): ReadonlyMap<string, string> => {
  const parent = new Map<string, string>()
  const root = (key: string): string => {
    let here = key
    for (let up = parent.get(here); up !== undefined && up !== here; up = parent.get(here)) here = up
    return here
  }
  for (const [a, b] of merges) {
    const [one, other] = [root(entityKey(a)), root(entityKey(b))]
    if (one !== other) parent.set(one < other ? other : one, one < other ? one : other)
    for (const key of [entityKey(a), entityKey(b)]) if (!parent.has(key)) parent.set(key, root(key))
  }
  return new Map([...parent.keys()].map((key) => [key, root(key)]))
}

/** Makes an empty set of entities in which accepted merges act. */
export const createEntities = (
  merges: readonly (readonly [EntityRef, EntityRef])[],
  { onPlaced, onChanged }: EntityEvents,
): Entities => {
  const groups = groupsOf(merges)
  const standing = new Map<string, number>()
  const numbers = new Map<string, number>()
  const ids: string[] = []
  const kinds = marks()
  const stands = places()
  const members = new Map<number, number[]>()

  const kindOf = (node: number): NodeKind => nodeKinds[kinds.get(node)] ?? 'customer'
  const place = (ref: EntityRef): number => {
    const key = entityKey(ref)
    const node = ids.length
    ids.push(ref.id)
    numbers.set(key, node)
    kinds.set(node, nodeKinds.indexOf(ref.kind))
    onPlaced(node, key)
    const group = groups.get(key)
    if (group === undefined) return node
    const first = standing.get(group)
    if (first === undefined) standing.set(group, node)
    else {
      stands.set(node, first)
      members.set(first, [...(members.get(first) ?? [first]), node])
    }
    return node
  }

  return {
    get count() {
      return ids.length
    },
    numberOf: (ref) => numbers.get(entityKey(ref)),
    kindOf,
    refOf: (node) => ({ kind: kindOf(node), id: ids[node] ?? '' }),
    idOf: (node) => ids[node] ?? '',
    standsFor: (node) => {
      const other = stands.get(node)
      return other === -1 ? node : other
    },
    isMerged: (node) => stands.get(node) !== -1,
    membersOf: (node) => members.get(node) ?? [node],
    ensure: (ref) => {
      const known = numbers.get(entityKey(ref))
      if (known === undefined) {
        const node = place(ref)
        onChanged(node)
        return node
      }
      if (ref.kind === 'account' && kindOf(known) === 'counterparty') {
        kinds.set(known, nodeKinds.indexOf('account'))
        onChanged(known)
      }
      return known
    },
    place,
  }
}
