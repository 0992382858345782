import { fieldRefused, refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { CaseReportKind, ReportFinding, ReportForm } from '../../../shared/schema/reports.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { utcDay } from '../../../shared/text/days.ts'
import type { Actor } from '../../domain/access/actor.ts'
import { isApiKey } from '../../domain/decisions/four-eyes.ts'
import { checkForm } from '../../domain/reports/check.ts'
import { afterStep, approvalFault, entryOfStep, stepNeeds } from '../../domain/reports/transitions.ts'
import type { Approval } from '../../domain/reports/transitions.ts'
import { makerOfKey } from '../decisions/maker-of-key.ts'
import type { EntryDraft, LedgerTx } from '../ledger/ledger.ts'
import type { Statements } from '../sqlite/statements.ts'
import type { ReportMove } from './report-store.ts'
import type { ReportRow } from './rows.ts'

const kindWords: Readonly<Record<CaseReportKind, string>> = {
  case_report: 'case report',
  sar: 'suspicious-activity report',
  certificate: 'certificate',
}

/** What is named of findings at once. */
const namedMax = 200

/** A refusal that names everything that is missing. */
export const refusedForm = (what: string, findings: readonly ReportFinding[]): Refusal =>
  refusal(
    'invalid_request',
    `The report cannot be ${what}: ${findings[0]?.message ?? ''}${findings.length > 1 ? ` And ${findings.length - 1} more.` : ''}`,
    findings.slice(0, namedMax).map(({ path, message }) => ({ path: `form.${path}`, message })),
  )

/** Everyone who wrote or submitted a report, and whoever made an API key that did. */
export const authorsOf = async (sql: Statements, uid: string): Promise<readonly string[]> => {
  const rows = await sql.all<{ actor: string }>(
    "select distinct actor from case_report_steps where report_uid = ? and type in ('report.drafted', 'report.submitted')",
    uid,
  )
  const authors = rows.map(({ actor }) => actor)
  const makers: string[] = []
  for (const key of authors.filter(isApiKey)) makers.push((await makerOfKey(sql, key)) ?? key)
  return [...authors, ...makers]
}

/** Who is asked whether he may approve. */
export const approvalOf = async (sql: Statements, row: ReportRow, fourEyes: boolean): Promise<Approval> => ({
  kind: row.kind,
  authors: await authorsOf(sql, row.uid),
  fourEyes,
})

const inputFault = (input: ReportMove): Result<void, Refusal> => {
  if (stepNeeds(input.step, 'note') && input.note === undefined)
    return fail(fieldRefused('note', `is required with ${input.step}: it is sealed`))
  if (stepNeeds(input.step, 'reference') && input.reference === undefined)
    return fail(fieldRefused('reference', `is required with ${input.step}: the number under which the filing is known`))
  return ok(undefined)
}

const filing = async (
  tx: LedgerTx,
  row: ReportRow,
  input: ReportMove,
): Promise<Result<Readonly<Record<string, string>>, Refusal>> => {
  const today = utcDay(tx.nowMs)
  const filedOn = input.filed_on ?? today
  if (filedOn > today) return fail(fieldRefused('filed_on', 'must not lie in the future'))
  if (input.export_sha256 === undefined) return ok({ filed_on: filedOn })
  const left = await tx.sql.get(
    "select 1 from case_report_steps where report_uid = ? and type = 'report.exported' and version = ? and sha256 = ?",
    row.uid,
    row.version,
    input.export_sha256,
  )
  return left === undefined
    ? fail(refusal('unknown_reference', 'No file with this SHA-256 was exported of this version.'))
    : ok({ filed_on: filedOn, export_sha256: input.export_sha256 })
}

/** What a step needs besides its input: the form for submitting, the second person for approving. */
interface StepSetting {
  readonly actor: Actor
  readonly form: ReportForm | null
  readonly fourEyes: boolean
}

const stepFault = async (
  tx: LedgerTx,
  row: ReportRow,
  { step }: ReportMove,
  { actor, form, fourEyes }: StepSetting,
): Promise<Refusal | null> => {
  if (afterStep(row.kind, row.state, step) === null)
    return refusal(
      'transition_forbidden',
      `A ${kindWords[row.kind]} that is \`${row.state}\` cannot take the step \`${step}\`.`,
    )
  if (step === 'submit') {
    if (form === null)
      return refusal('transition_forbidden', 'The content of the report was erased: there is nothing to review.')
    const blocking = checkForm(row.kind, form, utcDay(tx.nowMs)).findings.filter(({ blocks }) =>
      blocks.includes('submit'),
    )
    return blocking.length === 0 ? null : refusedForm('submitted', blocking)
  }
  if (step !== 'approve') return null
  const fault = approvalFault(await approvalOf(tx.sql, row, fourEyes), actor)
  return fault === null ? null : refusal('four_eyes_required', fault)
}

/** Decides a step: what is sealed of it. */
export const decideStep = async (
  tx: LedgerTx,
  row: ReportRow,
  caseUid: string,
  input: ReportMove,
  setting: StepSetting,
): Promise<Result<EntryDraft, Refusal>> => {
  if (row.version !== input.version)
    return fail(refusal('stale_revision', `The report has changed: its version is ${row.version} now.`))
  const faults = inputFault(input)
  if (!faults.ok) return faults
  const fault = await stepFault(tx, row, input, setting)
  if (fault !== null) return fail(fault)
  const filed = input.step === 'file' ? await filing(tx, row, input) : ok({})
  if (!filed.ok) return filed
  const withheld = {
    ...(input.note === undefined ? {} : { note: input.note }),
    ...(input.reference === undefined ? {} : { reference: input.reference }),
  }
  return ok({
    case: { id: row.case_id, uid: caseUid },
    type: entryOfStep[input.step],
    subject: row.uid,
    refs: [row.entry],
    pub: {
      kind: row.kind,
      version: row.version,
      sha256: row.sha256,
      ...(input.step === 'approve' ? { four_eyes: setting.fourEyes } : {}),
      ...filed.value,
    },
    ...(Object.keys(withheld).length === 0 ? {} : { withheld }),
  })
}
