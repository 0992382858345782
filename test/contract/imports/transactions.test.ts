import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { writeXlsx } from 'hucre/xlsx'
import { beforeAll, describe, expect, it } from 'vitest'
import type { TransactionItem } from '../../../shared/api/transactions.ts'
import { systemEnv } from '../../../main/platform/env.ts'
import { createLog } from '../../../main/platform/log.ts'
import { listInTurns } from '../../../main/server/transactions/list-in-turns.ts'
import { openWorkspace } from '../../../main/storage/ledger/open-workspace.ts'
import { spawnCliIn } from '../cli/spawn-cli.ts'
import { freshWorkspaceHere, runHere } from '../../support/command-here.ts'
import { someOf } from '../../support/tries.ts'
import { seeded } from '../transactions/activities.ts'

const scratch = mkdtempSync(path.join(tmpdir(), 'fieldseal-activities-'))
const inScratch = (name: string, content: string | Uint8Array): string => {
  const file = path.join(scratch, name)
  writeFileSync(file, content)
  return file
}

const header = 'transaction_id,datetime,customer_id,terminal_id,amount,is_fraud'
const rowsOf = (count: number): string[] => {
  const pick = seeded(11)
  return Array.from({ length: count }, (_, index) => {
    const at = new Date(Date.UTC(2025, 0, 1) + index * 60_000 + pick(60_000)).toISOString()
    return `P-${index},${at},${pick(50)},${pick(90)},${(pick(100_000) / 100).toFixed(2)},${pick(60) === 0 ? 1 : 0}`
  })
}
const fileOf = (rows: readonly string[]): string => `${header}\n${rows.join('\n')}\n`

/** Everything that a folder holds of activities, and how many alerts. */
const contentOf = async (dataDir: string) => {
  const opened = await openWorkspace(dataDir, systemEnv(createLog('silent')))
  if (!opened.ok) throw new Error(opened.error.message)
  const { transactions, db } = opened.value
  const items: TransactionItem[] = []
  for (let cursor: string | undefined; ;) {
    const page = await listInTurns(transactions, {}, { cursor, size: 500 })
    items.push(...page.items)
    if (page.next === null) break
    cursor = page.next
  }
  const alerts = await db.selectFrom('alert_transactions').select(['transaction_id']).execute()
  await opened.value.close()
  return { items, alerted: alerts.map(({ transaction_id: id }) => id).sort() }
}

