import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fail } from '../../../shared/schema/result.ts'
import { refusal } from '../../../shared/api/errors.ts'
import { createCsvReader } from '../../../shared/text/csv.ts'
import type { AccessRow } from '../../../shared/schema/access-log.ts'
import { startBench } from './support.ts'
import type { Bench, Person } from './support.ts'

let bench: Bench
let investigator: Person
let auditor: Person
beforeAll(async () => {
  bench = await startBench()
  investigator = await bench.addPerson('investigator', 'inez')
  auditor = await bench.addPerson('auditor', 'aude')
})
afterAll(() => bench.close())

let from = 0
const rows = (): AccessRow[] =>
  bench.service.workspace.accessLog
    .list({ skip: 0, size: 100 })
    .data.filter(({ n }) => n > from)
    .toReversed()
beforeEach(() => {
  from = bench.service.workspace.accessLog.list({ skip: 0, size: 1 }).data[0]?.n ?? 0
})

const asked = (address: string, as = investigator) => bench.ask('GET', address, { as })

describe('L-93: reading leaves rows', () => {
  it('of a case that is opened, whichever part is read first, and of one that does not exist', async () => {
    const { id, case_number: number } = await bench.createCase()
    await asked(`/v1/cases/${id}/timeline`)
    await asked(`/v1/cases/${id}`)
    await asked(`/v1/cases/${id}/notes`)
    await asked(`/v1/case-numbers/${number}`, auditor)
    await asked('/v1/cases/424242')
    expect(rows()).toMatchObject([
      { kind: 'case_opened', result: 'allowed', via: 'token', case: { id, number }, person: { id: investigator.id } },
      { kind: 'case_opened', result: 'allowed', case: { id, number }, person: { id: auditor.id } },
      { kind: 'case_opened', result: 'refused', case: { id: 424_242, number: null }, person: { id: investigator.id } },
    ])
  })

  it('of searches, look-ups and exports, with what was asked for; not of lists and figures', async () => {
    await asked('/v1/cases')
    await asked('/v1/cases/stats')
    await asked('/v1/cases?q=Zora')
    await asked('/v1/customers/777')
    await asked('/v1/network/search?q=Zora')
    await asked('/v1/cases/export?customer_id=777')
    await bench.ask('POST', '/v1/screening/screenings', {
      as: investigator,
      body: { kind: 'person', names: ['Zora Quint'] },
    })
    expect(rows().map(({ kind, operation, terms }) => [kind, operation, terms])).toEqual([
      ['search', 'listCases', { q: 'Zora' }],
      ['person_looked_up', 'readCustomer', { id: '777' }],
      ['search', 'searchNetwork', { q: 'Zora' }],
      ['list_exported', 'exportCases', { customer_id: 777 }],
      ['person_screened', 'screenSomebody', { names: 'Zora Quint' }],
    ])
  })

  it('of a program by its API key', async () => {
    const { id } = await bench.createCase()
    await bench.ask('POST', '/v4/evidence/list', {
      anonymous: true,
      headers: { authorization: `Bearer ${bench.apiKey}` },
      body: { workspace_id: bench.workspaceId, case_id: id },
    })
    expect(rows()).toMatchObject([
      {
        kind: 'case_opened',
        via: 'api_key',
        case: { id },
        person: { id: null, uid: expect.stringMatching(/^key:/u) as unknown },
      },
    ])
  })

  it('not of what was malformed, nor of what changes a case', async () => {
    const { id } = await bench.createCase()
    await asked(`/v1/cases/${id}?nothing_like_this=1`)
    await asked('/v1/cases?q=')
    await bench.ask('POST', `/v1/cases/${id}/notes`, { body: { text: 'A note.' } })
    expect(rows()).toEqual([])
  })
})

