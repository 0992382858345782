import { hash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canonicalJson } from '../../../main/seal/canonical.ts'
import type { Asked, DataAt } from '../api/asked.ts'
import { expectSkips } from '../api/skipping.ts'
import { startBench } from '../api/support.ts'
import type { Bench, Person } from '../api/support.ts'
import { judged, payment, takeIn } from '../alerts/support.ts'
import { localSessionOf } from '../../support/local-session-of.ts'
import { completeForm, filingBank } from '../../support/report-forms.ts'

let bench: Bench
let sam: Person
let sue: Person
let ines: Person
let auditor: Person
let count = 0

type Report = DataAt<'GET', `/v1/reports/${number}`>

const v1 = async <M extends string, A extends string>(method: M, path: A, body?: unknown, as?: Person) =>
  await bench.ask(method, path, { ...(body === undefined ? {} : { body }), ...(as === undefined ? {} : { as }) })
const v4 = async <M extends string, A extends string>(method: M, path: A, body?: Record<string, unknown>) =>
  await bench.ask(method, path, {
    anonymous: true,
    headers: { authorization: `Bearer ${bench.apiKey}`, 'x-workspace-id': bench.workspaceId },
    ...(body === undefined ? {} : { body }),
  })

const sha = (bytes: Uint8Array | string): string => hash('sha256', bytes, 'hex')
const codeOf = (answer: Asked<unknown>): string => answer.error.code

/** A case with an alert, a note and a linked customer. */
const workedCase = async (title = 'Deposits just under the limit') => {
  const actor = { userId: bench.admin.id, userUid: bench.admin.uid, role: 'admin' as const }
  const at = Date.UTC(2026, 2, 4, 10)
  count += 1
  const [raised] = await takeIn(bench.service.workspace, actor, [
    {
      event: payment(`deposit-${count}`, at, {
        customer_id: '4711',
        amount: 9_800,
        currency: 'USD',
        counterparty_id: 'CP-1',
      }),
      assessment: judged(0.9),
    },
  ])
  const { data } = await v1(
    'POST',
    '/v1/cases',
    { title, description: 'What was seen.', priority: 'high', related_customer_id: 4711, alert_ids: [raised?.id] },
    ines,
  )
  await v1('POST', `/v1/cases/${data.id}/notes`, { text: 'The teller saw the same person twice.' }, ines)
  return data
}

const newReport = async (kind: 'sar' | 'case_report', caseId: number, as = ines) =>
  (await v1('POST', '/v1/reports', { kind, case_id: caseId }, as)).data

/** A report with a form that lacks nothing. */
const completeReport = async (as = ines) => {
  const { id: caseId } = await workedCase()
  const made = await newReport('sar', caseId, as)
  return (await v1('PUT', `/v1/reports/${made.id}`, { form: completeForm(), base_version: 1 }, as)).data
}

