import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Actor } from '../../../../main/domain/access/actor.ts'
import { openWriter } from '../../../../main/storage/sqlite/connection.ts'
import type { Connection } from '../../../../main/storage/sqlite/connection.ts'
import type { LoggedRead } from '../../../../main/storage/access-log/write-reading.ts'
import type { Workspace } from '../../../../main/storage/ledger/workspace.ts'
import { defaultPolicy } from '../../../../shared/schema/policy.ts'
import type { Policy } from '../../../../shared/schema/policy.ts'
import { dataFolder } from '../../../../main/platform/data-folder.ts'
import { decryptedPages, keysIn } from '../../../support/raw-database.ts'
import { freshWorkspace, granted } from '../support.ts'
import type { TestWorkspace } from '../support.ts'

let t: TestWorkspace
let omar: Actor
beforeEach(async () => {
  t = await freshWorkspace()
  omar = await t.addUser('Omar Farsi', 'auditor')
})
afterEach(() => t.remove())

const dayMs = 86_400_000
const log = (): Workspace['accessLog'] => t.workspace.accessLog
const open = async (title = 'A case'): Promise<number> =>
  granted(await t.workspace.cases.create({ title, description: 'About it.', priority: 'high' }, { actor: t.admin })).id

const reading = (over: Partial<LoggedRead> = {}): LoggedRead => ({
  who: omar.userUid,
  via: 'window',
  kind: 'case_opened',
  operation: 'readCase',
  case: null,
  terms: null,
  result: 'allowed',
  ...over,
})
const opening = (id: number, over: Partial<LoggedRead> = {}): Promise<void> =>
  log().note(reading({ case: { by: 'id', id }, ...over }))
const searching = (q: string, over: Partial<LoggedRead> = {}): Promise<void> =>
  log().note(reading({ kind: 'search', operation: 'listCases', terms: { q }, ...over }))

const rows = (query: Parameters<Workspace['accessLog']['list']>[0] = { skip: 0, size: 100 }) => log().list(query).data
const sealed = async (): Promise<Record<string, unknown>[]> =>
  (await t.workspace.db.selectFrom('entries').select('payload').where('chain', '=', 0).orderBy('pos').execute())
    .map(({ payload }) => JSON.parse(Buffer.from(payload).toString('utf8')) as Record<string, unknown>)
    .filter(({ type }) => String(type).startsWith('access_log.'))

const findings = async (): Promise<string[]> =>
  ((await t.workspace.verification.verifyWorkspace())?.findings ?? []).map(({ code }) => code)
const logFindings = async (): Promise<string[]> => (await findings()).filter((code) => code.startsWith('access_log'))

/** Somebody with the keys of the folder changes the log past the service. */
const plant = async (change: (db: Connection) => void): Promise<void> => {
  await t.workspace.close()
  const db = openWriter(dataFolder(t.dir).database, keysIn(t.dir).database)
  change(db)
  db.close()
  t = await t.reopen()
}

const policy = async (over: Partial<Policy>): Promise<void> => {
  granted(await t.workspace.access.changePolicy({ ...defaultPolicy, ...over }, { actor: t.admin }))
}

describe('L-92: a row', () => {
  test('says who read what, how and when, whose the case was, and what was asked for', async () => {
    const id = await open('A title')
    await opening(id)
    await opening(id, { who: t.admin.userUid, via: 'token' })
    await searching('Ana Ruiz')
    await opening(4_711, { result: 'refused' })
    expect(rows()).toMatchObject([
      { n: 4, kind: 'case_opened', result: 'refused', case: { id: 4_711, number: null, uid: null }, relation: null },
      { n: 3, kind: 'search', operation: 'listCases', terms: { q: 'Ana Ruiz' }, case: null },
      { n: 2, person: { id: t.made.userId }, via: 'token', relation: 'own' },
      { n: 1, person: { id: omar.userId, name: 'Omar Farsi' }, via: 'window', relation: 'other', case: { id } },
    ])
    expect(await findings()).not.toContain('row_differs')
    expect(await logFindings()).toEqual([])
  })

  test('is nobody’s to change: each hash covers the row before', async () => {
    await searching('one')
    await searching('two')
    const [second, first] = rows()
    expect(second?.hash).not.toBe(first?.hash)
    const raw = await t.workspace.db.selectFrom('access_log').select(['n', 'prev']).orderBy('n').execute()
    expect(raw.map(({ prev }) => prev?.toString('hex') ?? null)).toEqual([null, first?.hash])
  })

  test('of a team’s case says so; a later change of the team does not change it', async () => {
    const id = await open()
    const team = granted(
      await t.workspace.access.addTeam({ name: 'Mules', members: [omar.userId, t.made.userId] }, t.admin),
    )
    await opening(id)
    granted(await t.workspace.access.changeTeam(team.id, { members: [] }, t.admin))
    expect(rows()[0]?.relation).toBe('team')
  })
})

