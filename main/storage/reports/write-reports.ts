import { refusal } from '../../../shared/api/errors.ts'
import type { CaseReportKind, Report, ReportForm } from '../../../shared/schema/reports.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Actor } from '../../domain/access/actor.ts'
import { shapedFor } from '../../domain/reports/certificate/draft.ts'
import { deadlineOf } from '../../domain/reports/deadlines.ts'
import { draftForm, strangeSource, withOrigins } from '../../domain/reports/draft.ts'
import { caseSentences } from '../../domain/reports/draft-sentences.ts'
import { regulatorFileFault } from '../../domain/reports/regulator-files.ts'
import { afterSaving } from '../../domain/reports/transitions.ts'
import type { Env } from '../../platform/env.ts'
import { canonicalJson } from '../../seal/canonical.ts'
import type { JsonValue } from '../../seal/canonical.ts'
import { sha256, toHex } from '../../seal/hash.ts'
import type { OwnedLedger } from '../ledger/create-ledger.ts'
import type { LedgerTx } from '../ledger/ledger.ts'
import type { Vault } from '../ledger/vault.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { Certificates } from './certificates.ts'
import { caseFactsOf, noReport, presentReport, reportRowOf } from './read-reports.ts'
import { isOwnFormat } from './report-pages.ts'
import type { ReportStore } from './report-store.ts'
import { reportFormOf, stepsOf } from './rows.ts'
import { readReportSettings } from './settings.ts'
import { decideStep } from './steps.ts'

/** What reports are written with. */
export interface ReportWritingParts {
  readonly ledger: OwnedLedger
  readonly sql: SyncStatements
  readonly vault: Vault
  readonly env: Env
  readonly certificates: Certificates
}

const noCase = refusal('not_found', 'There is no case with this id.')

/** SHA-256 of a form in RFC 8785 form, lower-case hex. */
const hashOf = (form: ReportForm): string =>
  toHex(sha256(Buffer.from(canonicalJson(form as unknown as JsonValue), 'utf8')))

const caseUidOf = (from: SyncStatements, id: number): string =>
  from.get<{ uid: string }>('select uid from cases where id = ?', id)?.uid ?? ''

/** A report as it stands within the transaction that has just sealed it. */
const sealed = async (parts: ReportWritingParts, id: string, viewer: Actor): Promise<Report> => {
  const row = reportRowOf(parts.ledger.sql, id)
  if (row === undefined) throw new Error('a report that was sealed has no row')
  return await presentReport(parts, parts.ledger.sql, row, viewer)
}

const seal = async (
  { ledger, vault }: ReportWritingParts,
  tx: LedgerTx,
  at: {
    readonly uid: string
    readonly caseId: number
    readonly kind: CaseReportKind
    readonly version: number
    readonly refs: readonly string[]
  },
  form: ReportForm,
): Promise<void> => {
  const { deadline_days: days } = readReportSettings(ledger.sql, vault)
  const deadline = deadlineOf(at.kind, form, days)
  await tx.append({
    case: { id: at.caseId, uid: caseUidOf(ledger.sql, at.caseId) },
    type: 'report.drafted',
    subject: at.uid,
    refs: at.refs,
    pub: {
      kind: at.kind,
      version: at.version,
      sha256: hashOf(form),
      due_on: deadline?.due_on ?? null,
      deadline_rule: deadline?.rule ?? null,
      deadline_days: deadline?.days ?? null,
      continuing: at.kind === 'sar' && form.filing.type === 'continuing',
      review_days: days.continuing,
    },
    withheld: { title: form.title, content: form as unknown as JsonValue },
  })
}

