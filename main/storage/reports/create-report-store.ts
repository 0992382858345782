import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { reportStates, reportSteps } from '../../../shared/schema/reports.ts'
import type {
  CaseReportKind,
  NarrativeSource,
  Report,
  ReportForm,
  ReportFormat,
  ReportState,
} from '../../../shared/schema/reports.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { writingRoles } from '../../../shared/schema/user.ts'
import { utcDay } from '../../../shared/text/days.ts'
import type { Actor } from '../../domain/access/actor.ts'
import { checkForm, formatFaults } from '../../domain/reports/check.ts'
import { deadlineOf, deadlineOn, runningStates } from '../../domain/reports/deadlines.ts'
import { reportDocumentOf } from '../../domain/reports/document.ts'
import { draftForm, strangeSource, withOrigins } from '../../domain/reports/draft.ts'
import { caseSentences } from '../../domain/reports/draft-sentences.ts'
import { regulatorFileFault } from '../../domain/reports/regulator-files.ts'
import { shapedFor, withKeptRecord } from '../../domain/reports/certificate/draft.ts'
import { afterSaving, afterStep, approvalFault } from '../../domain/reports/transitions.ts'
import type { Env } from '../../platform/env.ts'
import { canonicalJson } from '../../seal/canonical.ts'
import type { JsonValue } from '../../seal/canonical.ts'
import { sha256, toHex } from '../../seal/hash.ts'
import { decodeCursor, encodeCursor } from '../alerts/cursor.ts'
import { skippedOf } from '../alerts/skip.ts'
import { readPeople } from '../cases/people.ts'
import type { OwnedLedger } from '../ledger/create-ledger.ts'
import type { LedgerTx } from '../ledger/ledger.ts'
import type { Vault } from '../ledger/vault.ts'
import type { Verification } from '../ledger/workspace.ts'
import type { SqlValue, SyncStatements } from '../sqlite/statements.ts'
import { createCertificates } from './certificates.ts'
import { createCaseFinds } from './case-finds.ts'
import { readCaseFacts } from './facts.ts'
import { createKpiReports } from './kpi.ts'
import type { ReportPages, ReportQuery, ReportStore } from './report-store.ts'
import { eventOf, formOf, itemOf, reportSelect, stepsOf } from './rows.ts'
import type { ReportReading, ReportRow } from './rows.ts'
import { readReportSettings } from './settings.ts'
import { approvalOf, decideStep, refusedForm } from './steps.ts'
import type { CaseReportStepsTable } from './tables.ts'

/** What the store stands on. */
export interface ReportParts {
  readonly ledger: OwnedLedger
  readonly sql: SyncStatements
  readonly vault: Vault
  readonly env: Env
  /** What the institution is called on the pages of a report that names none. */
  readonly institution: string
  /** Checks the case that a certificate speaks of. */
  readonly verifyCase: Verification['verifyCase']
}

const noReport = refusal('not_found', 'There is no report with this id.')
const noCase = refusal('not_found', 'There is no case with this id.')
const erased = refusal('not_found', 'The content of this version was erased.')

/** SHA-256 of a form in RFC 8785 form, lower-case hex. */
const hashOf = (form: ReportForm): string =>
  toHex(sha256(Buffer.from(canonicalJson(form as unknown as JsonValue), 'utf8')))

/** Papers of our own, of any version; what a regulator takes is made of an approved one. */
const isOwnFormat = (format: ReportFormat): format is 'pdf' | 'html' => format === 'pdf' || format === 'html'

const stepWords: Readonly<Record<string, string>> = {
  'report.drafted': 'saved version',
  'report.submitted': 'submitted version',
  'report.approved': 'approved version',
  'report.refused': 'sent back version',
  'report.filed': 'filed version',
  'report.acknowledged': 'noted the acknowledgement of version',
  'report.rejected': 'noted the rejection of version',
  'report.withdrawn': 'withdrew version',
  'report.exported': 'exported version',
}

const runningSql = `r.state in (${runningStates.map((state) => `'${state}'`).join(', ')}) and r.due_on is not null`
/** What is due comes first, the earliest first, so that what is overdue leads; then the newest change. */
const rankSql = `case when ${runningSql} then julianday(r.due_on) else 100000000 + (4102444800000 - r.changed_at) / 1000.0 end`

