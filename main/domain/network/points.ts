import { amounts } from './columns.ts'
import { pointKinds } from './common-points.ts'
import type { PointKind } from './common-points.ts'
import type { KeptPayments } from './kept.ts'

/** What was paid at all points of a kind, and at how many. */
export interface PaidAtKind {
  readonly points: number
  readonly payments: number
}

/** How much was paid at each point, and at all of a kind. */
export interface Points {
  readonly paymentsAt: (node: number) => number
  readonly kindOf: (node: number) => PointKind
  readonly paidAtKind: (kind: PointKind) => PaidAtKind
  readonly add: (kept: KeptPayments) => void
}

/** @param kindOf the kind of a node; what is paid at one that is no place is paid to a merchant */
export const createPoints = (kindOf: (node: number) => string): Points => {
  const payments = amounts()
  const totals = new Map<PointKind, PaidAtKind>()
  const pointKindOf = (node: number): PointKind => pointKinds.find((kind) => kind === kindOf(node)) ?? 'counterparty'
  const paidAtKind = (kind: PointKind): PaidAtKind => totals.get(kind) ?? { points: 0, payments: 0 }
  return {
    paymentsAt: (node) => payments.get(node),
    kindOf: pointKindOf,
    paidAtKind,
    add: ({ node, payments: more }) => {
      const kind = pointKindOf(node)
      const total = paidAtKind(kind)
      const isNew = payments.get(node) === 0
      totals.set(kind, { points: total.points + (isNew ? 1 : 0), payments: total.payments + more })
      payments.add(node, more)
    },
  }
}
