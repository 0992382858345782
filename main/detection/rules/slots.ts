import type { JsonValue } from '../../seal/canonical.ts'
import type { FeatureVector, RuleFacts } from '../ports.ts'
import { follow, member, splitPath } from './paths.ts'
import { unread } from './run.ts'
import type { Node, RuleRun } from './run.ts'

/** Reads of the facts that rules share: each path is followed once for an activity, whoever asks. */
export interface Slots {
  /** The slot of a path, and the node that reads it. */
  of(path: string): { readonly slot: number; readonly node: Node }
  /** The slot that a node reads, where it is one of ours. */
  slotRead(node: Node | null): number | undefined
  readonly paths: readonly string[]
}

const sections = [
  'event',
  'metadata',
  'features',
  'profile',
  'graph',
  'model',
] as const satisfies readonly (keyof RuleFacts)[]

const isSection = (name: string): name is (typeof sections)[number] => (sections as readonly string[]).includes(name)

/** Reads a feature out of a vector, whose places are looked up once. */
const featureReader = (name: string): ((vector: FeatureVector) => number | null) => {
  let known: FeatureVector['places'] | undefined
  let place: number | undefined
  return ({ values, places }) => {
    if (known !== places) {
      known = places
      place = places.get(name)
    }
    const value = place === undefined ? undefined : values[place]
    return value === undefined || Number.isNaN(value) ? null : value
  }
}

/** Makes an empty set of slots. */
export const createSlots = (): Slots => {
  const known = new Map<string, { readonly slot: number; readonly node: Node }>()
  const slotsOfNodes = new Map<Node, number>()
  const paths: string[] = []
  const reader = (slot: number, steps: readonly string[]): Node => {
    const [section = '', ...within] = steps
    const [name = ''] = within
    const isPlain = steps.length === 2 && isSection(section)
    const ofVector = isPlain && section === 'features' ? featureReader(name) : null
    // Nearly every path is a field of a part of the facts.
    const plain = isPlain
      ? (run: RuleRun): JsonValue => member(run.facts[section], name)
      : (run: RuleRun): JsonValue => (isSection(section) ? follow(run.facts[section], within) : null)
    const read =
      ofVector === null ? plain : (run: RuleRun): JsonValue => (run.vector === null ? plain(run) : ofVector(run.vector))
    return (run) => {
      const kept = run.slots[slot]
      if (kept !== unread && kept !== undefined) return kept
      const value = read(run)
      run.slots[slot] = value
      return value
    }
  }
  return {
    of(path) {
      const found = known.get(path)
      if (found !== undefined) return found
      const slot = paths.push(path) - 1
      const made = { slot, node: reader(slot, splitPath(path)) }
      known.set(path, made)
      slotsOfNodes.set(made.node, slot)
      return made
    },
    slotRead: (node) => (node === null ? undefined : slotsOfNodes.get(node)),
    paths,
  }
}
