import { linkKinds } from '../../../shared/schema/network.ts'
import { shareText } from '../../../shared/text/shares.ts'
import { copiedAt, copyKinds } from '../../domain/network/copied-at.ts'
import type { CopiedPoint, CopyKind, Victim } from '../../domain/network/copied-at.ts'
import type { NetworkModel } from '../../domain/network/model.ts'
import type { PaidAtKind } from '../../domain/network/points.ts'
import type { PlacedFraud } from '../../storage/network/frauds-at-points.ts'
import type { PointSaying } from './said-by-points.ts'

/** A payer with a fraud that no point explains by itself. */
export interface CopyVictim extends Victim {
  /** Its node. */
  readonly payer: number
  /** The transaction of the first such fraud. */
  readonly fraudId: string
  readonly fraudMs: number
}

/** A point at which cards may have been copied. */
export interface FoundCopyPoint extends CopiedPoint<CopyVictim> {
  readonly isConfirmed: boolean
}

/** How long before a fraud somebody paid last at a point that still comes into question for it. */
const withinMs = 90 * 86_400_000

const nodesAStep = 50_000
const victimsAStep = 50

const accountLink = linkKinds.indexOf('account')

const isCopyKind = (kind: string): kind is CopyKind => copyKinds.some((one) => one === kind)

/** The nodes by which a payer pays: itself, and the accounts that it uses. */
const payingNodes = ({ graph }: NetworkModel, payer: number): number[] => {
  const nodes = [payer]
  for (let step = graph.firstLink(payer); step >= 0; step = graph.nextLink(step)) {
    const { kind, to } = graph.linkOf(step)
    if (kind === accountLink && to !== payer) nodes.push(to)
  }
  return nodes
}

/** When somebody paid at a point for the first and for the last time, by point. */
const visitsOf = (model: NetworkModel, payer: number): Map<number, { firstMs: number; lastMs: number }> => {
  const visits = new Map<number, { firstMs: number; lastMs: number }>()
  for (const node of payingNodes(model, payer)) {
    const { graph } = model
    for (let step = graph.firstLink(node); step >= 0; step = graph.nextLink(step)) {
      const { from, to, firstMs, lastMs } = graph.linkOf(step)
      if (from !== node || model.points.paymentsAt(to) === 0 || !isCopyKind(model.points.kindOf(to))) continue
      const known = visits.get(to)
      visits.set(to, {
        firstMs: Math.min(known?.firstMs ?? firstMs, firstMs),
        lastMs: Math.max(known?.lastMs ?? lastMs, lastMs),
      })
    }
  }
  return visits
}

interface Unexplained {
  readonly fraudId: string
  readonly fraudMs: number
  readonly places: Set<number>
}

/** By payer the first fraud that happened at none of the points that are found by their own frauds. */
const unexplainedFrauds = (
  model: NetworkModel,
  frauds: Iterable<PlacedFraud>,
  explained: ReadonlySet<number>,
): Map<number, Unexplained> => {
  const byPayer = new Map<number, Unexplained>()
  for (const { payer, id, atMs, at } of frauds) {
    const node = model.find(payer)
    if (node === undefined) continue
    const places = at.flatMap((entity) => model.find(entity) ?? [])
    if (places.some((place) => explained.has(place))) continue
    const known = byPayer.get(node)
    const isFirst = known === undefined || atMs < known.fraudMs
    byPayer.set(node, {
      fraudId: isFirst ? id : known.fraudId,
      fraudMs: isFirst ? atMs : known.fraudMs,
      places: new Set([...(known?.places ?? []), ...places]),
    })
  }
  return byPayer
}

function* visitsOfKinds(model: NetworkModel): Generator<void, Record<CopyKind, PaidAtKind>> {
  const totals: Record<CopyKind, { points: number; payments: number }> = {
    terminal: { points: 0, payments: 0 },
    counterparty: { points: 0, payments: 0 },
  }
  for (let node = 0; node < model.nodes; node += 1) {
    if (node % nodesAStep === nodesAStep - 1) yield
    if (model.points.paymentsAt(node) === 0) continue
    const kind = model.points.kindOf(node)
    if (!isCopyKind(kind)) continue
    totals[kind].points += 1
    totals[kind].payments += model.graph.degree(node)
  }
  return totals
}

/**
 * The points at which cards may have been copied, step by step, each some milliseconds.
 *
 * @param explained points that are common points by frauds of their own: those frauds need no other explanation
 */
export function* copiedPoints(
  model: NetworkModel,
  frauds: Iterable<PlacedFraud>,
  explained: ReadonlySet<number>,
  compromised: ReadonlySet<number>,
): Generator<void, readonly FoundCopyPoint[]> {
  const victims: CopyVictim[] = []
  for (const [payer, { fraudId, fraudMs, places }] of unexplainedFrauds(model, frauds, explained)) {
    const before = [...visitsOf(model, payer)].flatMap(([point, { firstMs, lastMs }]) =>
      firstMs < fraudMs && lastMs >= fraudMs - withinMs && !places.has(point) && !explained.has(point) ? [point] : [],
    )
    victims.push({ payer, fraudId, fraudMs, before })
    if (victims.length % victimsAStep === 0) yield
  }
  const ofKind = yield* visitsOfKinds(model)
  const found = copiedAt(victims, {
    kindOf: (point) => (model.points.kindOf(point) === 'terminal' ? 'terminal' : 'counterparty'),
    visitorsAt: (point) => model.graph.degree(point),
    ofKind,
  })
  return found.map((one) => ({ ...one, isConfirmed: compromised.has(one.point) }))
}

/** What an undecided point says: it is told by what happened elsewhere, and so less than a point with frauds of its own. */
export const saidOfCopyPoint: PointSaying<FoundCopyPoint> = {
  says: 0.4,
  textOf: ({ frauds, payments, share, expected }) =>
    `Cards may have been copied at it: ${frauds.toLocaleString('en')} of ${payments.toLocaleString('en')} payers there had a fraud elsewhere afterwards (${shareText(share, 1)}, of those who paid elsewhere ${shareText(expected, 2)}).`,
}
