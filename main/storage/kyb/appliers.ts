import { z } from 'zod'
import type { Applier, Area } from '../ledger/ledger.ts'

const conclusion = z.looseObject({ check_sha256: z.string().regex(/^[0-9a-f]{64}$/u), verdict: z.enum(['accept', 'refuse', 'enhanced_review']) })

/** A person's word on a check. The check itself lives on the device that made it; elsewhere its hash stands for it. */
const concluded: Applier = async ({ sql }, { id, n, atMs, payload }) => {
  const read = conclusion.safeParse(payload.pub)
  if (!read.success || payload.subject.length > 64) return
  await sql.run(
    'insert into business_conclusions (entry, check_uid, check_sha256, verdict, actor, at_ms, n) values (?, ?, ?, ?, ?, ?, ?) on conflict do nothing',
    id, payload.subject, read.data.check_sha256, read.data.verdict, payload.actor, atMs, n,
  )
}

/** Conclusions on checks of businesses, in the workspace's chain. */
export const businessesArea: Area = { appliers: { 'business.concluded': concluded } }