describe('L-93: the same again', () => {
  test('by the same person within ten minutes is one row', async () => {
    const id = await open()
    await opening(id)
    await opening(id, { operation: 'readTimeline' })
    await opening(id, { who: t.admin.userUid })
    expect(rows()).toHaveLength(2)
    t.clock.advance(600_000)
    await opening(id)
    expect(rows()).toHaveLength(3)
  })

  test('a refusal is not hidden by what was allowed before, and a search for something else is a row', async () => {
    const id = await open()
    await opening(id)
    await opening(id, { result: 'refused' })
    await searching('a')
    await searching('ab')
    expect(rows()).toHaveLength(4)
  })
})

describe('L-94: writing', () => {
  test('what is noted is in the database when it answers, by a commit that waits for no disk', async () => {
    await searching('Ana')
    const reader = openWriter(dataFolder(t.dir).database, keysIn(t.dir).database)
    expect(reader.prepare('select count(*) from access_log').pluck().get()).toBe(1)
    reader.close()
  })

  test('a service that ended without closing the log is told of by a row at the next start', async () => {
    await log().begin()
    await searching('Ana')
    t = await t.reopen()
    await log().begin()
    expect(rows().map(({ kind, person }) => [kind, person])).toEqual([
      ['rows_may_lack', null],
      ['search', { id: omar.userId, name: 'Omar Farsi', uid: omar.userUid }],
    ])
    await log().end()
    t = await t.reopen()
    await log().begin()
    expect(rows()).toHaveLength(2)
    expect(await logFindings()).toEqual([])
  })
})

describe('L-95: the head of the log', () => {
  test('is sealed when asked, without a name or a term, in the name of the person who read last', async () => {
    await searching('Ana Ruiz')
    await log().seal()
    await log().seal()
    const [one, ...others] = await sealed()
    expect(others).toEqual([])
    expect(one).toMatchObject({
      type: 'access_log.checkpointed',
      actor: omar.userUid,
      _sd: [],
      pub: {
        size: 1,
        head: rows()[0]?.hash,
        removed: 0,
        removed_head: null,
        origin: { by: 'schedule', what: 'access_log' },
      },
    })
    expect(JSON.stringify(one)).not.toContain('Ruiz')
  })

  test('is sealed after a thousand rows', async () => {
    await Promise.all(Array.from({ length: 999 }, (_, n) => searching(`word ${n}`)))
    expect(await sealed()).toEqual([])
    await searching('the thousandth')
    await log().end()
    expect(await sealed()).toMatchObject([{ pub: { size: 1_000 } }])
  })

  test('is sealed a day after the first row that is not, and at the end of a service after an hour', async () => {
    await searching('one')
    t.clock.advance(dayMs)
    await searching('two')
    await log().end()
    expect(await sealed()).toMatchObject([{ pub: { size: 2 } }])
    await searching('three')
    await log().end()
    expect(await sealed()).toHaveLength(1)
    t.clock.advance(3_600_000)
    await log().end()
    expect(await sealed()).toMatchObject([{ pub: { size: 2 } }, { pub: { size: 3 } }])
  })

  test('is not sealed in the name of somebody who was deactivated', async () => {
    await searching('one')
    granted(await t.workspace.access.changeUser(omar.userId, { active: false }, { actor: t.admin }))
    await log().seal()
    expect(await sealed()).toEqual([])
    await searching('two', { who: t.admin.userUid })
    await log().seal()
    expect(await sealed()).toMatchObject([{ actor: t.admin.userUid, pub: { size: 2 } }])
  })
})