describe('files of activities', { timeout: 240_000 }, () => {
  let dataDir = ''
  beforeAll(async () => {
    ;({ dataDir } = await freshWorkspaceHere())
  })
  const importFile = (file: string, ...more: string[]) =>
    runHere('import', 'transactions', file, '--data', dataDir, ...more)

  it('are taken from a statement with lines above its header and without identifiers, equal rows twice, and once', async () => {
    const rows = ['02.03.2026;Tee;-2,20;97,80', '02.03.2026;Tee;-2,20;95,60', '03.03.2026;Gehalt;700,00;795,60']
    const file = inScratch(
      'statement.csv',
      `Kontoauszug;AT61 1904 3002 3457 3201\nAnfangssaldo;100,00 EUR\n\nBuchungstag;Verwendungszweck;Betrag (EUR);Saldo (EUR)\n${rows.join('\n')}\n;;Endsaldo;795,60\n`,
    )
    const refused = await importFile(file)
    expect(refused.code).not.toBe(0)
    expect(refused.stderr).toContain('--make-ids')
    const first = await importFile(file, '--make-ids', '--negative', 'out')
    expect(first.lines[0]).toMatchObject({ rows: 3, created: 3, rejected: 0, directions: { in: 1, out: 2 } })
    expect(first.stderr).toContain('header: line 4')
    expect(first.stderr).toContain('account: AT611904300234573201, from the lines above the header')
    const later = inScratch(
      'overlapping.csv',
      `Kontoauszug;AT611904300234573201\nBuchungstag;Verwendungszweck;Betrag (EUR);Saldo (EUR)\n${rows[2] ?? ''}\n04.03.2026;Miete;-300,00;495,60\n`,
    )
    expect((await importFile(later, '--make-ids', '--negative', 'out')).lines[0]).toMatchObject({
      created: 1,
      already_there: 1,
    })
    const other = await importFile(later, '--make-ids', '--negative', 'out', '--account', 'ANOTHER')
    expect(other.lines[0]).toMatchObject({ created: 2, already_there: 0 })
  })

  it('I-10: whose payers are payees too are asked about before they are taken, and one each where a person says so', async () => {
    const file = inScratch(
      'ring.csv',
      'transaction_id,date,amount,currency,customer_id,counterparty_id\nBS-1,2026-03-01,5,EUR,BS1,BS2\nBS-2,2026-03-02,5,EUR,BS2,BS3\nBS-3,2026-03-03,5,EUR,BS4,BS1\n',
    )
    const unsaid = await importFile(file, '--dry-run')
    expect(unsaid.lines[0]).toMatchObject({
      both_sides: { field: 'customer_id', payers: 3, payees: 3, both: 2, taken_as: 'two' },
    })
    expect(unsaid.stderr).toContain(
      'both_sides: 2 identifiers stand on both sides (3 in customer_id, 3 in counterparty_id): the same? Say it with --both-sides same or --both-sides apart; without it each would become two',
    )
    const said = await importFile(file, '--both-sides', 'same')
    expect(said.lines[0]).toMatchObject({ created: 3, both_sides: { both: 2, taken_as: 'one' } })
    expect(said.stderr).toContain('each is taken as one')
    expect((await importFile(file, '--both-sides', 'same')).lines[0], 'nothing twice').toMatchObject({
      created: 0,
      already_there: 3,
    })
    // What was taken as one stays: the same file taken as two says something else of each.
    expect((await importFile(file)).lines[0]).toMatchObject({ created: 0, rejected: 3 })
  })

  it('are taken from statements of banks, once, with the gap in their balances told', async () => {
    const file = inScratch(
      'page.sta',
      ':20:A\r\n:25:NL91ABNA0417164300\r\n:28C:1/1\r\n:60F:C260301EUR100,00\r\n:61:2603020302D12,50NTRFNONREF\r\n:86:Tea\r\n:62F:C260302EUR80,00\r\n-\r\n',
    )
    const dry = await importFile(file, '--dry-run')
    expect(dry.lines[0]).toMatchObject({
      format: 'mt940',
      rows: 1,
      created: 1,
      gap_count: 1,
      gaps: [{ kind: 'within', expected: '87.50', found: '80.00', difference: '-7.50' }],
    })
    expect(dry.stderr).toContain('opening balance 100.00 on 2026-03-01, closing balance 80.00')
    expect(dry.stderr).toContain('gap: line 1, account NL91ABNA0417164300: the entries lead to 87.50')
    expect((await importFile(file)).lines[0]).toMatchObject({ created: 1, directions: { in: 0, out: 1 } })
    expect((await importFile(file)).lines[0]).toMatchObject({ created: 0, already_there: 1 })
    const broken = await importFile(
      inScratch(
        'bomb.xml',
        '<!DOCTYPE a [<!ENTITY b "c">]><Document xmlns="urn:iso:std:iso:20022:x"><BkToCstmrStmt/></Document>',
      ),
    )
    expect(broken.code).not.toBe(0)
    expect(broken.stderr).toContain('DOCTYPE')
  })

  it('are taken from the sheet of a workbook that is named, by the types of its cells', async () => {
    const day = (date: number) => new Date(Date.UTC(2026, 2, date))
    const rows = [
      ['Card statement'],
      [],
      ['id', 'date', 'amount', 'currency'],
      ['W-1', day(5), 1.5, 'EUR'],
      ['W-2', day(6), 1234.567, 'TND'],
    ]
    const file = inScratch(
      'cards.xlsx',
      await writeXlsx({
        sheets: [
          { name: 'Cards', rows },
          { name: 'Else', rows: [['a'], ['b']] },
        ],
      }),
    )
    const unsaid = await importFile(file)
    expect(unsaid.code).not.toBe(0)
    expect(unsaid.stderr).toContain('2 sheets with rows: Cards, Else')
    const taken = await importFile(file, '--sheet', 'Cards')
    expect(taken.lines[0]).toMatchObject({ format: 'xlsx', rows: 2, created: 2, left_out: { above: 1 } })
    expect(taken.stderr).toContain('sheet: Cards; left out: Else')
    expect((await importFile(file, '--sheet', '1')).lines[0]).toMatchObject({ created: 0, already_there: 2 })
  })

  it('are told apart by a column where an id comes again, and their balances are followed row by row', async () => {
    const file = inScratch(
      'again.csv',
      'transaction_id,date,amount,currency,account_id,balance\n1,2026-03-01,-5.00,EUR,AC-1,95.00\n1,2026-03-01,-7.00,EUR,AC-2,43.00\n2,2026-03-02,1.00,EUR,AC-2,44.00\n3,2026-03-03,2.00,EUR,AC-2,66.00\n4,2026-03-03,2.00,EUR,AC-2,68.00\n',
    )
    const without = await importFile(file, '--dry-run', '--negative', 'out')
    expect(without.lines[0]).toMatchObject({ created: 4, rejected: 1 })
    expect(without.stderr).toContain('id_with')
    const told = await importFile(file, '--negative', 'out', '--id-with', 'account_id')
    expect(told.lines[0]).toMatchObject({
      created: 5,
      rejected: 0,
      gap_count: 1,
      gaps: [{ kind: 'row', line: 5, account: 'AC-2', expected: '46.00', found: '66.00', difference: '20.00' }],
    })
    expect(told.stderr).toContain('gap: line 5, account AC-2')
  })

  it('are taken from an array of JSON, and what is no object is kept as JSON lines', async () => {
    const file = inScratch(
      'array.json',
      '[\n  {"transaction_id": "JA-1", "at": "2026-03-01T10:00:00Z", "amount": 1.5, "currency": "EUR"},\n  7,\n  {\n    "transaction_id": "JA-2", "at": "never"\n  }\n]\n',
    )
    const rejects = path.join(scratch, 'array-rejects.jsonl')
    const taken = await importFile(file, '--rejects', rejects)
    expect(taken.lines[0]).toMatchObject({ format: 'json', rows: 3, created: 1, rejected: 2 })
    expect(
      readFileSync(rejects, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toMatchObject([
      { rejected_line: 3, rejected_text: '7' },
      { rejected_line: 4, transaction_id: 'JA-2' },
    ])
  })

  it('are taken once, with their labels; what cannot be taken is told with line and reason, and again nothing is taken twice', async () => {
    const rows = [
      ...rowsOf(300),
      'P-0,2025-01-01T00:00:00Z,1,1,1.00,0',
      'P-900,never,1,1,1.00,0',
      'P-901,2025-01-01,1',
      'P-902,2025-01-02T03:04:05Z,7,8,9.00001,0',
      'P-903,2199-01-01T00:00:00Z,1,1,1.00,0',
    ]
    const file = inScratch('payments.csv', fileOf(rows))
    const rejects = path.join(scratch, 'rejects.csv')
    const first = await importFile(file, '--rejects', rejects, '--currency', 'EUR')
    expect(first.code).toBe(0)
    expect(first.lines[0]).toMatchObject({
      rows: 305,
      created: 300,
      already_there: 0,
      rejected: 5,
      format: 'csv',
      compressed: false,
      frauds: rows.slice(0, 300).filter((row) => row.endsWith(',1')).length,
    })
    expect(first.stderr).toMatch(/line 303, datetime: “never” is no time in a form that is known/)
    expect(first.stderr).toMatch(/line 306, datetime: “[^”]+” lies more than a day ahead of the clock, which says 20/)
    expect(readFileSync(rejects, 'utf8')).toMatch(
      /^\ufeffline,reason,transaction_id,.*\r\n303,datetime: “never” is no time in a form that is known,P-900,never,1,1,1.00,0\r\n304,has 3 cells where the header has 6,P-901,2025-01-01,1\r\n[^]*\r\n302,"the transaction id is taken by an earlier row of the file with other content \(customer_id, terminal_id, at, amount\)"/,
    )
    const again = await importFile(file, '--currency', 'EUR')
    expect(again.lines[0]).toMatchObject({ created: 0, already_there: 300, rejected: 5 })
  })

  it('may be JSON lines, compressed, with columns named by hand', async () => {
    const lines = [
      { ref: 'J-1', when: '2025-05-01T10:00:00+02:00', sum: 12.5, who: 77, device: 'phone', extra: { a: [1] } },
      { ref: 'J-2', when: 1_735_000_000, sum: '3.50', who: null, mcc: 5411 },
      { ref: 'J-3' },
    ]
    const text = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n{"ref":"J-4","ref":"J-5","when":1735000000}\n[1]\n{"broken\n`
    const run = await importFile(
      inScratch('feed.jsonl.gz', gzipSync(text)),
      '--mapping',
      'ref=transaction_id,when=at,sum=amount,who=customer_id,extra=',
    )
    expect(run).toMatchObject({
      code: 0,
      lines: [{ rows: 6, created: 2, rejected: 4, format: 'json_lines', compressed: true }],
    })
    expect(run.stderr).toMatch(/line 4: .*names a field twice/)
    const { items } = await contentOf(dataDir)
    expect(items.find(({ transaction_id: id }) => id === 'J-1')).toMatchObject({
      amount: 12.5,
      customer_id: '77',
      device_id: 'phone',
      at: '2025-05-01T08:00:00.000+00:00',
    })
    expect(items.find(({ transaction_id: id }) => id === 'J-2')).toMatchObject({ amount: 3.5, customer_id: null })
  })

  it('may hold no number as an identifier that JSON would round: two customers or two transactions never become one', async () => {
    const { dataDir: fresh } = await freshWorkspaceHere()
    const row = (members: string): string => `{"at":"2026-01-02T10:00:00Z","amount":5,${members}}`
    const ids = [
      '"transaction_id":"I1","account_id":98765432109876543211',
      '"transaction_id":"I2","account_id":98765432109876543299',
      '"transaction_id":12345678901234567890',
      '"transaction_id":12345678901234567891',
    ]
    const file = inScratch(
      'ids.jsonl',
      [
        ...ids,
        '"transaction_id":"I5","customer_id":1.5',
        '"transaction_id":"I6","customer_id":4711,"account_id":"98765432109876543211"',
      ]
        .map((members) => `${row(members)}\n`)
        .join(''),
    )
    const run = await runHere('import', 'transactions', file, '--data', fresh)
    expect(run.lines[0]).toMatchObject({ rows: 6, created: 1, duplicates: 0, rejected: 5 })
    expect(run.stderr).toMatch(
      /line 1: is no JSON object that can be taken: it\.account_id is a whole number with more digits than are kept exactly \(up to 9007199254740991\); send it as text/,
    )
    expect(run.stderr).toMatch(/line 5, customer_id: “[^”]+” must be text or a whole number from 0 to 9007199254740991/)
    expect(
      (await contentOf(fresh)).items.map(({ transaction_id: id, customer_id: customer, account_id: account }) => [
        id,
        customer,
        account,
      ]),
    ).toEqual([['I6', '4711', '98765432109876543211']])
    const none = await runHere(
      'import',
      'transactions',
      inScratch('no-ids.jsonl', `${row(ids[0] ?? '')}\n`),
      '--data',
      fresh,
    )
    expect([none.code, none.stderr]).toEqual([
      2,
      expect.stringMatching(
        /no line of the file can be read; line 1 is no JSON object that can be taken: it\.account_id is a whole number with more digits/,
      ),
    ])
  })

  it('give back what they could not take in their own form: mended and imported again, it is what it would have been', async () => {
    const { dataDir: fresh } = await freshWorkspaceHere()
    const metadata = { balance_before: 100, remote: true, tags: ['a', 1], o: { p: 1 }, code: '12' }
    const [json, csv] = [path.join(scratch, 'back.jsonl'), path.join(scratch, 'back.csv')]
    const lines = [
      `{"transaction_id":"JR1","at":"2026-01-02T10:00:00Z","amount":"bad","metadata":${JSON.stringify(metadata)},"line":7}`,
      '{"transaction_id":"JR2","at":"2026-01-02T10:00:00Z"}',
      '{"broken',
    ]
    const first = await runHere(
      'import',
      'transactions',
      inScratch('rej.jsonl', `${lines.join('\n')}\n`),
      '--data',
      fresh,
      '--rejects',
      json,
    )
    expect(first.lines[0]).toMatchObject({ created: 1, rejected: 2 })
    const kept = readFileSync(json, 'utf8').split('\n')
    expect(kept[0]).toBe(
      `{"rejected_line":1,"rejected_reason":"amount: “bad” is no number in a form that is known","transaction_id":"JR1","at":"2026-01-02T10:00:00Z","amount":"bad","metadata":${JSON.stringify(metadata)},"line":7}`,
    )
    expect(JSON.parse(kept[1] ?? '')).toMatchObject({ rejected_line: 3, rejected_text: '{"broken' })
    const table = inScratch(
      'rej.csv',
      'transaction_id,at,amount,note\nCR1,2026-01-02T10:00:00Z,bad,seen\nCR2,2026-01-02T10:00:00Z,5,seen\n',
    )
    expect((await runHere('import', 'transactions', table, '--data', fresh, '--rejects', csv)).lines[0]).toMatchObject({
      created: 1,
      rejected: 1,
    })
    for (const file of [json, csv])
      writeFileSync(file, readFileSync(file, 'utf8').replace('"bad"', '12.5').replace(',bad,', ',12.5,'))
    const again = await runHere('import', 'transactions', json, '--data', fresh, '--rejects', json)
    expect(again.lines[0]).toMatchObject({ created: 1, rejected: 1 })
    expect(readFileSync(json, 'utf8').trim().split('\n')).toHaveLength(1)
    expect((await runHere('import', 'transactions', csv, '--data', fresh)).lines[0]).toMatchObject({
      created: 1,
      rejected: 0,
    })
    const metadataOf = async () => {
      const opened = await openWorkspace(fresh, systemEnv(createLog('silent')))
      if (!opened.ok) throw new Error(opened.error.message)
      const found = ['JR1', 'CR1', 'CR2'].map((id) => opened.value.transactions.read(id)?.metadata)
      await opened.value.close()
      return found
    }
    expect(await metadataOf()).toEqual([{ ...metadata, line: 7 }, { note: 'seen' }, { note: 'seen' }])
  })

  it('may have date and time of day in two columns, names that repeat, and columns that are left out by name', async () => {
    const { dataDir: fresh } = await freshWorkspaceHere()
    const wide = Array.from({ length: 52 }, (_, index) => `c${index}`)
    const run = await runHere(
      'import',
      'transactions',
      inScratch(
        'two-columns.csv',
        `transaction_id;Buchungsdatum;Uhrzeit;Betrag;Kunde;note;note;${wide.join(';')}\nDT3;01.05.2026;14:33:10;5,50;C9;one;two;${wide.join(';')}\n`,
      ),
      '--data',
      fresh,
    )
    expect(run).toMatchObject({ code: 0, lines: [{ created: 1, rejected: 0 }] })
    expect(run.stderr).toMatch(
      /Buchungsdatum -> at, Uhrzeit -> time_of_day.*note -> metadata, note_2 -> metadata, c0 -> metadata/,
    )
    expect(run.stderr).toContain('left out: c48, c49, c50, c51 (--mapping COLUMN=FIELD takes one in)\n')
    expect((await contentOf(fresh)).items[0]).toMatchObject({
      transaction_id: 'DT3',
      at: '2026-05-01T14:33:10.000+00:00',
      amount: 5.5,
    })
    const other = await runHere(
      'import',
      'transactions',
      inScratch('stamped.csv', 'id,Date,Time,stamp\nDT4,2026-05-01,14:33:10,2026-05-02T00:00:00Z\n'),
      '--data',
      fresh,
      '--mapping',
      'stamp=at',
      '--dry-run',
    )
    expect(other.lines[0]).toMatchObject({ created: 1, rejected: 0 })
  })

  it('are read as all rows of their columns prove: commas before decimals, digits that are a time', async () => {
    const { dataDir: fresh } = await freshWorkspaceHere()
    const german = [
      'D1;202605031000;1.234,50',
      'D2;202605031100;1.234',
      'D3;202605031200;999,99',
      'D4;202605031300;12.500',
      'D5;201112131415;1.000.000',
    ].map((row) => `${row};EUR;C1\n`)
    expect(
      await runHere(
        'import',
        'transactions',
        inScratch('de.csv', `Transaktionsnummer;Buchungsdatum;Betrag;Währung;Kundennummer\n${german.join('')}`),
        '--data',
        fresh,
        '--time-zone',
        'Europe/Berlin',
      ),
    ).toMatchObject({ code: 0, lines: [{ created: 5, rejected: 0 }] })
    const unproven = await runHere(
      'import',
      'transactions',
      inScratch(
        'unproven.csv',
        'transaction_id,at,amount,currency\nU1,201112131415,1.234,EUR\nU2,202605031530,1.234,EUR\nU3,260503153000,7,EUR\nU4,2026-05-03 15:30:45+00,1.234,KWD\n',
      ),
      '--data',
      fresh,
    )
    expect(unproven.lines[0]).toMatchObject({ created: 2, rejected: 2 })
    expect(unproven.stderr).toMatch(
      /line 2, at: “[^”]+” may be YYYYMMDDhhmm or YYMMDDhhmmss, and no row of the column tells which/,
    )
    expect(unproven.stderr).toMatch(
      /line 3, amount: “[^”]+” can be read two ways: write it without a separator of thousands/,
    )
    const { items } = await contentOf(fresh)
    expect(items.map(({ transaction_id: id, at, amount }) => [id, at, amount]).sort()).toEqual([
      ['D1', '2026-05-03T08:00:00.000+00:00', 1234.5],
      ['D2', '2026-05-03T09:00:00.000+00:00', 1234],
      ['D3', '2026-05-03T10:00:00.000+00:00', 999.99],
      ['D4', '2026-05-03T11:00:00.000+00:00', 12_500],
      ['D5', '2011-12-13T13:15:00.000+00:00', 1_000_000],
      ['U3', '2026-05-03T15:30:00.000+00:00', 7],
      ['U4', '2026-05-03T15:30:45.000+00:00', 1.234],
    ])
  })

  it('are not taken without the amounts that they seem to hold, unless a person says what these are', async () => {
    const { dataDir: fresh } = await freshWorkspaceHere()
    const file = inScratch(
      'debits.csv',
      'Transaction ID,Booking Date,Gross,Net,Customer ID\nAD1,2026-05-01T10:00:00Z,500.00,,C\nAD2,2026-05-01T10:00:00Z,,12.50,C\n',
    )
    const stopped = await runHere('import', 'transactions', file, '--data', fresh)
    expect(stopped).toMatchObject({
      code: 2,
      lines: [],
      stderr: expect.stringMatching(
        /no column is mapped to amount, but amounts seem to stand in: Gross, Net\. Say which one it is with --mapping COLUMN=amount/,
      ) as string,
    })
    const trained = await runHere(
      'model',
      'train',
      file,
      '--train',
      '2026-01-01..2026-12-31',
      '--out',
      path.join(scratch, 'never.json'),
    )
    expect(trained).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/amounts seem to stand in: Gross, Net/) as string,
    })
    expect(
      (await runHere('import', 'transactions', file, '--data', fresh, '--mapping', 'Gross=amount')).lines[0],
    ).toMatchObject({ created: 2 })
    const balances = inScratch('balances.csv', 'id,at,type,balance\nL1,2026-05-01T10:00:00Z,login,5.00\n')
    expect(
      (await runHere('import', 'transactions', balances, '--data', fresh, '--mapping', 'balance=metadata')).lines[0],
    ).toMatchObject({ created: 1 })
    const named = inScratch(
      'named.csv',
      'Transaction ID,Booking Date,Amount (EUR),Customer ID\nAE1,2026-05-01T10:00:00Z,500.00,C\n',
    )
    expect((await runHere('import', 'transactions', named, '--data', fresh)).lines[0]).toMatchObject({ created: 1 })
    const { items } = await contentOf(fresh)
    expect(items.map(({ transaction_id: id, amount, currency }) => [id, amount, currency]).sort()).toEqual([
      ['AD1', 500, null],
      ['AD2', null, null],
      ['AE1', 500, 'EUR'],
      ['L1', null, null],
    ])
  })

  it('that are damaged, empty, of another form or without an id are refused, and nothing is taken', async () => {
    const before = (await contentOf(dataDir)).items.length
    const packed = gzipSync(fileOf(rowsOf(5_000)))
    const cases: [string, string | Uint8Array, RegExp, number][] = [
      ['cut.csv.gz', packed.subarray(0, packed.length / 2), /is a damaged or cut-off gzip file/, 2],
      ['empty.csv', '', /the file is empty/, 2],
      ['array.json', '[{"transaction_id":"A"}]', /no column looks like at/, 2],
      ['other.csv', 'a,b\n1,2\n', /no column looks like transaction_id.*a, b/, 2],
    ]
    for (const [name, content, reason, code] of cases) {
      const run = await importFile(inScratch(name, content))
      expect([run.code, run.stderr], name).toEqual([code, expect.stringMatching(reason)])
    }
    expect((await contentOf(dataDir)).items).toHaveLength(before)
  })

  it('are only looked at in a dry run', async () => {
    const before = (await contentOf(dataDir)).items.length
    const run = await importFile(inScratch('more.csv', fileOf(rowsOf(310))), '--dry-run', '--currency', 'EUR')
    expect(run.lines[0]).toMatchObject({ dry_run: true, created: 10, already_there: 300 })
    expect((await contentOf(dataDir)).items).toHaveLength(before)
  })

  it('I-4: tell in the check and in the run how many rows come too late for windows, and whether it is by the order of the file', async () => {
    const rows = Array.from(
      { length: 40 },
      (_, index) => `L-${index},${new Date(Date.UTC(2025, 0, 1) + index * 21_600_000).toISOString()},1,1,5.00,0`,
    )
    const forwards = inScratch('forwards.csv', fileOf(rows))
    const backwards = inScratch('backwards.csv', fileOf(rows.toReversed()))
    const history = inScratch(
      'history.csv',
      fileOf([
        'H-1,2024-12-01T00:00:00Z,1,1,5.00,0',
        'H-2,2025-01-09T18:00:00Z,1,1,5.00,0',
        'H-3,2025-01-03T00:00:00Z,1,1,5.00,0',
      ]),
    )
    const { dataDir: fresh } = await freshWorkspaceHere()
    const importHere = (file: string, ...more: string[]) =>
      runHere('import', 'transactions', file, '--data', fresh, ...more)
    const ordered = await importHere(forwards, '--dry-run')
    expect([ordered.lines[0], ordered.stderr]).toEqual([
      expect.objectContaining({ created: 40, late: 0, late_by_order: 0 }),
      expect.not.stringContaining('late'),
    ])
    // Exactly a day behind is in time: the newest and the four before it are.
    const check = await importHere(backwards, '--dry-run')
    expect(check.lines[0]).toMatchObject({ created: 40, late: 35, late_by_order: 35 })
    expect(check.stderr).toMatch(
      /late: 35 of the rows would be taken more than a day behind[^]*late: 35 of them by the order of the file alone\. Sort the file by time, oldest first, before you import it\./,
    )
    expect(check.stderr).not.toContain('held already')
    const run = await importHere(backwards)
    expect(run.lines[0]).toMatchObject({ created: 40, late: 35, late_by_order: 35 })
    expect((await importHere(backwards)).lines[0]).toMatchObject({ already_there: 40, late: 0 })
    // The clock stands at 2025-01-10T18:00, also after the service was started anew: H-2 lies exactly a day behind it.
    for (const more of [['--dry-run'], []]) {
      const behind = await importHere(history, ...more)
      expect(behind.lines[0]).toMatchObject({ created: 3, late: 2, late_by_order: 0 })
      expect(behind.stderr).toMatch(/late: 2 of them behind what the workspace held already\. Only a new workspace/)
      expect(behind.stderr).not.toContain('oldest first')
    }
  })

  it('tell where so many amounts are negative that the sign may stand for the direction, in the check and in the run', async () => {
    const { dataDir: fresh } = await freshWorkspaceHere()
    const rows = (name: string, negative: number): string =>
      inScratch(
        `${name}.csv`,
        fileOf(
          Array.from(
            { length: 30 },
            (_, index) =>
              `${name}-${index},2025-01-01T00:00:${String(index).padStart(2, '0')}Z,1,1,${index < negative ? '-' : ''}5.00,0`,
          ),
        ),
      )
    const statement = await runHere('import', 'transactions', rows('out', 11), '--data', fresh, '--dry-run')
    expect([statement.lines[0], statement.stderr]).toEqual([
      expect.objectContaining({ created: 30, negatives: 11 }),
      expect.stringContaining('negatives: 11 of 30 amounts are negative'),
    ])
    const run = await runHere('import', 'transactions', rows('out', 11), '--data', fresh)
    expect([run.lines[0], run.stderr]).toEqual([
      expect.objectContaining({ negatives: 11 }),
      expect.stringContaining('the ids are taken'),
    ])
    const refunds = await runHere('import', 'transactions', rows('some', 10), '--data', fresh, '--dry-run')
    expect([refunds.lines[0], refunds.stderr]).toEqual([
      expect.objectContaining({ negatives: 10 }),
      expect.not.stringContaining('negative'),
    ])
  })

  it('I-9: tell the direction in two columns, in words, or by the sign; what contradicts itself is rejected with line and reason', async () => {
    const { dataDir: fresh } = await freshWorkspaceHere()
    const statement = inScratch(
      'statement.csv',
      'Vorgangsnummer;Buchungsdatum;Soll;Haben;Konto\nS1;2026-05-01;1.234,50;;A\nS2;2026-05-01;0,00;2.500;A\nS3;2026-05-02;5,00;6,00;A\nS4;2026-05-02;;;A\nS5;2026-05-02;7,10;0;A\n',
    )
    const rejects = path.join(scratch, 'statement-rejects.csv')
    const taken = await runHere(
      'import',
      'transactions',
      statement,
      '--data',
      fresh,
      '--currency',
      'EUR',
      '--rejects',
      rejects,
    )
    expect(taken).toMatchObject({
      code: 0,
      lines: [{ created: 4, rejected: 1, negatives: 0, directions: { in: 1, out: 2 } }],
    })
    expect(taken.stderr).toMatch(
      /Soll -> debit, Haben -> credit[^]*line 4, Soll: “[^”]+” is filled, and so is Haben: which way the money went cannot be told/,
    )
    expect(readFileSync(rejects, 'utf8')).toContain(
      '4,"Soll: “5,00” is filled, and so is Haben: which way the money went cannot be told",S3,',
    )
    const words = inScratch(
      'words.csv',
      'id,date,amount,Dr/Cr,account\nW1,2026-05-03,10.00,DR,A\nW2,2026-05-03,20.00,cr,A\nW3,2026-05-03,-5.00,DR,A\n',
    )
    const worded = await runHere('import', 'transactions', words, '--data', fresh)
    expect(worded).toMatchObject({
      lines: [{ created: 3, negatives: 1, directions: { in: 1, out: 2 } }],
      stderr: expect.stringContaining('Dr/Cr -> direction') as string,
    })
    const unknown = await runHere(
      'import',
      'transactions',
      inScratch(
        'unknown.csv',
        `id,date,amount,Dr/Cr,account\n${Array.from({ length: 20 }, (_, row) => `U${row},2026-05-03,1.00,CR,A\n`).join('')}U20,2026-05-03,1.00,XX,A\n`,
      ),
      '--data',
      fresh,
      '--dry-run',
    )
    expect(unknown).toMatchObject({
      lines: [{ created: 20, rejected: 1 }],
      stderr: expect.stringMatching(
        /line 22, Dr\/Cr: “[^”]+” does not say in a word that is known whether money came in or went out/,
      ) as string,
    })
    const signed = inScratch(
      'signed.csv',
      'id,date,amount,account\nN1,2026-05-04,-10.00,A\nN2,2026-05-04,20.00,A\nN3,2026-05-04,0.00,A\n',
    )
    expect(
      (await runHere('import', 'transactions', signed, '--data', fresh, '--negative', 'out')).lines[0],
    ).toMatchObject({ created: 3, negatives: 0, directions: { in: 1, out: 1 } })
    expect(
      (await runHere('import', 'transactions', words, '--data', fresh, '--mapping', 'Dr/Cr=metadata', '--dry-run'))
        .lines[0],
    ).toMatchObject({ created: 0, rejected: 3 })
    const opened = await openWorkspace(fresh, systemEnv(createLog('silent')))
    if (!opened.ok) throw new Error(opened.error.message)
    const kept = ['S1', 'S2', 'S4', 'S5', 'W1', 'W2', 'W3', 'N1', 'N2', 'N3']
      .map((id) => opened.value.transactions.read(id))
      .map((one) => [one?.transaction_id, one?.amount, one?.metadata?.['direction'] ?? null])
    await opened.value.close()
    expect(kept).toEqual([
      ['S1', 1_234.5, 'out'],
      ['S2', 2_500, 'in'],
      ['S4', null, null],
      ['S5', 7.1, 'out'],
      ['W1', 10, 'out'],
      ['W2', 20, 'in'],
      ['W3', -5, 'out'],
      ['N1', 10, 'out'],
      ['N2', 20, 'in'],
      ['N3', 0, null],
    ])
  })

  it('I-9: are not taken with options that contradict themselves', async () => {
    const { dataDir: fresh } = await freshWorkspaceHere()
    const sides = inScratch('sides.csv', 'id,date,Debit,Credit,D/C\nX1,2026-05-01,5.00,,D\nX2,2026-05-01,,5.00,C\n')
    const refused = async (file: string, ...more: string[]) => {
      const run = await runHere('import', 'transactions', file, '--data', fresh, ...more)
      return [run.code, run.lines, run.stderr]
    }
    expect(await refused(sides, '--mapping', 'D/C=direction')).toEqual([
      1,
      [],
      expect.stringContaining(
        'direction is mapped beside debit or credit, which tell it by themselves; map it to metadata',
      ),
    ])
    expect(await refused(sides, '--mapping', 'Debit=amount,Credit=credit')).toEqual([
      1,
      [],
      expect.stringContaining('amount is mapped beside debit or credit'),
    ])
    expect(await refused(sides, '--negative', 'minus')).toEqual([
      2,
      [],
      expect.stringMatching(/argument 'minus' is invalid\. Allowed choices are refund, out/),
    ])
    expect(await refused(inScratch('logins.csv', 'id,date,user\nL1,2026-05-01,C\n'), '--negative', 'out')).toEqual([
      2,
      [],
      expect.stringContaining(
        '--negative out says what a minus before an amount means, but no column is mapped to amount, debit or credit',
      ),
    ])
    expect(
      (await runHere('import', 'transactions', sides, '--data', fresh, '--mapping', 'Debit=amount', '--dry-run'))
        .lines[0],
    ).toMatchObject({ created: 2, directions: { in: 0, out: 0 } })
  })

  it('become what a check before said that they would, also where a row says again, or otherwise, what stands far before it in the file', async () => {
    const { dataDir: fresh } = await freshWorkspaceHere()
    await runHere('import', 'transactions', inScratch('earlier.csv', fileOf(rowsOf(20))), '--data', fresh)
    const before = await contentOf(fresh)
    const rows = rowsOf(900)
    const changed = (row: string | undefined, amount: string): string =>
      (row ?? '').replace(/,[\d.]+,([01])$/u, `,${amount},$1`)
    const unlabelled = (row: string | undefined): string => (row ?? '').replace(/[01]$/u, '')
    const file = inScratch(
      'repeats.csv',
      fileOf([
        ...rows,
        rows[0] ?? '',
        rows[500] ?? '',
        unlabelled(rows[501]),
        changed(rows[502], '1.23'),
        changed(rows[1], '1.23'),
        changed(rows[502], '1.23'),
        unlabelled(rows[501]),
        'P-950,never,1,1,1.00,0',
      ]),
    )
    const counts = {
      rows: 908,
      created: 880,
      already_there: 21,
      duplicates: 3,
      rejected: 4,
      frauds: rows.slice(20).filter((row) => row.endsWith(',1')).length,
    }
    const check = await runHere('import', 'transactions', file, '--data', fresh, '--dry-run')
    expect(check.lines[0]).toMatchObject({ ...counts, dry_run: true })
    expect(check.stderr).toMatch(
      /line 905: the transaction id is taken by an earlier row of the file with other content/,
    )
    expect(await contentOf(fresh)).toEqual(before)
    const run = await runHere('import', 'transactions', file, '--data', fresh)
    expect(run.lines[0]).toMatchObject({ ...counts, dry_run: false })
  })
})

