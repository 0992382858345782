import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keepAnswersMs } from '../../../main/server/idempotency/idempotency.ts'
import { needsKey } from '../../../shared/api/operation.ts'
import { everyOperation } from '../../../shared/api/operations.ts'
import { ok } from '../../../shared/schema/result.ts'
import { systemEnv } from '../../../main/platform/env.ts'
import { createLog } from '../../../main/platform/log.ts'
import type { Asked } from './asked.ts'
import { startBench } from './support.ts'
import type { Bench } from './support.ts'

let bench: Bench
let later = 0
beforeAll(async () => {
  const env = systemEnv(createLog('silent'))
  const { clock } = env
  bench = await startBench({
    env: {
      ...env,
      clock: {
        bootId: clock.bootId,
        monoMs: () => clock.monoMs() + later,
        upMs: () => clock.upMs() + later,
        nowMs: () => clock.nowMs() + later,
      },
    },
  })
})
afterAll(() => bench.close())

const input = { title: 'Sent twice', description: 'By a client whose line broke.', priority: 'high' }
const create = (key: string, body: unknown = input, as = bench.admin) =>
  bench.ask('POST', '/v1/cases', { body, as, headers: { 'idempotency-key': key } })
const total = async (): Promise<number> => (await bench.ask('GET', '/v1/cases')).whole.pagination.total
const code = (answer: Asked<unknown>) => [answer.status, answer.error.code]

