import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ok } from '../../../shared/schema/result.ts'
import { searchAreas } from '../../../shared/schema/search.ts'
import type { SearchArea, SearchReason, SearchResult } from '../../../shared/schema/search.ts'
import { localSessionOf } from '../../support/local-session-of.ts'
import { judged, payment, takeIn } from '../alerts/support.ts'
import { startBench } from './support.ts'
import type { Bench, Person } from './support.ts'

let bench: Bench
let auditor: Person

const v1 = async <M extends string, A extends string>(method: M, address: A, body?: unknown) => {
  const answer = await bench.ask(method, address, body === undefined ? {} : { body })
  expect(answer.status, `${method} ${address}: ${answer.text}`).toBeLessThan(300)
  return answer
}
const actor = () => ({ userId: bench.admin.id, userUid: bench.admin.uid, role: 'admin' as const })

const searched = async (q: string, areas?: readonly SearchArea[]) =>
  (
    await v1(
      'GET',
      `/v1/search?q=${encodeURIComponent(q)}${areas === undefined ? '' : `&areas=${areas.join(',')}`}` as '/v1/search',
    )
  ).data
/** What is found of an area, with whether there is more. */
const found = async (q: string, area: SearchArea) =>
  (await searched(q, [area])).groups.find((group) => group.area === area) ?? { items: [], more: false }
const first = async (q: string, area: SearchArea): Promise<SearchResult | undefined> => (await found(q, area)).items[0]
const marked = ({ text, marks }: SearchReason): string[] =>
  marks.map(({ start, end }) => (text ?? '').slice(start, end))

const write = async (statements: readonly (readonly [text: string, ...values: (string | number | null)[]])[]) => {
  await bench.service.workspace.ledger.write(actor(), async (tx) => {
    for (const [text, ...values] of statements) await tx.sql.run(text, ...values)
    return ok(null)
  })
}

const at = Date.UTC(2026, 2, 4)
/** Payments that raise an alert; answers its number. */
const pay = async (...given: readonly (readonly [id: string, more: object])[]): Promise<number> => {
  const alerts = await takeIn(
    bench.service.workspace,
    actor(),
    given.map(([id, more], n) => ({
      event: payment(id, at + n * 60_000, { amount: 95.5, ...more }),
      assessment: judged(0.7),
    })),
  )
  return alerts[0]?.id ?? 0
}

const openCase = async (body: object): Promise<{ id: number; case_number: string }> =>
  (await v1('POST', '/v1/cases', { title: 'Of another', description: 'Nothing else.', priority: 'low', ...body })).data

let ring: { id: number; case_number: string }
let alert = 0

beforeAll(async () => {
  bench = await startBench({ textQuietMs: 0 })
  auditor = await bench.addPerson('auditor', 'aud')
  alert = await pay(
    ['tx-ring-0001', { customer_id: '990042', account_id: 'DE89370400440532013000', terminal_id: 'TERM-7/B' }],
    ['tx-ring-0002', { customer_id: '990042', account_id: 'DE89370400440532013000' }],
  )
  ring = await openCase({
    title: 'Gazelle ring of mules',
    description: 'The courier met them at the *harbour*.',
    priority: 'high',
    related_customer_id: 5511,
    alert_ids: [alert],
  })
  await v1('POST', `/v1/cases/${ring.id}/notes`, { text: 'Frau Müßig called: “the parcel is OR was here”.' })
  await write([
    ['insert into case_numbers (number, case_id, current) values (?, ?, 0)', 'CASE-OLD-20250101-00009', ring.id],
    ["update cases set source_system = 'tm', source_reference = 'TM-2025/77' where id = ?", ring.id],
  ])
})
afterAll(() => bench.close())

