import type { LinkKind, NodeKind } from '../../../../shared/schema/network.ts'
import {
  emptyNet,
  merged,
  type Net,
  type NetLink,
  type NetNode,
} from '../../../../renderer/features/network/model/net.ts'

export const node = (key: string, more: Partial<NetNode> = {}): NetNode => {
  const [kind, id = ''] = key.split(':')
  return { key, kind: kind as NodeKind, id, label: id, risk: 0.1, knownBad: false, degree: 1, community: -1, ...more }
}

export const link = (from: string, to: string, more: Partial<NetLink> = {}): NetLink => {
  const kind: LinkKind = more.kind ?? 'transfer'
  const currency = more.currency === undefined ? 'EUR' : more.currency
  return {
    from,
    to,
    count: 1,
    amount: 10,
    firstMs: 0,
    lastMs: 0,
    ...more,
    kind,
    currency,
    key: `${kind} ${currency ?? ''} ${from}\n${to}`,
  }
}

export const netWith = (nodes: readonly NetNode[], links: readonly NetLink[] = []): Net =>
  merged(emptyNet, {
    nodes: new Map(nodes.map((one) => [one.key, one])),
    links: new Map(links.map((one) => [one.key, one])),
  })
