import type { DecisionsTable } from '../alerts/tables.ts'
import { touchCase } from '../cases/projection.ts'
import { alertForms } from '../../domain/alerts/forms.ts'
import { isApiKey, isSecondPerson } from '../../domain/decisions/four-eyes.ts'
import { deviceIdsOf } from '../ledger/device-ids.ts'
import type { DeviceIds } from '../ledger/device-ids.ts'
import type { Applier, Area, OpenedEntry, ProjectionTx } from '../ledger/ledger.ts'

/** The table of decisions of an entry's chain, and the case that it is of. Null where the case is not here. */
const placeOf = async (
  { sql }: ProjectionTx,
  { payload }: OpenedEntry,
): Promise<{ readonly caseId: number | null; readonly table: 'decisions' | 'case_decisions' } | null> => {
  if (payload.case === 'workspace') return { caseId: null, table: 'decisions' }
  const row = await sql.get<{ id: number }>('select id from cases where uid = ?', payload.case)
  return row === undefined ? null : { caseId: row.id, table: 'case_decisions' }
}

const columns =
  'uid, n, entry, subject, alert_uid, alert_id, assessment_id, transaction_id, outcome, state, score, level, decided_by, decided_at, replaces'

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** A decision as it was made: in force, or waiting for the second person. A uid that is taken stays what it is. */
const made =
  (state: 'recorded' | 'proposed'): Applier =>
  async (tx, entry) => {
    const { pub, subject, actor } = entry.payload
    const place = await placeOf(tx, entry)
    if (place === null || !alertForms.decided.safeParse(pub).success) return
    const ids = await deviceIdsOf(tx.sql, entry.payload)
    if (
      ids.beforeJoining &&
      place.caseId === null &&
      !ids.mayGive(ids.read((pub['alert_id'] as number | undefined) ?? 1))
    )
      return
    const alertId = typeof pub['alert_id'] === 'number' ? ids.read(pub['alert_id']) : null
    const values = [
      subject,
      entry.n,
      entry.id,
      pub['about'] as string,
      text(pub['alert_uid']),
      alertId,
      text(pub['assessment_id']),
      text(entry.disclosures['transaction_id']?.value),
      pub['outcome'] as string,
      state,
      (pub['score'] as number | undefined) ?? null,
      text(pub['risk_level']),
      actor,
      entry.atMs,
      text(pub['replaces']),
    ]
    const marks = values.map(() => '?').join(', ')
    if (place.caseId === null)
      await tx.sql.run(`insert into decisions (${columns}) values (${marks}) on conflict do nothing`, ...values)
    else {
      await tx.sql.run(
        `insert into case_decisions (${columns}, case_id) values (${marks}, ?) on conflict do nothing`,
        ...values,
        place.caseId,
      )
      await touchCase(tx.sql, place.caseId, entry.atMs)
    }
  }

/**
 * Whether a proposal is of the folder's own people, whose device an entry is of: a user whose id its device gave out,
 * or an API key that this workspace does not know.
 */
const isOfFolder = async ({ sql }: ProjectionTx, ids: DeviceIds, proposer: string): Promise<boolean> => {
  if (isApiKey(proposer))
    return (await sql.get('select id from api_keys where id = ?', proposer.slice('key:'.length))) === undefined
  const user = await sql.get<{ id: number }>('select id from users where uid = ?', proposer)
  return user !== undefined && ids.mayGive(user.id)
}

/**
 * The second person's word. What the proposer himself, or an API key, says of a proposal has no effect, whoever sealed
 * it.
 */
const settled =
  (state: 'approved' | 'refused'): Applier =>
  async (tx, entry) => {
    const { subject, actor } = entry.payload
    const place = await placeOf(tx, entry)
    if (place === null) return
    const text =
      place.table === 'decisions'
        ? 'select * from decisions where uid = ?'
        : 'select * from case_decisions where uid = ?'
    const row = await tx.sql.get<DecisionsTable>(text, subject)
    if (row?.state !== 'proposed' || !isSecondPerson(row.decided_by, actor)) return
    // Y-30: who was a supervisor in a folder that joined is none of this workspace by that.
    const ids = await deviceIdsOf(tx.sql, entry.payload)
    if (ids.beforeJoining && place.caseId === null && !(await isOfFolder(tx, ids, row.decided_by))) return
    const set = 'set state = ?, second_by = ?, second_at = ?, second_n = ? where uid = ?'
    await tx.sql.run(
      place.table === 'decisions' ? `update decisions ${set}` : `update case_decisions ${set}`,
      state,
      actor,
      entry.atMs,
      entry.n,
      subject,
    )
    if (place.caseId !== null) await touchCase(tx.sql, place.caseId, entry.atMs)
  }

/** Decisions: in the chain of the alert's case, or of the workspace. */
export const decisionsArea: Area = {
  appliers: {
    'decision.recorded': made('recorded'),
    'decision.proposed': made('proposed'),
    'decision.approved': settled('approved'),
    'decision.refused': settled('refused'),
  },
}
