import { hash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localSessionOf } from '../../support/local-session-of.ts'
import { startBench } from '../api/support.ts'
import type { Bench, Person } from '../api/support.ts'

let bench: Bench
let sam: Person
let ines: Person
let caseId: number

const v1 = async <M extends string, A extends string>(method: M, address: A, body?: unknown, as: Person = ines) =>
  await bench.ask(method, address, { ...(body === undefined ? {} : { body }), as })

const newCase = async (title: string): Promise<number> =>
  (await v1('POST', '/v1/cases', { title, description: 'What was seen.', priority: 'high' })).data.id

/** Takes a file into a case, as the desktop does, with what was stated of its source. */
const acquire = async (into: number, name: string, content: string, facts: Readonly<Record<string, string>> = {}) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'fieldseal-certified-'))
  try {
    writeFileSync(path.join(folder, name), content)
    const session = await localSessionOf(bench.service)
    const { data } = await bench.ask('POST', `/v1/cases/${into}/acquisitions`, {
      body: { path: path.join(folder, name), facts },
      headers: { authorization: `Bearer ${session.access_token}`, 'x-api-key': session.institution_key },
    })
    for (;;) {
      const { state } = (await bench.ask('GET', `/v1/acquisitions/${data.id}`)).data
      if (!['running', 'waiting'].includes(state)) break
      await new Promise((resolve) => setImmediate(resolve))
    }
    const found = (await bench.ask('GET', `/v1/cases/${into}/evidence`)).data.find((piece) => piece.name === name)
    if (found === undefined) throw new Error('the piece was not taken in')
    return found
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const certificate = async (into = caseId) =>
  (await v1('POST', '/v1/reports', { kind: 'certificate', case_id: into })).data

type Report = Awaited<ReturnType<typeof certificate>>

/** What a person has to say, as somebody would. */
const said = {
  statements: ['fre_902_13', 'fre_902_14', 'examination'],
  matter: 'United States v. Doe, 26-cr-118',
  name: 'Ines Ibarra',
  position: 'Forensic examiner',
  qualification: 'Ten years of examinations of digital media.',
  knowledge: 'I took the items in myself.',
  place: 'Albany, New York',
  on: '2026-11-20',
  process: 'The core banking system writes each posting to a ledger that it exports as CSV.',
  accuracy: 'The totals of the export agreed with the general ledger.',
  comparison: 'I computed the SHA-256 of the original by sha256sum and it was identical.',
  examination: 'Asked for postings of March. Filtered by account.',
  validation: 'The tools were tested by the laboratory on known data.',
  error_rates: 'None observed in 40 runs.',
  limits: 'Only the CSV was examined.',
} as const

const saveWith = async (report: Report, change: Readonly<Record<string, unknown>>) =>
  await v1('PUT', `/v1/reports/${report.id}`, {
    form: { ...report.form, certificate: { ...report.form?.certificate, ...change } },
    base_version: report.version,
  })

const exported = async (report: Report, format: string) => {
  const { data } = await v1('POST', `/v1/reports/${report.id}/exports`, { format })
  const bytes = Buffer.from(await (await fetch(`${bench.url}${data.url}`)).arrayBuffer())
  return { ...data, bytes }
}

beforeAll(async () => {
  bench = await startBench()
  sam = await bench.addPerson('supervisor', 'sam')
  ines = await bench.addPerson('investigator', 'ines')
  caseId = await newCase('Deposits of March')
  await acquire(caseId, 'postings.csv', 'date,amount\n2026-03-04,9800\n', {
    source: 'Core banking system',
    serial: 'CB-7',
    acquired_by: 'Otto Okafor',
  })
})
afterAll(() => bench.close())

describe('a certificate of electronic evidence', () => {
  it('states of each piece what its sealed entry states, and how far the record is proven', async () => {
    const report = await certificate()
    expect(report).toMatchObject({ kind: 'certificate', state: 'draft', version: 1, deadline: null })
    const [piece] = (await v1('GET', `/v1/cases/${caseId}/evidence`)).data
    const full = (await v1('GET', `/v1/cases/${caseId}/evidence/${piece?.id ?? 0}`)).data
    const record = report.form?.certificate?.record
    expect(record?.pieces).toEqual([
      expect.objectContaining({
        uid: full.uid,
        entry_id: full.entry_id,
        sha256: hash('sha256', 'date,amount\n2026-03-04,9800\n'),
        size: full.size,
        source: 'Core banking system',
        serial: 'CB-7',
        acquired_by: 'Otto Okafor',
        started_at: full.facts.started_at,
        tool: full.facts.tool,
        tool_version: full.facts.tool_version,
        custody: full.custody_total,
      }),
    ])
    expect(record?.check).toMatchObject({ conclusion: 'intact_as_far_as_it_goes', findings: 1 })
    expect(record?.proof).toMatchObject({ witnessed: 0, hub: null, cosigned: null, stamped: null })
    expect(record?.devices).toEqual([expect.objectContaining({ entries: record?.proof.entries })])
    expect(report.form?.certificate).toMatchObject({ name: '', position: '', on: '', statements: [] })
  })

  it('takes no fact of the record from a caller, and no piece of another case', async () => {
    const report = await certificate()
    const record = report.form?.certificate?.record
    const forged = {
      ...record,
      pieces: record?.pieces.map((piece) => ({ ...piece, sha256: '0'.repeat(64), acquired_by: 'Nobody' })),
      proof: { ...record?.proof, witnessed: record?.proof.entries },
    }
    const saved = (await saveWith(report, { name: 'Ines Ibarra', record: forged })).data
    expect(saved.form?.certificate?.record?.pieces).toEqual(record?.pieces)
    expect(saved.form?.certificate?.record?.proof.witnessed).toBe(0)
    const preview = await v1('POST', `/v1/reports/${report.id}/preview`, {
      form: { ...saved.form, certificate: { ...saved.form?.certificate, record: forged } },
    })
    expect(JSON.stringify(preview.data)).not.toContain('0'.repeat(64))

    const elsewhere = await newCase('Another one')
    const other = await acquire(elsewhere, 'other.csv', 'other')
    const strange = await saveWith(saved, { pieces: [other.uid] })
    expect([strange.status, strange.error.code]).toEqual([422, 'unknown_reference'])
  })

  it('is saved anew only where the person or the record says something new', async () => {
    const own = await newCase('Two pieces')
    await acquire(own, 'one.csv', 'one')
    const report = await certificate(own)
    const again = (await saveWith(report, {})).data
    expect(again.version).toBe(1)
    await acquire(own, 'two.csv', 'two')
    const piece = report.form?.certificate?.pieces[0]
    const both = (await v1('GET', `/v1/cases/${own}/evidence`)).data.map(({ uid }) => uid)
    expect(both).toHaveLength(2)
    const chosen = { ...again.form, certificate: { ...again.form?.certificate, pieces: both } }
    const lacking = async (form: unknown): Promise<unknown> =>
      (await v1('POST', `/v1/reports/${report.id}/check`, { form })).data.findings.filter(
        ({ section }) => section === 'record',
      )
    expect(await lacking(again.form)).toEqual([])
    expect(await lacking(chosen)).toMatchObject([{ code: 'missing', blocks: ['submit'] }])
    const more = (await saveWith(again, { pieces: both })).data
    expect(await lacking(more.form)).toEqual([])
    expect(more.version).toBe(2)
    expect(more.form?.certificate?.record?.pieces.map(({ name }) => name)).toEqual(['one.csv', 'two.csv'])
    const fewer = (await saveWith(more, { pieces: [piece] })).data
    expect(fewer.form?.certificate?.record?.pieces.map(({ name }) => name)).toEqual(['one.csv'])
  })

  it('goes to review once a person has said what the record does not hold, and is filed with nobody', async () => {
    const report = await certificate()
    const early = await v1('POST', `/v1/reports/${report.id}/steps`, { version: 1, step: 'submit' })
    expect(early.error.code).toBe('invalid_request')
    const paths = report.check?.findings.map((finding) => finding.path)
    expect(paths).toEqual(
      expect.arrayContaining(['certificate.statements', 'certificate.name', 'certificate.qualification']),
    )
    const saved = (await saveWith(report, said)).data
    expect(saved.check?.findings).toEqual([])
    const submitted = (await v1('POST', `/v1/reports/${report.id}/steps`, { version: saved.version, step: 'submit' }))
      .data
    const approved = (
      await v1('POST', `/v1/reports/${report.id}/steps`, { version: submitted.version, step: 'approve' }, sam)
    ).data
    expect(approved.state).toBe('approved')
    const kept = (await v1('POST', `/v1/reports/${report.id}/exports`, { format: 'pdf', keep: true })).data
    const piece = (await v1('GET', `/v1/cases/${caseId}/evidence/${kept.evidence_id ?? 0}`)).data
    expect(piece).toMatchObject({ name: kept.name, sha256: kept.sha256, acquired_by: { name: 'ines in person' } })
    expect(piece.facts.description).toContain(kept.entry_id)
    const filed = await v1('POST', `/v1/reports/${report.id}/steps`, {
      version: submitted.version,
      step: 'file',
      reference: '1',
    })
    expect(filed.error).toMatchObject({ code: 'transition_forbidden' })
  })

  it('leaves as a page and as a PDF whose SHA-256 is sealed first, and as nothing else', async () => {
    const report = (await saveWith(await certificate(), said)).data
    const page = await exported(report, 'html')
    expect(page.name).toMatch(/-certificate-v2\.html$/)
    expect(hash('sha256', page.bytes)).toBe(page.sha256)
    const text = page.bytes.toString('utf8')
    expect(text).toContain('I declare under penalty of perjury that the foregoing is true and correct.')
    expect(text).toContain('28 U.S.C. § 1746(2)')
    expect(text).toContain('No hub has seen this case: the device alone vouches for it.')
    expect(text).toContain('intact as far as it goes')
    expect(text).not.toMatch(/<script|https?:/)
    const pdf = await exported(report, 'pdf')
    expect(pdf.bytes.subarray(0, 5).toString('latin1')).toBe('%PDF-')
    const steps = (await v1('GET', `/v1/reports/${report.id}`)).data.history
    expect(steps.filter(({ type }) => type === 'report.exported').map(({ sha256 }) => sha256)).toEqual([
      page.sha256,
      pdf.sha256,
    ])
    const early = await v1('POST', `/v1/reports/${report.id}/exports`, { format: 'pdf', keep: true })
    expect(early.error.code).toBe('transition_forbidden')
    const xml = await v1('POST', `/v1/reports/${report.id}/exports`, { format: 'xml' })
    expect(xml.error.code).toBe('invalid_request')
  })
})
