import { withoutOrigin } from '../../../shared/schema/origin.ts'
import { screeningPolicy } from '../../../shared/schema/screening.ts'
import { screeningForms } from '../../domain/screening/forms.ts'
import { canonicalJson } from '../../seal/canonical.ts'
import { deviceIdsOf } from '../ledger/device-ids.ts'
import type { Applier, Area } from '../ledger/ledger.ts'

const disposed: Applier = async (tx, entry) => {
  const read = screeningForms.disposed.safeParse(entry.payload.pub)
  if (!read.success) return
  const { disposition, expires_at: expires } = read.data
  await tx.sql.run(
    'insert into screening_dispositions (entry, n, hit_uid, hlc, at, actor, disposition, expires_at) values (?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing',
    entry.id,
    entry.n,
    entry.payload.subject,
    entry.payload.hlc,
    entry.atMs,
    entry.payload.actor,
    disposition,
    expires === null ? null : Date.parse(expires),
  )
}

const policyChanged: Applier = async (tx, entry) => {
  const read = screeningPolicy.safeParse(withoutOrigin(entry.payload.pub))
  if (!read.success || (await deviceIdsOf(tx.sql, entry.payload)).beforeJoining) return
  await tx.sql.run(
    'insert into screening_policy (id, policy, changed_at) values (1, ?, ?) on conflict (id) do update set policy = excluded.policy, changed_at = excluded.changed_at',
    canonicalJson(read.data),
    entry.atMs,
  )
}

/** What people decide about screening, in the workspace's chain. */
export const screeningArea: Area = {
  appliers: { 'screening.disposed': disposed, 'screening.policy_changed': policyChanged },
}
