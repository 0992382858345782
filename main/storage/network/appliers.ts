import { mergeForms } from '../../domain/network/forms.ts'
import { pairOf } from '../../domain/network/refs.ts'
import { deviceIdsOf } from '../ledger/device-ids.ts'
import type { Applier, Area } from '../ledger/ledger.ts'

/** A verdict on a merge. Where the names of the pair were erased it has no effect any more. */
const settled: Applier = async (tx, entry) => {
  const { payload, disclosures } = entry
  const pub = mergeForms.pub.safeParse(payload.pub)
  const pair = mergeForms.pair.safeParse(disclosures['pair']?.value)
  // What was one in a folder that joined later says nothing of the workspace that it joined.
  if (!pub.success || !pair.success || (await deviceIdsOf(tx.sql, payload)).beforeJoining) return
  const [a, b] = pairOf(pair.data.a, pair.data.b)
  const note = disclosures['notes']?.value
  await tx.sql.run(
    `insert into network_verdicts (entry, n, hlc, proposal, a_kind, a_id, b_kind, b_id, verdict, note, at, actor) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing`,
    entry.id,
    entry.n,
    payload.hlc,
    payload.subject,
    a.kind,
    a.id,
    b.kind,
    b.id,
    pub.data.verdict,
    typeof note === 'string' ? note : null,
    entry.atMs,
    payload.actor,
  )
}

/** Verdicts on merges, in the workspace's chain. */
export const networkArea: Area = { appliers: { 'network.merge_settled': settled } }
