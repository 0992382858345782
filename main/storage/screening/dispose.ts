import type { Refusal } from '../../../shared/api/errors.ts'
import { refusal } from '../../../shared/api/errors.ts'
import type { BodyOf } from '../../../shared/api/operation.ts'
import type { disposeHits } from '../../../shared/api/screening.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { HitDisposition, ScreeningMatchItem } from '../../../shared/schema/screening.ts'
import { dayMs } from '../../../shared/text/days.ts'
import { moveAlertTx } from '../alerts/change.ts'
import type { LedgerTx } from '../ledger/ledger.ts'
import { awaitsLook, noHit, selectHits } from './hits.ts'
import type { HitRow } from './hits.ts'
import { readScreeningPolicy } from './policy.ts'
import type { ScreeningHitsTable } from './tables.ts'

/** What a person says of hits. */
export type Disposing = BodyOf<typeof disposeHits>

const words: Readonly<Record<HitDisposition, string>> = { true_match: 'a true match', false_match: 'a false match' }

const disposeOne = async (
  tx: LedgerTx,
  uid: string,
  { disposition, reason }: Disposing,
  expiresAt: number | null,
): Promise<Result<{ readonly entry: string; readonly alert: string | null }, Refusal>> => {
  const hit = await tx.sql.get<HitRow>(`${selectHits} where h.uid = ?`, uid)
  if (hit === undefined) return fail(noHit)
  if (hit.state === 'gone')
    return fail(
      refusal(
        'stale_revision',
        'The list no longer has this entry, or it no longer matches: there is nothing to decide.',
      ),
    )
  if (hit.state === disposition && !awaitsLook(hit))
    return fail(refusal('already_done', `The hit is ${words[disposition]} already.`))
  const match = JSON.parse(hit.match) as ScreeningMatchItem
  const entry = await tx.append({
    case: 'workspace',
    type: 'screening.disposed',
    subject: uid,
    pub: {
      disposition,
      list: hit.list,
      list_version: match.list_version,
      list_entry: hit.entry_id,
      mode: match.mode,
      score: match.score,
      alert_id: hit.alert_id,
      expires_at: expiresAt === null ? null : new Date(expiresAt).toISOString(),
    },
    withheld: {
      reason,
      subject: { kind: hit.kind, id: hit.id, name: match.searched_name },
      listed_name: match.listed_name,
    },
  })
  await tx.sql.run(
    'update screening_hits set cleared_subject = subject_digest, cleared_listed = listed_digest, reopened_because = null where uid = ?',
    uid,
  )
  return ok({ entry: entry.id, alert: hit.alert_uid })
}

/**
 * An alert ends when none of its hits is open or waits to be looked at again: it is confirmed where one of them is
 * true. One that a person has moved already stays as it is.
 */
const settleAlert = async (tx: LedgerTx, alertUid: string, reason: string): Promise<void> => {
  const hits = await tx.sql.all<Pick<ScreeningHitsTable, 'state' | 'unfit_n' | 'disposition_n'>>(
    'select state, unfit_n, disposition_n from screening_hits where alert_uid = ?',
    alertUid,
  )
  if (hits.some((hit) => hit.state === 'open' || awaitsLook(hit))) return
  const alert = await tx.sql.get<{ id: number }>("select id from alerts where uid = ? and kind = 'screening'", alertUid)
  if (alert === undefined) return
  const status = hits.some(({ state }) => state === 'true_match') ? 'confirmed' : 'false_positive'
  await moveAlertTx(tx, alert.id, { status, notes: reason }, {})
}

export type Disposed = {
  changed: number
  refused: number
  results: { id: string; ok: boolean; entry_id?: string; error?: { code: string; message: string } }[]
}

/** Seals what a person says of hits; each is changed or refused by itself, and one alone is refused as a whole. */
export const disposeHitsTx = async (tx: LedgerTx, asked: Disposing): Promise<Result<Disposed, Refusal>> => {
  const policy = await readScreeningPolicy(tx.sql)
  const expiresAt =
    asked.disposition === 'true_match' ? null : tx.nowMs + (asked.expires_in_days ?? policy.false_match_days) * dayMs
  const results: Disposed['results'] = []
  const alerts = new Set<string>()
  const ids = [...new Set(asked.hit_ids)]
  for (const id of ids) {
    const disposed = await disposeOne(tx, id, asked, expiresAt)
    if (!disposed.ok && ids.length === 1) return disposed
    if (disposed.ok && disposed.value.alert !== null) alerts.add(disposed.value.alert)
    results.push(
      disposed.ok
        ? { id, ok: true, entry_id: disposed.value.entry }
        : { id, ok: false, error: { code: disposed.error.code, message: disposed.error.message } },
    )
  }
  for (const alert of alerts) await settleAlert(tx, alert, asked.reason)
  const changed = results.filter((result) => result.ok).length
  return ok({ changed, refused: results.length - changed, results })
}

/** Brings back the false matches whose time is over; each raises its alert again by the caller. Answers the hits. */
export const expiredHits = async (tx: LedgerTx, most: number): Promise<HitRow[]> => {
  const hits = await tx.sql.all<HitRow>(
    `${selectHits} where h.expires_at <= ? and h.state = 'false_match' order by h.subject_n, h.n limit ?`,
    tx.nowMs,
    most,
  )
  for (const hit of hits)
    await tx.sql.run(
      "update screening_hits set reopened_n = disposition_n, reopened_because = 'expired' where n = ?",
      hit.n,
    )
  return hits
}
