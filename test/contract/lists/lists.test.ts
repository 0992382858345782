import { readdirSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startService } from '../../../main/server/compose.ts'
import { startBench, type Bench, type Person } from '../api/support.ts'
import { unList, unPeople } from './small-lists.ts'

let bench: Bench
let investigator: Person
beforeAll(async () => {
  bench = await startBench({ limits: { perCredential: 0, perAddress: 0 } })
  investigator = await bench.addPerson('investigator', 'inga')
}, 120_000)
afterAll(() => bench.close())

const binary = { 'content-type': 'application/octet-stream' }
const stage = (content: string | Uint8Array, name = 'un.xml', as?: Person) =>
  bench.ask('POST', `/v1/screening/list-imports?file_name=${encodeURIComponent(name)}`, {
    raw: content,
    headers: binary,
    ...(as === undefined ? {} : { as }),
  })

/** How an import stands once it runs no more. */
const ended = async (id: string) => {
  for (;;) {
    const { data } = await bench.ask('GET', `/v1/screening/list-imports/${id}`)
    if (data.state !== 'running') return data
  }
}

const run = async (content: string | Uint8Array, input: Readonly<Record<string, unknown>> = {}, name = 'un.xml') => {
  const staged = await stage(content, name)
  expect(staged.status, staged.text).toBe(201)
  const { id } = staged.data
  const started = await bench.ask('POST', `/v1/screening/list-imports/${id}/run`, { body: input })
  expect(started.status, started.text).toBe(202)
  const done = await ended(String(id))
  await bench.ask('DELETE', `/v1/screening/list-imports/${id}`)
  return done
}
const read = async (key: string) => (await bench.ask('GET', `/v1/screening/lists/${key}`)).data
const namesInForce = (key: string): string[] =>
  [...bench.service.workspace.lists.entries(key)].map(({ names }) => names[0]?.text ?? '')

const first = unList('2026-02-01T00:00:00Z', [
  ['CDi.1', 'ANTON DRAHT'],
  ['CDi.2', 'TONI KABEL'],
  ['CDi.3', 'ANNA EISEN'],
])
const second = unList('2026-02-08T00:00:00Z', [
  ['CDi.1', 'ANTON DRAHT', '<GENDER>Male</GENDER><NATIONALITY><VALUE>Rwanda</VALUE></NATIONALITY>'],
  ['CDi.3', 'ANNA EISEN'],
  ['CDi.4', 'NEW PERSON'],
])

