import { hash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../api/support.ts'
import { completeForm } from '../../support/report-forms.ts'
import { runHere } from '../../support/command-here.ts'
import { startCliBench, type CliBench } from './cli-bench.ts'

let cli: CliBench
let auditor: Person
beforeAll(async () => {
  cli = await startCliBench()
  auditor = await cli.bench.addPerson('auditor', 'aud')
})
afterAll(() => cli.close())

const validate = (content: string | Uint8Array, ...more: string[]) =>
  runHere('report', 'validate', cli.file('form.json', content), ...more)

describe('report validate', () => {
  it('finds nothing against a form that lacks nothing', async () => {
    expect(await validate(JSON.stringify(completeForm()))).toMatchObject({
      code: 0,
      lines: [{ verdict: 'ok', kind: 'sar', faults: 0, ready: { submit: true }, unanswered: [] }],
    })
  })

  it('prints a line for each thing that is missing, then the verdict, and exits with 1', async () => {
    const whole = completeForm()
    const run = await validate(JSON.stringify({ ...whole, subjects: [], narrative: [] }))
    expect(run.code).toBe(1)
    const verdict = run.lines.at(-1)
    expect(verdict).toMatchObject({ verdict: 'faults', ready: { submit: false } })
    const blocking = run.lines.slice(0, -1).filter(({ blocks }) => Array.isArray(blocks) && blocks.includes('submit'))
    expect(blocking.length).toBe(verdict?.['faults'])
    expect(blocking.length).toBeGreaterThanOrEqual(2)
    expect(verdict?.['unanswered']).toEqual(['who', 'what', 'when', 'where', 'why', 'how'])
  })

  it('tells what is malformed by its path', async () => {
    const run = await validate(JSON.stringify({ ...completeForm(), subjects: 'nobody', colour: 'red' }))
    expect(run).toMatchObject({
      code: 1,
      lines: [{ code: 'malformed' }, { code: 'malformed' }, { verdict: 'faults', faults: 2 }],
    })
    expect(run.lines.map(({ path: at }) => at).slice(0, 2)).toContain('subjects')
  })

  it.each([
    ['no JSON', JSON.stringify(completeForm()).slice(0, 900), 1, /form\.json is no JSON/],
    ['not UTF-8', Buffer.from([0x22, 0xff, 0x22]), 1, /form\.json is not UTF-8/],
    ['too large', `"${'a'.repeat(4_194_304)}"`, 1, /form\.json is larger than 4194304 bytes/],
  ] as const)('refuses a file that is %s', async (_, content, code, reason) => {
    const run = await validate(content)
    expect(run).toMatchObject({ code, lines: [] })
    expect(run.stderr).toMatch(reason)
  })

  it('refuses a file that is not there, and a kind that there is not, as bad usage', async () => {
    expect(await runHere('report', 'validate', cli.path('nothing.json'))).toMatchObject({
      code: 2,
      lines: [],
      stderr: expect.stringContaining('nothing.json cannot be read') as string,
    })
    expect(await validate('{}', '--kind', 'novel')).toMatchObject({
      code: 2,
      lines: [],
      stderr: expect.stringMatching(/sar.*case_report|case_report.*sar/) as string,
    })
  })
})

describe('report export', { timeout: 120_000 }, () => {
  let id = ''
  const exportReport = (...args: readonly string[]) => cli.run('report', 'export', ...args)
  beforeAll(async () => {
    const opened = await cli.bench.createCase('Deposits just under the limit')
    const made = (await cli.bench.ask('POST', '/v1/reports', { body: { kind: 'sar', case_id: opened.id } })).data
    const { version } = (
      await cli.bench.ask('PUT', `/v1/reports/${made.id}`, {
        body: { form: completeForm(), base_version: made.version },
      })
    ).data
    id = made.id
    const early = await exportReport('--report', id, '--format', 'xml', '--out', cli.path('early.xml'))
    expect([early.code, early.stderr, existsSync(cli.path('early.xml'))]).toEqual([
      1,
      expect.stringContaining('[four_eyes_required]'),
      false,
    ])
    await cli.bench.ask('POST', `/v1/reports/${id}/steps`, { body: { version, step: 'submit' } })
    await cli.bench.ask('POST', `/v1/reports/${id}/steps`, {
      body: { version, step: 'approve', note: 'Read in full.' },
      as: await cli.bench.addPerson('supervisor', 'sue'),
    })
  })

  it.each([
    ['pdf', /^%PDF-1/],
    ['xml', /^<\?xml/],
    ['goaml', /^<\?xml/],
  ] as const)('writes %s, whose hash was sealed before', async (format, begins) => {
    const out = cli.path(`report.${format}`)
    const run = await exportReport('--report', id, '--format', format, '--out', out)
    expect(run.stderr).toBe('')
    const content = readFileSync(out)
    expect(content.toString('latin1')).toMatch(begins)
    expect(run).toMatchObject({
      code: 0,
      lines: [{ path: out, format, size: content.length, sha256: hash('sha256', content, 'hex') }],
    })
    expect(statSync(out).mode & 0o777).toBe(0o600)
    const sealed = await cli.bench.service.workspace.db.selectFrom('entries').select('payload').execute()
    expect(
      sealed.some(({ payload }) =>
        Buffer.from(payload)
          .toString('utf8')
          .includes(run.lines[0]?.['sha256'] as string),
      ),
    ).toBe(true)
  })

  it.each([
    ['a format that there is not', ['--format', 'docx'], 2, /choices are pdf, html, xml, goaml, csv/],
    ['csv of a report of a case', ['--format', 'csv'], 2, /csv is for --kpi/],
    ['xml of a KPI report', ['--format', 'xml', '--kpi'], 2, /a KPI report has csv and pdf/],
    ['no format', [], 2, /--format/],
  ] as const)('refuses %s as bad usage, and writes nothing', async (_, more, code, reason) => {
    const out = cli.path('refused')
    const run = await exportReport('--report', id, '--out', out, ...more)
    expect(run).toMatchObject({ code, lines: [] })
    expect(run.stderr).toMatch(reason)
    expect(existsSync(out)).toBe(false)
  })

  it('a report that there is not, and one that whoever asks may not send out, is refused with the reason, and no file is left', async () => {
    const out = cli.path('none.pdf')
    const unknown = await exportReport(
      '--report',
      '019b0000-0000-7000-8000-000000000000',
      '--format',
      'pdf',
      '--out',
      out,
    )
    expect(unknown).toMatchObject({ code: 1, lines: [] })
    expect(unknown.stderr).toMatch(/report export: .*\[not_found\]/)
    const forbidden = await cli.asPersonHere(auditor, () =>
      exportReport('--report', id, '--format', 'pdf', '--out', out),
    )
    expect([forbidden.code, forbidden.stderr]).toEqual([1, expect.stringMatching(/\[forbidden\]/)])
    const nowhere = await exportReport(
      '--report',
      id,
      '--format',
      'pdf',
      '--out',
      path.join(cli.path('no'), 'such', 'folder.pdf'),
    )
    expect(nowhere).toMatchObject({
      code: 1,
      lines: [],
      stderr: expect.stringContaining('there is no such file or folder') as string,
    })
    expect(readdirSync(path.dirname(out)).filter((name) => name.startsWith('none'))).toEqual([])
  })
})
