import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CaseRelationKind } from '../../../shared/schema/case-relations.ts'
import { openWriter } from '../../../main/storage/sqlite/connection.ts'
import { freshWorkspace, granted, listQuery, refused } from './support.ts'
import type { TestWorkspace } from './support.ts'

let t: TestWorkspace
beforeAll(async () => {
  t = await freshWorkspace()
})
afterAll(() => t.remove())

const options = () => ({ actor: t.admin })
const open = async (
  title = 'A case',
  links: { related_customer_id?: number; related_account_id?: number; alert_ids?: number[] } = {},
): Promise<number> =>
  granted(await t.workspace.cases.create({ title, description: 'About it.', priority: 'high', ...links }, options())).id
const relate = (id: number, other: number, relation: CaseRelationKind = 'parent', notes = 'One ring.') =>
  t.workspace.cases.relate(id, { other_id: other, relation, notes }, options())
const told = async (id: number) =>
  granted(await t.workspace.cases.relations(id, { page: 1, size: 100 })).data.map(
    ({ relation, other_id: other, state }) => [relation, other, state],
  )
const uidOf = async (id: number): Promise<string> => granted(await t.workspace.cases.read(id)).uid
const numberOf = async (id: number): Promise<string> => granted(await t.workspace.cases.read(id)).case_number
const last = async (id: number) =>
  granted(await t.workspace.cases.timeline(id, { order: 'newest', page: 1, size: 1 })).data[0]

describe('L-61: a relation is sealed in both cases at once', () => {
  test('each tells its own side, with the rationale, and of the other its uid and number alone', async () => {
    const [child, parent] = [await open('The child'), await open('The parent')]
    const done = granted(await relate(child, parent))
    expect(done).toMatchObject({ id: child, revision: 2, other: { id: parent, revision: 2 } })
    expect(await told(child)).toEqual([['parent', parent, 'holds']])
    expect(await told(parent)).toEqual([['child', child, 'holds']])
    const [here, there] = [await last(child), await last(parent)]
    expect(here).toMatchObject({
      type: 'case.related',
      entry_id: done.entry_id,
      values: { relation: 'parent', other_uid: await uidOf(parent), other_number: await numberOf(parent) },
      withheld: { notes: { value: 'One ring.' } },
    })
    expect(there).toMatchObject({
      type: 'case.related',
      entry_id: done.other.entry_id,
      values: { relation: 'child', act: here?.values['act'] },
      withheld: { notes: { value: 'One ring.' } },
    })
    expect(Object.keys(here?.values ?? {}).sort()).toEqual(['act', 'origin', 'other_number', 'other_uid', 'relation'])
    expect(granted(await t.workspace.cases.notes(parent, { page: 1, size: 20 })).data).toMatchObject([
      { about: 'case.related', text: 'One ring.' },
    ])
  })

  test('it is taken back in both; what was there stays in the timelines', async () => {
    const [one, other] = [await open(), await open()]
    const made = granted(await relate(one, other, 'duplicate_of'))
    const taken = granted(
      await t.workspace.cases.unrelate(
        other,
        { other_uid: await uidOf(one), relation: 'has_duplicate', notes: 'Two matters.' },
        options(),
      ),
    )
    expect(taken).toMatchObject({ id: other, revision: 3, other: { id: one, revision: 3 } })
    expect([await told(one), await told(other)]).toEqual([[], []])
    const rows = t.workspace.db.selectFrom('entries').select('payload').where('chain', '=', one)
    expect(
      (await rows.execute())
        .map(({ payload }) => JSON.parse(payload.toString('utf8')) as { type: string; refs: string[] })
        .at(-1),
    ).toMatchObject({ type: 'case.unrelated', refs: [made.entry_id] })
    expect(
      refused(
        await t.workspace.cases.unrelate(
          one,
          { other_uid: await uidOf(other), relation: 'duplicate_of', notes: 'Again.' },
          options(),
        ),
      ),
    ).toBe('already_done')
    expect((await relate(one, other, 'related')).ok).toBe(true)
  })

  test('refused, it leaves nothing in either case', async () => {
    const [one, other] = [await open(), await open()]
    granted(await relate(one, other))
    const before = [await t.workspace.cases.read(one), await t.workspace.cases.read(other)]
    expect(refused(await relate(one, other))).toBe('already_done')
    expect(refused(await relate(other, one))).toBe('relation_forbidden')
    expect(refused(await relate(one, 4_242))).toBe('unknown_reference')
    expect(refused(await relate(4_242, one))).toBe('not_found')
    expect(
      refused(
        await t.workspace.cases.relate(
          one,
          { other_id: await open(), relation: 'related', notes: 'Old view.' },
          { ...options(), ifRevision: 1 },
        ),
      ),
    ).toBe('stale_revision')
    const thrown = t.workspace.cases.relate(
      one,
      { other_id: await open(), relation: 'related', notes: 'Undone.' },
      { ...options(), inTransaction: () => Promise.reject(new Error('the answer could not be kept')) },
    )
    await expect(thrown).rejects.toThrow('the answer could not be kept')
    expect([await t.workspace.cases.read(one), await t.workspace.cases.read(other)]).toEqual(before)
  })
})

