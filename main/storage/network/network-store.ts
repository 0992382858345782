import { linkKinds, nodeKinds } from '../../../shared/schema/network.ts'
import type { EntityRef, MergeReason } from '../../../shared/schema/network.ts'
import type { ContextLink, KeptFact, KeptNode, KeptPayments, LinkGrowth } from '../../domain/network/kept.ts'
import { factNames } from '../../domain/network/extract.ts'
import { refOfText } from '../../domain/network/refs.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { Because } from './because.ts'
import { placedFrauds } from './frauds-at-points.ts'
import type { PlacedFraud } from './frauds-at-points.ts'
import { byAlerts, compromised } from './known-by-alerts.ts'
import { byLabels } from './known-by-labels.ts'
import { byCases, byOpenAlerts } from './known-by-work.ts'
import type { NamedInCase } from './known-by-work.ts'
import { networkVersion } from './keep.ts'
import type { NetworkCursor } from './keep.ts'
import type {
  NetworkFactRow,
  NetworkLinkRow,
  NetworkMotifRow,
  NetworkNodeRow,
  NetworkPaymentsRow,
  NetworkStateRow,
  NetworkVerdictRow,
  PairColumns,
} from './tables.ts'

/** A case as the page of a node names it. */
export interface NamingCase {
  readonly id: number
  readonly case_number: string
  readonly title: string
  readonly status: string
}

/** Reads of what is committed. */
export interface NetworkStore {
  /** Up to where the network goes; null where nothing is kept, or an older release made it otherwise. */
  cursor(): (NetworkCursor & { readonly updatedMs: number }) | null
  nodesAfter(node: number, limit: number): readonly KeptNode[]
  linksAfter(n: number, limit: number): readonly (LinkGrowth & { readonly n: number })[]
  factsAfter(n: number, limit: number): readonly (KeptFact & { readonly n: number })[]
  paymentsAfter(node: number, limit: number): readonly KeptPayments[]
  /** How many findings there are. */
  motifs(): number
  /** Findings that one of the nodes is part of, newest first. */
  motifsOf(nodes: readonly number[], limit: number): readonly NetworkMotifRow[]
  factsOf(nodes: readonly number[]): readonly NetworkFactRow[]
  /** Pairs that are one, by the last verdict on each. */
  accepted(): readonly (readonly [EntityRef, EntityRef])[]
  /** Who is known bad, undecided or exposed by alerts, cases and labels that are known at a time. */
  knownBad(nowMs: number): readonly Because[]
  /** Where frauds were paid that are known at a time, among the activities up to a row. */
  placedFrauds(nowMs: number, lastRow: number): Iterable<PlacedFraud>
  /** What a person confirmed to be compromised. */
  compromised(): readonly EntityRef[]
  /** What cases tell of entities: whom one case names belongs together. */
  caseLinks(): readonly ContextLink[]
  casesNaming(entity: EntityRef): readonly NamingCase[]
}

/** L-104: restricted cases tell the network of everybody nothing. */
const isOpenCase = (table: string): string => `${table}.case_id not in (select case_id from case_access)`

const namedInCases = (sql: SyncStatements): NamedInCase[] => [
  ...sql
    .all<{ case_id: number; kind: 'customer' | 'account'; target: number; at: number }>(
      `select l.case_id, l.kind, l.target, c.created_at as at from case_links l join cases c on c.id = l.case_id where ${isOpenCase('l')} and l.kind in ('customer', 'account') order by l.case_id, l.kind desc, l.target`,
    )
    .map(({ case_id, kind, target, at }): NamedInCase => ({ case_id, kind, id: String(target), at, source: 'cases' })),
  ...sql
    .all<{ case_id: number; kind: EntityRef['kind']; id: string; at: number }>(
      `select case_id, entity_kind as kind, entity_id as id, raised_at as at from alerts a where case_id is not null and ${isOpenCase('a')} and entity_kind is not null and entity_id is not null order by case_id, id`,
    )
    .map((row) => ({ ...row, source: 'alerts' as const })),
  ...sql
    .all<{ case_id: number; tag: string; at: number }>(
      `select t.case_id, t.tag, e.acquired_at as at from evidence_tags t join evidence e on e.id = t.evidence_id where ${isOpenCase('t')} and t.tag like '%:%' order by t.case_id, t.evidence_id, t.tag`,
    )
    .flatMap(({ case_id, tag, at }): NamedInCase[] => {
      const ref = refOfText(tag)
      return ref === null ? [] : [{ case_id, ...ref, at, source: 'evidence' }]
    }),
]

/** A case ties at most so many: one that names hundreds ties nobody. */
const namedMost = 50

