import { voidedBy } from '../../domain/cases/voided.ts'
import { isHubId } from '../../seal/hub-epochs.ts'
import type { Applier } from '../ledger/ledger.ts'
import type { Statements } from '../sqlite/statements.ts'

/** Keeps the hub's word that an act of its chain has no effect (Y-95). */
export const voided: Applier = async ({ sql }, entry) => {
  const { case: uid, pub } = entry.payload
  const key = await sql.get<{ device_id: string }>('select device_id from keys where kid = ?', entry.payload.kid)
  // Y-5: the hub's word is what its key sealed.
  const named = key !== undefined && isHubId(key.device_id) ? voidedBy(entry.payload) : null
  const { code, message } = pub
  if (named === null || typeof code !== 'string' || typeof message !== 'string') return
  if (uid === 'workspace') {
    await sql.run(
      'insert into voided_acts (entry, code, message, n) values (?, ?, ?, ?) on conflict do nothing',
      named,
      code,
      message,
      entry.n,
    )
    return
  }
  await sql.run(
    'insert into case_voided_acts (entry, case_id, code, message, n) select ?, id, ?, ?, ? from cases where uid = ? on conflict do nothing',
    named,
    code,
    message,
    entry.n,
    uid,
  )
}

/** Whether an entry was named by a word that stands before it. */
export const isVoided = async (
  sql: Statements,
  { id, payload }: { readonly id: string; readonly payload: { readonly case: string } },
): Promise<boolean> =>
  (await sql.get(
    `select 1 from ${payload.case === 'workspace' ? 'voided_acts' : 'case_voided_acts'} where entry = ?`,
    id,
  )) !== undefined

/** An applier of acts that can be without effect: of those nothing is projected. */
export const unlessVoided =
  (applier: Applier): Applier =>
  async (tx, entry) => {
    if (!(await isVoided(tx.sql, entry))) await applier(tx, entry)
  }
