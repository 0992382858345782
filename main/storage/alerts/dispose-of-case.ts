import { fieldRefused, refusal } from '../../../shared/api/errors.ts'
import type { ErrorDetail, Refusal } from '../../../shared/api/errors.ts'
import type { AlertDisposition, SubjectOfAlerts, SubjectRole } from '../../../shared/schema/alerts.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { statusWords } from '../../domain/alerts/transitions.ts'
import type { LedgerTx } from '../ledger/ledger.ts'
import type { CaseRef } from './attach.ts'
import { dispositionFaults } from './disposition-fault.ts'
import { readDetectionPolicy } from './policy.ts'
import type { AlertsTable } from './tables.ts'

/** So many alerts are named in the details of a refusal; the message counts all. */
const namedMax = 100

/** Alerts that are sealed before those who read have a turn: a few milliseconds of work. */
const sealedAtOnce = 20

type OpenAlert = Pick<AlertsTable, 'id' | 'uid' | 'status' | 'title' | 'entity_kind' | 'entity_id'>

/** What is asked of the open alerts of a case that is finished. */
export interface DisposalAsked {
  readonly disposition: AlertDisposition
  /** Whether alerts that cannot get it stay open; otherwise one of them refuses all (`alerts_held_back`). */
  readonly leavesBlocked: boolean
  /** Who the subjects of the alerts turned out to be, with `confirmed` alone. */
  readonly subjects: readonly SubjectOfAlerts[]
}

/** What becomes of the open alerts of a case when it is finished. */
export interface CaseDisposal {
  readonly disposition: AlertDisposition
  readonly alerts: readonly OpenAlert[]
  /** Who a subject of these alerts is, as a person said, by `subjectKey`. */
  readonly roles: ReadonlyMap<string, SubjectRole>
  /** How many stay open, because they cannot get the disposition. */
  readonly left: number
}

const heldBack = (
  alerts: readonly OpenAlert[],
  faults: ReadonlyMap<number, Refusal>,
  disposition: AlertDisposition,
): Refusal => {
  const details = alerts.slice(0, namedMax).map(({ id, title }): ErrorDetail => ({
    path: 'dispose_alerts',
    message: `alert ${id} (${title}): ${faults.get(id)?.message ?? ''}`,
  }))
  const first = `${alerts.length === 1 ? 'One open alert' : `${alerts.length} open alerts`} of the case cannot become ${statusWords[disposition]} now`
  return refusal(
    'alerts_held_back',
    `${first}, ${alerts.length === 1 ? '' : 'among them '}${details[0]?.message ?? ''} Nothing was changed: neither the case nor any alert. Settle this first, or ask again with \`leave_blocked\` to leave such alerts open.`,
    details,
  )
}

const subjectKey = (kind: string | null, id: string | null): string => JSON.stringify([kind, id])

/** Who is who, by subject; refused where the alerts are about nobody of that name, or where one is named twice. */
const rolesOf = (
  open: readonly OpenAlert[],
  { disposition, subjects }: DisposalAsked,
): Result<ReadonlyMap<string, SubjectRole>, Refusal> => {
  const about = new Set(open.map(({ entity_kind: kind, entity_id: id }) => subjectKey(kind, id)))
  const roles = new Map<string, SubjectRole>()
  for (const [place, { kind, id, subject_role: role }] of subjects.entries()) {
    const path = `subject_roles.${place}`
    const key = subjectKey(kind, id)
    if (disposition !== 'confirmed')
      return fail(fieldRefused(path, 'goes with `confirmed_fraud` alone: the other outcomes say nothing of anybody'))
    if (!about.has(key)) return fail(fieldRefused(path, 'names nobody whom an open alert of this case is about'))
    if (roles.has(key)) return fail(fieldRefused(path, 'names a subject twice'))
    roles.set(key, role)
  }
  return ok(roles)
}

/**
 * L-68: the alerts that a case holds and that are open, for the disposition that goes with its outcome. All rules of a
 * single disposition are asked; an alert that the case holds no longer, or that was disposed of, is none of them.
 */
export const planDisposal = async (
  tx: LedgerTx,
  caseId: number,
  asked: DisposalAsked,
): Promise<Result<CaseDisposal, Refusal>> => {
  const { disposition } = asked
  const open = await tx.sql.all<OpenAlert>(
    'select id, uid, status, title, entity_kind, entity_id from alerts where case_id = ? and open = 1 order by id',
    caseId,
  )
  const named = rolesOf(open, asked)
  if (!named.ok) return named
  const roles = named.value
  if (open.length === 0) return ok({ disposition, alerts: [], roles, left: 0 })
  const faults = await dispositionFaults(
    tx,
    { where: 'a.case_id = ? and a.open = 1', values: [caseId] },
    disposition,
    await readDetectionPolicy(tx.sql),
  )
  const blocked = open.filter(({ id }) => faults.has(id))
  if (blocked.length > 0 && !asked.leavesBlocked) return fail(heldBack(blocked, faults, disposition))
  return ok({ disposition, alerts: open.filter(({ id }) => !faults.has(id)), roles, left: blocked.length })
}

/**
 * Seals the dispositions into the chain of the case. Each refers to the entry that finished the case, whose rationale
 * is theirs too: it is kept, and erased, in one place.
 */
export const disposeOfAlerts = async (
  tx: LedgerTx,
  of: CaseRef,
  { disposition, alerts, roles }: CaseDisposal,
  finishing: string,
): Promise<void> => {
  for (const [place, { id, uid, status, entity_kind: kind, entity_id: entity }] of alerts.entries()) {
    const role = roles.get(subjectKey(kind, entity))
    if (place % sealedAtOnce === sealedAtOnce - 1) await tx.breathe()
    await tx.append({
      case: of,
      type: 'alert.moved',
      subject: uid,
      refs: [finishing],
      pub: { alert_id: id, from: status, to: disposition, ...(role === undefined ? {} : { subject_role: role }) },
    })
  }
}
