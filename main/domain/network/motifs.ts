import type { Movement, TransferGraph } from './transfer-graph.ts'

export const motifKinds = ['burst', 'fan_in', 'fan_out', 'cycle', 'pass_through'] as const
export type MotifKind = (typeof motifKinds)[number]

/** A shape of transfers that money laundering is known for (FATF, "Professional Money Laundering", 2018). */
export interface Motif {
  readonly kind: MotifKind
  /** The nodes of the shape; of a cycle in the order of the money, of a fan its middle first. */
  readonly nodes: readonly number[]
  /** In ten-thousandths. */
  readonly amount: number
  readonly fromMs: number
  readonly toMs: number
}

/** What makes a shape. Times in milliseconds. */
export interface MotifSettings {
  /** Equal amounts between the same two within this time are one burst. */
  readonly burstMs: number
  readonly burstLeast: number
  /** Within this time several others pay, or are paid, the same amount. */
  readonly fanMs: number
  readonly fanLeast: number
  /** The longest cycle that is looked for, and the time that it may take. */
  readonly cycleLongest: number
  readonly cycleMs: number
  /** What a cycle or a pass-through may lose on its way, as a share. */
  readonly leak: number
  /** What came must go on within this time to count as passed through. */
  readonly passMs: number
}

const day = 86_400_000

export const defaultMotifSettings: MotifSettings = { burstMs: day, burstLeast: 2, fanMs: 90 * day, fanLeast: 3, cycleLongest: 10, cycleMs: 120 * day, leak: 0.05, passMs: 2 * day }

/** The most movements of one node that are looked at, newest first: what keeps the busiest node as quick as any. */
const looksAt = 400

const within = (movements: readonly Movement[], atMs: number, spanMs: number): Movement[] =>
  movements.slice(-looksAt).filter((movement) => Math.abs(movement.atMs - atMs) <= spanMs)

const distinct = (movements: readonly Movement[]): number[] => [...new Set(movements.map(({ other }) => other))]

const spanOf = (movements: readonly Movement[]): { readonly fromMs: number; readonly toMs: number } => ({
  fromMs: movements.reduce((least, { atMs }) => Math.min(least, atMs), Infinity),
  toMs: movements.reduce((most, { atMs }) => Math.max(most, atMs), -Infinity),
})

const totalOf = (movements: readonly Movement[]): number => movements.reduce((sum, { amount }) => sum + amount, 0)

/** A transfer that was just added, by the numbers of its ends. */
export interface PlacedTransfer {
  readonly from: number
  readonly to: number
  readonly amount: number
  readonly atMs: number
}

const burst = (graph: TransferGraph, { from, to, amount, atMs }: PlacedTransfer, settings: MotifSettings): Motif[] => {
  const same = within(graph.edgesOf(from).sent, atMs, settings.burstMs).filter((movement) => movement.other === to && movement.amount === amount)
  return same.length < settings.burstLeast ? [] : [{ kind: 'burst', nodes: [from, to], amount: totalOf(same), ...spanOf(same) }]
}

const fan = (kind: 'fan_in' | 'fan_out', middle: number, movements: readonly Movement[], { amount, atMs }: PlacedTransfer, settings: MotifSettings): Motif[] => {
  const same = within(movements, atMs, settings.fanMs).filter((movement) => movement.amount === amount && movement.other !== middle)
  const others = distinct(same)
  // Whoever always pays the same amount (a rent, a fee) makes no shape by it.
  const isUsual = kind === 'fan_out' && same.length > movements.slice(-looksAt).length / 2
  return isUsual || others.length < settings.fanLeast ? [] : [{ kind, nodes: [middle, ...others], amount: totalOf(same), ...spanOf(same) }]
}

const nearlyAs = (amount: number, asked: number, leak: number): boolean => amount <= asked && amount >= asked * (1 - leak)

/** Whether a movement can be the step before one of `later`, seen against the order of time. */
type Fits = (movement: Movement, later: Movement) => boolean

/** Walks back from a node along movements that fit, until it stands where the money went in the end. */
const walkBack = (graph: TransferGraph, last: PlacedTransfer, settings: MotifSettings, fits: Fits): readonly number[] | null => {
  const visited = new Set<number>()
  let budget = looksAt
  const back = (node: number, later: Movement, path: readonly number[]): readonly number[] | null => {
    if (path.length >= settings.cycleLongest || visited.has(node)) return null
    visited.add(node)
    const { received } = graph.edgesOf(node)
    for (let place = received.length - 1; place >= 0 && budget > 0; place -= 1) {
      const movement = received[place]
      budget -= 1
      if (movement === undefined || Math.abs(last.atMs - movement.atMs) > settings.cycleMs || !fits(movement, later)) continue
      if (movement.other === last.to && path.length >= 2) return [last.to, ...path]
      const found = back(movement.other, movement, [movement.other, ...path])
      if (found !== null) return found
    }
    return null
  }
  return back(last.from, { other: last.to, amount: last.amount, atMs: last.atMs }, [last.from])
}

/** Money that comes back to where it went: the same amount all the way in any order of days, or nearly whole and step by step in haste. */
const cycle = (graph: TransferGraph, transfer: PlacedTransfer, settings: MotifSettings): Motif[] => {
  if (transfer.from === transfer.to) return []
  const equal: Fits = (movement, later) => movement.amount === later.amount
  const hasty: Fits = (movement, later) => movement.atMs <= later.atMs && later.atMs - movement.atMs <= settings.passMs && nearlyAs(later.amount, movement.amount, settings.leak)
  const found = walkBack(graph, transfer, settings, equal) ?? walkBack(graph, transfer, settings, hasty)
  return found === null ? [] : [{ kind: 'cycle', nodes: found, amount: transfer.amount, fromMs: transfer.atMs - settings.cycleMs, toMs: transfer.atMs }]
}

const passThrough = (graph: TransferGraph, { from, to, amount, atMs }: PlacedTransfer, settings: MotifSettings): Motif[] => {
  const came = graph.edgesOf(from).received.slice(-looksAt).filter((movement) => movement.atMs <= atMs && atMs - movement.atMs <= settings.passMs && movement.other !== to && movement.other !== from)
  const source = came.find((movement) => nearlyAs(amount, movement.amount, settings.leak))
  return source === undefined ? [] : [{ kind: 'pass_through', nodes: [from, source.other, to], amount, fromMs: source.atMs, toMs: atMs }]
}

/** The shapes that a transfer completes. It is in the graph already; only the neighbourhood of its ends is looked at. */
export const motifsOf = (graph: TransferGraph, transfer: PlacedTransfer, settings: MotifSettings = defaultMotifSettings): readonly Motif[] => [
  ...burst(graph, transfer, settings),
  ...fan('fan_in', transfer.to, graph.edgesOf(transfer.to).received, transfer, settings),
  ...fan('fan_out', transfer.from, graph.edgesOf(transfer.from).sent, transfer, settings),
  ...cycle(graph, transfer, settings),
  ...passThrough(graph, transfer, settings),
]
