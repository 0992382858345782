import { z } from 'zod'
import { nodeIdMax, nodeKinds } from '../../../shared/schema/network.ts'
import { pairOf } from '../../domain/network/refs.ts'
import { deviceIdsOf } from '../ledger/device-ids.ts'
import type { Applier, Area } from '../ledger/ledger.ts'

const ref = z.strictObject({ kind: z.enum(nodeKinds), id: z.string().min(1).max(nodeIdMax) })

/** What `network.merge_settled` must hold to have an effect: the verdict openly, whom it is about withheld. */
const form = { pub: z.looseObject({ verdict: z.enum(['accept', 'refuse', 'undo']) }), pair: z.strictObject({ a: ref, b: ref }) } as const

/** A verdict on a merge. Where the names of the pair were erased it has no effect any more. */
const settled: Applier = async (tx, entry) => {
  const { payload, disclosures } = entry
  const pub = form.pub.safeParse(payload.pub)
  const pair = form.pair.safeParse(disclosures['pair']?.value)
  // What was one in a folder that joined later says nothing of the workspace that it joined.
  if (!pub.success || !pair.success || (await deviceIdsOf(tx.sql, payload)).beforeJoining) return
  const [a, b] = pairOf(pair.data.a, pair.data.b)
  const note = disclosures['notes']?.value
  await tx.sql.run(
    `insert into network_verdicts (entry, n, hlc, proposal, a_kind, a_id, b_kind, b_id, verdict, note, at, actor) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing`,
    entry.id, entry.n, payload.hlc, payload.subject, a.kind, a.id, b.kind, b.id, pub.data.verdict, typeof note === 'string' ? note : null, entry.atMs, payload.actor,
  )
}

/** Verdicts on merges, in the workspace's chain. */
export const networkArea: Area = { appliers: { 'network.merge_settled': settled } }