describe('a list for screening', () => {
  it('is there none in a new workspace', async () => {
    expect((await bench.ask('GET', '/v1/screening/lists')).data).toEqual([])
    expect((await bench.ask('GET', '/v1/screening/lists/un')).status).toBe(404)
    expect(bench.service.workspace.lists.inForce()).toEqual([])
  })

  it('is recognised when it is staged, and tried without a trace', async () => {
    const staged = await stage(gzipSync(first), 'un.xml.gz')
    expect(staged.data).toMatchObject({ state: 'staged', format: 'un_xml', key: 'un', compressed: true, error: null })
    await bench.ask('DELETE', `/v1/screening/list-imports/${staged.data.id}`)
    const before = await bench.snapshot()
    const tried = await run(first, { dry_run: true })
    expect(tried).toMatchObject({
      state: 'done',
      dry_run: true,
      entries: 3,
      names: 3,
      version: null,
      changes: null,
      error: null,
      published_at: '2026-02-01T00:00:00.000+00:00',
    })
    expect((await bench.snapshot()).replace(/^sqlite_sequence.*\n/mu, '')).toBe(
      before.replace(/^sqlite_sequence.*\n/mu, ''),
    )
  })

  it('comes in force as its first version, sealed with what the file was', async () => {
    const told: string[] = []
    const end = bench.service.workspace.lists.onChange((key) => told.push(key))
    const done = await run(first)
    end()
    expect(done).toMatchObject({ state: 'done', version: 1, entries: 3, changes: null, unchanged: false, progress: 1 })
    expect(told).toEqual(['un'])
    expect(bench.service.workspace.lists.inForce()).toMatchObject([
      {
        key: 'un',
        title: 'UN Security Council consolidated list',
        version: 1,
        published: Date.parse('2026-02-01T00:00:00Z'),
        entries: 3,
        sha256: done.sha256,
      },
    ])
    expect(namesInForce('un')).toEqual(['ANTON DRAHT', 'TONI KABEL', 'ANNA EISEN'])
    const entries = await bench.service.workspace.db
      .selectFrom('entries')
      .select('payload')
      .where('chain', '=', 0)
      .execute()
    const sealed = entries
      .map(
        ({ payload }) => JSON.parse(Buffer.from(payload).toString()) as { type: string; subject: string; pub: unknown },
      )
      .filter(({ type }) => type.startsWith('screening_list.'))
    expect(sealed.map(({ type, subject }) => [type, subject])).toEqual([
      ['screening_list.configured', 'un'],
      ['screening_list.in_force', 'un'],
    ])
    expect(sealed[1]?.pub).toMatchObject({
      version: 1,
      previous_version: null,
      sha256: done.sha256,
      bytes: Buffer.byteLength(first),
      format: 'un_xml',
      entries: 3,
      names: 3,
      skipped: 0,
      changes: null,
    })
    expect(JSON.stringify(sealed)).not.toContain('un.xml')
  })

  it('is left as it is by the same file', async () => {
    expect(await run(first)).toMatchObject({
      state: 'done',
      unchanged: true,
      version: null,
      changes: { added: 0, removed: 0, changed: 0 },
    })
    expect((await read('un')).versions).toBe(1)
  })

  it('shows what a new version added, removed and changed, field by field', async () => {
    expect(await run(second)).toMatchObject({ version: 2, changes: { added: 1, removed: 1, changed: 1 } })
    const { whole: diff } = await bench.ask('GET', '/v1/screening/lists/un/diff')
    expect(diff).toMatchObject({
      from: 1,
      to: 2,
      counts: { added: 1, removed: 1, changed: 1 },
      pagination: { total: 3 },
    })
    expect(diff.data.map(({ id, change, fields }) => [id, change, fields])).toEqual([
      ['CDi.1', 'changed', ['countries', 'gender']],
      ['CDi.2', 'removed', []],
      ['CDi.4', 'added', []],
    ])
    expect([
      diff.data[0]?.before?.gender,
      diff.data[0]?.after?.gender,
      diff.data[1]?.after,
      diff.data[2]?.before,
    ]).toEqual([null, 'male', null, null])
    const back = await bench.ask('GET', '/v1/screening/lists/un/diff?from=2&to=1&change=added&size=1')
    expect(back.body).toMatchObject({
      from: 2,
      to: 1,
      data: [{ id: 'CDi.2', change: 'added' }],
      pagination: { total: 1, total_pages: 1 },
    })
    expect((await bench.ask('GET', '/v1/screening/lists/un/diff?from=7')).status).toBe(422)
  })

  it('can be looked into: by name, by id, in any version', async () => {
    const entries = (query: string) => bench.ask('GET', `/v1/screening/lists/un/entries?${query}`)
    expect((await entries('q=draht')).data).toMatchObject([{ id: 'CDi.1', countries: ['RW'] }])
    expect((await entries('id=CDi.2')).data).toEqual([])
    expect((await entries('id=CDi.2&version=1')).data).toMatchObject([
      { names: [{ text: 'TONI KABEL', type: 'primary' }] },
    ])
    expect((await entries('size=2&page=2')).body).toMatchObject({
      data: [{ id: 'CDi.4' }],
      pagination: { total: 3, total_pages: 2 },
    })
  })

  it('goes back to an earlier version for a reason, and that is sealed', async () => {
    const put = await bench.ask('PUT', '/v1/screening/lists/un/in-force', {
      body: { version: 1, reason: 'The new file was a draft.' },
    })
    expect(put.data).toMatchObject({ in_force: { version: 1 }, versions: 2 })
    expect(namesInForce('un')).toContain('TONI KABEL')
    expect(
      (await bench.ask('PUT', '/v1/screening/lists/un/in-force', { body: { version: 1, reason: 'again' } })).error.code,
    ).toBe('already_done')
    expect(
      (await bench.ask('PUT', '/v1/screening/lists/un/in-force', { body: { version: 9, reason: 'x' } })).status,
    ).toBe(422)
    await bench.ask('PUT', '/v1/screening/lists/un/in-force', { body: { version: 2, reason: 'It was none.' } })
    expect((await read('un')).history.map(({ version, in_force: inForce }) => [version, inForce])).toEqual([
      [2, true],
      [1, false],
    ])
  })

  it('warns of its age by its own days', async () => {
    expect((await read('un')).age).toMatchObject({ since: 'published', state: 'stale' })
    const set = await bench.ask('PUT', '/v1/screening/lists/un', {
      body: { title: 'Our UN list', warn_days: 3_000, stale_days: 3_650 },
    })
    expect(set.data).toMatchObject({ title: 'Our UN list', age: { state: 'current' } })
    expect(
      (
        await bench.ask('PUT', '/v1/screening/lists/un', {
          body: { title: 'Our UN list', warn_days: 3_000, stale_days: 3_650 },
        })
      ).error.code,
    ).toBe('already_done')
    expect(
      (await bench.ask('PUT', '/v1/screening/lists/un', { body: { title: 'x', warn_days: 9, stale_days: 8 } })).status,
    ).toBe(400)
    expect((await bench.ask('PUT', '/v1/screening/lists/nothing', { body: { title: 'x' } })).status).toBe(404)
  })

  it('is imported by supervisors and admins only', async () => {
    expect((await stage(first, 'un.xml', investigator)).status).toBe(403)
    expect((await bench.ask('GET', '/v1/screening/lists', { as: investigator })).status).toBe(200)
  })
})

