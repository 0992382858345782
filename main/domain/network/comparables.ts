import type { EntityRef } from '../../../shared/schema/network.ts'
import type { FactName } from './extract.ts'
import { blockMax, blocksOf, compareEntities } from './resolve.ts'
import type { Comparable, Comparison } from './resolve.ts'

/** The most of one sort that is compared of an entity: what uses hundreds of devices is no person. */
const most = 20

interface Kept {
  readonly names: string[]
  readonly birthDates: string[]
  readonly identifiers: string[]
  readonly shared: string[]
}

/** Two nodes that were compared. */
export interface Compared extends Comparison {
  readonly a: number
  readonly b: number
}

/** What is known of nodes for telling which are one and the same, and in which blocks they lie. */
export interface Comparables {
  tell(node: number, name: ComparedFact, value: string): void
  /** A node uses something: `device:d-1`. */
  uses(node: number, used: string): void
  nameOf(node: number): string | null
  /** Compares nodes of which something became known since the last call with those beside them. */
  compareChanged(): readonly Compared[]
  /** Forgets which changed: what is filled again from what was kept was compared before. */
  settle(): void
}

/** Facts by which two may be told to be one. */
type ComparedFact = Exclude<FactName, 'counterparty'>

const places: Readonly<Record<ComparedFact, keyof Kept>> = {
  name: 'names',
  birth_date: 'birthDates',
  identifier: 'identifiers',
  email: 'shared',
  phone: 'shared',
  address: 'shared',
}

/** Kinds that can be one and the same: of one kind, or a customer and somebody who is known otherwise. */
const canBeOne = (a: EntityRef['kind'], b: EntityRef['kind']): boolean => {
  const kinds = new Set([a, b])
  if (kinds.size === 1) return ['customer', 'account', 'counterparty', 'person', 'company'].includes(a)
  return kinds.has('customer') && (kinds.has('person') || kinds.has('counterparty') || kinds.has('company'))
}

/** Makes an empty book. */
export const createComparables = (kindOf: (node: number) => EntityRef['kind']): Comparables => {
  const known = new Map<number, Kept>()
  const blocks = new Map<string, number[]>()
  const changed = new Set<number>()

  const keptOf = (node: number): Kept => {
    let kept = known.get(node)
    if (kept === undefined) {
      kept = { names: [], birthDates: [], identifiers: [], shared: [] }
      known.set(node, kept)
    }
    return kept
  }
  const putInBlocks = (node: number, part: Partial<Comparable>): void => {
    for (const block of blocksOf({ names: [], birthDates: [], identifiers: [], shared: [], ...part })) {
      const members = blocks.get(block)
      if (members === undefined) blocks.set(block, [node])
      else if (members.length <= blockMax && !members.includes(node)) members.push(node)
    }
  }
  const note = (node: number, sort: keyof Kept, value: string): void => {
    const values = keptOf(node)[sort]
    if (values.length >= most || values.includes(value)) return
    values.push(value)
    putInBlocks(node, { [sort]: [value] })
    changed.add(node)
  }
  const besides = (node: number, kept: Kept): number[] => {
    const found = new Set<number>()
    for (const block of new Set(blocksOf(kept))) {
      const members = blocks.get(block) ?? []
      if (members.length > blockMax) continue
      for (const other of members) if (other !== node && canBeOne(kindOf(node), kindOf(other))) found.add(other)
    }
    return [...found].sort((one, other) => one - other)
  }
  return {
    tell: (node, name, value) => note(node, places[name], places[name] === 'shared' ? `${name}:${value}` : value),
    uses: (node, used) => note(node, 'shared', used),
    nameOf: (node) => known.get(node)?.names[0] ?? null,
    compareChanged: () => {
      const compared: Compared[] = []
      const done = new Set<string>()
      for (const node of changed) {
        const kept = keptOf(node)
        for (const other of besides(node, kept)) {
          const [a, b] = node < other ? [node, other] : [other, node]
          if (done.has(`${a} ${b}`)) continue
          done.add(`${a} ${b}`)
          compared.push({ a, b, ...compareEntities(keptOf(a), keptOf(b)) })
        }
      }
      changed.clear()
      return compared
    },
    settle: () => changed.clear(),
  }
}
