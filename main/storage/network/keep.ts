import { linkKinds, nodeKinds } from '../../../shared/schema/network.ts'
import { proposeFrom } from '../../domain/network/resolve.ts'
import { pairOf } from '../../domain/network/refs.ts'
import type { Growth } from '../../domain/network/kept.ts'
import type { EntityRef } from '../../../shared/schema/network.ts'
import type { Statements } from '../sqlite/statements.ts'

/** Raised when the network is made otherwise than before: what an older release made is then made anew. */
export const networkVersion = 3

const putNode =
  'insert into network_nodes (node, kind, id, shapes) values (?, ?, ?, ?) on conflict (node) do update set kind = excluded.kind, shapes = excluded.shapes'
const putLink = `insert into network_links (from_node, to_node, kind, currency, count, total, first_ms, last_ms) values (?, ?, ?, ?, ?, ?, ?, ?)
  on conflict (from_node, to_node, kind, currency) do update set count = count + excluded.count, total = total + excluded.total,
    first_ms = min(first_ms, excluded.first_ms), last_ms = max(last_ms, excluded.last_ms)`
const putFact = 'insert into network_facts (node, name, value, at_ms) values (?, ?, ?, ?) on conflict do nothing'
const putMotif = `insert into network_motifs (key, kind, nodes, amount, from_ms, to_ms) values (?, ?, ?, ?, ?, ?)
  on conflict (key) do update set nodes = excluded.nodes, amount = excluded.amount, from_ms = excluded.from_ms, to_ms = excluded.to_ms`
const motifNumber = 'select n from network_motifs where key = ?'
const putMotifNode = 'insert into network_motif_nodes (node, motif) values (?, ?) on conflict do nothing'
const putPayments =
  'insert into network_payments (node, payments) values (?, ?) on conflict (node) do update set payments = payments + excluded.payments'
const putState = `insert into network_state (id, version, last_activity, newest_ms, updated_ms) values (1, ?, ?, ?, ?)
  on conflict (id) do update set version = excluded.version, last_activity = excluded.last_activity, newest_ms = excluded.newest_ms, updated_ms = excluded.updated_ms`
const putProposal = `insert into network_proposals (uid, a_kind, a_id, b_kind, b_id, score, reasons, proposed_ms, by_hand) values (?, ?, ?, ?, ?, ?, ?, ?, 0)
  on conflict (a_kind, a_id, b_kind, b_id) do update set score = excluded.score, reasons = excluded.reasons where by_hand = 0`
const dropProposal = `delete from network_proposals where a_kind = ? and a_id = ? and b_kind = ? and b_id = ? and by_hand = 0
  and not exists (select 1 from network_verdicts v where v.a_kind = network_proposals.a_kind and v.a_id = network_proposals.a_id and v.b_kind = network_proposals.b_kind and v.b_id = network_proposals.b_id)`
const clear = [
  'network_state',
  'network_nodes',
  'network_links',
  'network_facts',
  'network_motifs',
  'network_motif_nodes',
  'network_payments',
].map((table) => `delete from ${table}`)

/** Up to where the network goes with what is kept. */
export interface NetworkCursor {
  readonly activity: number
  /** Time of the newest activity; null: there is none. */
  readonly newestMs: number | null
}

export interface KeepOptions {
  readonly nowMs: number
  readonly newUid: () => string
  readonly refOf: (node: number) => EntityRef
  /** What was kept before is of an older release, or there is none: it goes first. */
  readonly anew: boolean
}

/** Forgets what was made of the activities, in a transaction. What people decided, and proposed by hand, stays. */
export const clearNetwork = async (sql: Statements): Promise<void> => {
  for (const text of clear) await sql.run(text)
}

/**
 * Keeps what has grown with the cursor, in one transaction: after any end of the process the one agrees with the other.
 * Links grow, so it must run once for each growth.
 */
export const keepGrowth = async (
  sql: Statements,
  growth: Growth,
  cursor: NetworkCursor,
  { nowMs, newUid, refOf, anew }: KeepOptions,
): Promise<void> => {
  if (anew) await clearNetwork(sql)
  for (const { node, ref, shapes } of growth.nodes)
    await sql.run(putNode, node, nodeKinds.indexOf(ref.kind), ref.id, shapes)
  for (const { from, to, kind, currency, count, total, firstMs, lastMs } of growth.links)
    await sql.run(putLink, from, to, linkKinds.indexOf(kind), currency ?? '-', count, total, firstMs, lastMs)
  for (const { node, payments } of growth.payments) await sql.run(putPayments, node, payments)
  for (const { node, name, value, atMs } of growth.facts) await sql.run(putFact, node, name, value, atMs)
  for (const { key, kind, nodes, amount, fromMs, toMs } of growth.motifs) {
    await sql.run(putMotif, key, kind, JSON.stringify(nodes), amount, fromMs, toMs)
    const kept = await sql.get<{ n: number }>(motifNumber, key)
    if (kept !== undefined) for (const node of nodes) await sql.run(putMotifNode, node, kept.n)
  }
  for (const { a, b, score, reasons } of growth.compared) {
    const [one, other] = pairOf(refOf(a), refOf(b))
    if (score < proposeFrom) await sql.run(dropProposal, one.kind, one.id, other.kind, other.id)
    else
      await sql.run(
        putProposal,
        newUid(),
        one.kind,
        one.id,
        other.kind,
        other.id,
        score,
        JSON.stringify(reasons),
        nowMs,
      )
  }
  await sql.run(putState, networkVersion, cursor.activity, cursor.newestMs, nowMs)
}