describe('a file that is no better than the list in force', () => {
  /** What the lists are, with every row of theirs. */
  const state = async (): Promise<string> =>
    (await bench.snapshot())
      .split('\n')
      .filter((line) => line.startsWith('watchlist') || line.startsWith('entries'))
      .join('\n')

  it.each([
    ['cut off', second.slice(0, -40), /is cut off/],
    ['cut off in its packing', gzipSync(second).subarray(0, 200), /is a damaged or cut-off gzip file/],
    ['empty', unList('2026-02-09T00:00:00Z', []), /holds no entry/],
    [
      'of nobody',
      unList('2026-02-09T00:00:00Z', [
        ['CDi.1', ''],
        ['CDi.2', '-'],
      ]),
      /holds no entry: its 2 records name nobody/,
    ],
    [
      'an entity bomb',
      second.replace('<CONSOLIDATED_LIST', '<!DOCTYPE l [<!ENTITY a "aaaa">]><CONSOLIDATED_LIST'),
      /DOCTYPE/,
    ],
    [
      'in another encoding than it says',
      Buffer.from(second.replace('NEW PERSON', 'NEUE PERSÖN'), 'latin1'),
      /is not UTF-8: near byte 0 it has bytes that are none/,
    ],
    [
      'in an encoding that nobody reads',
      second.replace('UTF-8', 'EBCDIC-CP-US'),
      /declares the encoding EBCDIC-CP-US, which is not read/,
    ],
  ])('because it is %s, changes nothing', async (_what, content, why) => {
    const before = await state()
    const done = await run(content, { format: 'un_xml', key: 'un' })
    expect(done).toMatchObject({ state: 'failed', version: null })
    expect(done.error).toMatch(why)
    expect(await state()).toBe(before)
    expect(namesInForce('un')).toEqual(['ANTON DRAHT', 'ANNA EISEN', 'NEW PERSON'])
  })

  it('because it has fewer than half of it, needs a person to say so', async () => {
    const shrunk = unList('2026-03-09T00:00:00Z', [['CDi.1', 'ANTON DRAHT']])
    const before = await state()
    const done = await run(shrunk)
    expect(done).toMatchObject({
      state: 'failed',
      needs_confirmation: 'shrink',
      changes: { added: 0, removed: 2, changed: 1 },
    })
    expect(done.error).toMatch(/of the 3 entries in force the file has 1, fewer than half/)
    expect(await state()).toBe(before)
    expect(await run(shrunk, { allow_shrink: true })).toMatchObject({ state: 'done', version: 3 })
    await bench.ask('PUT', '/v1/screening/lists/un/in-force', { body: { version: 2, reason: 'It was only a test.' } })
  })

  it('because it is older, needs a person to say so', async () => {
    expect(await run(first.replace('2026-02-01', '2026-01-01'))).toMatchObject({
      state: 'failed',
      needs_confirmation: 'older',
    })
    expect(await run(first.replace('2026-02-01', '2026-01-02'), { allow_older: true, dry_run: true })).toMatchObject({
      state: 'done',
    })
  })

  it('because it is another list, needs a person to say so', async () => {
    const sdn = `36,"WIRE AIRLINES",-0- ,"CUBA",${Array.from({ length: 8 }, () => '-0- ').join(',')}\r\n`
    expect(await run(sdn, { key: 'un' }, 'sdn.csv')).toMatchObject({
      state: 'failed',
      needs_confirmation: 'shrink',
      changes: { added: 1, removed: 3 },
    })
  })

  it('and one that names its list nowhere is refused before it is read', async () => {
    const staged = await stage('name,dob\nAnton Draht,1971\n', 'own.csv')
    const id = staged.data.id
    expect(staged.data).toMatchObject({ format: 'plain_csv', key: null })
    expect((await bench.ask('POST', `/v1/screening/list-imports/${id}/run`, { body: {} })).error).toMatchObject({
      code: 'unknown_reference',
      details: [{ path: 'body.key' }],
    })
    await bench.ask('POST', `/v1/screening/list-imports/${id}/run`, { body: { key: 'own', title: 'Whom we left' } })
    expect(await ended(id)).toMatchObject({ state: 'done', version: 1, key: 'own' })
    expect((await read('own')).title).toBe('Whom we left')
    expect((await bench.ask('POST', `/v1/screening/list-imports/${id}/run`, { body: { key: 'own' } })).status).toBe(422)
  })

  it('of no form that is known is told so', async () => {
    const page = await bench.ask('POST', '/v1/screening/list-imports?file_name=un.xml', {
      raw: '<html><body>Service unavailable</body></html>',
      headers: binary,
    })
    expect(page.error).toMatchObject({
      code: 'file_refused',
      message: expect.stringMatching(/is a web page \(HTML\).+Nothing was imported/u) as string,
    })
    const staged = await stage('<outage>Service unavailable</outage>')
    expect(staged.data.format).toBeNull()
    const refused = await bench.ask('POST', `/v1/screening/list-imports/${staged.data.id}/run`, { body: {} })
    expect(refused.error.message).toMatch(/its root is <outage>/)
  })
})

