import type { ReportState } from '../../../shared/schema/reports.ts'
import { daysAfter } from '../../domain/reports/deadlines.ts'
import { isSecondPerson } from '../../domain/decisions/four-eyes.ts'
import { reportForms, reportSettingsForm } from '../../domain/reports/forms.ts'
import type { ReportEntryType } from '../../domain/reports/forms.ts'
import { afterSaving, afterStep } from '../../domain/reports/transitions.ts'
import { canonicalJson } from '../../seal/canonical.ts'
import { touchCase } from '../cases/projection.ts'
import { deviceIdsOf } from '../ledger/device-ids.ts'
import type { Applier, Area, OpenedEntry, ProjectionTx } from '../ledger/ledger.ts'
import type { CaseReportsTable } from './tables.ts'

type Row = CaseReportsTable

const caseIdOf = async ({ sql }: ProjectionTx, { payload }: OpenedEntry): Promise<number | null> =>
  (await sql.get<{ id: number }>('select id from cases where uid = ?', payload.case))?.id ?? null

/** The report that an entry is about, where it is of the entry's own case. */
const rowOf = async ({ sql }: ProjectionTx, { payload }: OpenedEntry, caseId: number): Promise<Row | undefined> =>
  await sql.get<Row>('select * from case_reports where uid = ? and case_id = ?', payload.subject, caseId)

const keepStep = async ({ sql }: ProjectionTx, entry: OpenedEntry, caseId: number): Promise<void> => {
  const { payload } = entry
  const { version, sha256, format } = payload.pub
  await sql.run(
    'insert into case_report_steps (entry, n, report_uid, case_id, type, version, actor, at, sha256, format) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing',
    entry.id,
    entry.n,
    payload.subject,
    caseId,
    payload.type,
    version as number,
    payload.actor,
    entry.atMs,
    typeof sha256 === 'string' ? sha256 : null,
    typeof format === 'string' ? format : null,
  )
  await touchCase(sql, caseId, entry.atMs)
}

/** What an entry of a type says, where it is of its form and its case is here. */
const reading =
  <Type extends ReportEntryType>(
    type: Type,
    apply: (
      tx: ProjectionTx,
      entry: OpenedEntry,
      caseId: number,
      pub: ReturnType<(typeof reportForms)[Type]['parse']>,
    ) => Promise<boolean>,
  ): Applier =>
  async (tx, entry) => {
    const read = reportForms[type].safeParse(entry.payload.pub)
    const caseId = await caseIdOf(tx, entry)
    if (!read.success || caseId === null) return
    if (await apply(tx, entry, caseId, read.data as ReturnType<(typeof reportForms)[Type]['parse']>))
      await keepStep(tx, entry, caseId)
  }

/**
 * A version: the first makes the report, each later one follows the newest. Of two that were written apart on the same
 * version the later in the order of the case has no effect.
 */
const drafted = reading('report.drafted', async (tx, entry, caseId, pub) => {
  const { subject, actor } = entry.payload
  const row = await rowOf(tx, entry, caseId)
  const deadline = [pub.due_on, pub.deadline_rule, pub.deadline_days, pub.continuing ? 1 : 0, pub.review_days] as const
  if (row === undefined) {
    if (pub.version !== 1) return false
    const { changes } = await tx.sql.run(
      `insert into case_reports (uid, case_id, kind, state, version, n, entry, sha256, written_by, created_at, changed_at, due_on, deadline_rule, deadline_days, continuing, review_days)
       values (?, ?, ?, 'draft', 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing`,
      subject,
      caseId,
      pub.kind,
      entry.n,
      entry.id,
      pub.sha256,
      actor,
      entry.atMs,
      entry.atMs,
      ...deadline,
    )
    return changes === 1
  }
  const state = afterSaving(row.kind, row.state)
  if (state === null || pub.version !== row.version + 1 || pub.kind !== row.kind) return false
  await tx.sql.run(
    'update case_reports set state = ?, version = ?, n = ?, entry = ?, sha256 = ?, written_by = ?, changed_at = ?, due_on = ?, deadline_rule = ?, deadline_days = ?, continuing = ?, review_days = ? where uid = ?',
    state,
    pub.version,
    entry.n,
    entry.id,
    pub.sha256,
    actor,
    entry.atMs,
    ...deadline,
    subject,
  )
  return true
})