/** Makes the store. */
export const createReportStore = (parts: ReportParts): ReportStore => {
  const { ledger, sql, vault, env } = parts

  const reading = async (from: SyncStatements = sql): Promise<ReportReading> => ({
    sql: from,
    vault,
    people: await readPeople(from),
    today: utcDay(env.clock.nowMs()),
  })
  const rowOf = (from: SyncStatements, id: string): ReportRow | undefined =>
    from.get<ReportRow>(`${reportSelect} where r.uid = ?`, id)
  const caseUid = (from: SyncStatements, id: number): string =>
    from.get<{ uid: string }>('select uid from cases where id = ?', id)?.uid ?? ''

  const present = async (from: SyncStatements, row: ReportRow, viewer: Actor): Promise<Report> => {
    const read = await reading(from)
    const form = formOf(read, row.n)
    const settings = readReportSettings(from, vault)
    const mayWrite = writingRoles.includes(viewer.role)
    const fault = approvalFault(await approvalOf(from, row, settings.four_eyes), viewer)
    const steps = mayWrite
      ? reportSteps.filter(
          (step) => afterStep(row.kind, row.state, step) !== null && (step !== 'approve' || fault === null),
        )
      : []
    return {
      ...itemOf(read, row),
      form,
      sha256: row.sha256,
      check: form === null ? null : checkForm(row.kind, form, read.today),
      history: stepsOf(from, row.uid).map((step) => eventOf(read, step)),
      may: {
        save: mayWrite && afterSaving(row.kind, row.state) !== null,
        steps: [...steps],
        why_not_approve: row.state === 'in_review' ? fault : null,
      },
    }
  }

  /** A report as it stands within the transaction that has just sealed it. */
  const sealed = async (id: string, viewer: Actor): Promise<Report> => {
    const row = rowOf(ledger.sql, id)
    if (row === undefined) throw new Error('a report that was sealed has no row')
    return await present(ledger.sql, row, viewer)
  }

  const certificates = createCertificates(parts)

  const factsOf = async (from: SyncStatements, caseId: number) =>
    readCaseFacts(from, vault, caseId, await readPeople(from))

  const seal = async (
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
      case: { id: at.caseId, uid: caseUid(ledger.sql, at.caseId) },
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

  const conditionsOf = (
    query: ReportQuery,
    today: string,
  ): { readonly texts: string[]; readonly values: SqlValue[] } => {
    const filters: (readonly [string, SqlValue | undefined])[] = [
      ['r.kind = ?', query.kind],
      ['r.state = ?', query.state],
      ['r.case_id = ?', query.case_id],
      [
        `(${runningSql} and r.due_on < ?) = ${query.overdue === false ? 0 : 1}`,
        query.overdue === undefined ? undefined : today,
      ],
    ]
    const given = filters.filter((pair): pair is readonly [string, SqlValue] => pair[1] !== undefined)
    return { texts: given.map(([text]) => text), values: given.map(([, value]) => value) }
  }

  const pages: ReportStore['pages'] = async (id, version, given) => {
    const row = rowOf(sql, id)
    if (row === undefined) return fail(noReport)
    const read = await reading()
    const steps = stepsOf(sql, id)
    const wanted = version ?? row.version
    const step = steps.find((one) => one.type === 'report.drafted' && one.version === wanted)
    if (step === undefined) return fail(refusal('not_found', 'The report has no such version.'))
    const stored = formOf(read, step.n)
    const form = given === undefined ? stored : withKeptRecord(given, stored)
    if (form === null) return fail(erased)
    const facts = await factsOf(sql, row.case_id)
    const numbers = new Map(facts?.entries.map(({ id: entry, number }) => [entry, number]))
    const sourceName = (source: NarrativeSource): string =>
      source.kind === 'entry' ? `entry ${numbers.get(source.id) ?? source.id.slice(0, 12)}` : `evidence ${source.id}`
    const item = itemOf(read, row)
    const upTo = steps.filter(({ type, version: of }) => of <= wanted && type !== 'report.exported')
    const document = reportDocumentOf(form, {
      kind: row.kind,
      caseNumber: row.case_number,
      institution: form.filer.institution.name === '' ? parts.institution : form.filer.institution.name,
      state: wanted === row.version ? row.state : 'superseded',
      version: wanted,
      madeFrom:
        given === undefined
          ? [
              { label: 'SHA-256 of the form', digest: step.sha256 ?? '' },
              { label: 'Sealed as entry', digest: step.entry },
            ]
          : [],
      sourceName,
      history: upTo.map((one: CaseReportStepsTable) => [
        new Date(one.at).toISOString().slice(0, 16).replace('T', ' '),
        read.people.get(one.actor)?.name ?? one.actor,
        `${stepWords[one.type] ?? one.type} ${one.version}`,
      ]),
    })
    return ok({ item, version: wanted, writtenAtMs: step.at, form, document })
  }

  const mayExport = async (
    id: string,
    format: ReportFormat,
    version?: number,
  ): Promise<Result<ReportPages, Refusal>> => {
    const found = await pages(id, version)
    if (!found.ok || isOwnFormat(format)) return found
    const { item, form, version: wanted } = found.value
    if (item.kind !== 'sar')
      return fail(
        refusal('invalid_request', 'What is filed with nobody has a PDF and an HTML page alone.', [
          { path: 'format', message: 'is pdf or html for what is filed with nobody' },
        ]),
      )
    const faults = formatFaults(form, format, utcDay(env.clock.nowMs()))
    if (faults.length > 0) return fail(refusedForm('exported', faults))
    const fault = regulatorFileFault(stepsOf(sql, id), wanted)
    return fault === null ? found : fail(refusal('four_eyes_required', fault))
  }

  return {
    list: async (query) => {
      const from = decodeCursor('reports', query.after)
      if (!from.ok) return from
      const read = await reading()
      const { texts, values } = conditionsOf(query, read.today)
      const all = [...texts, ...(from.value === null ? [] : [`(${rankSql}, r.uid) > (?, ?)`])]
      const where = all.length === 0 ? '' : ` where ${all.join(' and ')}`
      const found = `from case_reports r join cases c on c.id = r.case_id${where}`
      const given = [...values, ...(from.value ?? [])]
      const rows = sql.all<ReportRow & { rank: number }>(
        `select r.*, c.number as case_number, ${rankSql} as rank ${found} order by rank, r.uid limit ? offset ?`,
        ...given,
        query.size + 1,
        query.skip ?? 0,
      )
      const page = rows.slice(0, query.size)
      const last = page.at(-1)
      return ok({
        data: page.map((row) => itemOf(read, row)),
        next: rows.length > page.length && last !== undefined ? encodeCursor('reports', [last.rank, last.uid]) : null,
        ...skippedOf(
          query.skip,
          page.length > 0,
          (most) =>
            sql.get<{ reports: number }>(`select count(*) as reports from (select 1 ${found} limit ?)`, ...given, most)
              ?.reports ?? 0,
        ),
      })
    },
    counts: () => {
      const states = new Map(
        sql
          .all<{ state: ReportState; reports: number }>(
            'select state, count(*) as reports from case_reports group by state',
          )
          .map(({ state, reports }) => [state, reports]),
      )
      const overdue =
        sql.get<{ reports: number }>(
          `select count(*) as reports from case_reports r where ${runningSql} and r.due_on < ?`,
          utcDay(env.clock.nowMs()),
        )?.reports ?? 0
      return {
        byState: Object.fromEntries(reportStates.map((state) => [state, states.get(state) ?? 0])) as Record<
          ReportState,
          number
        >,
        overdue,
      }
    },
    create: async ({ kind, case_id: caseId, empty }, options) => {
      const check = kind === 'certificate' ? await certificates.check(caseId) : ok(null)
      if (!check.ok) return check
      return await ledger.write(options.actor, async (tx) => {
        const facts = await factsOf(ledger.sql, caseId)
        if (facts === null) return fail(noCase)
        const uid = env.random.uuidv7(tx.nowMs)
        const form =
          check.value === null
            ? draftForm(kind, facts, empty)
            : await certificates.draft({ caseId, facts, check: check.value, isEmpty: empty })
        await seal(tx, { uid, caseId, kind, version: 1, refs: [] }, form)
        const answer = await sealed(uid, options.actor)
        await options.inTransaction?.(tx, answer)
        return ok(answer)
      })
    },
    read: async (id, viewer) => {
      const row = rowOf(sql, id)
      return row === undefined ? fail(noReport) : ok(await present(sql, row, viewer))
    },
    version: async (id, version) => {
      const step = stepsOf(sql, id).find((one) => one.type === 'report.drafted' && one.version === version)
      if (step === undefined)
        return Promise.resolve(fail(refusal('not_found', 'There is no such version of a report with this id.')))
      return ok({ version, sha256: step.sha256 ?? '', form: formOf(await reading(), step.n) })
    },
    save: async (id, { form: sent, base_version: base }, actor) => {
      const known = rowOf(sql, id)
      if (known === undefined) return fail(noReport)
      const check = known.kind === 'certificate' ? await certificates.check(known.case_id) : ok(null)
      if (!check.ok) return check
      return await ledger.write(actor, async (tx) => {
        const row = rowOf(ledger.sql, id)
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
        const facts = await factsOf(ledger.sql, row.case_id)
        if (facts === null) return fail(noCase)
        const strange = strangeSource(given, facts) ?? certificates.strangePiece(given, row.case_id)
        if (strange !== null)
          return fail(
            refusal('unknown_reference', 'The form names a source that is no entry and no evidence of this case.', [
              { path: strange, message: 'is no entry and no evidence of this case' },
            ]),
          )
        const before = formOf({ sql: ledger.sql, vault }, row.n)
        const told = withOrigins(given, [...caseSentences(facts), ...(before?.narrative ?? [])])
        const form = check.value === null ? told : await certificates.withRecord(told, row.case_id, check.value, before)
        if (hashOf(form) !== row.sha256)
          await seal(
            tx,
            { uid: id, caseId: row.case_id, kind: row.kind, version: row.version + 1, refs: [row.entry] },
            form,
          )
        return ok(await sealed(id, actor))
      })
    },
    check: async (id, form) => {
      const row = rowOf(sql, id)
      if (row === undefined) return Promise.resolve(fail(noReport))
      const today = utcDay(env.clock.nowMs())
      const deadline = deadlineOf(row.kind, form, readReportSettings(sql, vault).deadline_days)
      return Promise.resolve(
        ok({
          ...checkForm(row.kind, withKeptRecord(form, formOf({ sql, vault }, row.n)), today),
          deadline: deadline === null ? null : deadlineOn(deadline, today),
        }),
      )
    },
    ...createCaseFinds(async (id) => {
      const row = rowOf(sql, id)
      return row === undefined ? null : await factsOf(sql, row.case_id)
    }),
    move: (id, input, actor) =>
      ledger.write(actor, async (tx) => {
        const row = rowOf(ledger.sql, id)
        if (row === undefined) return fail(noReport)
        const { four_eyes: fourEyes } = readReportSettings(ledger.sql, vault)
        const decided = await decideStep(tx, row, caseUid(ledger.sql, row.case_id), input, {
          actor,
          form: formOf({ sql: ledger.sql, vault }, row.n),
          fourEyes,
        })
        if (!decided.ok) return decided
        await tx.append(decided.value)
        return ok(await sealed(id, actor))
      }),
    pages,
    mayExport,
    exported: (id, file, actor) =>
      ledger.write(actor, async (tx) => {
        const row = rowOf(ledger.sql, id)
        if (row === undefined) return fail(noReport)
        // Somebody may have sent it back while the file was made.
        const fault = isOwnFormat(file.format) ? null : regulatorFileFault(stepsOf(ledger.sql, id), file.version)
        if (fault !== null) return fail(refusal('four_eyes_required', fault))
        const { id: entry } = await tx.append({
          case: { id: row.case_id, uid: caseUid(ledger.sql, row.case_id) },
          type: 'report.exported',
          subject: id,
          refs: [row.entry],
          pub: { kind: row.kind, version: file.version, format: file.format, sha256: file.sha256, size: file.size },
        })
        return ok(entry)
      }),
    settings: () => readReportSettings(sql, vault),
    changeSettings: (settings, actor) =>
      ledger.write(actor, async (tx) => {
        const { filer, ...open } = settings
        await tx.append({
          case: 'workspace',
          type: 'report_settings.changed',
          subject: 'report_settings',
          pub: open,
          withheld: { filer: filer as unknown as JsonValue },
        })
        return ok(readReportSettings(ledger.sql, vault))
      }),
    kpi: createKpiReports({ ledger, sql, env }),
  }
}