describe('GET /v1/access-log', () => {
  it('is for auditors and admins; who is refused leaves a row, and so does who reads it', async () => {
    expect((await asked('/v1/access-log')).error.code).toBe('forbidden')
    const read = await bench.ask('GET', '/v1/access-log', { as: auditor })
    expect(read.status).toBe(200)
    expect(rows()).toMatchObject([
      { kind: 'log_read', result: 'refused', person: { id: investigator.id } },
      { kind: 'log_read', result: 'allowed', person: { id: auditor.id } },
    ])
  })

  it('goes by the role of the person: a token with the role of an auditor does not open it to who is watched', async () => {
    const supervisor = await bench.addPerson('supervisor', 'sol')
    for (const person of [investigator, supervisor]) {
      const as = { ...person, token: await bench.mint(person.uid, 'auditor') }
      for (const address of ['/v1/access-log', '/v1/access-log/export'])
        expect((await asked(address, as)).error.code, `${person.role}: ${address}`).toBe('forbidden')
    }
  })

  it('filters by person, case, kind and time, in pages', async () => {
    const { id } = await bench.createCase()
    await asked(`/v1/cases/${id}`)
    await asked(`/v1/cases/${id}`, auditor)
    await asked('/v1/cases?q=Quillon')
    const read = async (query: string) => {
      const address: string = `/v1/access-log?${query}`
      const answer = await bench.ask('GET', address, { as: auditor })
      return answer.body as { data: AccessRow[]; pagination: { total: number }; waiting: number }
    }
    const mine = (page: { data: AccessRow[] }) => page.data.filter(({ n }) => n > from)
    expect((await read(`case_id=${id}`)).data).toHaveLength(2)
    expect((await read(`case_id=${id}&person_id=${auditor.id}`)).data).toMatchObject([{ person: { id: auditor.id } }])
    expect(mine(await read('kind=search'))).toMatchObject([{ terms: { q: 'Quillon' } }])
    expect((await read('to=2020-01-01T00:00:00Z')).data).toEqual([])
    const first = await read(`case_id=${id}&size=1`)
    const second = await read(`case_id=${id}&size=1&page=2`)
    expect([first.pagination, second.data[0]?.person?.id, first.waiting]).toEqual([
      { total: 2, page: 1, size: 1, total_pages: 2 },
      investigator.id,
      0,
    ])
    const wrong = await asked('/v1/access-log?kind=everything', auditor)
    expect(wrong.error.code).toBe('invalid_request')
  })

  it('is exported as CSV that a spreadsheet takes for text, after its head was sealed', async () => {
    await asked(`/v1/cases?q=${encodeURIComponent('=HYPERLINK("http://x")')}`)
    const answer = await bench.ask('GET', '/v1/access-log/export', { as: auditor })
    expect(answer.headers.get('content-disposition')).toContain('access-log.csv')
    const reader = createCsvReader(',')
    const [head, ...lines] = [...reader.push(answer.text), ...reader.end()].map(({ cells }) => cells)
    expect(head?.slice(0, 5)).toEqual(['n', 'at', 'kind', 'result', 'person'])
    const at = (name: string): number => head?.indexOf(name) ?? -1
    const line = lines.find((cells) => cells[at('terms')]?.includes('HYPERLINK') === true)
    expect(line?.[at('terms')]).toBe('q: =HYPERLINK("http://x")')
    expect(lines.flat().filter((cell) => /^[=+\-@\t\r]/u.test(cell))).toEqual([])
    expect(lines.every((cells) => /^[0-9a-f]{64}$/u.test(cells[at('hash')] ?? ''))).toBe(true)
    const sealed = await bench.service.workspace.db
      .selectFrom('entries')
      .select('payload')
      .where('chain', '=', 0)
      .execute()
    const heads = sealed
      .map(
        ({ payload }) => JSON.parse(payload.toString('utf8')) as { type: string; pub: { size: number; head: string } },
      )
      .filter(({ type }) => type === 'access_log.checkpointed')
    const newest = heads.at(-1)?.pub
    expect(lines.find((cells) => cells[at('n')] === String(newest?.size))?.[at('hash')]).toBe(newest?.head)
  })
})

describe('L-94: reading goes on', () => {
  it('where a row cannot be written for want of room; it is written once there is some', async () => {
    const { workspace } = bench.service
    const { id } = await bench.createCase()
    const ledger: { note: typeof workspace.ledger.note } = workspace.ledger
    const whole = ledger.note
    ledger.note = () => Promise.resolve(fail(refusal('storage_full', 'The disk is full.')))
    expect((await asked(`/v1/cases/${id}`)).status).toBe(200)
    expect(rows()).toEqual([])
    const told = await bench.ask('GET', '/v1/access-log?kind=log_read', { as: auditor })
    expect((told.body as { waiting: number }).waiting).toBeGreaterThan(0)
    ledger.note = whole
    await asked('/v1/cases?q=later')
    expect(rows().map(({ kind, person }) => [kind, person?.id])).toEqual([
      ['case_opened', investigator.id],
      ['log_read', auditor.id],
      ['search', investigator.id],
    ])
    expect(workspace.accessLog.waiting()).toBe(0)
  })

  it('and is not held up by a long write: its row stands in the queue', async () => {
    const { workspace } = bench.service
    const { id } = await bench.createCase()
    let end = (): void => undefined
    const long = workspace.ledger.write(
      { userId: bench.admin.id, userUid: bench.admin.uid, role: 'admin' },
      async () => {
        await new Promise<void>((resolve) => {
          end = resolve
        })
        return { ok: true as const, value: undefined }
      },
    )
    expect((await asked(`/v1/cases/${id}`)).status).toBe(200)
    expect(rows()).toEqual([])
    end()
    await long
    await asked('/v1/cases?q=afterwards')
    expect(rows().map(({ kind }) => kind)).toEqual(['case_opened', 'search'])
  })
})
