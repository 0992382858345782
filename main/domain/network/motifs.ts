import type { ValueMovement, Movements } from './movements.ts'

/**
 * Shapes that are findings: on transfers with known patterns at least nine nodes of ten in them were bad
 * (test/conformance/network.test.ts).
 */
export const findingKinds = ['burst', 'fan_in', 'cycle'] as const

/** Shapes that honest money makes too: rules may read them, and no risk counts them. */
export const weakKinds = ['fan_out', 'pass_through'] as const

export const motifKinds = [...findingKinds, ...weakKinds] as const
export type MotifKind = (typeof motifKinds)[number]

/** Whether a shape is a finding. */
export const isFinding = (kind: MotifKind): boolean => (findingKinds as readonly string[]).includes(kind)

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
  /** Whoever is paid by more than this is a business: its customers pay one price. */
  readonly payersMost: number
  /** The longest cycle that is looked for, and the time that it may take. */
  readonly cycleLongest: number
  readonly cycleMs: number
  /** What a cycle or a pass-through may lose on its way, as a share. */
  readonly leak: number
  /** What came must go on within this time to count as passed through. */
  readonly passMs: number
}

const day = 86_400_000

export const defaultMotifSettings: MotifSettings = {
  burstMs: day,
  burstLeast: 2,
  fanMs: 90 * day,
  fanLeast: 3,
  payersMost: 100,
  cycleLongest: 10,
  cycleMs: 120 * day,
  leak: 0.05,
  passMs: 2 * day,
}

/** The most movements of one node that are looked at, newest first: what keeps the busiest node as quick as any. */
const looksAt = 400

const distinct = (nodes: readonly number[]): number[] => [...new Set(nodes)]

const spanOf = (movements: readonly ValueMovement[]): { readonly fromMs: number; readonly toMs: number } => ({
  fromMs: movements.reduce((least, { atMs }) => Math.min(least, atMs), Infinity),
  toMs: movements.reduce((most, { atMs }) => Math.max(most, atMs), -Infinity),
})

const totalOf = (movements: readonly ValueMovement[]): number => movements.reduce((sum, { amount }) => sum + amount, 0)

const isSame = (one: ValueMovement, other: ValueMovement): boolean =>
  one.amount === other.amount && one.currency === other.currency

const isWithin = (one: ValueMovement, other: ValueMovement, spanMs: number): boolean =>
  Math.abs(one.atMs - other.atMs) <= spanMs

type SeenMovements = readonly ValueMovement[]

const burst = (sent: SeenMovements, transfer: ValueMovement, settings: MotifSettings): Motif[] => {
  const same = sent.filter(
    (movement) =>
      movement.to === transfer.to && isSame(movement, transfer) && isWithin(movement, transfer, settings.burstMs),
  )
  return same.length < settings.burstLeast
    ? []
    : [{ kind: 'burst', nodes: [transfer.from, transfer.to], amount: totalOf(same), ...spanOf(same) }]
}

const fanIn = (received: SeenMovements, transfer: ValueMovement, settings: MotifSettings): Motif[] => {
  const same = received.filter((movement) => isSame(movement, transfer) && isWithin(movement, transfer, settings.fanMs))
  const others = distinct(same.map(({ from }) => from))
  const isBusiness = distinct(received.map(({ from }) => from)).length > settings.payersMost
  return isBusiness || others.length < settings.fanLeast
    ? []
    : [{ kind: 'fan_in', nodes: [transfer.to, ...others], amount: totalOf(same), ...spanOf(same) }]
}

const fanOut = (sent: SeenMovements, transfer: ValueMovement, settings: MotifSettings): Motif[] => {
  const same = sent.filter((movement) => isSame(movement, transfer) && isWithin(movement, transfer, settings.fanMs))
  const others = distinct(same.map(({ to }) => to))
  // Whoever always pays the same amount (a rent, a fee) makes no shape by it.
  const isUsual = same.length > sent.length / 2
  return isUsual || others.length < settings.fanLeast
    ? []
    : [{ kind: 'fan_out', nodes: [transfer.from, ...others], amount: totalOf(same), ...spanOf(same) }]
}