describe('L-62: rules over lines of cases', () => {
  test('a second parent, a ring over three, and an eleventh level are refused with their reasons', async () => {
    const line: number[] = []
    for (let level = 0; level < 10; level++) line.push(await open(`Level ${level}`))
    for (const [level, id] of line.entries()) if (level > 0) granted(await relate(id, line[level - 1] as number))
    const [top, second, third] = line as [number, number, number]
    const eleventh = await open()
    const refusalOf = async (asked: ReturnType<typeof relate>) => {
      const result = await asked
      return result.ok ? null : result.error.message
    }
    expect(await refusalOf(relate(eleventh, line[9] as number))).toBe(
      'More than 10 cases would stand above each other.',
    )
    expect(await refusalOf(relate(top, eleventh))).toBe('More than 10 cases would stand above each other.')
    expect(await refusalOf(relate(third, eleventh))).toContain(`has a parent already, ${await numberOf(second)}`)
    expect(await refusalOf(relate(top, third))).toContain('no case can be above itself')
    // The lines of duplicates are lines of their own.
    expect((await relate(top, third, 'duplicate_of')).ok).toBe(true)
  })
})

describe('the list, its filter and the export', () => {
  test('children are marked, found by their parent, and exported with its number', async () => {
    const [child, parent] = [await open('Marked child'), await open()]
    granted(await relate(child, parent))
    const found = await t.workspace.cases.list(listQuery({ parent_id: parent, view: 'queue' }))
    expect(found).toMatchObject({
      data: [{ id: child, parent_case_number: await numberOf(parent), duplicate_of_case_number: null }],
      pagination: { total: 1 },
    })
    const rows = []
    for await (const row of t.workspace.cases.exportRows({ parent_id: parent })) rows.push(row)
    expect(rows).toMatchObject([{ id: child, parent_case_number: await numberOf(parent) }])
    expect((await t.workspace.cases.list(listQuery({ parent_id: child }))).data).toEqual([])
  })

  test('parent first, then originals, children, duplicates and what is only related; a page at a time', async () => {
    const one = await open()
    const others = [await open(), await open(), await open(), await open(), await open()] as const
    granted(await relate(one, others[0], 'related'))
    granted(await relate(one, others[1], 'has_duplicate'))
    granted(await relate(one, others[2], 'child'))
    granted(await relate(one, others[3], 'duplicate_of'))
    granted(await relate(one, others[4], 'parent'))
    expect((await told(one)).map(([kind]) => kind)).toEqual([
      'parent',
      'duplicate_of',
      'child',
      'has_duplicate',
      'related',
    ])
    expect(granted(await t.workspace.cases.relations(one, { page: 2, size: 2 }))).toMatchObject({
      data: [{ relation: 'child' }, { relation: 'has_duplicate' }],
      pagination: { total: 5, total_pages: 3 },
    })
  })
})

