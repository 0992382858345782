import { commonPoints, pointKinds } from './common-points.ts'
import type { Excess, PointKind } from './common-points.ts'
import type { PaidAtKind } from './points.ts'

/** Points at which people hand over a card. Their own device or address precedes every fraud, and says nothing. */
export const copyKinds = ['terminal', 'counterparty'] as const
export type CopyKind = (typeof copyKinds)[number]

/** A payer with a fraud, and the points at which they had paid before it. */
export interface Victim {
  readonly before: readonly number[]
}

/** What is known of the points at which cards may have been copied. */
export interface VisitedPoints {
  readonly kindOf: (point: number) => CopyKind
  /** How many different payers paid at a point. */
  readonly visitorsAt: (point: number) => number
  /** A visit stands for a payment: a payer counts once for each point. */
  readonly ofKind: Readonly<Record<CopyKind, PaidAtKind>>
}

/** A point at which cards may have been copied: its counts are of payers, and its share that of those with a fraud. */
export interface CopiedPoint<V extends Victim> extends Excess {
  readonly point: number
  readonly victims: readonly V[]
}

/** Points that are named at most: each one more is looked for among what the others leave unexplained. */
const foundMost = 20

/** A point is worth testing only where its share is twice that of its kind, as the finding asks for. */
const timesLeast = 2

const victimsByPoint = <V extends Victim>(victims: Iterable<V>): Map<number, Set<V>> => {
  const byPoint = new Map<number, Set<V>>()
  for (const victim of victims) {
    for (const point of victim.before) {
      const met = byPoint.get(point) ?? new Set<V>()
      met.add(victim)
      byPoint.set(point, met)
    }
  }
  return byPoint
}

const leastLikely = <V extends Victim>(
  byPoint: ReadonlyMap<number, ReadonlySet<V>>,
  { kindOf, visitorsAt, ofKind }: VisitedPoints,
): (Excess & { readonly point: number }) | undefined => {
  const met: Record<CopyKind, number> = { terminal: 0, counterparty: 0 }
  for (const [point, { size }] of byPoint) met[kindOf(point)] += size
  const kinds = Object.fromEntries(
    pointKinds.map((kind) => {
      const paid = kind === 'terminal' || kind === 'counterparty' ? ofKind[kind] : { points: 0, payments: 0 }
      return [kind, { ...paid, frauds: kind in met ? met[kind as CopyKind] : 0 }]
    }),
  ) as Record<PointKind, { points: number; payments: number; frauds: number }>
  const worthTesting = [...byPoint].flatMap(([point, { size }]) => {
    const [kind, visitors] = [kindOf(point), visitorsAt(point)]
    const usual = kinds[kind].frauds / Math.max(1, kinds[kind].payments)
    return size / Math.max(1, visitors) < timesLeast * usual
      ? []
      : [{ point, kind, counts: { payments: visitors, frauds: size, payers: size } }]
  })
  return commonPoints(worthTesting, kinds)[0]
}

/**
 * The points at which cards were copied and then misused elsewhere, the least likely by chance first: far more of those
 * who paid there had a fraud afterwards than of those who paid at the other points of the kind. A visit counts, not a
 * payer, so that who pays at many points and has more frauds for it is expected at each of them.
 *
 * Shops of one street share their customers. So when a point is found its victims are set aside, and the next one must
 * stand out among those who are left.
 */
export const copiedAt = <V extends Victim>(victims: Iterable<V>, visited: VisitedPoints): readonly CopiedPoint<V>[] => {
  const byPoint = victimsByPoint(victims)
  const found: CopiedPoint<V>[] = []
  while (found.length < foundMost) {
    const next = leastLikely(byPoint, visited)
    if (next === undefined) break
    const explained = [...(byPoint.get(next.point) ?? [])]
    found.push({ ...next, victims: explained })
    for (const victim of explained) for (const point of victim.before) byPoint.get(point)?.delete(victim)
    byPoint.delete(next.point)
  }
  return found
}
