import { wilson } from '../alerts/intervals.ts'
import type { Interval } from '../alerts/intervals.ts'
import { logUpperTail } from './binomial.ts'

/** What a common point can be: a counterparty is one as the merchant of purchases. */
export const pointKinds = ['terminal', 'counterparty', 'device', 'ip'] as const
export type PointKind = (typeof pointKinds)[number]

/** Payments at one point, and those of them that are known as fraud. */
export interface PointCounts {
  readonly payments: number
  readonly frauds: number
  /** How many different payers had a fraud there. */
  readonly payers: number
}

/** All payments of a kind of point. */
export interface KindCounts {
  /** Points at which anything was paid. */
  readonly points: number
  readonly payments: number
  readonly frauds: number
}

/** How much more fraud there was at a point than is to be expected. */
export interface Excess extends PointCounts {
  readonly share: number
  /** Between which shares the true one lies: Wilson's interval of 95 %. */
  readonly interval: Interval
  /** The share of frauds at all other points of the kind. */
  readonly expected: number
  /** The natural logarithm of the chance of so many frauds at any of the points tested, after Holm's correction. */
  readonly logChance: number
}

/** A chance below this is a finding: of a hundred lists made where nothing is amiss, one names anybody. */
const chanceMost = 0.01

/** One payer alone is no common point: their card may be the one that was stolen. */
const payersLeast = 3

/** Even the least share that the counts allow must be so many times what is expected. */
const timesLeast = 2

/**
 * The common points of frauds, the least likely by chance first: where at least three payers had a fraud, so many of
 * the payments were fraud that chance explains it in less than one of a hundred such searches, and the share is at least
 * twice the expected one at the lower end of its interval.
 *
 * The chance is the exact binomial one, corrected for every point at which anything was paid by Holm's method, which
 * holds however the points hang together (Holm, "A simple sequentially rejective multiple test procedure", 1979).
 * The expected share is that of all other points of the kind, with half a fraud more, so that it is never none.
 */
export const commonPoints = <P>(
  points: readonly { readonly point: P; readonly kind: PointKind; readonly counts: PointCounts }[],
  kinds: Readonly<Record<PointKind, KindCounts>>,
): readonly (Excess & { readonly point: P })[] => {
  const tested = pointKinds.reduce((sum, kind) => sum + kinds[kind].points, 0)
  const met = points.flatMap(({ point, kind, counts }) => {
    const { payments, frauds } = counts
    const [others, otherFrauds] = [kinds[kind].payments - payments, kinds[kind].frauds - frauds]
    const interval = wilson(frauds, payments)
    if (others <= 0 || interval === null || frauds > payments) return []
    const expected = (Math.max(0, otherFrauds) + 0.5) / (others + 1)
    return [
      {
        point,
        ...counts,
        share: frauds / payments,
        interval,
        expected,
        logChance: logUpperTail(frauds, payments, expected),
      },
    ]
  })
  let least = -Infinity
  return met
    .toSorted((one, other) => one.logChance - other.logChance || other.share - one.share)
    .map((one, place) => {
      least = Math.max(least, Math.min(0, one.logChance + Math.log(Math.max(1, tested - place))))
      return { ...one, logChance: least }
    })
    .filter(
      ({ logChance, payers, interval, expected }) =>
        logChance < Math.log(chanceMost) && payers >= payersLeast && interval.low >= timesLeast * expected,
    )
}
