import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runHere } from '../../support/command-here.ts'
import { startBench, type Bench, type Person } from '../api/support.ts'

let bench: Bench
let investigator: Person
beforeAll(async () => {
  bench = await startBench({ limits: { perCredential: 0, perAddress: 0 } })
  investigator = await bench.addPerson('investigator', 'inga')
}, 120_000)
afterAll(() => bench.close())

const binary = { 'content-type': 'application/octet-stream' }

/** Imports a table as the next version of a list. */
const bring = async (key: string, rows: readonly string[]): Promise<void> => {
  const staged = await bench.ask('POST', '/v1/screening/list-imports?file_name=own.csv', {
    raw: ['id,name,aliases,nationality,passport,program,remarks', ...rows, ''].join('\n'),
    headers: binary,
  })
  const { id } = staged.data
  await bench.ask('POST', `/v1/screening/list-imports/${id}/run`, {
    body: { key, title: `List ${key}`, allow_shrink: true },
  })
  for (let state = 'running'; state === 'running';) {
    const { data } = await bench.ask('GET', `/v1/screening/list-imports/${id}`)
    state = data.state
    if (state === 'failed') throw new Error(data.error ?? '')
  }
}

const found = async (key: string, query: string): Promise<string[]> =>
  (await bench.ask('GET', `/v1/screening/lists/${key}/entries?${query}`)).data.map((entry) => entry.id)
const entry = (key: string, query: string) => bench.ask('GET', `/v1/screening/lists/${key}/entry?${query}`)
const use = async (key: string) => (await bench.ask('GET', `/v1/screening/lists/${key}/use`)).data
const remove = (key: string, versions: readonly number[], as?: Person) =>
  bench.ask('POST', `/v1/screening/lists/${key}/removals`, {
    body: { versions, reason: 'Older than we keep.' },
    ...(as === undefined ? {} : { as }),
  })
const rowsOf = (table: 'watchlist_members' | 'watchlist_contents' | 'watchlist_versions'): Promise<unknown[]> =>
  bench.service.workspace.db.selectFrom(table).selectAll().execute()

const muller = 'A1,Jürgen Müller,,DE,P-778 812,IRAN,Known as the quiet one'
const petrov = 'A2,Александр Петров,,RU,,UKRAINE,'
const draht = 'A3,Anton Draht,,RW,,DRC,'

describe('entries of a list', () => {
  beforeAll(async () => {
    await bring('own', [muller, petrov, draht])
    await bring('own', [muller.replace('IRAN', 'SYRIA'), draht])
    await bring('own', [muller.replace('IRAN', 'SYRIA'), petrov, draht, 'A4,Petra Draht,,,,DRC,'])
  })

  it.each([
    ['a name without its marks', 'q=muller', ['A1']],
    ['a name in Latin letters that the list gives in others', 'q=petrov', ['A2']],
    ['a name as the list gives it', `q=${encodeURIComponent('петров')}`, ['A2']],
    ['its id', 'q=a3', ['A3']],
    ['a programme', 'q=syria', ['A1']],
    ['a number', 'q=p778812', ['A1']],
    ['words in any order', 'q=draht+petra', ['A4']],
    ['the beginning of a name before the middle of one', 'q=dra', ['A3', 'A4']],
    ['a pattern that is none', 'q=%25', []],
    ['nothing, all of them', 'size=2&page=2', ['A3', 'A4']],
    ['an older version', 'q=iran&version=1', ['A1']],
  ])('are found by %s', async (_what, query, ids) => {
    expect(await found('own', query)).toEqual(ids)
  })

  it('come page by page with how many there are', async () => {
    const { body } = await bench.ask('GET', '/v1/screening/lists/own/entries?q=draht&size=1&page=2')
    expect(body).toMatchObject({ data: [{ id: 'A4' }], pagination: { total: 2, page: 2, size: 1, total_pages: 2 } })
    expect((await bench.ask('GET', '/v1/screening/lists/own/entries?q=x&version=9')).status).toBe(422)
    expect((await bench.ask('GET', '/v1/screening/lists/none/entries?q=x')).status).toBe(404)
  })

  it('tell since which version they are listed, and what each version changed', async () => {
    expect((await entry('own', 'id=A1')).data).toMatchObject({
      version: 3,
      in_force: true,
      entry: { id: 'A1', remarks: 'Known as the quiet one' },
      since: { version: 1, earliest_kept: false },
      history: [
        { version: 2, change: 'changed', fields: ['programmes'] },
        { version: 1, change: 'added' },
      ],
    })
    expect((await entry('own', 'id=A2')).data).toMatchObject({
      since: { version: 3 },
      history: [
        { version: 3, change: 'added' },
        { version: 2, change: 'removed' },
        { version: 1, change: 'added' },
      ],
    })
    expect((await entry('own', 'id=A2&version=2')).data).toMatchObject({
      version: 2,
      in_force: false,
      entry: null,
      since: null,
    })
    expect((await entry('own', 'id=none')).data).toMatchObject({ entry: null, history: [] })
    expect((await entry('own', 'id=A1&version=9')).status).toBe(422)
  })
})

