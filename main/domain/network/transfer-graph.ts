/** A movement of value between two entities. `amount` is in ten-thousandths of the currency, `atMs` in Unix milliseconds. */
export interface Transfer {
  readonly from: string
  readonly to: string
  readonly amount: number
  readonly atMs: number
}

/** What went from one node to another. */
export interface Flow {
  readonly other: number
  count: number
  total: number
  firstAtMs: number
  lastAtMs: number
}

/** A transfer as one of its ends keeps it. */
export interface Movement {
  readonly other: number
  readonly amount: number
  readonly atMs: number
}

/** A node's neighbourhood. */
export interface NodeEdges {
  readonly out: ReadonlyMap<number, Flow>
  readonly in: ReadonlyMap<number, Flow>
  /** Neighbours in either direction, each once; links that are no transfers are among them. */
  readonly neighbours: readonly number[]
  readonly sent: readonly Movement[]
  readonly received: readonly Movement[]
}

interface Edges extends NodeEdges {
  readonly out: Map<number, Flow>
  readonly in: Map<number, Flow>
  readonly neighbours: number[]
  readonly sent: Movement[]
  readonly received: Movement[]
  readonly known: Set<number>
}

/** Entities and what ties them: grows, never shrinks. Nodes are numbered 0, 1, 2 ... in the order of their coming. */
export interface TransferGraph {
  readonly size: number
  /** The number of an entity; it comes in with this where it is new. */
  nodeOf(id: string): number
  find(id: string): number | undefined
  idOf(node: number): string
  edgesOf(node: number): NodeEdges
  /** Adds a transfer; tells the neighbours that the two ends now have for the first time. */
  add(transfer: Transfer): { readonly from: number; readonly to: number; readonly isNewTie: boolean }
  /** Ties two entities that share something: an owner, a device, an address. */
  link(a: string, b: string): { readonly from: number; readonly to: number; readonly isNewTie: boolean }
}

const noEdges = (): Edges => ({ out: new Map(), in: new Map(), neighbours: [], sent: [], received: [], known: new Set() })

const grow = (flows: Map<number, Flow>, other: number, { amount, atMs }: Transfer): void => {
  const flow = flows.get(other)
  if (flow === undefined) {
    flows.set(other, { other, count: 1, total: amount, firstAtMs: atMs, lastAtMs: atMs })
    return
  }
  flow.count += 1
  flow.total += amount
  flow.firstAtMs = Math.min(flow.firstAtMs, atMs)
  flow.lastAtMs = Math.max(flow.lastAtMs, atMs)
}

/** Makes an empty graph. Adding costs constant time. */
export const createTransferGraph = (): TransferGraph => {
  const numbers = new Map<string, number>()
  const ids: string[] = []
  const nodes: Edges[] = []

  const nodeOf = (id: string): number => {
    const known = numbers.get(id)
    if (known !== undefined) return known
    numbers.set(id, ids.length)
    ids.push(id)
    nodes.push(noEdges())
    return ids.length - 1
  }
  const edgesOf = (node: number): Edges => {
    const edges = nodes[node]
    if (edges === undefined) throw new Error(`the graph has no node ${node}`)
    return edges
  }
  const tie = (from: number, to: number): boolean => {
    const [a, b] = [edgesOf(from), edgesOf(to)]
    if (from === to || a.known.has(to)) return false
    a.known.add(to)
    b.known.add(from)
    a.neighbours.push(to)
    b.neighbours.push(from)
    return true
  }

  return {
    get size() {
      return ids.length
    },
    nodeOf,
    find: (id) => numbers.get(id),
    idOf: (node) => ids[node] ?? '',
    edgesOf,
    add(transfer) {
      const from = nodeOf(transfer.from)
      const to = nodeOf(transfer.to)
      grow(edgesOf(from).out, to, transfer)
      grow(edgesOf(to).in, from, transfer)
      edgesOf(from).sent.push({ other: to, amount: transfer.amount, atMs: transfer.atMs })
      edgesOf(to).received.push({ other: from, amount: transfer.amount, atMs: transfer.atMs })
      return { from, to, isNewTie: tie(from, to) }
    },
    link(a, b) {
      const from = nodeOf(a)
      const to = nodeOf(b)
      return { from, to, isNewTie: tie(from, to) }
    },
  }
}
