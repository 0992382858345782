import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBench, type Bench } from './support.ts'

const statement = [
  'Account;DE89370400440532013000',
  'Date;Text;Amount;Currency;Counterparty',
  '2026-03-01;Salary;2400,00;EUR;Employer',
  '2026-03-02;Rent;-950,00;EUR;Landlord',
  '2026-03-04;Transfer;-1200,50;EUR;X',
  '',
].join('\r\n')

let bench: Bench

beforeAll(async () => {
  bench = await startBench({ limits: { perCredential: 0, perAddress: 0 } })
})
afterAll(() => bench.close())

const acquire = async (caseId: number, name: string, text: string): Promise<number> => {
  const bytes = new TextEncoder().encode(text)
  const opened = await bench.ask('POST', `/v1/cases/${caseId}/uploads`, { body: { name, size: bytes.length } })
  const sent = await bench.ask('PATCH', opened.data.upload_url, {
    raw: bytes,
    headers: { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
  })
  expect(sent.status).toBe(204)
  const { data } = await bench.ask('GET', `/v1/acquisitions/${opened.data.acquisition.id}`)
  return data.evidence_id as number
}

const stage = (caseId: number, evidenceId: number, query = '', as = bench.admin) =>
  bench.ask(
    'POST',
    `/v1/cases/${caseId}/evidence/${evidenceId}/statement${query}` as '/v1/cases/1/evidence/1/statement',
    { as },
  )

const ended = async (id: string) => {
  for (;;) {
    const { data } = await bench.ask('GET', `/v1/transaction-imports/${id}`)
    if (data.state !== 'running') return data
    await new Promise((resolve) => setImmediate(resolve))
  }
}

const run = async (id: string, body: object) => {
  const started = await bench.ask('POST', `/v1/transaction-imports/${id}/run`, { body })
  expect(started.status, started.text).toBe(202)
  return await ended(id)
}

const typesOf = async (caseId: number): Promise<readonly string[]> => {
  const { data } = await bench.ask('GET', `/v1/cases/${caseId}/timeline?order=oldest&size=100`)
  return data.map(({ type }) => type)
}

const mapping = { '0': 'at', '1': 'metadata', '2': 'amount', '3': 'currency', '4': 'counterparty_id' } as const
const plan = { mapping, make_ids: true, negative: 'out', account: 'DE89370400440532013000' }

describe('E-26: a piece of evidence that is read as a statement', () => {
  it('is looked at under seal, checked without a trace, and then sealed with its mapping before a row is taken', async () => {
    const made = await bench.createCase()
    const piece = await acquire(made.id, 'march.csv', statement)
    const staged = await stage(made.id, piece)
    expect(staged.status, staged.text).toBe(201)
    expect(staged.data).toMatchObject({
      file_name: 'march.csv',
      rows: 3,
      header_line: 2,
      account_guess: 'DE89370400440532013000',
      evidence: { case_id: made.id, evidence_id: piece },
    })
    expect(await run(staged.data.id, { ...plan, dry_run: true })).toMatchObject({ state: 'done', created: 3 })
    expect(await typesOf(made.id)).toEqual(['case.opened', 'evidence.acquired', 'evidence.viewed'])

    expect(await run(staged.data.id, plan)).toMatchObject({ state: 'done', created: 3, rejected: 0, error: null })
    const { data: timeline } = await bench.ask('GET', `/v1/cases/${made.id}/timeline?order=newest&size=1`)
    expect(timeline[0]).toMatchObject({
      type: 'evidence.statement_read',
      values: {
        evidence_id: piece,
        import_id: staged.data.id,
        rows: 3,
        mapping,
        sha256: staged.data.sha256,
        settings: { make_ids: true, negative: 'out', time_zone: 'UTC', header_line: 2 },
      },
    })
    const { data: kept } = await bench.ask('GET', `/v1/cases/${made.id}/evidence/${piece}`)
    expect(kept.sha256).toBe(staged.data.sha256)
    expect(kept.custody.map(({ type }) => type)).toContain('evidence.statement_read')
  })

  it('is named, with its line, by each transaction that came of it', async () => {
    const { data: listed } = await bench.ask('GET', '/v1/transactions?counterparty_id=X')
    const { data } = await bench.ask('GET', `/v1/transactions/${listed[0]?.transaction_id ?? ''}`)
    expect(data).toMatchObject({
      amount: 1200.5,
      source: { line: 5, evidence: { evidence_id: expect.any(Number) as number, name: 'march.csv' } },
    })
    expect((await bench.ask('GET', '/v1/accounts/DE89370400440532013000/money')).data).toMatchObject({
      closing_balance: 249.5,
    })
  })

  it('adds nothing a second time, and says so', async () => {
    const made = await bench.createCase()
    const piece = await acquire(made.id, 'again.csv', statement)
    const staged = await stage(made.id, piece)
    expect(await run(staged.data.id, plan)).toMatchObject({ created: 0, already_there: 3 })
  })

  it('is refused where it is no statement, in no case, or nobody may import', async () => {
    const made = await bench.createCase()
    const other = await bench.createCase()
    const picture = await acquire(made.id, 'scan.pdf', '%PDF-1.7\n%âãÏÓ\n1 0 obj\n')
    expect(await stage(made.id, picture)).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } })
    expect(await stage(other.id, picture)).toMatchObject({ status: 404 })
    expect(await stage(made.id, 999_999)).toMatchObject({ status: 404 })
    const auditor = await bench.addPerson('auditor', 'audrey')
    expect(await stage(made.id, picture, '', auditor)).toMatchObject({ status: 403 })
    expect(await stage(made.id, picture, '?header_line=much')).toMatchObject({ status: 400 })
    expect((await typesOf(made.id)).filter((type) => type === 'evidence.statement_read')).toEqual([])
  })

  it('says which line of a file a transaction is that was sent, and no evidence', async () => {
    const staged = await bench.ask('POST', '/v1/transaction-imports?file_name=sent.csv', {
      raw: 'transaction_id,at,amount\nsent-1,2026-03-01T00:00:00Z,5\n',
      headers: { 'content-type': 'text/csv' },
    })
    expect(staged.data.evidence).toBeNull()
    await run(staged.data.id, { mapping: { '0': 'transaction_id', '1': 'at', '2': 'amount' } })
    expect((await bench.ask('GET', '/v1/transactions/sent-1')).data.source).toEqual({ line: 2, evidence: null })
  })
})