const linksOfCases = (named: readonly NamedInCase[]): ContextLink[] => {
  const byCase = new Map<number, NamedInCase[]>()
  for (const one of named) byCase.set(one.case_id, [...(byCase.get(one.case_id) ?? []), one])
  return [...byCase.values()].flatMap((all) => {
    const [first, ...others] = all.filter(
      (one, place) => all.findIndex(({ kind, id }) => kind === one.kind && id === one.id) === place,
    )
    if (first === undefined || others.length >= namedMost) return []
    return others.map(({ kind, id, at, source }): ContextLink => ({
      from: { kind: first.kind, id: first.id },
      to: { kind, id },
      kind: 'case',
      source,
      atMs: at,
    }))
  })
}

const currencyOf = (stored: string): string | null => (stored === '-' ? null : stored)

const factName = (name: string): KeptFact['name'] => factNames.find((known) => known === name) ?? 'name'

/** Reads by a connection that sees what is committed. */
export const createNetworkStore = (sql: SyncStatements): NetworkStore => ({
  cursor: () => {
    const row = sql.get<NetworkStateRow>('select * from network_state where id = 1')
    return row === undefined || row.version !== networkVersion
      ? null
      : { activity: row.last_activity, newestMs: row.newest_ms, updatedMs: row.updated_ms }
  },
  nodesAfter: (node, limit) =>
    sql
      .all<NetworkNodeRow>('select * from network_nodes where node > ? order by node limit ?', node, limit)
      .map((row) => ({
        node: row.node,
        ref: { kind: nodeKinds[row.kind] ?? 'customer', id: row.id },
        shapes: row.shapes,
      })),
  linksAfter: (n, limit) =>
    sql.all<NetworkLinkRow>('select * from network_links where n > ? order by n limit ?', n, limit).map((row) => ({
      n: row.n,
      from: row.from_node,
      to: row.to_node,
      kind: linkKinds[row.kind] ?? 'transfer',
      currency: currencyOf(row.currency),
      count: row.count,
      total: row.total,
      firstMs: row.first_ms,
      lastMs: row.last_ms,
    })),
  factsAfter: (n, limit) =>
    sql
      .all<NetworkFactRow>('select * from network_facts where n > ? order by n limit ?', n, limit)
      .map((row) => ({ n: row.n, node: row.node, name: factName(row.name), value: row.value, atMs: row.at_ms })),
  paymentsAfter: (node, limit) =>
    sql.all<NetworkPaymentsRow>('select * from network_payments where node > ? order by node limit ?', node, limit),
  motifs: () => sql.get<{ count: number }>('select count(*) as count from network_motifs')?.count ?? 0,
  motifsOf: (nodes, limit) =>
    sql.all<NetworkMotifRow>(
      'select distinct m.* from network_motif_nodes x join network_motifs m on m.n = x.motif where x.node in (select value from json_each(?)) order by m.to_ms desc, m.n desc limit ?',
      JSON.stringify(nodes),
      limit,
    ),
  factsOf: (nodes) =>
    sql.all<NetworkFactRow>(
      'select * from network_facts where node in (select value from json_each(?)) order by name, n limit 500',
      JSON.stringify(nodes),
    ),
  accepted: () =>
    sql
      .all<PairColumns & Pick<NetworkVerdictRow, 'verdict'>>(
        `select a_kind, a_id, b_kind, b_id, verdict from (
           select *, row_number() over (partition by a_kind, a_id, b_kind, b_id order by hlc desc, entry desc) as latest from network_verdicts
         ) where latest = 1 and verdict = 'accept' order by a_kind, a_id, b_kind, b_id`,
      )
      .map(
        (row) =>
          [
            { kind: row.a_kind, id: row.a_id },
            { kind: row.b_kind, id: row.b_id },
          ] as const,
      ),
  knownBad: (nowMs) => [
    ...byAlerts(sql),
    ...byOpenAlerts(sql),
    ...byCases(sql, namedInCases(sql)),
    ...byLabels(sql, nowMs),
  ],
  placedFrauds: (nowMs, lastRow) => placedFrauds(sql, nowMs, lastRow),
  compromised: () => compromised(sql),
  caseLinks: () => linksOfCases(namedInCases(sql)),
  casesNaming: ({ kind, id }) => {
    const named = namedInCases(sql).filter((one) => one.kind === kind && one.id === id)
    const ids = [...new Set(named.map(({ case_id }) => case_id))]
    return sql.all<NamingCase>(
      'select id, number as case_number, title, status from cases where id in (select value from json_each(?)) order by id desc limit 100',
      JSON.stringify(ids),
    )
  },
})

/** Reads the reasons of a proposal as they are stored. */
export const reasonsOfText = (text: string): readonly MergeReason[] => JSON.parse(text) as readonly MergeReason[]