const nearlyAs = (amount: number, asked: number, leak: number): boolean =>
  amount <= asked && amount >= asked * (1 - leak)

/** Whether a movement can be the step before one of `later`, seen against the order of time. */
type Fits = (movement: ValueMovement, later: ValueMovement) => boolean

/** Walks back from a node along movements that fit, until it stands where the money went in the end. */
const walkBack = (
  movements: Movements,
  last: ValueMovement,
  settings: MotifSettings,
  fits: Fits,
): readonly ValueMovement[] | null => {
  const visited = new Set<number>()
  let budget = looksAt
  const back = (later: ValueMovement, way: readonly ValueMovement[]): readonly ValueMovement[] | null => {
    const node = later.from
    if (way.length >= settings.cycleLongest || visited.has(node)) return null
    visited.add(node)
    for (const movement of movements.received(node, budget)) {
      if (budget <= 0) return null
      budget -= 1
      if (movement.from === node || !isWithin(last, movement, settings.cycleMs) || !fits(movement, later)) continue
      if (movement.from === last.to && way.length >= 2) return [movement, ...way]
      const found = back(movement, [movement, ...way])
      if (found !== null) return found
    }
    return null
  }
  return back(last, [last])
}

/**
 * Money that comes back to where it went: the same amount all the way in any order of days, or nearly whole and step by
 * step in haste.
 */
const cycle = (movements: Movements, transfer: ValueMovement, settings: MotifSettings): Motif[] => {
  const equal: Fits = (movement, later) => isSame(movement, later)
  const hasty: Fits = (movement, later) =>
    movement.currency === later.currency &&
    movement.atMs <= later.atMs &&
    later.atMs - movement.atMs <= settings.passMs &&
    nearlyAs(later.amount, movement.amount, settings.leak)
  const found = walkBack(movements, transfer, settings, equal) ?? walkBack(movements, transfer, settings, hasty)
  return found === null
    ? []
    : [{ kind: 'cycle', nodes: found.map(({ from }) => from), amount: totalOf(found), ...spanOf(found) }]
}

const passThrough = (received: SeenMovements, transfer: ValueMovement, settings: MotifSettings): Motif[] => {
  const source = received.find(
    (movement) =>
      movement.currency === transfer.currency &&
      movement.atMs <= transfer.atMs &&
      isWithin(movement, transfer, settings.passMs) &&
      movement.from !== transfer.to &&
      nearlyAs(transfer.amount, movement.amount, settings.leak),
  )
  return source === undefined
    ? []
    : [
        {
          kind: 'pass_through',
          nodes: [transfer.from, source.from, transfer.to],
          amount: transfer.amount,
          fromMs: source.atMs,
          toMs: transfer.atMs,
        },
      ]
}

const isMoney = ({ amount }: ValueMovement): boolean => amount > 0

/**
 * The shapes that a transfer completes. It is among the movements already; only the neighbourhood of its ends is looked
 * at. What a node pays to itself, or of nothing, makes none.
 */
export const motifsOf = (
  movements: Movements,
  transfer: ValueMovement,
  settings: MotifSettings = defaultMotifSettings,
): readonly Motif[] => {
  if (transfer.from === transfer.to || !isMoney(transfer)) return []
  const others = (of: readonly ValueMovement[]): readonly ValueMovement[] =>
    of.filter((movement) => movement.from !== movement.to)
  const sent = others(movements.sent(transfer.from, looksAt))
  return [
    ...burst(sent, transfer, settings),
    ...fanIn(others(movements.received(transfer.to, looksAt)), transfer, settings),
    ...fanOut(sent, transfer, settings),
    ...cycle(movements, transfer, settings),
    ...passThrough(others(movements.received(transfer.from, looksAt)), transfer, settings),
  ]
}
