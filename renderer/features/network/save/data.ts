import type { NetworkState } from '../../../../shared/schema/network.ts'
import type { SeedPlace } from '../layout/seed.ts'
import { levelOf } from '../model/drawn.ts'
import type { Shown, Span } from '../model/view.ts'
import { entityOfKey } from '../model/kinds.ts'
import type { NetNode } from '../model/net.ts'

/** What was looked at, and how: everything that the picture depends on. */
export interface Looked {
  readonly shown: Shown
  readonly nodes: ReadonlyMap<string, NetNode>
  readonly span: Span | null
  readonly grouping: string
  readonly hiddenKinds: readonly string[]
  readonly hiddenLinks: readonly string[]
  readonly pinned: readonly string[]
  readonly path: { readonly nodes: readonly string[]; readonly text: string } | null
  readonly selected: string | null
  readonly truncated: boolean
  readonly places: ReadonlyMap<string, SeedPlace>
}

export interface Circumstances {
  /** Unix milliseconds. */
  readonly atMs: number
  readonly by: string
  readonly version: string
  readonly note: string
  readonly network: NetworkState | null
  readonly picture: { readonly name: string; readonly sha256: string } | null
}

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

/**
 * The nodes and links on the screen, with how they were come by, as the text of a JSON file: what the picture shows,
 * for machines and for those who cannot see it.
 */
export const dataText = (looked: Looked, { atMs, by, version, note, network, picture }: Circumstances): string => {
  const { shown, span } = looked
  const nodes = [...shown.nodes.values()].map((node) => {
    const place = looked.places.get(node.key)
    return {
      key: node.key,
      ...(node.members === null ? entityOfKey(node.key) : { group_by: node.groupedBy, members: node.members }),
      label: node.label,
      risk: node.risk,
      risk_level: levelOf(node.risk),
      known_bad: node.knownBad,
      ties_in_network: node.degree,
      pinned: looked.pinned.includes(node.key),
      ...(place === undefined ? {} : { x: Math.round(place.x * 100) / 100, y: Math.round(place.y * 100) / 100 }),
    }
  })
  const links = shown.links.map(({ from, to, kind, count, amount, currency, firstMs, lastMs }) => ({
    from,
    to,
    kind,
    count,
    amount,
    currency,
    first_at: iso(firstMs),
    last_at: iso(lastMs),
  }))
  const members = [...new Set([...shown.nodes.values()].flatMap((node) => node.members ?? []))]
    .flatMap((key) => looked.nodes.get(key) ?? [])
    .map(({ key, label, risk, knownBad }) => ({ key, label, risk, known_bad: knownBad }))
  const value = {
    format: 'fieldseal-network-view',
    version: 1,
    made_at: iso(atMs),
    made_by: by,
    made_with: `Fieldseal ${version}`,
    note: note === '' ? null : note,
    picture,
    network:
      network === null
        ? null
        : {
            transactions: network.transactions,
            waiting: network.waiting,
            newest_at: network.newest_at,
            updated_at: network.updated_at,
          },
    filters: {
      time: span === null ? null : { from: iso(span.fromMs), to: iso(span.toMs) },
      grouping: looked.grouping,
      kinds_left_out: looked.hiddenKinds,
      links_left_out: looked.hiddenLinks,
      truncated: looked.truncated,
    },
    counts: {
      nodes: nodes.length,
      links: links.length,
      hidden: shown.left.hidden,
      left_out_by_kind: shown.left.kind,
      left_out_by_time: shown.left.time,
    },
    selected: looked.selected,
    path: looked.path,
    nodes,
    members,
    links,
  }
  return `${JSON.stringify(value, null, 2)}\n`
}
