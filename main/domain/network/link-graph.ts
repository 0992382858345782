import { amounts, createKeyIndex, marks, places } from './columns.ts'

/**
 * What a link adds to what is known of two nodes. Numbers of nodes, kinds and currencies are the caller's; -1 as
 * currency: no money.
 */
export interface LinkDraft {
  readonly from: number
  readonly to: number
  readonly kind: number
  readonly currency: number
  /** Transactions, or facts, behind it. */
  readonly count: number
  /** In ten-thousandths of the currency. */
  readonly total: number
  /** Unix milliseconds; NaN where unknown. */
  readonly firstMs: number
  readonly lastMs: number
  /** Place in the caller's list of sources. */
  readonly source: number
}

export type Link = LinkDraft

/** What became of a link that was added. */
export interface AddedLink {
  /** Its number; -1: it joins a node with itself, and was left out. */
  readonly link: number
  /** Whether the two nodes are tied for the first time. */
  readonly isNewTie: boolean
}

/**
 * Nodes, links and ties. Nodes are numbers 0, 1, 2 ... given by the caller; a link is of one kind and currency between
 * two nodes; a tie says that two nodes hang together at all, in either direction, once. Everything lies in columns of
 * numbers: a million links take about 100 MB. It grows and never shrinks.
 *
 * Ties and links of a node are chains, newest first: `for (let step = graph.firstTie(node); step >= 0; step =
 * graph.nextTie(step)) graph.tiedTo(step)`.
 */
export interface LinkGraph {
  /** One more than the highest node that is known. */
  readonly size: number
  readonly links: number
  readonly ties: number
  /** Makes room for nodes up to a number. */
  reach(node: number): void
  add(draft: LinkDraft): AddedLink
  degree(node: number): number
  firstTie(node: number): number
  nextTie(step: number): number
  /** The node at the other end of a step of a node's ties. */
  tiedTo(step: number): number
  firstLink(node: number): number
  nextLink(step: number): number
  /** The link of a step of a node's links. */
  linkOf(step: number): Link
  /** The number of the link of a step. */
  numberOf(step: number): number
  linkAt(link: number): Link
}

/** Chains of steps by node: step 2k belongs to one end of the k-th thing, step 2k + 1 to the other. */
const createChains = () => {
  const head = places()
  const next = places()
  const other = places()
  return {
    head,
    next,
    other,
    tie(thing: number, a: number, b: number): void {
      for (const [step, from, to] of [
        [2 * thing, a, b],
        [2 * thing + 1, b, a],
      ] as const) {
        other.set(step, to)
        next.set(step, head.get(from))
        head.set(from, step)
      }
    },
  }
}

const lowest = (one: number, other: number): number =>
  Number.isNaN(one) ? other : Number.isNaN(other) ? one : Math.min(one, other)
const highest = (one: number, other: number): number =>
  Number.isNaN(one) ? other : Number.isNaN(other) ? one : Math.max(one, other)

/** Makes an empty graph. Adding costs constant time. */
export const createLinkGraph = (): LinkGraph => {
  let size = 0
  let links = 0
  let ties = 0
  const column = {
    from: places(),
    to: places(),
    kind: marks(),
    currency: places(),
    count: amounts(),
    total: amounts(),
    firstMs: amounts(),
    lastMs: amounts(),
    source: marks(),
  }
  const linkChains = createChains()
  const tieChains = createChains()
  const tieEnds = { a: places(), b: places() }
  const degrees = places(0)
  // Kind and currency make one number: there are fewer than 256 kinds.
  const linkIndex = createKeyIndex(
    (link, from, to, sort) =>
      column.from.get(link) === from &&
      column.to.get(link) === to &&
      column.kind.get(link) + 256 * (column.currency.get(link) + 1) === sort,
  )
  const tieIndex = createKeyIndex((tie, a, b) => tieEnds.a.get(tie) === a && tieEnds.b.get(tie) === b)

  const tieUp = (one: number, two: number): boolean => {
    const [a, b] = one < two ? [one, two] : [two, one]
    if (tieIndex.find(a, b, 0) !== -1) return false
    tieEnds.a.set(ties, a)
    tieEnds.b.set(ties, b)
    tieIndex.put(a, b, 0, ties)
    tieChains.tie(ties, one, two)
    degrees.add(one, 1)
    degrees.add(two, 1)
    ties += 1
    return true
  }

  const linkAt = (link: number): Link => ({
    from: column.from.get(link),
    to: column.to.get(link),
    kind: column.kind.get(link),
    currency: column.currency.get(link),
    count: column.count.get(link),
    total: column.total.get(link),
    firstMs: column.firstMs.get(link),
    lastMs: column.lastMs.get(link),
    source: column.source.get(link),
  })

  return {
    get size() {
      return size
    },
    get links() {
      return links
    },
    get ties() {
      return ties
    },
    reach(node) {
      size = Math.max(size, node + 1)
    },
    add({ from, to, kind, currency, count, total, firstMs, lastMs, source }) {
      size = Math.max(size, from + 1, to + 1)
      if (from === to) return { link: -1, isNewTie: false }
      const sort = kind + 256 * (currency + 1)
      const known = linkIndex.find(from, to, sort)
      if (known !== -1) {
        column.count.add(known, count)
        column.total.add(known, total)
        column.firstMs.set(known, lowest(column.firstMs.get(known), firstMs))
        column.lastMs.set(known, highest(column.lastMs.get(known), lastMs))
        return { link: known, isNewTie: false }
      }
      const link = links
      links += 1
      column.from.set(link, from)
      column.to.set(link, to)
      column.kind.set(link, kind)
      column.currency.set(link, currency)
      column.count.set(link, count)
      column.total.set(link, total)
      column.firstMs.set(link, firstMs)
      column.lastMs.set(link, lastMs)
      column.source.set(link, source)
      linkIndex.put(from, to, sort, link)
      linkChains.tie(link, from, to)
      return { link, isNewTie: tieUp(from, to) }
    },
    degree: (node) => degrees.get(node),
    firstTie: (node) => tieChains.head.get(node),
    nextTie: (step) => tieChains.next.get(step),
    tiedTo: (step) => tieChains.other.get(step),
    firstLink: (node) => linkChains.head.get(node),
    nextLink: (step) => linkChains.next.get(step),
    linkOf: (step) => linkAt(step >> 1),
    numberOf: (step) => step >> 1,
    linkAt,
  }
}
