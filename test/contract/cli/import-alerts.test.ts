import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../api/support.ts'
import { startCliBench, type CliBench } from './cli-bench.ts'

let cli: CliBench
let auditor: Person
beforeAll(async () => {
  cli = await startCliBench()
  auditor = await cli.bench.addPerson('auditor', 'aud')
})
afterAll(() => cli.close())

const get = async <A extends string>(address: A) => (await cli.bench.ask('GET', address)).data
const importFile = (file: string, ...more: string[]) => cli.run('import', 'alerts', file, ...more)
const count = async (): Promise<number> => (await get('/v1/alerts/stats')).total
const byReference = async (reference: string) => {
  for (const { id } of await get(
    '/v1/alerts?source=import&size=200&status=new,in_review,escalated,confirmed,false_positive,dismissed',
  )) {
    const alert = await get(`/v1/alerts/${id}`)
    if (alert.imported?.reference === reference) return alert
  }
  throw new Error(`there is no alert ${reference}`)
}

/** Files that are bad as a whole: name, content, further arguments, exit code, words. */
const badFiles: readonly (readonly [string, () => string | Uint8Array, readonly string[], number, RegExp])[] = [
  [
    'cut.csv.gz',
    () => gzipSync(`id,at,score\n${'A-1,2026-03-01,1\n'.repeat(500)}`).subarray(0, 60),
    [],
    2,
    /the file is a damaged or cut-off gzip file \[invalid_request\]/,
  ],
  ['empty.csv', () => '', [], 2, /the file is empty/],
  [
    'other.csv',
    () => 'a,b\n1,2\n',
    [],
    2,
    /no column looks like external_id; say which one is with --mapping COLUMN=external_id, or where the header is with --header-line N\. The file has: a, b/,
  ],
  ['graveless.csv', () => 'id,at\n1,2026-03-01\n', [], 2, /no column looks like score/],
  [
    'named.csv',
    () => 'id,at,score\n1,2026-03-01,1\n',
    ['--mapping', 'colour=title'],
    2,
    /has no column "colour"; it has: id, at, score/,
  ],
  ['field.csv', () => 'id,at,score\n1,2026-03-01,1\n', ['--mapping', 'id=colour'], 2, /fields are external_id, at,/],
  ['scale.csv', () => 'id,at,score\n1,2026-03-01,1\n', ['--score-max', 'much'], 2, /must be a number from 0\.01/],
  ['zone.csv', () => 'id,at,score\n1,2026-03-01,1\n', ['--time-zone', 'Middle/Earth'], 2, /IANA time zone/],
  ['money.csv', () => 'id,at,score\n1,2026-03-01,1\n', ['--currency', 'euro'], 2, /three capital letters/],
]