describe('L-98: verification', () => {
  beforeEach(async () => {
    for (const word of ['one', 'two', 'three', 'four', 'five', 'six']) await searching(word)
    await log().seal()
    await searching('seven')
  })

  test('finds nothing in what was written', async () => {
    expect(await logFindings()).toEqual([])
  })

  test.each<readonly [string, string, string]>([
    ['a changed row', "update access_log set who = 'system' where n = 3", 'access_log_row_altered'],
    ['a detail that is no JSON', "update access_log set detail = 'x' where n = 3", 'access_log_row_altered'],
    ['a missing row', 'delete from access_log where n = 3', 'access_log_row_missing'],
    ['a missing beginning', 'delete from access_log where n < 3', 'access_log_row_missing'],
    ['a tail that was cut off', 'delete from access_log where n > 4', 'access_log_truncated'],
    ['a log that is gone', 'delete from access_log', 'access_log_truncated'],
    [
      'rows that changed places',
      'update access_log set n = -3 where n = 3; update access_log set n = 3 where n = 4; update access_log set n = 4 where n = -3; update access_log_terms set n = -3 where n = 3; update access_log_terms set n = 3 where n = 4; update access_log_terms set n = 4 where n = -3',
      'access_log_reordered',
    ],
    [
      'a term that was replaced by another one’s',
      'update access_log_terms set (sealed, wrapped_key) = (select sealed, wrapped_key from access_log_terms where n = 4) where n = 3',
      'access_log_terms_differ',
    ],
    [
      'a term that is gone',
      'update access_log_terms set sealed = null, wrapped_key = null where n = 3',
      'access_log_terms_differ',
    ],
    ['a term whose place is gone', 'delete from access_log_terms where n = 3', 'access_log_terms_differ'],
  ])('names %s', async (_what, sql, code) => {
    await plant((db) => db.exec(sql))
    expect(await logFindings()).toEqual([code])
  })

  test('a course that says that nothing was sealed hides nothing', async () => {
    await plant((db) =>
      db.exec(
        "delete from access_log where n > 4; update access_log_course set sealed_size = 0, sealed_by = '', open = 0",
      ),
    )
    expect(await logFindings()).toEqual(['access_log_truncated'])
  })
})

describe('L-96: retention', () => {
  test('removes what is older than the policy says, seals that, and verifies from there', async () => {
    await policy({ access_log_days: 30 })
    const id = await open()
    await searching('Old Name')
    await opening(id)
    t.clock.advance(31 * dayMs)
    await searching('young')
    await log().seal()
    expect(rows().map(({ n }) => n)).toEqual([3])
    expect(await sealed()).toMatchObject([
      {
        type: 'access_log.shortened',
        pub: { size: 3, removed: 2, days: 30, removed_head: expect.any(String) as unknown },
      },
    ])
    expect(await logFindings()).toEqual(['access_log_shortened'])
    const report = await t.workspace.verification.verifyWorkspace()
    expect(report?.findings.find(({ code }) => code === 'access_log_shortened')?.message).toBe(
      'rows 1 to 2 of the access log were removed by retention, last on 2026-04-02',
    )
    expect(report?.verdict).toBe('intact')
    await searching('younger')
    await log().seal()
    expect(await sealed()).toMatchObject([{}, { type: 'access_log.checkpointed', pub: { size: 4, removed: 2 } }])
    await plant((db) => db.exec('delete from access_log where n = 3'))
    expect(await logFindings()).toEqual(['access_log_row_missing', 'access_log_shortened'])
  })

  test('0 keeps everything; a legal hold keeps everything from the first row about its case on', async () => {
    await policy({ access_log_days: 0 })
    const id = await open()
    await searching('before')
    await opening(id)
    t.clock.advance(10_000 * dayMs)
    await searching('young')
    await log().seal()
    expect(rows()).toHaveLength(3)
    granted(await t.workspace.cases.placeHold(id, { reason: 'A court asks' }, { actor: t.admin }))
    await policy({ access_log_days: 30 })
    await searching('younger')
    await log().seal()
    expect(rows().map(({ n }) => n)).toEqual([4, 3, 2])
  })

  test('never removes the last row, from which the log goes on', async () => {
    await policy({ access_log_days: 1 })
    await searching('one')
    await searching('two')
    t.clock.advance(5 * dayMs)
    await log().seal()
    expect(rows().map(({ n }) => n)).toEqual([2])
    await searching('three')
    expect(await logFindings()).toEqual(['access_log_shortened'])
  })
})

