import { commonPoints, pointKinds } from '../../domain/network/common-points.ts'
import type { Excess, KindCounts, PointCounts, PointKind } from '../../domain/network/common-points.ts'
import type { NetworkModel } from '../../domain/network/model.ts'
import { entityKey } from '../../domain/network/refs.ts'
import { shareText } from '../../../shared/text/shares.ts'
import type { PlacedFraud } from '../../storage/network/frauds-at-points.ts'
import type { PointSaying } from './said-by-points.ts'

/** A common point of frauds. */
export interface FoundPoint extends Excess {
  /** Its node. */
  readonly point: number
  /** Whether a person confirmed that it was compromised. */
  readonly isConfirmed: boolean
}

/** The common points of the frauds that are known, among what the network has taken in. */
export const foundPoints = (
  model: NetworkModel,
  frauds: Iterable<PlacedFraud>,
  compromised: ReadonlySet<number>,
): readonly FoundPoint[] => {
  const met = new Map<number, { frauds: number; payers: Set<string> }>()
  const ofKind = new Map<PointKind, number>()
  for (const { payer, at } of frauds) {
    for (const entity of at) {
      const node = model.find(entity)
      if (node === undefined) continue
      const one = met.get(node) ?? { frauds: 0, payers: new Set<string>() }
      one.frauds += 1
      one.payers.add(entityKey(payer))
      met.set(node, one)
      const kind = model.points.kindOf(node)
      ofKind.set(kind, (ofKind.get(kind) ?? 0) + 1)
    }
  }
  const kinds = Object.fromEntries(
    pointKinds.map((kind): [PointKind, KindCounts] => [
      kind,
      { ...model.points.paidAtKind(kind), frauds: ofKind.get(kind) ?? 0 },
    ]),
  ) as Record<PointKind, KindCounts>
  const points = [...met].map(([point, { frauds: count, payers }]) => {
    const counts: PointCounts = { payments: model.points.paymentsAt(point), frauds: count, payers: payers.size }
    return { point, kind: model.points.kindOf(point), counts }
  })
  return commonPoints(points, kinds).map((one) => ({ ...one, isConfirmed: compromised.has(one.point) }))
}

/** What an undecided common point says: as much as an alert that is high, as it was found over all payments. */
export const saidOfPoint: PointSaying<FoundPoint> = {
  says: 0.5,
  textOf: ({ frauds, payments, expected }) =>
    `It may be a common point of compromise: ${frauds.toLocaleString('en')} of ${payments.toLocaleString('en')} payments at it were fraud (${shareText(frauds / payments, 1)}, elsewhere ${shareText(expected, 2)}).`,
}