describe('import alerts', { timeout: 120_000 }, () => {
  it('takes a table whose columns it guesses: who, when, how grave, why, how much, and where from', async () => {
    const file = cli.file(
      'alerts.csv',
      'Alert ID;Erstellt am;Kundennummer;Score;Regel;Betrag;Währung\nM-1;04.03.2026 10:00;4711;72;Structuring below threshold|New payee;9.800,00;EUR\nM-2;05.03.2026 11:30;4712;12;Dormant account;1,00;EUR\n',
    )
    const run = await importFile(file, '--source', 'tm', '--time-zone', 'Europe/Berlin')
    expect(run.stderr).toContain(
      'columns: Alert ID -> external_id, Erstellt am -> at, Kundennummer -> customer_id, Score -> score, Regel -> reasons, Betrag -> amount, Währung -> currency (scores from 0 to 100)',
    )
    expect(run).toMatchObject({
      code: 0,
      lines: [
        {
          source: 'tm',
          rows: 2,
          created: 2,
          already_there: 0,
          duplicates: 0,
          rejected: 0,
          format: 'csv',
          risk: { low: 1, medium: 0, high: 1, critical: 0 },
          cases_opened: 0,
        },
      ],
    })
    expect(await byReference('M-1')).toMatchObject({
      source: 'import',
      imported: { system: 'tm', reference: 'M-1' },
      status: 'new',
      title: 'Structuring below threshold on customer 4711',
      entity: { kind: 'customer', id: '4711' },
      score: 0.72,
      risk_level: 'high',
      recommended_action: 'challenge',
      first_at: '2026-03-04T09:00:00.000+00:00',
      totals: [{ currency: 'EUR', amount: 9_800 }],
      transaction_count: 1,
      signals: ['structuring_below_threshold', 'new_payee'],
      needs_decision: true,
      reasons: [
        { text: 'Structuring below threshold', share: 0.5, source: 'import' },
        { text: 'New payee', share: 0.5 },
      ],
    })
    expect((await get('/v1/alerts?source=detection')) as unknown[]).toEqual([])
  })

  it('again takes nothing twice and changes nothing, though the file says otherwise now; another system’s alert of the same id is another', async () => {
    const file = cli.file(
      'again.csv',
      'id,at,customer_id,score\nM-1,2026-03-09T00:00:00Z,999,99\nM-3,2026-03-09T00:00:00Z,999,1\nM-3,2026-03-09T00:00:00Z,999,1\n',
    )
    expect((await importFile(file, '--source', 'tm')).lines[0]).toMatchObject({
      created: 1,
      already_there: 1,
      duplicates: 1,
    })
    expect(await byReference('M-1')).toMatchObject({ score: 0.72, entity: { id: '4711' } })
    const before = await count()
    expect((await importFile(file, '--source', 'other', '--dry-run')).lines[0]).toMatchObject({
      dry_run: true,
      created: 2,
      already_there: 0,
      duplicates: 1,
    })
    expect(await count()).toBe(before)
    expect((await importFile(file, '--source', 'other')).lines[0]).toMatchObject({ created: 2 })
    expect(await count()).toBe(before + 2)
  })

  it('takes JSON lines, packed, by severity, and a disposition becomes a label of the activities that an alert names', async () => {
    await cli.bench.ask('POST', '/v1/transactions', {
      body: { transaction_id: 'T-1', at: '2026-03-01T00:00:00Z', customer_id: '8', amount: 5, currency: 'EUR' },
    })
    const lines = [
      {
        alert: 'J-1',
        raised: '2026-03-02T00:00:00Z',
        severity: 'Hoch',
        account: 'DE1',
        rules: ['Mule account', 'Mule account', 'Fan-in'],
        txns: ['T-1', 'T-9'],
        amount: 12.5,
      },
      { alert: 'J-2', raised: 1_772_323_200, severity: 'P1', customer: 8 },
    ]
    const file = cli.file('alerts.jsonl.gz', gzipSync(lines.map((line) => JSON.stringify(line)).join('\n')))
    const run = await importFile(
      file,
      '--source',
      'json',
      '--mapping',
      'rules=reasons,txns=transaction_ids',
      '--currency',
      'NOK',
    )
    expect(run).toMatchObject({
      code: 0,
      lines: [{ created: 2, format: 'json_lines', compressed: true, risk: { high: 1, critical: 1 }, cases_opened: 1 }],
    })
    const alert = await byReference('J-1')
    expect(alert).toMatchObject({
      risk_level: 'high',
      score: 0.6,
      entity: { kind: 'account', id: 'DE1' },
      totals: [{ currency: 'NOK', amount: 12.5 }],
      first_at: '2026-03-01T00:00:00.000+00:00',
      last_at: '2026-03-02T00:00:00.000+00:00',
      transaction_count: 2,
    })
    expect(alert.reasons.map(({ text }) => text)).toEqual(['Mule account', 'Fan-in'])
    expect(alert.transactions.map(({ transaction_id: id, amount }) => [id, amount])).toEqual([
      ['T-9', null],
      ['T-1', 5],
    ])
    await cli.bench.ask('PUT', `/v1/alerts/${alert.id}/status`, {
      body: { status: 'confirmed', notes: 'It was a mule.' },
    })
    expect(await get('/v1/transactions/T-1')).toMatchObject({ label: { is_fraud: true, by: 'person' } })
    await cli.bench.ask('POST', '/v1/transactions', {
      body: { transaction_id: 'T-9', at: '2026-03-05T00:00:00Z', account_id: 'DE1', amount: 7, currency: 'EUR' },
    })
    expect(await get('/v1/transactions/T-9')).toMatchObject({ label: { is_fraud: true, by: 'person' } })
    expect(await byReference('J-1')).toMatchObject({
      last_at: '2026-03-05T00:00:00.000+00:00',
      transactions: [{ transaction_id: 'T-9', amount: 7 }, { transaction_id: 'T-1' }],
    })
  })

  it('gives a grave one its case by the policy, in which it stands sealed with its reasons; effectiveness and triage count all of them', async () => {
    const alert = await byReference('J-2')
    expect(alert).toMatchObject({ status: 'escalated', history: [{ type: 'alert.attached' }] })
    const file = await get(`/v1/cases/${alert.case_id}`)
    expect(file.title).toBe('Critical risk on customer 8: External alert')
    const timeline = await get(`/v1/cases/${alert.case_id}/timeline?size=100`)
    expect(timeline.map(({ type }) => type)).toContain('alert.attached')
    const { counts } = await get('/v1/metrics/effectiveness')
    expect(counts).toMatchObject({ raised: await count(), confirmed: 1 })
    expect(
      (await cli.bench.ask('POST', '/v1/bulk/alerts', { body: { alert_ids: [alert.id], status: 'in_review' } })).data,
    ).toMatchObject({ changed: 1 })
    const entries = await cli.bench.service.workspace.db.selectFrom('entries').select('payload').execute()
    const summaries = entries
      .map(
        ({ payload }) =>
          JSON.parse(Buffer.from(payload).toString('utf8')) as {
            type: string
            pub: { kind: string; source: string; created: number }
          },
      )
      .filter(({ type }) => type === 'import.completed')
    expect(summaries.map(({ pub: { kind, source, created } }) => [kind, source, created])).toEqual([
      ['alerts', 'tm', 2],
      ['alerts', 'tm', 1],
      ['alerts', 'other', 2],
      ['alerts', 'json', 2],
    ])
  })

  it('tells what it cannot take with line and reason, keeps it in a file, and takes the rest', async () => {
    const rows = [
      'id,at,score,severity,amount,reasons',
      'B-1,never,1,,,',
      ',2026-03-01,1,,,',
      'B-3,2026-03-01,,,,',
      'B-4,2026-03-01,101,,,',
      'B-5,2026-03-01,,7,,',
      'B-6,2026-03-01,1,high,"1,234",',
      'B-7,2026-03-01',
      'B-8,2026-03-01,50,,3,fine',
    ]
    const kept = cli.path('rejects.csv')
    const run = await importFile(cli.file('bad.csv', `${rows.join('\n')}\n`), '--score-max', '100', '--rejects', kept)
    expect(run).toMatchObject({ code: 0, lines: [{ rows: 8, created: 1, rejected: 7, rejects_file: kept }] })
    for (const told of [
      'line 2, at: “never” is no time in a form that is known',
      'line 3, id: is empty, and every alert needs it',
      'line 4: has neither score nor severity',
      'line 5, score: “101” is above the highest score, which was said to be 100',
      'line 6, severity: “7” is no severity that is known',
      'line 7, amount: “1,234” can be read two ways',
      'line 8: has 2 cells where the header has 6',
    ])
      expect(run.stderr).toContain(told)
    expect(readFileSync(kept, 'utf8')).toMatch(
      /^\ufeffline,reason,id,at,score,severity,amount,reasons\r\n2,at: “never” is no time[^\r]*,B-1,never,1,,,\r\n/,
    )
  })

  it.each(badFiles)(
    'refuses %s with its reason, takes nothing and leaves nothing staged',
    async (name, content, more, code, reason) => {
      const before = await count()
      const run = await importFile(cli.file(name, content()), ...more)
      expect(run.stderr).toMatch(reason)
      expect(run).toMatchObject({ code, lines: [] })
      expect(await count()).toBe(before)
      expect(readdirSync(path.join(cli.bench.dataDir, 'staging'))).toEqual([])
    },
  )

  it('refuses a file that is not there, and whoever may only read', async () => {
    expect(await importFile(cli.path('nothing.csv'))).toMatchObject({
      code: 2,
      lines: [],
      stderr: expect.stringContaining('import alerts: there is no file') as string,
    })
    const before = await count()
    const file = cli.file('mine.csv', 'id,at,score\nX-1,2026-03-01,1\n')
    const run = await cli.asPersonHere(auditor, () => importFile(file, '--rejects', cli.path('none.csv')))
    expect(run).toMatchObject({ code: 1, lines: [] })
    expect(run.stderr).toMatch(/import alerts: .*\[forbidden\]/)
    expect([await count(), existsSync(cli.path('none.csv'))]).toEqual([before, false])
  })
})
