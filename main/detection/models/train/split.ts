import { binsMax, missingBin, type BinnedMatrix } from './bins.ts'
import type { Histogram } from './histogram.ts'

/** What holds the growth of a tree back. */
export interface SplitRules {
  /** L2 regularisation of the leaves. */
  readonly lambda: number
  /** A split must gain more than this. */
  readonly gamma: number
  /** Least sum of second derivatives of a child. */
  readonly minChildWeight: number
  /** By feature: 1 where the score may only rise with it, -1 where it may only fall, 0 else. */
  readonly monotone: Int8Array
}

/** The sums of a node, and the range that monotone splits above it leave to its weight. */
export interface NodeSums {
  readonly first: number
  readonly second: number
  readonly lowest: number
  readonly highest: number
}

export interface Split {
  readonly gain: number
  readonly feature: number
  /** Index of the cut: bins up to it go left. */
  readonly cut: number
  readonly missingLeft: boolean
  readonly left: NodeSums
  readonly right: NodeSums
}

/** The best weight of a leaf, within its range. */
export const leafWeight = ({ first, second, lowest, highest }: NodeSums, lambda: number): number => {
  const weight = second + lambda <= 0 ? 0 : -first / (second + lambda)
  return Math.min(highest, Math.max(lowest, weight))
}

/** What a node with such sums gains by a weight: twice the fall of the loss. */
const gainOf = (first: number, second: number, weight: number, lambda: number): number =>
  -(2 * first * weight + (second + lambda) * weight * weight)

/** What two children gain whose weights have a range or a direction; -Infinity where they go against the direction. */
const boundedGain = (left: NodeSums, right: NodeSums, direction: number, lambda: number): number => {
  const [leftWeight, rightWeight] = [leafWeight(left, lambda), leafWeight(right, lambda)]
  return (rightWeight - leftWeight) * direction < 0
    ? -Infinity
    : gainOf(left.first, left.second, leftWeight, lambda) + gainOf(right.first, right.second, rightWeight, lambda)
}

const missingLeast = 1e-9

/**
 * The best split of a node, or null where none gains. Of equal ones the first: lowest feature, lowest cut, absent
 * values left.
 * Where no value was absent in training, an absent one goes to the heavier child.
 */
export const bestSplit = (
  sums: NodeSums,
  histogram: Histogram,
  { cuts }: BinnedMatrix,
  used: Int32Array,
  rules: SplitRules,
): Split | null => {
  const { lambda, gamma, minChildWeight, monotone } = rules
  const { first: whole, second: weightOfAll, lowest, highest } = sums
  const isBounded = lowest !== -Infinity || highest !== Infinity
  const before = gainOf(whole, weightOfAll, leafWeight(sums, lambda), lambda)
  let best = gamma > 1e-6 ? gamma : 1e-6
  let found: { feature: number; cut: number; missingLeft: boolean; first: number; second: number } | null = null
  for (const feature of used) {
    const base = feature * binsMax * 2
    const count = (cuts[feature] as Float32Array).length
    const direction = monotone[feature] as number
    const missingFirst = histogram[base + missingBin * 2] as number
    const missingSecond = histogram[base + missingBin * 2 + 1] as number
    let first = 0
    let second = 0
    for (let cut = 0; cut < count; cut += 1) {
      first += histogram[base + cut * 2] as number
      second += histogram[base + cut * 2 + 1] as number
      // Without absent values both directions are one split. What subtraction leaves of none is not quite 0.
      for (let side = 0; side < (missingSecond > missingLeast ? 2 : 1); side += 1) {
        const leftFirst = side === 0 ? first + missingFirst : first
        const leftSecond = side === 0 ? second + missingSecond : second
        const rightSecond = weightOfAll - leftSecond
        if (leftSecond < minChildWeight || rightSecond < minChildWeight) continue
        const rightFirst = whole - leftFirst
        let gain: number
        if (direction === 0 && !isBounded) {
          gain =
            (leftFirst * leftFirst) / (leftSecond + lambda) +
            (rightFirst * rightFirst) / (rightSecond + lambda) -
            before
        } else {
          const left = { first: leftFirst, second: leftSecond, lowest, highest }
          const right = { first: rightFirst, second: rightSecond, lowest, highest }
          gain = boundedGain(left, right, direction, lambda) - before
        }
        if (gain > best) {
          best = gain
          found = {
            feature,
            cut,
            missingLeft: missingSecond > missingLeast ? side === 0 : leftSecond >= rightSecond,
            first: leftFirst,
            second: leftSecond,
          }
        }
      }
    }
  }
  if (found === null) return null
  return {
    gain: best,
    feature: found.feature,
    cut: found.cut,
    missingLeft: found.missingLeft,
    ...childSums(sums, found, monotone[found.feature] as number, lambda),
  }
}

/** The children's sums; a monotone split parts the range of weights in the middle of the two. */
const childSums = (
  { first, second, lowest, highest }: NodeSums,
  split: { first: number; second: number },
  direction: number,
  lambda: number,
): { left: NodeSums; right: NodeSums } => {
  const left = { first: split.first, second: split.second, lowest, highest }
  const right = { first: first - split.first, second: second - split.second, lowest, highest }
  if (direction === 0) return { left, right }
  const middle = (leafWeight(left, lambda) + leafWeight(right, lambda)) / 2
  return direction > 0
    ? { left: { ...left, highest: middle }, right: { ...right, lowest: middle } }
    : { left: { ...left, lowest: middle }, right: { ...right, highest: middle } }
}