describe('the search of everything', () => {
  test('finds a customer by number with the alert, the case and the transactions that name it', async () => {
    const { groups, texts } = await searched('990042')
    expect(groups.map(({ area }) => area)).toEqual(['entity', 'case', 'alert', 'transaction'])
    expect(texts).toBeNull()
    expect(groups[0]?.items).toMatchObject([
      {
        entity_kind: 'customer',
        id: '990042',
        active: true,
        screened: false,
        reason: { field: 'id', how: 'exact', text: '990042', marks: [{ start: 0, end: 6 }] },
      },
    ])
    expect(groups[1]?.items).toMatchObject([{ id: ring.id, reason: { field: 'customer', how: 'exact' } }])
    expect(groups[2]?.items).toMatchObject([
      { id: alert, status: 'escalated', risk_level: 'high', reason: { field: 'customer', how: 'exact' } },
    ])
    expect(groups[3]?.items).toMatchObject([
      { transaction_id: 'tx-ring-0002', amount: 95.5, reason: { field: 'customer' } },
      { transaction_id: 'tx-ring-0001', reason: { field: 'customer' } },
    ])
  })

  test('finds identifiers by their beginning, and in another spelling', async () => {
    expect(await first('9900', 'entity')).toMatchObject({
      id: '990042',
      reason: { how: 'beginning', marks: [{ end: 4 }] },
    })
    for (const spelled of ['DE89 3704 0044 0532 0130 00', 'de89-3704-0044-0532-0130-00', 'de89370400440532013000'])
      expect(await first(spelled, 'entity'), spelled).toMatchObject({
        entity_kind: 'account',
        id: 'DE89370400440532013000',
        reason: { how: 'exact', marks: [{ start: 0, end: 22 }] },
      })
    expect(await first('de89 3704', 'entity')).toMatchObject({
      id: 'DE89370400440532013000',
      reason: { how: 'beginning' },
    })
    expect(await first('term-7/b', 'entity')).toMatchObject({ entity_kind: 'terminal', id: 'TERM-7/B' })
    expect(await first('TX-RING-0001', 'transaction')).toMatchObject({ transaction_id: 'tx-ring-0001' })
    expect((await found('tx-ring', 'transaction')).items).toHaveLength(2)
    // Two signs are too few for what only begins so.
    expect((await found('99', 'entity')).items).toEqual([])
  })

  test('finds a case by its number, a former one, its reference, and what a person linked', async () => {
    const reason = async (q: string) => {
      const result = await first(q, 'case')
      expect(result, q).toMatchObject({ id: ring.id })
      return result?.reason
    }
    expect(await reason(ring.case_number.toLowerCase())).toMatchObject({ field: 'number', how: 'exact' })
    expect(await reason('CASE-OLD-20250101-00009')).toMatchObject({ field: 'former_number', how: 'exact' })
    expect(await reason('case-old')).toMatchObject({ field: 'former_number', how: 'beginning' })
    expect(await reason('TM-2025/77')).toMatchObject({ field: 'reference', how: 'exact' })
    expect(await reason('5511')).toMatchObject({ field: 'customer', how: 'exact' })
    expect((await searched(ring.case_number)).groups[0]).toMatchObject({ area: 'case', more: false })
  })

  test('finds words in the texts of a case, and shows the passage with its marks', async () => {
    const passage = async (q: string) => {
      const reason = (await first(q, 'case'))?.reason
      return [reason?.field, reason === undefined ? [] : marked(reason)]
    }
    expect(await passage('gazelle mul')).toEqual(['title', ['Gazelle', 'mules']])
    expect(await passage('courier harbour')).toEqual(['description', ['courier', 'harbour']])
    expect(await passage('mussig parcel')).toEqual(['note', ['Müßig', 'parcel']])
    // In different texts of it.
    expect(await passage('gazelle courier')).toEqual(['several', []])
    expect((await found('gazelle nowhere', 'case')).items).toEqual([])
  })

  test('finds alerts by number, transaction, reference and title', async () => {
    await write([["update alerts set source_system = 'tm', source_reference = 'AL-881' where id = ?", alert]])
    expect(await first(String(alert), 'alert')).toMatchObject({ id: alert, reason: { field: 'id' } })
    expect(await first('tx-ring-0001', 'alert')).toMatchObject({ id: alert, reason: { field: 'transaction' } })
    expect(await first('al-881', 'alert')).toMatchObject({ id: alert, reason: { field: 'reference' } })
    await write([['update alerts set title = ? where id = ?', 'Überweisungen bei Nacht', alert]])
    expect(await first('uberweisungen nac', 'alert')).toMatchObject({
      id: alert,
      reason: { field: 'title', text: 'Überweisungen bei Nacht', marks: [{ start: 0 }, { start: 18, end: 23 }] },
    })
  })

  test('finds people by name, and entries and titles of lists, of the current version alone', async () => {
    const bring = async (text: string): Promise<void> => {
      const { data } = await bench.ask('POST', '/v1/screening/list-imports?file_name=local.csv', {
        raw: text,
        headers: { 'content-type': 'application/octet-stream' },
      })
      await v1('POST', `/v1/screening/list-imports/${data.id}/run`, {
        key: 'local',
        title: 'Own list',
        allow_shrink: true,
      })
    }
    await bring('id,name,kind\nP-1,Aleksandr Petrov,person\nP-2,Vera Kuznetsova,person\n')
    await vi.waitFor(async () => expect((await found('petrov', 'list_entry')).items).toHaveLength(1), 60_000)
    expect(await first('aleksandr pet', 'list_entry')).toMatchObject({
      list: 'local',
      list_title: 'Own list',
      id: 'P-1',
      name: 'Aleksandr Petrov',
      reason: {
        field: 'name',
        marks: [
          { start: 0, end: 9 },
          { start: 10, end: 16 },
        ],
      },
    })
    expect(await first('p-2', 'list_entry')).toMatchObject({ name: 'Vera Kuznetsova', reason: { field: 'id' } })
    expect(await first('own list', 'list')).toMatchObject({ list: 'local', holds: 'names' })
    await vi.waitFor(async () => {
      expect((await v1('GET', '/v1/screening/status')).data.lists.map((one) => one.key)).toContain('local')
    }, 60_000)
    await v1('POST', '/v1/screening/screenings', {
      names: ['Vera Kuznetsova'],
      kind: 'person',
      subject: { kind: 'customer', id: 'K-17' },
    })
    expect(await first('kuznetsova', 'entity')).toMatchObject({
      entity_kind: 'customer',
      id: 'K-17',
      name: 'Vera Kuznetsova',
      open_hits: 1,
      active: false,
      screened: true,
      reason: { field: 'name', how: 'words' },
    })
    await bring('id,name,kind\nP-2,Vera Kuznetsova,person\nP-3,Boris Ivanov,person\n')
    await vi.waitFor(async () => expect((await found('ivanov', 'list_entry')).items).toHaveLength(1), 60_000)
    expect((await found('petrov', 'list_entry')).items).toEqual([])
    expect((await found('p-1', 'list_entry')).items).toEqual([])
  })

  test('finds lists that rules read by a value that counts, reports, and businesses', async () => {
    await write([
      ["insert into lists values ('mules', 'Known mules', 'Of the police', 'exact', 1, '')"],
      ["insert into list_values values ('mules', 'a', 'ACC-77', '', null, '', 1)"],
      ["insert into list_values values ('mules', 'b', 'ACC-78', '', 5, '', 1)"],
      [
        "insert into ownership_datasets (id,key,version,in_force,complete,file_name,format,sha256,imported_ms,imported_by,parties,companies,interests) values (1,'reg',1,1,1,'','bods','',1,'',1,1,1)",
      ],
      [
        "insert into ownership_parties (n,dataset,key,said,kind,name,known,details) values (1,1,'k1','','company','Nordlicht Handels GmbH',1,'{}')",
      ],
      ["insert into ownership_names (rowid, names) values (1, 'Nordlicht Handels GmbH')"],
      ["insert into ownership_identifiers values (1, 'HRB12345', 1)"],
    ])
    expect(await first('acc-77', 'list')).toMatchObject({ list: 'mules', holds: 'values', reason: { field: 'value' } })
    expect((await found('acc-78', 'list')).items).toEqual([])
    expect(await first('known mul', 'list')).toMatchObject({ list: 'mules', reason: { field: 'title' } })
    expect(await first('nordlicht', 'business')).toMatchObject({ id: 'reg:k1', name: 'Nordlicht Handels GmbH' })
    expect(await first('hrb 12345', 'business')).toMatchObject({ id: 'reg:k1', reason: { field: 'id', how: 'exact' } })
    const { data: report } = await v1('POST', '/v1/reports', { kind: 'sar', case_id: ring.id, empty: true })
    expect(await first(report.id, 'report')).toMatchObject({ id: report.id, reason: { field: 'id' } })
    expect(await first(ring.case_number, 'report')).toMatchObject({ id: report.id, reason: { field: 'case_number' } })
    expect(await first(report.title, 'report')).toMatchObject({ id: report.id, reason: { field: 'title' } })
  })

  test('finds evidence by name and digest, and by words of its text without showing or sealing a look', async () => {
    const sources = mkdtempSync(path.join(tmpdir(), 'fieldseal-sources-'))
    const session = await localSessionOf(bench.service)
    const file = path.join(sources, 'Frachtbrief.txt')
    writeFileSync(file, 'Captain Ahab signed for the white containers.')
    await bench.ask('POST', `/v1/cases/${ring.id}/acquisitions`, {
      body: { path: file, facts: {} },
      headers: { authorization: `Bearer ${session.access_token}`, 'x-api-key': session.institution_key },
    })
    await vi.waitFor(async () => expect((await found('ahab', 'evidence_text')).items).toHaveLength(1), 60_000)
    rmSync(sources, { recursive: true, force: true })
    const piece = await first('frachtbrief', 'evidence')
    expect(piece).toMatchObject({ case_id: ring.id, name: 'Frachtbrief.txt', reason: { field: 'name' } })
    const { data } = await v1('GET', `/v1/cases/${ring.id}/evidence`)
    expect(await first(data[0]?.sha256.slice(0, 12).toUpperCase() ?? '', 'evidence')).toMatchObject({
      name: 'Frachtbrief.txt',
      reason: { field: 'sha256', how: 'beginning' },
    })
    const before = await bench.snapshot()
    const { groups, texts } = await searched('white ahab', ['evidence_text'])
    expect(texts).toEqual({ searched: 1, cases: 1 })
    expect(groups).toMatchObject([
      { more: false, items: [{ name: 'Frachtbrief.txt', reason: { field: 'text', text: null, marks: [] } }] },
    ])
    expect((await found('ahab elsewhere', 'evidence_text')).items).toEqual([])
    expect(await bench.snapshot()).toBe(before)
  })

  test('answers five of an area, and says that there are more', async () => {
    await pay(...Array.from({ length: 9 }, (_, n) => [`tx-many-${n}`, { customer_id: '880001' }] as const))
    const transactions = await found('880001', 'transaction')
    expect([transactions.items.length, transactions.more]).toEqual([5, true])
    const [one] = transactions.items
    expect(one).toMatchObject({ transaction_id: 'tx-many-8' })
    expect(await found('880001', 'entity')).toMatchObject({
      more: false,
      items: [{ risk_level: 'high', open_alerts: 1 }],
    })
  })

  test('never finds what was erased, and nothing of a title that was changed', async () => {
    const { id } = await openCase({ title: 'Walrossbart', description: 'Pfefferminz' })
    expect(await first('walrossbart', 'case')).toMatchObject({ id })
    const { data: entries } = await v1('GET', `/v1/cases/${id}/timeline`)
    const opened = entries.find(({ type }) => type === 'case.opened')
    await v1('POST', `/v1/cases/${id}/redactions`, {
      entry_id: opened?.entry_id,
      digests: [opened?.withheld['title']?.digest, opened?.withheld['description']?.digest],
      legal_basis: 'gdpr_art_17',
    })
    for (const q of ['walrossbart', 'pfefferminz']) expect((await searched(q, searchAreas)).groups, q).toEqual([])
    const other = await pay(['tx-title-1', { customer_id: '770001' }])
    await write([['update alerts set title = ? where id = ?', 'Quokka', other]])
    expect(await first('quokka', 'alert')).toMatchObject({ id: other })
    await write([['update alerts set title = ? where id = ?', 'Numbat', other]])
    expect((await searched('quokka', searchAreas)).groups).toEqual([])
    await write([
      [
        "insert into screening_subjects (kind, id, name, facts, digest, source, added_at, changed_at) values ('person', 'px', 'Dugong', '{\"names\":[\"Dugong\"]}', '', '', 1, 1)",
      ],
    ])
    expect(await first('dugong', 'entity')).toMatchObject({ id: 'px' })
    await write([["delete from screening_subjects where id = 'px'"]])
    expect((await searched('dugong', searchAreas)).groups).toEqual([])
  })

  test.each([
    '*',
    'OR',
    'gazelle OR',
    'NEAR(gazelle, 5)',
    'NEAR(',
    '"',
    '"gazelle',
    '""""',
    'title:gazelle',
    '^gazelle',
    'a AND NOT b',
    '%_%',
    '\\',
    '😀😀',
    '- -',
    '’',
    '{',
    '{gazelle',
    "'; drop table cases; --",
    '\ue000gazelle',
    'اسم عربي',
    '山田',
    '\u0301',
    'ﷺ',
    '0x00',
    '1e309',
    '9'.repeat(500),
    `DE${'8'.repeat(198)}`,
    'gazelle '.repeat(62).trim(),
    '"'.repeat(500),
    '𝔾'.repeat(250),
  ])('reads %j as text', async (q) => {
    const answer = await bench.ask('GET', `/v1/search?q=${encodeURIComponent(q)}&areas=${searchAreas.join(',')}`)
    expect([200, 400, 422], answer.text).toContain(answer.status)
    if (answer.status === 200) expect(answer.data.groups.length).toBeLessThanOrEqual(searchAreas.length)
  })

  test.each([
    ['nothing', ''],
    ['white space', '%20%09'],
    ['NUL', 'a%00b'],
    ['a line break', 'a%0Ab'],
    ['a direction override', 'a%E2%80%AEb'],
    ['more than 500 signs', 'a'.repeat(501)],
    ['bytes that are no text', 'a%ED%A0%80'],
    ['an unknown area', 'a&areas=people'],
    ['a field twice', 'a&q=b'],
  ])('refuses %s, or reads it as text', async (what, q) => {
    const { status } = await bench.ask('GET', `/v1/search?q=${q}` as '/v1/search')
    expect([status, what]).toEqual([what === 'bytes that are no text' ? status : 400, what])
    expect(status).toBeLessThan(500)
  })

  test('shows everybody who is signed in the same, changes nothing, and nobody else anything', async () => {
    const before = await bench.snapshot()
    const mine = await searched('gazelle')
    const theirs = await bench.ask('GET', '/v1/search?q=gazelle', { as: auditor })
    expect(theirs.data).toEqual(mine)
    expect((await bench.ask('GET', '/v1/search?q=gazelle', { anonymous: true })).status).toBe(401)
    expect(await bench.snapshot()).toBe(before)
  })
})
