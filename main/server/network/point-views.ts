import type { CommonPoint } from '../../../shared/schema/network.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import type { Excess } from '../../domain/network/common-points.ts'
import type { NetworkModel } from '../../domain/network/model.ts'
import type { FoundCopyPoint } from './copied-points.ts'
import type { FoundPoint } from './found-points.ts'
import type { NetworkService } from './network-service.ts'

const victimsShown = 8

type Point = Excess & { readonly point: number; readonly isConfirmed: boolean }

const factsOf = (model: NetworkModel, { point, interval, logChance, isConfirmed, share, expected }: Point) => ({
  entity: model.refOf(point),
  label: model.labelOf(point),
  payments: model.points.paymentsAt(point),
  share,
  ...interval,
  expected,
  chance: Math.exp(logChance),
  state: isConfirmed ? ('confirmed' as const) : ('undecided' as const),
})

const fraudsView = (model: NetworkModel, one: FoundPoint): CommonPoint => ({
  found_by: 'frauds_there',
  ...factsOf(model, one),
  frauds: one.frauds,
  payers: one.payers,
})

const copiesView = (model: NetworkModel, one: FoundCopyPoint): CommonPoint => ({
  found_by: 'misuse_elsewhere',
  ...factsOf(model, one),
  visitors: one.payments,
  misused: one.frauds,
  victims: one.victims
    .toSorted((a, b) => b.fraudMs - a.fraudMs)
    .slice(0, victimsShown)
    .map(({ payer, fraudId, fraudMs }) => ({
      entity: model.refOf(payer),
      label: model.labelOf(payer),
      fraud_id: fraudId,
      fraud_at: toTimestamp(fraudMs),
    })),
})

/** The common points of both kinds as the API answers them, the least likely by chance first. */
export const pointViews = (
  model: NetworkModel,
  network: Pick<NetworkService, 'commonPoints' | 'copyPoints'>,
  kind: string | undefined,
  size: number,
): CommonPoint[] =>
  [
    ...network.commonPoints().map((one) => ({ one, view: () => fraudsView(model, one) })),
    ...network.copyPoints().map((one) => ({ one, view: () => copiesView(model, one) })),
  ]
    .filter(({ one }) => kind === undefined || model.points.kindOf(one.point) === kind)
    .toSorted((a, b) => a.one.logChance - b.one.logChance)
    .slice(0, size)
    .map(({ view }) => view())