describe('I-8: labels that come in a later file', { timeout: 120_000 }, () => {
  it('are given to activities that have none, as a check says before, and only once', async () => {
    const { dataDir } = await freshWorkspaceHere()
    const rows = rowsOf(700)
    const unlabelled = rows.map((row) => row.replace(/[01]$/u, ''))
    await runHere('import', 'transactions', inScratch('live.csv', fileOf(unlabelled)), '--data', dataDir)
    // The last rows are new here: the first time without a label, and far behind once more, with one.
    const file = inScratch(
      'charged-back.csv',
      fileOf([
        ...rows.slice(0, 600),
        'P-800,2025-02-01T00:00:00Z,1,1,1.00,',
        ...rows.slice(600),
        'P-800,2025-02-01T00:00:00Z,1,1,1.00,1',
        rows[0] ?? '',
      ]),
    )
    const frauds = rows.filter((row) => row.endsWith(',1')).length + 1
    const counts = {
      rows: 703,
      created: 1,
      already_there: 701,
      duplicates: 1,
      rejected: 0,
      labelled: 701,
      labelled_frauds: frauds,
    }
    const check = await runHere('import', 'transactions', file, '--data', dataDir, '--dry-run')
    expect(check.lines[0]).toMatchObject(counts)
    const run = await runHere('import', 'transactions', file, '--data', dataDir)
    expect(run.lines[0]).toMatchObject(counts)
    const { items } = await contentOf(dataDir)
    expect(items.filter(({ label }) => label?.is_fraud === true)).toHaveLength(frauds)
    expect((await runHere('import', 'transactions', file, '--data', dataDir)).lines[0]).toMatchObject({
      created: 0,
      labelled: 0,
      rejected: 0,
    })
  })

  it('are sealed and told, also where nothing else was taken', async () => {
    const { dataDir } = await freshWorkspaceHere()
    const rows = rowsOf(120)
    const frauds = rows.filter((row) => row.endsWith(',1')).length
    const said = inScratch('said.csv', fileOf(rows))
    await runHere(
      'import',
      'transactions',
      inScratch('unsaid.csv', fileOf(rows.map((row) => row.replace(/[01]$/u, '')))),
      '--data',
      dataDir,
    )
    for (const labelled of [120, 0])
      expect((await runHere('import', 'transactions', said, '--data', dataDir)).lines[0]).toMatchObject({
        created: 0,
        labelled,
        labelled_frauds: labelled === 0 ? 0 : frauds,
      })
    const opened = await openWorkspace(dataDir, systemEnv(createLog('silent')))
    if (!opened.ok) throw new Error(opened.error.message)
    const entries = await opened.value.db.selectFrom('entries').select('payload').orderBy('n').execute()
    const events = await opened.value.db
      .selectFrom('event_log')
      .select('data')
      .where('type', '=', 'import.completed')
      .orderBy('id')
      .execute()
    await opened.value.close()
    const sealed = entries
      .map(({ payload }) => JSON.parse(Buffer.from(payload).toString('utf8')) as { type: string; pub: unknown })
      .filter(({ type }) => type === 'import.completed')
    const sha256 = createHash('sha256').update(readFileSync(said)).digest('hex')
    expect(sealed.map(({ pub }) => pub)).toMatchObject([
      { created: 120, labelled: 0 },
      {
        kind: 'transactions',
        file_sha256: sha256,
        created: 0,
        already_there: 120,
        labelled: 120,
        labelled_frauds: frauds,
      },
    ])
    expect(events.map(({ data }) => JSON.parse(data) as unknown)).toMatchObject([
      { created: 120, labelled: 0 },
      { created: 0, already_there: 120, labelled: 120 },
    ])
  })
})

