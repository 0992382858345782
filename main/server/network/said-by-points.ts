import type { NetworkModel } from '../../domain/network/model.ts'
import type { Because } from '../../storage/network/because.ts'

/** What points of one kind say of their nodes. */
export interface PointSaying<P> {
  /** How much it says, from 0 to 1. */
  readonly says: number
  readonly textOf: (point: P) => string
}

/** What undecided points say of their nodes; of a confirmed one its alert tells. */
export const saidByPoints = <P extends { readonly point: number; readonly isConfirmed: boolean }>(
  model: NetworkModel,
  points: readonly P[],
  { says, textOf }: PointSaying<P>,
): Because[] =>
  points
    .filter(({ isConfirmed }) => !isConfirmed)
    .map((point) => ({
      entity: model.refOf(point.point),
      certainty: 'open',
      says,
      beyondRules: true,
      source: 'transactions',
      text: textOf(point),
      alertId: null,
      atMs: null,
    }))
