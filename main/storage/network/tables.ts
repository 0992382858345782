import type { NodeKind } from '../../../shared/schema/network.ts'

/** Up to where the network goes. */
export interface NetworkStateRow {
  id: 1
  version: number
  last_activity: number
  /** Time of the newest activity that is in it. */
  newest_ms: number | null
  updated_ms: number
}

export interface NetworkNodeRow {
  node: number
  /** Place in `nodeKinds`. */
  kind: number
  id: string
  shapes: number
}

export interface NetworkLinkRow {
  n: number
  from_node: number
  to_node: number
  /** Place in `linkKinds`. */
  kind: number
  /** '-' where no money moved. */
  currency: string
  count: number
  /** Ten-thousandths. */
  total: number
  first_ms: number
  last_ms: number
}

export interface NetworkFactRow {
  n: number
  node: number
  name: string
  value: string
  at_ms: number
}

export interface NetworkMotifRow {
  n: number
  key: string
  kind: string
  /** JSON: numbers of nodes. */
  nodes: string
  amount: number
  from_ms: number
  to_ms: number
}

export interface NetworkMotifNodeRow {
  node: number
  motif: number
}

export interface NetworkPaymentsRow {
  node: number
  payments: number
}

/** The two ends of a merge, in the order of `pairOf`. */
export interface PairColumns {
  a_kind: NodeKind
  a_id: string
  b_kind: NodeKind
  b_id: string
}

export interface NetworkProposalRow extends PairColumns {
  uid: string
  score: number
  /** JSON. */
  reasons: string
  proposed_ms: number
  by_hand: 0 | 1
}

export interface NetworkVerdictRow extends PairColumns {
  /** Lower-case hex. */
  entry: string
  n: number
  hlc: string
  proposal: string
  verdict: 'accept' | 'refuse' | 'undo'
  note: string | null
  at: number
  actor: string
}

/** Tables of this area. */
export interface NetworkTables {
  network_state: NetworkStateRow
  network_nodes: NetworkNodeRow
  network_links: NetworkLinkRow
  network_facts: NetworkFactRow
  network_motifs: NetworkMotifRow
  network_motif_nodes: NetworkMotifNodeRow
  network_payments: NetworkPaymentsRow
  network_proposals: NetworkProposalRow
  network_verdicts: NetworkVerdictRow
}
