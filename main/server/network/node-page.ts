import { gravestFirst } from '../../domain/network/known-bad.ts'
import { entityKinds } from '../../../shared/schema/activity.ts'
import type { RiskLevel } from '../../../shared/schema/activity.ts'
import { alertStatuses } from '../../../shared/schema/alerts.ts'
import { linkKinds, motifKinds, networkSources } from '../../../shared/schema/network.ts'
import type { EntityRef, MergeProposal, NetworkMotif, NodePage } from '../../../shared/schema/network.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import type { NetworkModel } from '../../domain/network/model.ts'
import { amountOf } from '../../domain/transactions/amounts.ts'
import type { AlertStore } from '../../storage/alerts/alert-store.ts'
import type { Because } from '../../storage/network/because.ts'
import type { NetworkStore } from '../../storage/network/network-store.ts'
import type { NetworkMotifRow } from '../../storage/network/tables.ts'
import type { NetworkViews } from './views.ts'

export interface PageParts {
  readonly model: NetworkModel
  readonly views: NetworkViews
  readonly store: NetworkStore
  readonly alerts: Pick<AlertStore, 'list'>
  readonly because: readonly Because[]
  readonly proposalsOf: (members: readonly EntityRef[]) => readonly MergeProposal[]
  readonly levelOf: (score: number) => RiskLevel
}

const motifsShown = 50
const alertsRead = 200

const nodesIn = (row: NetworkMotifRow): number[] => JSON.parse(row.nodes) as number[]

/** The nodes of the newest finding, as they stand now. */
export const motifWay = (model: NetworkModel, store: NetworkStore, node: number): readonly number[] | null => {
  const [row] = store.motifsOf(model.memberNumbers(node), 1)
  if (row === undefined) return null
  const nodes = nodesIn(row).map((one) => model.find(model.refOf(one)) ?? one)
  const [first] = nodes
  return row.kind === 'cycle' && first !== undefined ? [...nodes, first] : nodes.slice(0, 2)
}

const motifView = (model: NetworkModel, row: NetworkMotifRow): NetworkMotif => ({
  kind: motifKinds.find((kind) => kind === row.kind) ?? 'cycle',
  nodes: nodesIn(row).map((node) => model.refOf(node)),
  amount: amountOf(row.amount),
  from_at: toTimestamp(row.from_ms),
  to_at: toTimestamp(row.to_ms),
})

const linksByKind = ({ views }: PageParts, node: number): NodePage['links_by_kind'] => {
  const sorts = new Map<string, { kind: number; source: number; nodes: Set<number>; count: number }>()
  for (const link of views.linksOf(node)) {
    const key = `${link.kind} ${link.source}`
    const sort = sorts.get(key) ?? { kind: link.kind, source: link.source, nodes: new Set<number>(), count: 0 }
    sort.nodes.add(link.from === node ? link.to : link.from)
    sort.count += link.count
    sorts.set(key, sort)
  }
  return [...sorts.values()].map(({ kind, source, nodes, count }) => ({
    kind: linkKinds[kind] ?? 'transfer',
    source: networkSources[source] ?? 'transactions',
    nodes: nodes.size,
    count,
  }))
}

const moneyOf = ({ model, views }: PageParts, node: number): NodePage['money'] => {
  const byCurrency = new Map<number, NodePage['money'][number]>()
  for (const link of views.linksOf(node)) {
    if (link.currency === -1) continue
    const money = byCurrency.get(link.currency) ?? {
      currency: model.currencyAt(link.currency),
      sent: 0,
      sent_count: 0,
      received: 0,
      received_count: 0,
    }
    if (link.from === node) {
      money.sent += link.total
      money.sent_count += link.count
    } else {
      money.received += link.total
      money.received_count += link.count
    }
    byCurrency.set(link.currency, money)
  }
  return [...byCurrency.values()].map((money) => ({
    ...money,
    sent: amountOf(money.sent),
    received: amountOf(money.received),
  }))
}

const alertsOf = ({ alerts }: PageParts, members: readonly EntityRef[]): NodePage['alerts'] => {
  const items = members.flatMap(({ kind, id }) => {
    const known = entityKinds.find((one) => one === kind)
    const read =
      known === undefined
        ? null
        : alerts.list({
            sort: 'newest',
            status: [...alertStatuses],
            entity_kind: known,
            entity_id: id,
            size: alertsRead,
          })
    return read?.ok === true ? read.value.data : []
  })
  const confirmed = items.filter(({ status }) => status === 'confirmed').length
  const open = items.filter(({ status }) => status === 'new' || status === 'in_review' || status === 'escalated').length
  const newest = [...items].sort((one, other) => (one.raised_at < other.raised_at ? 1 : -1)).slice(0, 20)
  return {
    open,
    confirmed,
    other: items.length - confirmed - open,
    newest: newest.map(({ id, title, status, risk_level, raised_at }) => ({
      id,
      title,
      status,
      risk_level,
      raised_at,
    })),
  }
}

/** All that is known of a node, with where it comes from. */
export const nodePageOf = (parts: PageParts, node: number): NodePage => {
  const { model, views, store } = parts
  const members = model.membersOf(node)
  const numbers = model.memberNumbers(node)
  const because = gravestFirst(parts.because.filter(({ entity }) => model.find(entity) === node))
  const cases = new Map(members.flatMap((member) => store.casesNaming(member)).map((one) => [one.id, one]))
  return {
    node: views.node(node),
    risk: views.risk(node, because, () => motifWay(model, store, node)),
    because: because.slice(0, 100).map(({ source, certainty, text, alertId, atMs }) => ({
      source,
      certainty,
      text,
      alert_id: alertId,
      at: atMs === null ? null : toTimestamp(atMs),
    })),
    facts: store
      .factsOf(numbers)
      .map(({ name, value, at_ms: at }) => ({ source: 'transactions' as const, name, value, at: toTimestamp(at) })),
    links_by_kind: linksByKind(parts, node),
    money: moneyOf(parts, node),
    motifs: store.motifsOf(numbers, motifsShown).map((row) => motifView(model, row)),
    cases: [...cases.values()],
    alerts: alertsOf(parts, members),
    proposals: [...parts.proposalsOf(members)],
  }
}