/** What is sealed of reports: versions, the steps of their way, and files that leave. */
export const createReportWrites = (
  parts: ReportWritingParts,
): Pick<ReportStore, 'create' | 'save' | 'move' | 'exported'> => {
  const { ledger, sql, vault, env, certificates } = parts
  return {
    create: async ({ kind, case_id: caseId, empty }, options) => {
      const check = kind === 'certificate' ? await certificates.check(caseId) : ok(null)
      if (!check.ok) return check
      return await ledger.write(options.actor, async (tx) => {
        const facts = await caseFactsOf(parts, ledger.sql, caseId)
        if (facts === null) return fail(noCase)
        const uid = env.random.uuidv7(tx.nowMs)
        const form =
          check.value === null
            ? draftForm(kind, facts, empty)
            : await certificates.draft({ caseId, facts, check: check.value, isEmpty: empty })
        await seal(parts, tx, { uid, caseId, kind, version: 1, refs: [] }, form)
        const answer = await sealed(parts, uid, options.actor)
        await options.inTransaction?.(tx, answer)
        return ok(answer)
      })
    },
    save: async (id, { form: sent, base_version: base }, actor) => {
      const known = reportRowOf(sql, id)
      if (known === undefined) return fail(noReport)
      const check = known.kind === 'certificate' ? await certificates.check(known.case_id) : ok(null)
      if (!check.ok) return check
      return await ledger.write(actor, async (tx) => {
        const row = reportRowOf(ledger.sql, id)
        if (row === undefined) return fail(noReport)
        const given = shapedFor(row.kind, sent)
        if (afterSaving(row.kind, row.state) === null)
          return fail(
            refusal(
              'transition_forbidden',
              `A report that is \`${row.state}\` is not written in; it can be sent back first.`,
            ),
          )
        if (row.version !== base)
          return fail(refusal('stale_revision', `The report has changed: its version is ${row.version} now.`))
        const facts = await caseFactsOf(parts, ledger.sql, row.case_id)
        if (facts === null) return fail(noCase)
        const strange = strangeSource(given, facts) ?? certificates.strangePiece(given, row.case_id)
        if (strange !== null)
          return fail(
            refusal('unknown_reference', 'The form names a source that is no entry and no evidence of this case.', [
              { path: strange, message: 'is no entry and no evidence of this case' },
            ]),
          )
        const before = reportFormOf({ sql: ledger.sql, vault }, row.n)
        const told = withOrigins(given, [...caseSentences(facts), ...(before?.narrative ?? [])])
        const form = check.value === null ? told : await certificates.withRecord(told, row.case_id, check.value, before)
        if (hashOf(form) !== row.sha256)
          await seal(
            parts,
            tx,
            { uid: id, caseId: row.case_id, kind: row.kind, version: row.version + 1, refs: [row.entry] },
            form,
          )
        return ok(await sealed(parts, id, actor))
      })
    },
    move: (id, input, actor) =>
      ledger.write(actor, async (tx) => {
        const row = reportRowOf(ledger.sql, id)
        if (row === undefined) return fail(noReport)
        const { four_eyes: fourEyes } = readReportSettings(ledger.sql, vault)
        const decided = await decideStep(tx, row, caseUidOf(ledger.sql, row.case_id), input, {
          actor,
          form: reportFormOf({ sql: ledger.sql, vault }, row.n),
          fourEyes,
        })
        if (!decided.ok) return decided
        await tx.append(decided.value)
        return ok(await sealed(parts, id, actor))
      }),
    exported: (id, file, actor) =>
      ledger.write(actor, async (tx) => {
        const row = reportRowOf(ledger.sql, id)
        if (row === undefined) return fail(noReport)
        // Somebody may have sent it back while the file was made.
        const fault = isOwnFormat(file.format) ? null : regulatorFileFault(stepsOf(ledger.sql, id), file.version)
        if (fault !== null) return fail(refusal('four_eyes_required', fault))
        const { id: entry } = await tx.append({
          case: { id: row.case_id, uid: caseUidOf(ledger.sql, row.case_id) },
          type: 'report.exported',
          subject: id,
          refs: [row.entry],
          pub: { kind: row.kind, version: file.version, format: file.format, sha256: file.sha256, size: file.size },
        })
        return ok(entry)
      }),
  }
}