describe('Idempotency-Key', () => {
  it('gives a retry the first answer, and makes one case', async () => {
    const before = await total()
    const first = await create('retry-1')
    const second = await create('retry-1')
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.text).toBe(first.text)
    expect(first.headers.get('idempotency-replayed')).toBeNull()
    expect(second.headers.get('idempotency-replayed')).toBe('true')
    expect(await total()).toBe(before + 1)
  })

  it('takes the quoted form of the draft for the same key', async () => {
    const first = await create('"quoted-1"')
    expect((await create('quoted-1')).text).toBe(first.text)
  })

  it('is the same under both prefixes and whatever the order of fields', async () => {
    const first = await create('order-1')
    const again = await bench.ask('POST', '/api/v1/cases', {
      raw: JSON.stringify({ priority: 'high', description: input.description, title: input.title }),
      headers: { 'idempotency-key': 'order-1' },
    })
    expect(again.text).toBe(first.text)
  })

  it('refuses another request under a used key', async () => {
    await create('other-1')
    const before = await total()
    expect(code(await create('other-1', { ...input, priority: 'low' }))).toEqual([422, 'idempotency_key_reused'])
    expect(await total()).toBe(before)
  })

  it('of one person is not that of another, nor of another operation', async () => {
    const ines = await bench.addPerson('investigator', 'ines')
    const mine = await create('mine-1')
    const hers = await create('mine-1', input, ines)
    expect(hers.data.id).not.toBe(mine.data.id)
    const note = await bench.ask('POST', `/v1/cases/${mine.data.id}/notes`, {
      body: { text: 'A note.' },
      headers: { 'idempotency-key': 'mine-1' },
    })
    expect(note.status).toBe(201)
    expect(
      (
        await bench.ask('POST', `/v1/cases/${mine.data.id}/notes`, {
          body: { text: 'A note.' },
          headers: { 'idempotency-key': 'mine-1' },
        })
      ).text,
    ).toBe(note.text)
  })

  it('lets one of many requests at once through', async () => {
    const before = await total()
    const answers = await Promise.all(Array.from({ length: 20 }, () => create('storm-1')))
    const made = answers.filter((answer) => answer.status === 201)
    const waiting = answers.filter((answer) => answer.status === 409)
    expect(made.length).toBeGreaterThan(0)
    expect(made.length + waiting.length).toBe(20)
    expect(waiting.every((answer) => answer.error.code === 'in_progress')).toBe(true)
    expect(new Set(made.map((answer) => answer.text)).size).toBe(1)
    expect(await total()).toBe(before + 1)
  })

  it('keeps no refusal: a request that was wrong may be sent right under the same key', async () => {
    expect((await create('refused-1', { ...input, priority: 'none' })).status).toBe(400)
    expect((await create('refused-1')).status).toBe(201)
  })

  it.each(['', 'x'.repeat(256), 'a b'])('of the form %j is refused', async (key) => {
    const answer = await create(key)
    expect(answer.status).toBe(400)
    expect(answer.error.details?.[0]?.path).toBe('header.idempotency-key')
  })

  it('replays the password and the secret that were shown once, and keeps neither in clear', async () => {
    const body = { login_name: 'once.only', name: 'Once Only', role: 'auditor' }
    const first = await bench.ask('POST', '/v1/users', { body, headers: { 'idempotency-key': 'user-1' } })
    const again = await bench.ask('POST', '/v1/users', { body, headers: { 'idempotency-key': 'user-1' } })
    expect(first.data.password).toMatch(/^[a-z0-9-]{23}$/)
    expect(again.text).toBe(first.text)
    const key = await bench.ask('POST', '/v1/keys', {
      body: { label: 'Once' },
      headers: { 'idempotency-key': 'key-1' },
    })
    expect(
      (await bench.ask('POST', '/v1/keys', { body: { label: 'Once' }, headers: { 'idempotency-key': 'key-1' } })).text,
    ).toBe(key.text)
    const rows = await bench.service.workspace.db.selectFrom('idempotency').selectAll().execute()
    const kept = rows.map((row) => row.answer.toString('latin1') + JSON.stringify(row)).join('')
    expect(kept).not.toContain(first.data.password)
    expect(kept).not.toContain(key.data.secret)
    expect(kept).not.toContain(input.title)
  })

  it('does not bring back a title that was erased', async () => {
    const first = await create('erase-1', { ...input, title: 'The name of a bystander' })
    const { id } = first.data
    const { data } = await bench.ask('GET', `/v1/cases/${id}/timeline`)
    const entry = data[0]
    const erased = await bench.ask('POST', `/v1/cases/${id}/redactions`, {
      body: { entry_id: entry?.entry_id, digests: [entry?.withheld.title?.digest], legal_basis: 'gdpr_art_17' },
    })
    expect(erased.status).toBe(200)
    const replay = await create('erase-1', { ...input, title: 'The name of a bystander' })
    expect(replay.headers.get('idempotency-replayed')).toBe('true')
    expect(replay.data).toEqual({ ...first.data, title: '[redacted]' })
  })

  it('L-56: does not bring back a report that was erased', async () => {
    const { id: caseId } = (await create('report-case-1')).data
    const write = () =>
      bench.ask('POST', '/v1/reports', {
        body: { kind: 'case_report', case_id: caseId },
        headers: { 'idempotency-key': 'report-1' },
      })
    const first = await write()
    expect([first.status, (await write()).text]).toEqual([201, first.text])
    const { data } = await bench.ask('GET', `/v1/cases/${caseId}/timeline`)
    const entry = data.find(({ type }) => type === 'report.drafted')
    const digests = [entry?.withheld.title?.digest, entry?.withheld.content?.digest]
    expect(
      (
        await bench.ask('POST', `/v1/cases/${caseId}/redactions`, {
          body: { entry_id: entry?.entry_id, digests, legal_basis: 'gdpr_art_17' },
        })
      ).status,
    ).toBe(200)
    const replay = await write()
    expect(replay.headers.get('idempotency-replayed')).toBe('true')
    expect(replay.data).toEqual({ ...first.data, title: '[redacted]', form: null, check: null })
  })

  it('makes one of everything that is created', async () => {
    const { id: caseId } = (await create('every-case')).data
    const bytes = await bench.ask('POST', '/v4/evidence/upload', {
      anonymous: true,
      headers: { authorization: `Bearer ${bench.apiKey}`, 'x-workspace-id': bench.workspaceId },
      body: { case_id: caseId, name: 'A name.bin', size: 0 },
    })
    const pieceId = bytes.data.acquisition?.evidence_id
    const made: [string, unknown][] = [
      [`/v1/cases/${caseId}/evidence/${pieceId}/notes`, { text: 'A note on the piece.' }],
      [`/v1/cases/${caseId}/exports`, { reason: 'For the court.', evidence: 'none', disclosures: 'none' }],
      [`/v1/cases/${caseId}/uploads`, { name: 'statement.pdf', size: 10 }],
      ['/v1/kpi-reports', {}],
      ['/v1/teams', { name: 'The night shift', members: [] }],
      ['/v1/views', { name: 'Mine', query: {} }],
      ['/v1/business-checks', { name: 'Acme Trading' }],
      ['/v1/screening/screenings', { names: ['Ada Berg'], kind: 'person' }],
      ['/v1/verifications', {}],
    ]
    for (const [address, body] of made) {
      const first = await bench.ask('POST', address, { body, headers: { 'idempotency-key': 'every-1' } })
      expect([201, 202], `${address}: ${first.text}`).toContain(first.status)
      const sealed = async (): Promise<number> =>
        (await bench.service.workspace.db.selectFrom('entries').select('id').execute()).length
      const before = await sealed()
      const again = await bench.ask('POST', address, { body, headers: { 'idempotency-key': 'every-1' } })
      expect([again.status, again.text, again.headers.get('idempotency-replayed')], address).toEqual([
        first.status,
        first.text,
        'true',
      ])
      expect(await sealed(), address).toBe(before)
    }
    expect((await bench.ask('GET', `/v1/cases/${caseId}/exports`)).data).toHaveLength(1)
    expect((await bench.ask('GET', '/v1/kpi-reports')).data).toHaveLength(1)
    expect(
      (await bench.ask('GET', `/v1/acquisitions?case_id=${caseId}`)).data.filter(
        ({ name }) => name === 'statement.pdf',
      ),
    ).toHaveLength(1)
  })

  it('L-56: does not keep the name of what is acquired', async () => {
    const { id: caseId } = (await create('acquired-case')).data
    const open = () =>
      bench.ask('POST', `/v1/cases/${caseId}/uploads`, {
        body: { name: 'Jo Q. Bystander.pdf', size: 10 },
        headers: { 'idempotency-key': 'acquired-1' },
      })
    const first = await open()
    expect((await open()).text).toBe(first.text)
    const actor = { userId: bench.admin.id, userUid: bench.admin.uid, role: 'admin' as const }
    await bench.service.workspace.ledger.write(actor, async (tx) =>
      ok(await tx.sql.run('delete from acquisitions where id = ?', first.data.acquisition.id)),
    )
    expect((await open()).data.acquisition).toEqual({ ...first.data.acquisition, name: '[redacted]' })
  })

  it.each(everyOperation.filter(({ retry, access }) => retry === 'anew' && access !== 'public'))(
    'is refused by $id, which keeps no answer',
    async ({ method, path, access }) => {
      const as = needsKey(access)
        ? { anonymous: true, headers: { authorization: `Bearer ${bench.apiKey}`, 'x-workspace-id': bench.workspaceId } }
        : {}
      const answer = await bench.ask(method, path.replaceAll(/\{\w+\}/g, '1'), {
        ...as,
        headers: { ...('headers' in as ? as.headers : {}), 'idempotency-key': 'anew-1' },
      })
      expect([answer.status, answer.error.code, answer.error.details?.[0]?.path]).toEqual([
        400,
        'invalid_request',
        'header.idempotency-key',
      ])
    },
  )

  it('is refused with a form of files', async () => {
    const form = new FormData()
    form.set('case_id', '1')
    form.set('file', new Blob(['bytes']), 'a.txt')
    const answer = await fetch(`${bench.url}/v4/evidence/upload`, {
      method: 'POST',
      body: form,
      headers: {
        authorization: `Bearer ${bench.apiKey}`,
        'x-workspace-id': bench.workspaceId,
        'idempotency-key': 'form-1',
      },
    })
    expect([answer.status, await answer.text()]).toEqual([
      400,
      expect.stringContaining('header.idempotency-key is not taken with a form'),
    ])
  })

  it('is forgotten after a day', async () => {
    const first = await create('day-1')
    later += keepAnswersMs - 60_000
    const token = { ...bench.admin, token: await bench.mint(bench.admin.uid, 'admin') }
    expect((await create('day-1', input, token)).text).toBe(first.text)
    later += 120_000
    const next = { ...bench.admin, token: await bench.mint(bench.admin.uid, 'admin') }
    const again = await create('day-1', input, next)
    expect(again.status).toBe(201)
    expect(again.data.id).not.toBe(first.data.id)
  })
})