describe('L-97: erasure', () => {
  const eraseDescription = async (id: number, meanwhile = (): void => undefined): Promise<void> => {
    const entry = await t.workspace.db
      .selectFrom('disclosures')
      .innerJoin('entries', 'entries.n', 'disclosures.entry')
      .select(['entries.id', 'disclosures.digest'])
      .where('entries.chain', '=', id)
      .where('disclosures.name', '=', 'description')
      .executeTakeFirstOrThrow()
    granted(
      await t.workspace.cases.redact(
        id,
        { entry_id: entry.id.toString('hex'), digests: [entry.digest], legal_basis: 'gdpr_art_17' },
        { actor: t.admin, inTransaction: () => Promise.resolve(meanwhile()) },
      ),
    )
  }

  test('ends what was searched for in the case, and what quotes the erased value elsewhere; the log verifies', async () => {
    const id = granted(
      await t.workspace.cases.create(
        { title: 'A case', description: 'Zebediah Quorn owes money.', priority: 'high' },
        { actor: t.admin },
      ),
    ).id
    await searching('zebed')
    await searching('Harmless')
    await log().note(reading({ kind: 'evidence_searched', case: { by: 'id', id }, terms: { q: 'Nobody' } }))
    await log().seal()
    await eraseDescription(id)
    expect(rows().map(({ n, kind, terms, terms_erased: erased }) => [n, kind, terms, erased])).toEqual([
      [4, 'terms_erased', null, false],
      [3, 'evidence_searched', null, true],
      [2, 'search', { q: 'Harmless' }, false],
      [1, 'search', null, true],
    ])
    expect(await logFindings()).toEqual([])
    await t.workspace.close()
    const pages = decryptedPages(dataFolder(t.dir).database, keysIn(t.dir).database)
    expect(pages.includes('zebed')).toBe(false)
    t = await t.reopen()
  })

  test('a search that waits behind the erasure is not written with what it quotes', async () => {
    const id = granted(
      await t.workspace.cases.create(
        { title: 'A case', description: 'Zebediah Quorn owes money.', priority: 'high' },
        { actor: t.admin },
      ),
    ).id
    let noted: Promise<void> | undefined
    await eraseDescription(id, () => {
      noted = searching('Zebediah')
    })
    await noted
    expect(rows().map(({ kind, terms_erased: erased }) => [kind, erased])).toEqual([
      ['terms_erased', false],
      ['search', true],
    ])
    expect(rows().filter(({ terms }) => terms !== null)).toEqual([])
    expect(await logFindings()).toEqual([])
  })
})

describe('L-99: unusual reading', () => {
  const told = () => t.workspace.events.after(0, 10_000).filter(({ type }) => type === 'access.unusual_reading')

  test('is told once an hour and person, as a row and an event without a name', async () => {
    await policy({ unusual_cases_per_hour: 3 })
    const ids = [await open(), await open(), await open(), await open()]
    for (const id of ids) await opening(id)
    for (const id of ids) await opening(id, { who: t.admin.userUid })
    expect(told()).toMatchObject([{ actor: null, data: { user_id: omar.userId, cases: 3 } }])
    expect(rows().filter(({ kind }) => kind === 'unusual_reading')).toMatchObject([
      { person: { id: omar.userId }, cases_in_hour: 3, via: 'service' },
    ])
    t = await t.reopen()
    for (const id of ids) await opening(id)
    expect(told()).toHaveLength(1)
    t.clock.advance(3_600_001)
    for (const id of ids) await opening(id)
    expect(told()).toHaveLength(2)
    expect(await logFindings()).toEqual([])
  })

  test('refusals and API keys are none', async () => {
    await policy({ unusual_cases_per_hour: 1 })
    const id = await open()
    await opening(id, { result: 'refused' })
    await opening(id, { who: 'key:abc', via: 'api_key' })
    expect(told()).toEqual([])
  })
})
