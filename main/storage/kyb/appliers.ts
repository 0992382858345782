import { conclusionForm } from '../../domain/kyb/forms.ts'
import type { Applier, Area } from '../ledger/ledger.ts'

/** A person's word on a check. The check itself lives on the device that made it; elsewhere its hash stands for it. */
const concluded: Applier = async ({ sql }, { id, n, atMs, payload }) => {
  const read = conclusionForm.safeParse(payload.pub)
  if (!read.success || payload.subject.length > 64) return
  await sql.run(
    'insert into business_conclusions (entry, check_uid, check_sha256, verdict, actor, at_ms, n) values (?, ?, ?, ?, ?, ?, ?) on conflict do nothing',
    id,
    payload.subject,
    read.data.check_sha256,
    read.data.verdict,
    payload.actor,
    atMs,
    n,
  )
}

/** Conclusions on checks of businesses, in the workspace's chain. */
export const businessesArea: Area = { appliers: { 'business.concluded': concluded } }