describe('OFAC’s three files', () => {
  const none = '-0- '
  it('are one list; alt.csv and add.csv belong to sdn.csv only', async () => {
    const staged = await stage(
      `36,"WIRE AIRLINES",${none},"CUBA",${Array.from({ length: 8 }, () => none).join(',')}\r\n`,
      'sdn.csv',
    )
    const id = staged.data.id
    const part = (name: string, content: string) =>
      bench.ask('POST', `/v1/screening/list-imports/${id}/parts?part=${name}&file_name=${name}.csv`, {
        raw: content,
        headers: binary,
      })
    expect((await part('alt', `36,1,"aka","AERO WIRE",${none}\r\n`)).data.side_files).toMatchObject([
      { part: 'alt', file_name: 'alt.csv' },
    ])
    expect((await part('add', `36,1,"1 Main Road","Havana","Cuba",${none}\r\n`)).status).toBe(201)
    await bench.ask('POST', `/v1/screening/list-imports/${id}/run`, { body: {} })
    expect(await ended(id)).toMatchObject({ state: 'done', key: 'ofac-sdn', version: 1, names: 2 })
    expect(bench.service.workspace.lists.entry('ofac-sdn', '36')).toMatchObject({
      names: [{ text: 'WIRE AIRLINES' }, { text: 'AERO WIRE' }],
      addresses: [{ text: '1 Main Road, Havana, Cuba', country: 'CU' }],
    })
    expect((await read('ofac-sdn')).in_force?.parts).toEqual({
      alt: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      add: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    })
    const un = await stage(first)
    expect(
      (
        await bench.ask('POST', `/v1/screening/list-imports/${un.data.id}/parts?part=alt&file_name=alt.csv`, {
          raw: 'x',
          headers: binary,
        })
      ).status,
    ).toBe(422)
  })

  it('that are cut off beside it stop the whole', async () => {
    const staged = await stage(
      `36,"WIRE AIRLINES",${none},"CUBA",${Array.from({ length: 8 }, () => none).join(',')}\r\n`,
      'sdn.csv',
    )
    const id = staged.data.id
    await bench.ask('POST', `/v1/screening/list-imports/${id}/parts?part=alt&file_name=alt.csv`, {
      raw: '36,1,"aka"',
      headers: binary,
    })
    await bench.ask('POST', `/v1/screening/list-imports/${id}/run`, { body: {} })
    expect((await ended(id)).error).toMatch(/the file beside it, alt\.csv, is no alt\.csv of OFAC in line 1/)
  })
})