describe('an import of activities that is killed', { timeout: 300_000 }, () => {
  const count = 9_000
  const file = inScratch('long.csv.gz', gzipSync(fileOf(rowsOf(count))))
  let whole: Awaited<ReturnType<typeof contentOf>>
  beforeAll(async () => {
    const { dataDir } = await freshWorkspaceHere()
    const run = await runHere('import', 'transactions', file, '--data', dataDir)
    expect(run.lines[0]).toMatchObject({ created: count })
    whole = await contentOf(dataDir)
    expect(whole.items).toHaveLength(count)
  }, 120_000)

  it('I-5: goes on behind what it had done: again and again, every activity is there once, with the score and the alerts of an import that was never cut', async () => {
    const { dataDir } = await freshWorkspaceHere()
    let earlier = 0
    for (const [commit, when] of someOf(
      [
        // The first commit of a service is the one that opens its access log.
        [3, 'before'],
        [5, 'after'],
        [6, 'before'],
        [6, 'after'],
      ] as const,
      2,
    )) {
      const env = {
        NODE_OPTIONS: `--import=${path.resolve('test/support/die-at-commit.ts')}`,
        DIE_AT_COMMIT: String(commit),
        ...(when === 'after' ? { DIE_AFTER: '1' } : {}),
      }
      const run = spawnCliIn(env, 'import', 'transactions', file, '--data', dataDir)
      expect((await run.ended).code).toBeNull()
      const there = (await contentOf(dataDir)).items.length
      expect(there).toBeGreaterThanOrEqual(earlier)
      expect(there).toBeLessThan(count)
      earlier = there
    }
    expect(earlier).toBeGreaterThan(0)
    const rerun = await runHere('import', 'transactions', file, '--data', dataDir)
    const { created, already_there: alreadyThere } = rerun.lines[0] as { created: number; already_there: number }
    expect(created + alreadyThere).toBe(count)
    expect(await contentOf(dataDir)).toEqual(whole)
  })
})