/** Takes a file into a case, as the desktop does; answers the piece. */
const acquired = async (caseId: number, name: string) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'fieldseal-sources-'))
  try {
    writeFileSync(path.join(folder, name), 'paid in')
    const session = await localSessionOf(bench.service)
    const { data } = await bench.ask('POST', `/v1/cases/${caseId}/acquisitions`, {
      body: { path: path.join(folder, name), facts: {} },
      headers: { authorization: `Bearer ${session.access_token}`, 'x-api-key': session.institution_key },
    })
    for (;;) {
      const { state } = (await bench.ask('GET', `/v1/acquisitions/${data.id}`)).data
      if (!['running', 'waiting'].includes(state)) break
      await new Promise((resolve) => setImmediate(resolve))
    }
    return (await bench.ask('GET', `/v1/cases/${caseId}/evidence`)).data[0]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const step = async (report: Pick<Report, 'id' | 'version'>, given: Record<string, unknown>, as?: Person) =>
  await v1('POST', `/v1/reports/${report.id}/steps`, { version: report.version, ...given }, as)

beforeAll(async () => {
  bench = await startBench()
  sam = await bench.addPerson('supervisor', 'sam')
  sue = await bench.addPerson('supervisor', 'sue')
  ines = await bench.addPerson('investigator', 'ines')
  auditor = await bench.addPerson('auditor', 'aud')
})
afterAll(() => bench.close())

describe('a report of a case', () => {
  it('is drafted from what the entries say, each sentence with its sources', async () => {
    const made = await workedCase()
    const report = await newReport('sar', made.id)
    expect(report).toMatchObject({ state: 'draft', version: 1, case_number: made.case_number, kind: 'sar' })
    const entries = (await v1('GET', `/v1/cases/${made.id}/timeline?size=100`)).data.map(({ entry_id: id }) => id)
    expect(report.form?.narrative.length).toBeGreaterThan(4)
    for (const sentence of report.form?.narrative ?? []) {
      expect(sentence.origin).toBe('drafted')
      expect(sentence.sources.length).toBeGreaterThan(0)
      for (const source of sentence.sources) expect(entries).toContain(source.id)
    }
    const text = report.form?.narrative.map((sentence) => sentence.text).join('\n')
    expect(text).toContain('9,800.00 USD')
    expect(text).toContain('“The teller saw the same person twice.”')
    expect(report.form?.activity).toMatchObject({ from: '2026-03-04', amount: '9800', currency: 'USD' })
    expect(report.form?.subjects).toEqual([
      expect.objectContaining({ last_name: '', identifiers: [expect.objectContaining({ number: '4711' })] }),
    ])
  })

  it('says how many facts the case has, and finds those that no sentence tells', async () => {
    const made = await workedCase()
    const { id, form } = await newReport('sar', made.id)
    await v1('POST', `/v1/cases/${made.id}/notes`, { text: 'Der Schließfachbesuch am Montag.' }, ines)
    const draft = (await v1('GET', `/v1/reports/${id}/draft`)).data
    expect(draft.facts).toBe(draft.narrative.length)
    const told = (form?.narrative ?? []).map((sentence) => sentence.id)
    expect(draft.facts).toBe(told.length + 1)
    const find = async (body: Readonly<Record<string, unknown>>) =>
      (await v1('POST', `/v1/reports/${id}/facts`, body, auditor)).whole
    const late = await find({ told })
    expect(late).toMatchObject({
      untold: 1,
      facts: draft.facts,
      pagination: { total: 1, page: 1, size: 20, total_pages: 1 },
    })
    expect(late.data).toEqual([
      expect.objectContaining({ text: expect.stringContaining('Schließfachbesuch') as unknown, origin: 'drafted' }),
    ])
    expect(await find({ told, q: 'schliessfach' })).toMatchObject({ untold: 1, data: late.data })
    expect(await find({ told, q: 'teller' })).toMatchObject({ untold: 1, data: [], pagination: { total: 0 } })
    const second = await find({ size: 2, page: 2 })
    expect(second.data.map((sentence) => sentence.id)).toEqual(
      draft.narrative.slice(2, 4).map((sentence) => sentence.id),
    )
    expect((await v1('POST', '/v1/reports/018f0000-0000-7000-8000-000000000000/facts', {})).status).toBe(404)
  })

  it('finds what a sentence can name by number, kind, author and words, and says what is named', async () => {
    const made = await workedCase()
    const { id, form } = await newReport('sar', made.id)
    const piece = await acquired(made.id, 'statement of March.txt')
    const find = async (q?: string) =>
      (
        await v1(
          'GET',
          `/v1/reports/${id}/sources?${q === undefined ? '' : `q=${encodeURIComponent(q)}`}`,
          undefined,
          auditor,
        )
      ).whole
    const all = await find()
    expect(all.data.slice(0, 2)).toEqual([
      {
        source: { kind: 'evidence', id: piece?.id },
        number: piece?.id,
        type: 'evidence.acquired',
        at: expect.any(String) as unknown,
        by: expect.any(String) as unknown,
        words: expect.stringContaining('statement of March.txt') as unknown,
      },
      expect.objectContaining({
        source: { kind: 'entry', id: expect.any(String) as unknown },
        type: 'evidence.acquired',
      }),
    ])
    expect(all.data.some(({ type }) => type.startsWith('report.'))).toBe(false)
    const [note] = (await find('teller')).data
    expect(note).toMatchObject({ type: 'note.added', words: 'The teller saw the same person twice.' })
    expect((await find('note added')).data).toEqual([note])
    expect((await find('nothing like this')).pagination).toMatchObject({ total: 0 })
    const named = (
      await v1(
        'POST',
        `/v1/reports/${id}/sources/named`,
        {
          sources: [
            ...(form?.narrative[0]?.sources ?? []),
            { kind: 'evidence', id: piece?.id },
            { kind: 'entry', id: 'a'.repeat(64) },
          ],
        },
        auditor,
      )
    ).data
    expect(named.map(({ number, type }) => [number, type])).toEqual([
      [piece?.id, 'evidence.acquired'],
      [1, 'case.opened'],
    ])
  })

  it('keeps every version with the hash of its form, sealed in the chain of the case, and says nothing of people in the open', async () => {
    const report = await completeReport()
    expect(report.version).toBe(2)
    expect(report.sha256).toBe(sha(canonicalJson(report.form)))
    const first = (await v1('GET', `/v1/reports/${report.id}/versions/1`)).data
    expect(first.sha256).toBe(sha(canonicalJson(first.form)))
    const drafted = (await v1('GET', `/v1/cases/${report.case_id}/timeline?size=100`)).data.filter(
      ({ type }) => type === 'report.drafted',
    )
    expect(drafted.map(({ values }) => values.sha256).sort()).toEqual([first.sha256, report.sha256].sort())
    expect(JSON.stringify(drafted.map(({ values }) => values))).not.toContain('Miller')
    expect(JSON.stringify(drafted.map(({ withheld }) => withheld))).toContain('Miller')
    const verified = await v1('POST', `/v1/cases/${report.case_id}/verify`)
    expect(verified.data).toMatchObject({ verdict: 'intact' })
  })

  it('takes a form that says nothing new for no version', async () => {
    const report = await completeReport()
    const again = await v1('PUT', `/v1/reports/${report.id}`, { form: report.form, base_version: 2 }, ines)
    expect(again.data.version).toBe(2)
    expect(
      codeOf(
        await v1(
          'PUT',
          `/v1/reports/${report.id}`,
          { form: { ...report.form, title: 'Stale' }, base_version: 1 },
          ines,
        ),
      ),
    ).toBe('stale_revision')
  })

  it('marks a drafted sentence that was changed as written, whatever the caller says', async () => {
    const { id } = await workedCase()
    const report = await newReport('sar', id)
    const [one, two, ...rest] = report.form?.narrative ?? []
    const invented = { id: 'x1', text: 'It was all planned.', origin: 'drafted', sources: one?.sources }
    const saved = (
      await v1(
        'PUT',
        `/v1/reports/${report.id}`,
        {
          form: { ...report.form, narrative: [{ ...one, text: `${one?.text} Perhaps.` }, two, invented, ...rest] },
          base_version: 1,
        },
        ines,
      )
    ).data
    expect(saved.form?.narrative.slice(0, 3).map(({ origin }) => origin)).toEqual(['written', 'drafted', 'written'])
  })

  it('refuses a source that is not of the case', async () => {
    const { id } = await workedCase()
    const other = await workedCase('Another')
    const report = await newReport('sar', id)
    const elsewhere = (await v1('GET', `/v1/cases/${other.id}/timeline`)).data[0]?.entry_id
    for (const source of [
      { kind: 'entry', id: elsewhere },
      { kind: 'evidence', id: 424242 },
    ]) {
      const answer = await v1(
        'PUT',
        `/v1/reports/${report.id}`,
        {
          form: {
            ...report.form,
            narrative: [{ id: 'n', text: 'Said elsewhere.', origin: 'written', sources: [source] }],
          },
          base_version: 1,
        },
        ines,
      )
      expect([answer.status, codeOf(answer)]).toEqual([422, 'unknown_reference'])
    }
  })

  it('is not submitted before everything is there, and everything that is missing is named', async () => {
    const { id } = await workedCase()
    const report = await newReport('sar', id)
    const refused = await step(report, { step: 'submit' }, ines)
    expect(refused.status).toBe(400)
    const paths = refused.error.details?.map(({ path }) => path)
    for (const path of [
      'form.filer.institution.name',
      'form.filer.transmitter.control_code',
      'form.subjects.0.last_name',
      'form.activity.classifications',
    ])
      expect(paths).toContain(path)
  })
})

describe('filing', () => {
  it('needs a second person who wrote no version', async () => {
    const report = await completeReport(sam)
    expect((await step(report, { step: 'submit' }, sam)).data.state).toBe('in_review')
    expect(codeOf(await step(report, { step: 'approve' }, sam))).toBe('four_eyes_required')
    expect(codeOf(await step(report, { step: 'approve' }, ines))).toBe('four_eyes_required')
    expect((await v1('GET', `/v1/reports/${report.id}`, undefined, sam)).data.may).toMatchObject({
      save: false,
      steps: ['refuse', 'withdraw'],
    })
    const approved = await step(report, { step: 'approve', note: 'Read in full.' }, sue)
    expect(approved.data).toMatchObject({ state: 'approved' })
    expect(approved.data.history.map(({ type }) => type)).toEqual([
      'report.drafted',
      'report.drafted',
      'report.submitted',
      'report.approved',
    ])
  })

  it('goes its whole way: sent back with a reason, approved, exported, filed, rejected, corrected, filed again', async () => {
    const report = await completeReport()
    await step(report, { step: 'submit' }, ines)
    expect(codeOf(await step(report, { step: 'refuse' }, sue))).toBe('invalid_request')
    expect((await step(report, { step: 'refuse', note: 'Name the second counter.' }, sue)).data).toMatchObject({
      state: 'draft',
    })
    const second = (
      await v1(
        'PUT',
        `/v1/reports/${report.id}`,
        { form: completeForm({ title: 'Structuring, both counters named' }), base_version: 2 },
        ines,
      )
    ).data
    expect(codeOf(await step(report, { step: 'submit' }, ines))).toBe('stale_revision')
    expect(codeOf(await v1('POST', `/v1/reports/${report.id}/exports`, { format: 'xml' }, ines))).toBe(
      'four_eyes_required',
    )
    await step(second, { step: 'submit' }, ines)
    expect(codeOf(await v1('PUT', `/v1/reports/${report.id}`, { form: completeForm(), base_version: 3 }, ines))).toBe(
      'transition_forbidden',
    )
    await step(second, { step: 'approve' }, sue)
    const exported = (await v1('POST', `/v1/reports/${report.id}/exports`, { format: 'xml' }, ines)).data
    expect(codeOf(await step(second, { step: 'file', reference: 'BSA-1', export_sha256: 'a'.repeat(64) }, ines))).toBe(
      'unknown_reference',
    )
    expect(codeOf(await step(second, { step: 'file' }, ines))).toBe('invalid_request')
    const filed = (
      await step(
        second,
        { step: 'file', reference: 'BSA-31000000000001', filed_on: '2026-03-20', export_sha256: exported.sha256 },
        ines,
      )
    ).data
    expect(filed).toMatchObject({ state: 'filed', reference: 'BSA-31000000000001', deadline: null })
    expect((await step(filed, { step: 'reject', note: 'Invalid TIN.', reference: 'R-7' }, ines)).data.state).toBe(
      'rejected',
    )
    const corrected = (
      await v1('PUT', `/v1/reports/${report.id}`, { form: completeForm({ title: 'Corrected' }), base_version: 3 }, ines)
    ).data
    expect(corrected).toMatchObject({ state: 'corrected', version: 4 })
    await step(corrected, { step: 'submit' }, ines)
    await step(corrected, { step: 'approve' }, sue)
    await step(corrected, { step: 'file', reference: 'BSA-31000000000002' }, ines)
    expect((await step(corrected, { step: 'acknowledge', reference: 'A-1' }, ines)).data.state).toBe('acknowledged')
    expect((await v1('POST', `/v1/cases/${report.case_id}/verify`)).data.verdict).toBe('intact')
  })

  it('counts its deadline from detection, and lists what is overdue first', async () => {
    const late = await completeReport()
    expect(late.deadline).toMatchObject({ due_on: '2026-04-09', rule: 'known_subject', days: 30, overdue: true })
    const form = completeForm({ filing: { ...completeForm().filing, detected_on: '2999-01-01' } })
    const early = (
      await v1(
        'PUT',
        `/v1/reports/${(await newReport('sar', late.case_id)).id}`,
        {
          form: { ...form, subjects: form.subjects.map((one) => ({ ...one, known: false })), accounts: [] },
          base_version: 1,
        },
        ines,
      )
    ).data
    expect(early.deadline).toMatchObject({ due_on: '2999-03-02', rule: 'no_subject', overdue: false })
    const listed = (await v1('GET', `/v1/reports?case_id=${late.case_id}`)).data.map(({ id }) => id)
    expect(listed).toEqual([late.id, early.id])
    expect((await v1('GET', `/v1/reports?case_id=${late.case_id}&overdue=true`)).data.map(({ id }) => id)).toEqual([
      late.id,
    ])
    expect((await v1('GET', `/v1/reports?case_id=${late.case_id}&overdue=false`)).data.map(({ id }) => id)).toEqual([
      early.id,
    ])
    const firstPage = (await v1('GET', `/v1/reports?case_id=${late.case_id}&size=1`)).whole
    expect((await v1('GET', `/v1/reports?case_id=${late.case_id}&size=1&after=${firstPage.next}`)).body).toMatchObject({
      data: [{ id: early.id }],
      next: null,
    })
  })

  it('told to pass reports over, lists those that follow them', async () => {
    const { case_id: caseId } = await completeReport()
    for (let more = 0; more < 3; more += 1) await newReport('sar', caseId)
    await expectSkips(async (fields) => (await v1('GET', `/v1/reports?case_id=${caseId}&${fields}`)).whole)
  })

  it('sets a review of a continuing activity', async () => {
    const form = completeForm()
    form.filing = { ...form.filing, type: 'continuing', prior_number: '00000000000000' }
    form.activity.cumulative_amount = '50000'
    const made = await completeReport()
    const saved = (await v1('PUT', `/v1/reports/${made.id}`, { form, base_version: 2 }, ines)).data
    expect(saved.deadline).toMatchObject({ rule: 'continuing', days: 120 })
    await step(saved, { step: 'submit' }, ines)
    await step(saved, { step: 'approve' }, sue)
    expect((await step(saved, { step: 'file', reference: 'X', filed_on: '2026-05-01' }, ines)).data.review_due_on).toBe(
      '2026-08-29',
    )
  })
})

describe('files', () => {
  it('leave with their hash sealed first, and the link serves those bytes', async () => {
    const report = await completeReport()
    const link = (await v1('POST', `/v1/reports/${report.id}/exports`, { format: 'pdf' }, ines)).data
    const bytes = Buffer.from(await (await fetch(bench.url + String(link.url))).arrayBuffer())
    expect([sha(bytes), bytes.length]).toEqual([link.sha256, link.size])
    expect(bytes.subarray(0, 8).toString('latin1')).toBe('%PDF-1.7')
    const [entry] = (await v1('GET', `/v1/cases/${report.case_id}/timeline?size=1&order=newest`)).data
    expect(entry).toMatchObject({
      entry_id: link.entry_id,
      type: 'report.exported',
      values: { format: 'pdf', sha256: link.sha256, size: link.size, version: 2 },
    })
    const again = (await v1('POST', `/v1/reports/${report.id}/exports`, { format: 'pdf', version: 1 }, ines)).data
    expect(again.sha256).not.toBe(link.sha256)
  })

  it('of a regulator name everything that is missing, and nothing is sealed', async () => {
    const { id } = await workedCase()
    const report = await newReport('sar', id)
    const before = await bench.snapshot()
    for (const format of ['xml', 'goaml']) {
      const refused = await v1('POST', `/v1/reports/${report.id}/exports`, { format }, ines)
      expect([refused.status, codeOf(refused)]).toEqual([400, 'invalid_request'])
      expect(refused.error.details?.length).toBeGreaterThan(3)
    }
    expect(await bench.snapshot()).toBe(before)
  })

  it('are made for no regulator of a version whose approval was taken back, however many versions follow, nor of a withdrawn report', async () => {
    const report = await completeReport()
    await step(report, { step: 'submit' }, ines)
    await step(report, { step: 'approve' }, sue)
    expect((await v1('POST', `/v1/reports/${report.id}/exports`, { format: 'xml', version: 2 }, ines)).status).toBe(201)
    await step(report, { step: 'refuse', note: 'The wrong person is named.' }, sue)
    const ofSecond = async () =>
      await Promise.all(
        (['xml', 'goaml'] as const).map(async (format) =>
          codeOf(await v1('POST', `/v1/reports/${report.id}/exports`, { format, version: 2 }, ines)),
        ),
      )
    expect(await ofSecond()).toEqual(['four_eyes_required', 'four_eyes_required'])
    const third = (
      await v1(
        'PUT',
        `/v1/reports/${report.id}`,
        { form: completeForm({ title: 'Another title' }), base_version: 2 },
        ines,
      )
    ).data
    expect(await ofSecond()).toEqual(['four_eyes_required', 'four_eyes_required'])
    await step(third, { step: 'withdraw', note: 'Not suspicious.' }, ines)
    expect(await ofSecond()).toEqual(['four_eyes_required', 'four_eyes_required'])
    expect((await v1('POST', `/v1/reports/${report.id}/exports`, { format: 'pdf', version: 2 }, ines)).status).toBe(201)
  })

  it('are made for a regulator of an earlier version that was filed, also of a report that was withdrawn after', async () => {
    const report = await completeReport()
    await step(report, { step: 'submit' }, ines)
    await step(report, { step: 'approve' }, sue)
    await step(report, { step: 'file', reference: 'BSA-9' }, ines)
    await step(report, { step: 'reject', note: 'Invalid TIN.' }, ines)
    const third = (
      await v1('PUT', `/v1/reports/${report.id}`, { form: completeForm({ title: 'Corrected' }), base_version: 2 }, ines)
    ).data
    await step(third, { step: 'withdraw', note: 'Filed by another institution.' }, ines)
    expect((await v1('POST', `/v1/reports/${report.id}/exports`, { format: 'xml', version: 2 }, ines)).status).toBe(201)
    expect(codeOf(await v1('POST', `/v1/reports/${report.id}/exports`, { format: 'xml', version: 3 }, ines))).toBe(
      'four_eyes_required',
    )
  })

  it('of a report of a case are PDF alone', async () => {
    const { id } = await workedCase()
    const report = await newReport('case_report', id)
    expect(codeOf(await v1('POST', `/v1/reports/${report.id}/exports`, { format: 'xml' }, ines))).toBe(
      'invalid_request',
    )
    expect((await v1('POST', `/v1/reports/${report.id}/exports`, { format: 'pdf' }, ines)).status).toBe(201)
    expect((await v1('POST', `/v1/reports/${report.id}/exports`, { format: 'pdf' }, auditor)).status).toBe(403)
  })
})

describe('what was erased', () => {
  it('is gone from the report, its list and its files', async () => {
    const report = await completeReport()
    const timeline = (await v1('GET', `/v1/cases/${report.case_id}/timeline?size=100`)).data
    for (const entry of timeline.filter(({ type }) => type === 'report.drafted')) {
      const digests = Object.values(entry.withheld).map(({ digest }) => digest)
      const done = await v1('POST', `/v1/cases/${report.case_id}/redactions`, {
        entry_id: entry.entry_id,
        digests,
        legal_basis: 'gdpr_art_17',
      })
      expect(done.status, done.text).toBeLessThan(300)
    }
    const read = (await v1('GET', `/v1/reports/${report.id}`)).data
    expect(read).toMatchObject({ title: '[redacted]', form: null, check: null })
    expect((await v1('POST', `/v1/reports/${report.id}/exports`, { format: 'pdf' }, ines)).status).toBe(404)
    expect(codeOf(await step(read, { step: 'submit' }, ines))).toBe('transition_forbidden')
    expect((await v1('POST', `/v1/cases/${report.case_id}/verify`)).data.verdict).toBe('intact')
  })
})

describe('what quotes an erased text', () => {
  /** A case of which one note is told, a report drafted from it, and the note. */
  const quoted = async () => {
    const { id: caseId } = await workedCase()
    const report = await newReport('case_report', caseId)
    const { data } = await v1('GET', `/v1/cases/${caseId}/timeline?size=100`)
    const note = data.find(({ type }) => type === 'note.added')
    return { caseId, report, note: { entry_id: note?.entry_id, digests: [note?.withheld.text?.digest] } }
  }
  const saying = 'The teller saw the same person twice.'
  const textOf = async (report: Pick<Report, 'id'>): Promise<string> =>
    (await v1('GET', `/v1/reports/${report.id}`)).text

  it('is named before, and by the answer of an erasure that leaves it', async () => {
    const { caseId, report, note } = await quoted()
    const found = (await v1('POST', `/v1/cases/${caseId}/redactions/quotations`, note, sue)).data
    expect(found.also_quoted_in).toEqual([
      expect.objectContaining({
        name: 'content',
        by: ['source', 'text'],
        report_id: report.id,
        kind: 'case_report',
        version: 1,
        state: 'draft',
      }),
    ])
    expect((await v1('POST', `/v1/cases/${caseId}/redactions/quotations`, note, ines)).status).toBe(403)
    expect(
      codeOf(await v1('POST', `/v1/cases/${caseId}/redactions/quotations`, { ...note, entry_id: 'a'.repeat(64) }, sue)),
    ).toBe('unknown_reference')
    const erased = await v1('POST', `/v1/cases/${caseId}/redactions`, { ...note, legal_basis: 'gdpr_art_17' }, sue)
    expect(erased.data).toMatchObject({ erased: 1, quotations_erased: 0, also_quoted_in: found.also_quoted_in })
    expect(await textOf(report)).toContain(saying)
  })

  it('goes with it where that is asked for, in the same act, sealed with the same basis', async () => {
    const { caseId, report, note } = await quoted()
    const saved = (
      await v1(
        'PUT',
        `/v1/reports/${report.id}`,
        { form: { ...report.form, title: 'Another title' }, base_version: 1 },
        ines,
      )
    ).data
    const erased = (
      await v1(
        'POST',
        `/v1/cases/${caseId}/redactions`,
        { ...note, legal_basis: 'court_order', reference: '7 Gs 1/26', with_quotations: true },
        sue,
      )
    ).data
    expect(erased).toMatchObject({ erased: 1, quotations_erased: 2, also_quoted_in: [] })
    for (const path of [
      `/v1/reports/${report.id}`,
      `/v1/reports/${report.id}/versions/1`,
      `/v1/cases/${caseId}/timeline?size=100`,
      `/v1/cases/${caseId}`,
    ])
      expect((await v1('GET', path)).text).not.toContain(saying)
    const redactions = (await v1('GET', `/v1/cases/${caseId}/timeline?size=100`)).data.filter(
      ({ type }) => type === 'redaction.applied',
    )
    expect(redactions.map(({ values }) => [values.legal_basis, values.reference, values.names])).toEqual(
      Array.from({ length: 3 }, () => ['court_order', '7 Gs 1/26', expect.any(Array) as unknown]),
    )
    expect(redactions.map(({ values }) => values.entry)).toEqual(expect.arrayContaining([note.entry_id]))
    expect((await v1('GET', `/v1/reports/${saved.id}`)).data).toMatchObject({ title: 'Another title', form: null })
    expect((await v1('POST', `/v1/cases/${caseId}/verify`)).data.verdict).toBe('intact')
  })

  it('is found in titles and numbers that a draft took over, and stays under a legal hold', async () => {
    const { id: caseId } = await workedCase('Secretname Titlezz')
    const report = await newReport('case_report', caseId)
    const opened = (await v1('GET', `/v1/cases/${caseId}/timeline?size=100`)).data.find(
      ({ type }) => type === 'case.opened',
    )
    const pick = {
      entry_id: opened?.entry_id,
      digests: [opened?.withheld.title?.digest, opened?.withheld.customer_ids?.digest],
    }
    await v1('POST', `/v1/cases/${caseId}/hold`, { reason: 'Order.' }, sue)
    expect(
      codeOf(
        await v1(
          'POST',
          `/v1/cases/${caseId}/redactions`,
          { ...pick, legal_basis: 'gdpr_art_17', with_quotations: true },
          sue,
        ),
      ),
    ).toBe('legal_hold')
    expect(await textOf(report)).toContain('Secretname Titlezz')
    await v1('POST', `/v1/cases/${caseId}/hold/release`, { reason: 'Over.' }, sue)
    const erased = (
      await v1(
        'POST',
        `/v1/cases/${caseId}/redactions`,
        { ...pick, legal_basis: 'gdpr_art_17', with_quotations: true },
        sue,
      )
    ).data
    expect(erased).toMatchObject({ erased: 2, quotations_erased: 2 })
    for (const path of ['/v1/reports?size=200', `/v1/reports/${report.id}`, `/v1/cases/${caseId}/timeline?size=100`])
      expect((await v1('GET', path)).text).not.toContain('Secretname')
    expect((await v1('GET', `/v1/reports/${report.id}`)).text).not.toMatch(/[:,["]4711[\],}"]/)
  })
})

describe('settings', () => {
  it('are sealed with the institution withheld, and a new report begins with them', async () => {
    const settings = {
      deadline_days: { known_subject: 15, no_subject: 45, continuing: 100 },
      four_eyes: true,
      filer: filingBank,
    }
    expect((await v1('PUT', '/v1/report-settings', settings, ines)).status).toBe(403)
    expect((await v1('PUT', '/v1/report-settings', settings, sue)).data).toEqual(settings)
    expect((await v1('GET', '/v1/report-settings')).data).toEqual(settings)
    const { id } = await workedCase()
    const report = await newReport('sar', id)
    expect(report.form?.filer).toEqual(filingBank)
    expect(report.deadline).toMatchObject({ days: 15, rule: 'known_subject' })
    const own = await newReport('case_report', id, sue)
    const form = completeForm()
    const saved = (await v1('PUT', `/v1/reports/${own.id}`, { form, base_version: 1 }, sue)).data
    await step(saved, { step: 'submit' }, sue)
    expect(codeOf(await step(saved, { step: 'approve' }, sue))).toBe('four_eyes_required')
    await v1('PUT', '/v1/report-settings', {
      ...settings,
      four_eyes: false,
      deadline_days: { known_subject: 30, no_subject: 60, continuing: 120 },
    })
    expect((await step(saved, { step: 'approve' }, sue)).data.state).toBe('approved')
    expect(await bench.everything()).not.toContain('Iris')
  })
})

describe('/v4/reports/retrieve', () => {
  it('answers for the whole workspace, for one report, and with a file', async () => {
    const report = await completeReport()
    const all = (await v4('GET', '/v4/reports/retrieve')).data
    expect(all.status).toBe('overdue')
    expect(all.reports?.length).toBeGreaterThan(0)
    expect(all.reports?.[0]?.deadline?.overdue).toBe(true)
    expect((await v4('GET', `/v4/reports/retrieve?report_id=${report.id}`)).data).toMatchObject({
      status: 'draft',
      report: { id: report.id },
    })
    expect((await v4('GET', `/v4/reports/retrieve?report_id=${report.id}&format=pdf`)).data.link?.media_type).toBe(
      'application/pdf',
    )
    expect(codeOf(await v4('GET', '/v4/reports/retrieve?format=pdf'))).toBe('invalid_request')
    expect((await v4('GET', '/v4/reports/retrieve?report_id=018f0000-0000-7000-8000-000000000000')).status).toBe(404)
  })

  it('begins reports, and whoever made the key does not approve what it wrote', async () => {
    expect((await v4('POST', '/v4/reports/retrieve', {})).data).toMatchObject({
      status: 'ready',
      kinds: ['case_report', 'sar', 'certificate', 'kpi'],
    })
    expect(codeOf(await v4('POST', '/v4/reports/retrieve', { kind: 'sar' }))).toBe('invalid_request')
    const { id } = await workedCase()
    const made = (await v4('POST', '/v4/reports/retrieve', { kind: 'sar', case_id: id })).data.report
    expect(made?.written_by.kind).toBe('api_key')
    const saved = (await v1('PUT', `/v1/reports/${made?.id}`, { form: completeForm(), base_version: 1 }, ines)).data
    await step(saved, { step: 'submit' }, ines)
    expect(codeOf(await step(saved, { step: 'approve' }))).toBe('four_eyes_required')
    expect((await step(saved, { step: 'approve' }, sue)).data.state).toBe('approved')
    const link = (await v4('GET', `/v4/reports/retrieve?report_id=${made?.id}&format=xml`)).data.link
    expect(await (await fetch(bench.url + String(link?.url))).text()).toContain(
      '<fc2:FormTypeCode>SARX</fc2:FormTypeCode>',
    )
    const goaml = (await v4('GET', `/v4/reports/retrieve?report_id=${made?.id}&format=goaml`)).data.link
    expect(await (await fetch(bench.url + String(goaml?.url))).text()).toContain('<rentity_id>4711</rentity_id>')
  })

  it('measures, keeps the figures with their hash, and gives them as CSV and PDF', async () => {
    const made = (
      await v4('POST', '/v4/reports/retrieve', {
        kind: 'kpi',
        from: '2026-03-01T00:00:00.000+00:00',
        to: '2026-04-01T00:00:00.000+00:00',
      })
    ).data.kpi_report
    const read = (await v4('GET', `/v4/reports/retrieve?report_id=${made?.id}`)).data.kpi_report
    expect(sha(canonicalJson(read?.figures))).toBe(made?.sha256)
    const csv = (await v4('GET', `/v4/reports/retrieve?report_id=${made?.id}&format=csv`)).data.link
    expect(await (await fetch(bench.url + String(csv?.url))).text()).toMatch(
      /^figure,value,numerator,denominator,definition\r\nperiod\.from,/,
    )
    const pdf = (await v1('POST', `/v1/kpi-reports/${made?.id}/exports`, { format: 'pdf' })).data
    expect((await (await fetch(bench.url + String(pdf.url))).text()).slice(0, 5)).toBe('%PDF-')
    expect((await v1('GET', '/v1/kpi-reports')).data[0]?.id).toBe(made?.id)
    for (const [link, format] of [
      [csv, 'csv'],
      [pdf, 'pdf'],
    ] as const) {
      const served = Buffer.from(await (await fetch(bench.url + String(link?.url))).arrayBuffer())
      expect(sha(served)).toBe(link?.sha256)
      const row = await bench.service.workspace.db
        .selectFrom('entries')
        .select(['chain', 'payload'])
        .where('id', '=', Buffer.from(link?.entry_id ?? '', 'hex'))
        .executeTakeFirstOrThrow()
      const sealed: unknown = JSON.parse(Buffer.from(row.payload).toString('utf8'))
      expect([row.chain, sealed]).toMatchObject([
        0,
        {
          type: 'kpi.reported',
          subject: made?.id,
          refs: [made?.entry_id],
          pub: { format, sha256: link?.sha256, size: link?.size },
        },
      ])
    }
    expect(csv?.entry_id).not.toBe(pdf.entry_id)
    const again = (await v1('POST', `/v1/kpi-reports/${made?.id}/exports`, { format: 'csv' })).data
    expect([again.sha256, again.entry_id === csv?.entry_id]).toEqual([csv?.sha256, false])
    expect(
      (await v1('POST', '/v1/kpi-reports/018f0000-0000-7000-8000-000000000000/exports', { format: 'csv' })).status,
    ).toBe(404)
    expect(
      (await bench.service.workspace.verification.verifyWorkspace())?.findings.filter(
        ({ severity }) => severity !== 'information',
      ),
    ).toEqual([])
  })
})
