import type { ChangedAlert } from '../../../shared/api/alerts.ts'
import { fieldRefused, refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { AlertStatus, SubjectRole } from '../../../shared/schema/alerts.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { moveFault, statusWords } from '../../domain/alerts/transitions.ts'
import { activeUser } from '../cases/people.ts'
import type { AppendedEntry, EntryDraft, LedgerTx } from '../ledger/ledger.ts'
import type { StepOptions } from './alert-store.ts'
import { dispositionFault } from './disposition-fault.ts'
import { readDetectionPolicy } from './policy.ts'
import { alertSelect } from './rows.ts'
import type { AlertRow } from './rows.ts'
import type { AlertsTable } from './tables.ts'

export const noAlert = refusal('not_found', 'There is no alert with this id.')
const noAssignee = refusal('unknown_reference', 'There is no active user with this id who may work alerts.', [
  { path: 'assignee_id', message: 'is no active user who may work alerts' },
])

/** The chain of an alert's steps: its case's, else the workspace's. */
export const chainOfAlert = async (
  tx: LedgerTx,
  { case_id: id }: Pick<AlertsTable, 'case_id'>,
): Promise<EntryDraft['case']> => {
  const row = id === null ? undefined : await tx.sql.get<{ uid: string }>('select uid from cases where id = ?', id)
  return id === null || row === undefined ? 'workspace' : { id, uid: row.uid }
}

const readRow = (tx: LedgerTx, id: number): Promise<AlertRow | undefined> | AlertRow | undefined =>
  tx.sql.get<AlertRow>(`${alertSelect} where a.id = ?`, id)

/** Why an alert is not as whoever names this revision saw it; null where it is, or none is named. */
export const staleAlert = (
  { status, revision }: Pick<AlertsTable, 'status' | 'revision'>,
  ifRevision: number | undefined,
): Refusal | null =>
  ifRevision === undefined || ifRevision === revision
    ? null
    : refusal(
        'stale_revision',
        `The alert has changed since it was read: it is ${statusWords[status]} now, at revision ${revision}. Nothing was changed; look at it again.`,
      )

const present = async (
  tx: LedgerTx,
  id: number,
  options: Pick<StepOptions, 'ifRevision'>,
): Promise<Result<AlertRow, Refusal>> => {
  const row = await readRow(tx, id)
  if (row === undefined || (row.case_id !== null && !(await tx.mayKnow(row.case_id)))) return fail(noAlert)
  const stale = staleAlert(row, options.ifRevision)
  return stale === null ? ok(row) : fail(stale)
}

const answerOf = async (tx: LedgerTx, id: number, entry: AppendedEntry): Promise<ChangedAlert> => {
  const row = await readRow(tx, id)
  if (row === undefined) throw new Error('an alert that was changed has no row')
  return {
    id,
    status: row.status,
    assignee_id: row.assignee_id,
    case_id: row.case_id,
    updated_at: toTimestamp(entry.atMs),
    revision: row.revision,
    entry_id: entry.id,
  }
}

const withheldNotes = (notes: string | undefined): Pick<EntryDraft, 'withheld'> =>
  notes === undefined ? {} : { withheld: { notes } }

/** Moves an alert within a transaction. */
export const moveAlertTx = async (
  tx: LedgerTx,
  id: number,
  {
    status,
    notes,
    subject_role: role,
  }: {
    readonly status: AlertStatus
    readonly notes?: string | undefined
    readonly subject_role?: SubjectRole | undefined
  },
  options: Pick<StepOptions, 'ifRevision'>,
): Promise<Result<ChangedAlert, Refusal>> => {
  if (role !== undefined && status !== 'confirmed')
    return fail(
      fieldRefused('subject_role', 'goes with `confirmed` alone: of no other alert is anybody said to be anything'),
    )
  const alert = await present(tx, id, options)
  if (!alert.ok) return alert
  const policy = await readDetectionPolicy(tx.sql)
  const fault = moveFault(alert.value.status, status, notes, policy.alerts.note_required)
  if (fault !== null) return fail(fault)
  const unseen = await dispositionFault(tx, alert.value, status, policy)
  if (unseen !== null) return fail(unseen)
  const entry = await tx.append({
    case: await chainOfAlert(tx, alert.value),
    type: 'alert.moved',
    subject: alert.value.uid,
    pub: {
      alert_id: id,
      from: alert.value.status,
      to: status,
      ...(role === undefined ? {} : { subject_role: role }),
    },
    ...withheldNotes(notes),
  })
  return ok(await answerOf(tx, id, entry))
}

/** Gives an alert to a user, or to nobody, within a transaction. */
export const assignAlertTx = async (
  tx: LedgerTx,
  id: number,
  input: { readonly assignee_id: number | null; readonly notes?: string | undefined },
  options: Pick<StepOptions, 'ifRevision'>,
): Promise<Result<ChangedAlert, Refusal>> => {
  const alert = await present(tx, id, options)
  if (!alert.ok) return alert
  const user = input.assignee_id === null ? null : await activeUser(tx.sql, input.assignee_id)
  if (input.assignee_id !== null && (user === null || user.role === 'auditor')) return fail(noAssignee)
  if (alert.value.assignee_id === (user?.id ?? null))
    return fail(refusal('already_done', user === null ? 'Nobody has this alert.' : 'This user has the alert already.'))
  const entry = await tx.append({
    case: await chainOfAlert(tx, alert.value),
    type: 'alert.assigned',
    subject: alert.value.uid,
    pub: {
      alert_id: id,
      from_uid: alert.value.assignee,
      to_uid: user?.uid ?? null,
      from_id: alert.value.assignee_id,
      to_id: user?.id ?? null,
    },
    ...withheldNotes(input.notes),
  })
  return ok(await answerOf(tx, id, entry))
}