const setState = async ({ sql }: ProjectionTx, { uid }: Row, state: ReportState, atMs: number): Promise<true> => {
  await sql.run('update case_reports set state = ?, changed_at = ? where uid = ?', state, atMs, uid)
  return true
}

/** A step that changes the state alone. */
const moved = (
  type: 'report.submitted' | 'report.refused' | 'report.acknowledged' | 'report.rejected' | 'report.withdrawn',
  step: 'submit' | 'refuse' | 'acknowledge' | 'reject' | 'withdraw',
): Applier =>
  reading(type, async (tx, entry, caseId, pub) => {
    const row = await rowOf(tx, entry, caseId)
    const state = row === undefined ? null : afterStep(row.kind, row.state, step)
    return row === undefined || state === null || pub.version !== row.version
      ? false
      : await setState(tx, row, state, entry.atMs)
  })

/** What whoever wrote a SAR, or an API key, says of it has no effect, whoever sealed it. */
const approved = reading('report.approved', async (tx, entry, caseId, pub) => {
  const row = await rowOf(tx, entry, caseId)
  const state = row === undefined ? null : afterStep(row.kind, row.state, 'approve')
  if (row === undefined || state === null || pub.version !== row.version) return false
  const authors = await tx.sql.all<{ actor: string }>(
    "select distinct actor from case_report_steps where report_uid = ? and type in ('report.drafted', 'report.submitted')",
    row.uid,
  )
  const needsAnother = row.kind === 'sar' || pub.four_eyes
  if (needsAnother && authors.some(({ actor }) => !isSecondPerson(actor, entry.payload.actor))) return false
  return await setState(tx, row, state, entry.atMs)
})

const filed = reading('report.filed', async (tx, entry, caseId, pub) => {
  const row = await rowOf(tx, entry, caseId)
  const state = row === undefined ? null : afterStep(row.kind, row.state, 'file')
  if (row === undefined || state === null || pub.version !== row.version) return false
  const review = row.continuing === 1 ? daysAfter(pub.filed_on, row.review_days) : null
  await tx.sql.run(
    'update case_reports set state = ?, changed_at = ?, filed_at = ?, filed_n = ?, review_due_on = ? where uid = ?',
    state,
    entry.atMs,
    Date.parse(`${pub.filed_on}T00:00:00Z`),
    entry.n,
    review,
    row.uid,
  )
  return true
})

const exported = reading('report.exported', async (tx, entry, caseId) => (await rowOf(tx, entry, caseId)) !== undefined)

/** Reports, in the chain of their case. */
export const reportsArea: Area = {
  appliers: {
    'report.drafted': drafted,
    'report.submitted': moved('report.submitted', 'submit'),
    'report.approved': approved,
    'report.refused': moved('report.refused', 'refuse'),
    'report.filed': filed,
    'report.acknowledged': moved('report.acknowledged', 'acknowledge'),
    'report.rejected': moved('report.rejected', 'reject'),
    'report.withdrawn': moved('report.withdrawn', 'withdraw'),
    'report.exported': exported,
  },
}

const settingsChanged: Applier = async (tx, entry) => {
  const read = reportSettingsForm.safeParse(entry.payload.pub)
  if (!read.success || (await deviceIdsOf(tx.sql, entry.payload)).beforeJoining) return
  await tx.sql.run(
    'insert into report_settings (id, n, deadline_days, four_eyes, changed_at) values (1, ?, ?, ?, ?) on conflict (id) do update set n = excluded.n, deadline_days = excluded.deadline_days, four_eyes = excluded.four_eyes, changed_at = excluded.changed_at',
    entry.n,
    canonicalJson(read.data.deadline_days),
    read.data.four_eyes ? 1 : 0,
    entry.atMs,
  )
}

/** The settings of reports, and the hashes of KPI reports, in the chain of the workspace. */
export const reportSettingsArea: Area = {
  appliers: { 'report_settings.changed': settingsChanged, 'kpi.reported': () => undefined },
}
