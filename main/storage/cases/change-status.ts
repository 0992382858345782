import { fieldRefused } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { dispositionOfOutcome } from '../../../shared/schema/case.ts'
import { asksForTasks } from '../../../shared/schema/policy.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { asksForTwo } from '../../domain/cases/decide.ts'
import type { CaseState } from '../../domain/cases/state.ts'
import { disposeOfAlerts, planDisposal } from '../alerts/dispose-of-case.ts'
import type { CaseDisposal } from '../alerts/dispose-of-case.ts'
import { teachLabels } from '../alerts/teach.ts'
import type { LedgerTx } from '../ledger/ledger.ts'
import type { CaseStore, DecisionOptions, StatusAnswer } from './case-store.ts'
import { changeCase } from './change-case.ts'
import type { AfterFault, CommandFor } from './change-case.ts'
import { readHands } from './hands.ts'
import type { CaseParts } from './parts.ts'

export type StatusInput = Parameters<CaseStore['changeStatus']>[1]

const noHands: ReadonlySet<string> = new Set()

const openTasksOf = async (tx: LedgerTx, caseId: number): Promise<number> =>
  (
    await tx.sql.get<{ n: number }>(
      "select count(*) as n from case_tasks where case_id = ? and required = 1 and state = 'open'",
      caseId,
    )
  )?.n ?? 0

/** The command of a change of state. */
const moving =
  (
    { policy }: Pick<CaseParts, 'policy'>,
    { status, outcome, notes, leave_tasks: leavesTasks }: StatusInput,
    settles: string | undefined,
  ): CommandFor =>
  async (state, tx) => ({
    kind: 'status',
    status,
    notes,
    hands: asksForTwo(policy(), status) ? await readHands(tx.sql, state.id) : noHands,
    ...(asksForTasks(policy(), status) ? { openTasks: await openTasksOf(tx, state.id) } : {}),
    ...(leavesTasks === undefined ? {} : { leavesTasks }),
    ...(outcome === undefined ? {} : { outcome }),
    ...(settles === undefined ? {} : { settles }),
  })

const noOutcome = fieldRefused(
  'dispose_alerts',
  'goes with an outcome alone: it says which disposition the alerts get. Give `outcome` with `resolved` or `closed`',
)
const nobodyToName = fieldRefused('subject_roles', 'goes with `dispose_alerts` alone: it is sealed with the alerts')
const nothingToLeave = fieldRefused('leave_blocked', 'goes with `dispose_alerts` alone')

const plan = async (
  tx: LedgerTx,
  { id, outcome }: CaseState,
  { dispose_alerts: disposes, leave_blocked: leaves, subject_roles: subjects }: StatusInput,
): Promise<Result<CaseDisposal | null, Refusal>> => {
  if (disposes !== true) {
    if (subjects !== undefined) return fail(nobodyToName)
    return leaves === true ? fail(nothingToLeave) : ok(null)
  }
  if (outcome === null) return fail(noOutcome)
  const disposition = dispositionOfOutcome[outcome]
  return await planDisposal(tx, id, { disposition, leavesBlocked: leaves === true, subjects: subjects ?? [] })
}

/** With what a change of state comes. */
interface StatusOptions extends Pick<DecisionOptions<StatusAnswer>, 'actor' | 'ifRevision' | 'settles'> {
  /** What the command is asked besides, such as whether the conflict that it settles is open. */
  readonly wrap: (commandFor: CommandFor) => CommandFor
}

/**
 * Changes the state of a case within a transaction, and disposes of its open alerts where that is asked for (L-68):
 * both or neither.
 */
export const changeStatus = async (
  tx: LedgerTx,
  parts: Pick<CaseParts, 'policy' | 'labels'>,
  id: number,
  input: StatusInput,
  { wrap, ...options }: StatusOptions,
): Promise<Result<StatusAnswer, Refusal>> => {
  let disposal: CaseDisposal | null = null
  const planning: AfterFault = async (state, inTx) => {
    const planned = await plan(inTx, state, input)
    if (planned.ok) disposal = planned.value
    return planned.ok ? null : planned.error
  }
  const result = await changeCase(tx, parts, id, wrap(moving(parts, input, options.settles)), {
    ...options,
    afterFault: planning,
  })
  if (!result.ok) return result
  const { state, changed } = result.value
  const answer = { ...changed, status: state.status }
  // What a closure assigned the compiler does not see.
  const made = disposal as CaseDisposal | null
  if (made === null) return ok(answer)
  await disposeOfAlerts(tx, state, made, changed.entry_id)
  // Of the first ones at once, as with a single disposition; of many more once this is committed.
  await teachLabels(tx, parts.labels)
  return ok({ ...answer, alerts: { disposed: made.alerts.length, left: made.left } })
}