describe('old versions', () => {
  const disposeOf = async (subject: string): Promise<void> => {
    const { data } = await bench.ask('GET', `/v1/screening/hits?subject_id=${subject}`)
    expect(
      (
        await bench.ask('POST', '/v1/screening/dispositions', {
          body: { hit_ids: data.map((hit) => hit.id), disposition: 'false_match', reason: 'Somebody else.' },
        })
      ).status,
    ).toBe(200)
  }
  /** Waits until the register was compared with the version. */
  const screened = async (version: string): Promise<void> => {
    for (;;) {
      const { run, waiting } = (await bench.ask('GET', '/v1/screening/status')).data
      if (
        waiting === 0 &&
        run?.finished_at !== null &&
        run?.lists.some((list) => list.key === 'kept' && list.version === version) === true
      )
        return
    }
  }

  it('stay where something refers to them, each for a reason that is told', async () => {
    await bring('kept', [draht])
    await screened('1')
    await bench.ask('POST', '/v1/screening/subjects', {
      body: { subjects: [{ subject: { kind: 'customer', id: 'c-1' }, names: ['Anton Draht'] }] },
    })
    await disposeOf('c-1')
    await bring('kept', [draht, petrov])
    await screened('2')
    await bring('kept', [`${draht}a person`.replace('RW', 'CD'), petrov, muller])
    await screened('3')
    await bring('kept', [`${draht}a person`.replace('RW', 'CD'), muller])
    await screened('4')
    await bench.ask('PUT', '/v1/screening/lists/kept/in-force', {
      body: { version: 2, reason: 'The others were drafts.' },
    })
    await screened('2')
    expect((await use('kept')).map((one) => [one.version, one.kept])).toEqual([
      [4, 'newest'],
      [3, null],
      [2, 'in_force'],
      [1, 'dispositions'],
    ])
    expect((await remove('kept', [1, 2, 4, 9])).data).toEqual({
      removed: [],
      kept: [
        { version: 1, because: 'dispositions' },
        { version: 2, because: 'in_force' },
        { version: 4, because: 'newest' },
        { version: 9, because: 'unknown' },
      ],
    })
  })

  it('that nothing refers to go for good, and leave the others whole', async () => {
    const before = await rowsOf('watchlist_contents')
    expect((await remove('kept', [3], investigator)).status).toBe(403)
    expect((await bench.ask('POST', '/v1/screening/lists/kept/removals', { body: { versions: [3] } })).status).toBe(400)
    expect((await remove('kept', [3])).data).toEqual({ removed: [3], kept: [] })
    expect((await remove('kept', [3])).data).toEqual({ removed: [], kept: [{ version: 3, because: 'unknown' }] })
    expect((await bench.ask('GET', '/v1/screening/lists/kept')).data.history.map((version) => version.version)).toEqual(
      [4, 2, 1],
    )
    expect(
      (await bench.ask('PUT', '/v1/screening/lists/kept/in-force', { body: { version: 3, reason: 'x' } })).status,
    ).toBe(422)
    // Version 4 has the changed entry of version 3, and keeps it, though it came with that one.
    expect(await found('kept', 'version=4')).toEqual(['A1', 'A3'])
    expect((await entry('kept', 'id=A3&version=4')).data).toMatchObject({
      entry: { countries: ['CD'] },
      since: { version: 1 },
      history: [{ version: 4, change: 'changed' }, { version: 1 }],
    })
    expect(await rowsOf('watchlist_contents')).toEqual(before)
    // Everything of it that no other version has is gone with the last version that had it.
    await bring('kept', [draht, petrov.replace('UKRAINE', 'RUSSIA')])
    expect((await remove('kept', [4])).data.removed).toEqual([4])
    const contents = (
      await bench.service.workspace.db
        .selectFrom('watchlist_contents')
        .select('content')
        .where('list', '=', 'kept')
        .execute()
    ).map(({ content }) => (JSON.parse(content) as { id: string }).id)
    expect(contents.sort()).toEqual(['A2', 'A2', 'A3'])
  })

  it('are removed in the chain too, with the reason withheld', async () => {
    const entries = await bench.service.workspace.db
      .selectFrom('entries')
      .select('payload')
      .where('chain', '=', 0)
      .execute()
    const sealed = entries
      .map(
        ({ payload }) =>
          JSON.parse(Buffer.from(payload).toString()) as {
            type: string
            subject: string
            pub?: { version: number; entries: number }
          },
      )
      .filter(({ type }) => type === 'screening_list.version_removed')
    expect(sealed.map(({ subject, pub }) => [subject, pub?.version, pub?.entries])).toEqual([
      ['kept', 3, 3],
      ['kept', 4, 2],
    ])
    expect(JSON.stringify(sealed)).not.toContain('Older than we keep')
    const report = await bench.service.workspace.verification.verifyWorkspace()
    expect(report?.findings.filter(({ severity }) => severity !== 'information')).toEqual([])
  })

  it('never give their number to another version', async () => {
    expect((await use('kept')).map((one) => one.version)).toEqual([5, 2, 1])
    await bring('kept', [draht, petrov, muller])
    expect((await use('kept')).map((one) => one.version)).toEqual([6, 5, 2, 1])
  })

  it('are removed from the command line, looked at first', async () => {
    const looked = await runHere('prune-list', 'kept', '--data', bench.dataDir, '--dry-run')
    expect(looked).toMatchObject({
      code: 0,
      lines: [{ list: 'kept', dry_run: true, removable: [5], removed: [], kept: [6, 2, 1] }],
    })
    expect(looked.stderr).toContain('version 1 stays: sealed dispositions were made by it')
    expect(await runHere('prune-list', 'kept', '--data', bench.dataDir)).toMatchObject({ code: 2 })
    expect(await runHere('prune-list', 'kept', '--data', bench.dataDir, '--keep', 'x', '--dry-run')).toMatchObject({
      code: 2,
    })
    expect(await runHere('prune-list', 'nothing', '--data', bench.dataDir, '--dry-run')).toMatchObject({ code: 1 })
    expect(await runHere('prune-list', 'kept', '--data', bench.dataDir, '--reason', 'A draft.')).toMatchObject({
      code: 0,
      lines: [{ removed: [5], kept: [6, 2, 1] }],
    })
    expect((await use('kept')).map((one) => one.version)).toEqual([6, 2, 1])
  })
})