describe('an import', () => {
  it('runs alone, ends when it is discarded, and changes nothing then', async () => {
    const long = await stage(unList('2026-04-01T00:00:00Z', unPeople(20_000)))
    const id = long.data.id
    const other = (await stage(first)).data.id
    await bench.ask('POST', `/v1/screening/list-imports/${id}/run`, { body: { key: 'long' } })
    const second = await bench.ask('POST', `/v1/screening/list-imports/${other}/run`, { body: { dry_run: true } })
    expect(second.error.code).toBe('in_progress')
    expect((await bench.ask('DELETE', `/v1/screening/list-imports/${id}`)).status).toBe(200)
    expect((await bench.ask('GET', `/v1/screening/list-imports/${id}`)).status).toBe(404)
    expect((await bench.ask('GET', '/v1/screening/lists/long')).status).toBe(404)
    const left = await bench.service.workspace.db
      .selectFrom('watchlist_contents')
      .select('n')
      .where('list', '=', 'long')
      .execute()
    expect(left).toEqual([])
  })

  it('joins what a file says of one entry in places apart', async () => {
    const table = 'id,name,nationality\nA,Anton Draht,Rwanda\nB,Toni Kabel,\nA,Anton Eisen,Iraq\n'
    expect(await run(table, { key: 'joined' }, 'own.csv')).toMatchObject({ version: 1, entries: 2, names: 3 })
    expect(bench.service.workspace.lists.entry('joined', 'A')).toMatchObject({
      names: [{ text: 'Anton Draht' }, { text: 'Anton Eisen' }],
      countries: ['RW', 'IQ'],
    })
  })

  it('in Windows-1252 is taken where that is said', async () => {
    const table = Buffer.from('id;name\nA;Jürgen Draht – der Ältere\n', 'latin1')
    table[table.indexOf('-'.codePointAt(0) ?? 0)] = 0x96
    expect((await run(table, { key: 'old' }, 'old.csv')).error).toMatch(
      /if it is Windows-1252 \(as older files are\), say so/,
    )
    expect(await run(table, { key: 'old', encoding: 'windows-1252' }, 'old.csv')).toMatchObject({ version: 1 })
    expect(namesInForce('old')[0]).toMatch(/^Jürgen Draht/)
  })

  it('in UTF-16 with a mark is taken', async () => {
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('id,name\nA,Антон Драт\n', 'utf16le')])
    expect(await run(wide, { key: 'wide' }, 'wide.csv')).toMatchObject({ version: 1 })
    expect(namesInForce('wide')).toEqual(['Антон Драт'])
  })

  it('leaves the workspace whole: a replay of its chain gives the same lists', async () => {
    const report = await bench.service.workspace.verification.verifyWorkspace()
    expect(report?.findings.filter(({ severity }) => severity !== 'information')).toEqual([])
  })
})

describe('a service that stops in the middle', () => {
  it('forgets what it was reading; the list in force is there again', async () => {
    const { id } = (await stage(unList('2026-05-01T00:00:00Z', unPeople(20_000)))).data
    await bench.ask('POST', `/v1/screening/list-imports/${id}/run`, { body: { key: 'un', allow_shrink: true } })
    const inForce = namesInForce('un')
    // What a power cut leaves: a version that was begun, with entries, and never came in force.
    const begun = await bench.service.workspace.lists.begin(
      { list: 'un', format: 'un_xml', fileName: 'x', bytes: 1, sha256: 'a'.repeat(64), parts: {} },
      { userId: 1, userUid: bench.admin.uid, role: 'admin' },
    )
    if (!begun.ok) throw new Error(begun.error.message)
    await begun.value.add(
      [...bench.service.workspace.lists.entries('un')].map((entry) => ({ ...entry, id: `left-${entry.id}` })),
    )
    await bench.service.close()
    expect(readdirSync(path.join(bench.dataDir, 'staging'))).toEqual([])
    const again = await startService({ dataDir: bench.dataDir, port: 0, host: '127.0.0.1', role: 'local' }, bench.env)
    if (!again.ok) throw new Error(again.error.message)
    const { lists, db } = again.value.workspace
    expect([...lists.entries('un')].map(({ names }) => names[0]?.text)).toEqual(inForce)
    expect(await db.selectFrom('watchlist_versions').select('id').where('version', 'is', null).execute()).toEqual([])
    expect(await db.selectFrom('watchlist_members').select('n').where('entry_id', 'like', 'left-%').execute()).toEqual(
      [],
    )
    expect(await db.selectFrom('watchlist_contents').select('n').where('content', 'like', '%left-%').execute()).toEqual(
      [],
    )
    await again.value.close()
  })
})