describe('personal data', () => {
  test('L-65: an erased title is erased in what is shown of a related case, and nothing of it stands in the other chain', async () => {
    const [one, other] = [await open(), await open('Maria Secreta and her accounts')]
    granted(await relate(one, other, 'related'))
    const opening = granted(await t.workspace.cases.timeline(other, { order: 'oldest', page: 1, size: 1 })).data[0]
    granted(
      await t.workspace.cases.redact(
        other,
        {
          entry_id: opening?.entry_id ?? '',
          digests: [opening?.withheld['title']?.digest ?? ''],
          legal_basis: 'gdpr_art_17',
        },
        options(),
      ),
    )
    expect(granted(await t.workspace.cases.relations(one, { page: 1, size: 20 })).data).toMatchObject([
      { title: '[redacted]', state: 'holds' },
    ])
    expect(await told(other)).toEqual([['related', one, 'holds']])
  })

  test('the rationale is erased in the case whose entry is named; a legal hold refuses it', async () => {
    const [one, other] = [await open(), await open()]
    granted(await relate(one, other, 'related', 'The informant is Zoltan'))
    const entry = await last(one)
    const redaction = {
      entry_id: entry?.entry_id ?? '',
      digests: [entry?.withheld['notes']?.digest ?? ''],
      legal_basis: 'gdpr_art_17' as const,
    }
    granted(await t.workspace.cases.placeHold(one, { reason: 'Order.' }, options()))
    expect(refused(await t.workspace.cases.redact(one, redaction, options()))).toBe('legal_hold')
    granted(await t.workspace.cases.releaseHold(one, { reason: 'Lifted.' }, options()))
    granted(await t.workspace.cases.redact(one, redaction, options()))
    expect(
      granted(await t.workspace.cases.notes(one, { page: 1, size: 20 })).data.map(({ text }) => text),
    ).not.toContain('The informant is Zoltan')
    expect(await told(one)).toEqual([['related', other, 'holds']])
  })
})

describe('L-64: suggestions', () => {
  test('exact shared identifiers, most first, without what is related already or shared by too many', async () => {
    const one = await open('Asks', { related_customer_id: 9_001, related_account_id: 9_002, alert_ids: [9_003, 9_004] })
    const two = await open('Shares two', { related_customer_id: 9_001, alert_ids: [9_003] })
    const newest = await open('Shares one', { related_account_id: 9_002 })
    const kin = await open('Related already', {
      related_customer_id: 9_001,
      related_account_id: 9_002,
      alert_ids: [9_003],
    })
    granted(await relate(one, kin, 'related'))
    const found = granted(await t.workspace.cases.suggestRelations(one))
    expect(found).toMatchObject({
      too_common: 0,
      suggestions: [
        {
          id: two,
          shared_count: 2,
          shared: [
            { kind: 'customer', id: '9001' },
            { kind: 'alert', id: '9003' },
          ],
        },
        { id: newest, shared_count: 1, shared: [{ kind: 'account', id: '9002' }] },
      ],
    })
    await Promise.all(Array.from({ length: 201 }, () => open('Everybody’s alert', { alert_ids: [9_004] })))
    expect(granted(await t.workspace.cases.suggestRelations(one))).toMatchObject({
      too_common: 1,
      suggestions: [{ id: two }, { id: newest }],
    })
  })
})

describe('L-80: a row that differs from its entry', () => {
  test('is found whatever of it was changed, and everything else verifies', async () => {
    const [one, other] = [await open(), await open()]
    granted(await relate(one, other))
    const faults = async () =>
      granted(await t.workspace.verification.verifyCase(one))
        .findings.filter(({ severity }) => severity === 'fault')
        .map(({ code, message }) => `${code}: ${message}`)
    expect(await faults()).toEqual([])
    const writer = openWriter(t.workspace.folder.database, t.workspace.keys.database)
    try {
      for (const [column, value] of [
        ['kind', 'related'],
        ['other_number', 'CASE-ACME-20260302-99999'],
        ['holds', 0],
        ['other_uid', '018f0000-0000-7000-8000-000000000000'],
      ] as const) {
        const before = writer.prepare(`select ${column} as value from case_relations where case_id = ?`).get(one) as {
          value: string | number
        }
        writer.prepare(`update case_relations set ${column} = ? where case_id = ?`).run(value, one)
        expect(await faults(), column).toEqual([
          `row_differs: a row of case_relations differs from its entries in ${column}`,
        ])
        writer.prepare(`update case_relations set ${column} = ? where case_id = ?`).run(before.value, one)
      }
      writer.prepare('delete from case_relations where case_id = ?').run(one)
      expect(await faults()).toEqual(['row_differs: a row of case_relations that the entries make is missing'])
    } finally {
      writer.close()
    }
  })
})
