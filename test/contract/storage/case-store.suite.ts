import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '../../../main/domain/access/actor.ts'
import type { CaseStatus } from '../../../shared/schema/case.ts'
import type { ExportedCase } from '../../../main/storage/cases/case-store.ts'
import { ok } from '../../../shared/schema/result.ts'
import { granted, listQuery, refused } from './support.ts'
import type { TestWorkspace } from './support.ts'

/** What every engine's case store does; an engine brings a way to make a fresh workspace. */
export const caseStoreSuite = (engine: string, fresh: () => Promise<TestWorkspace>): void => {
  describe(`case store on ${engine}`, () => {
    let t: TestWorkspace
    let ben: Actor
    let cho: Actor
    let sue: Actor

    beforeAll(async () => {
      t = await fresh()
      ben = await t.addUser('Ben Ito', 'investigator')
      cho = await t.addUser('Cho Mensah', 'investigator')
      sue = await t.addUser('Sue Larsen', 'supervisor')
    })
    afterAll(async () => await t.remove())

    const open = async (
      given: Partial<Parameters<TestWorkspace['workspace']['cases']['create']>[0]> = {},
      actor = ben,
    ) =>
      granted(
        await t.workspace.cases.create(
          { title: 'Transfers', description: 'Seen twice.', priority: 'high', ...given },
          { actor },
        ),
      )
    const read = async (id: number) => granted(await t.workspace.cases.read(id))
    const move = (id: number, status: CaseStatus, actor = ben, ifRevision?: number) =>
      t.workspace.cases.changeStatus(
        id,
        { status, notes: `to ${status}` },
        { actor, ...(ifRevision === undefined ? {} : { ifRevision }) },
      )

    test('L-40: a new case has number, owner, deadline and links', async () => {
      const made = await open({ related_customer_id: 11, related_account_id: 12, alert_ids: [5, 3, 5] })
      expect(made.case_number).toMatch(/^CASE-ACME-20260302-\d{5}$/)
      expect(Date.parse(made.sla_due_at) - Date.parse(made.created_at)).toBe(24 * 3_600_000)
      expect(made.created_at).toMatch(/\+00:00$/)
      expect(await read(made.id)).toMatchObject({
        status: 'open',
        alert_ids: [3, 5],
        customer_ids: [11],
        account_ids: [12],
        related_customer_id: 11,
        related_account_id: 12,
        description: 'Seen twice.',
        revision: 1,
        created_by: ben.userId,
        alert_count: 2,
        sla_state: 'on_track',
      })
    })

    test('L-42: new cases go to the least-loaded investigator, ties to the lowest id', async () => {
      const own = async (user: Actor) =>
        (await t.workspace.cases.list(listQuery({ owner_id: [user.userId] }))).pagination.total
      const before = [await own(ben), await own(cho)]
      await open()
      await open()
      const after = [await own(ben), await own(cho)]
      expect(after.reduce((a, b) => a + b) - before.reduce((a, b) => a + b)).toBe(2)
      expect(Math.abs((after[0] ?? 0) - (after[1] ?? 0))).toBeLessThanOrEqual(1)
      expect(await own(sue)).toBe(0)
    })

    test('L-43: a change of state is sealed with its rationale and set the time of the last change', async () => {
      const { id, created_at: createdAt } = await open()
      const answer = granted(await move(id, 'investigating'))
      expect(answer).toMatchObject({ id, status: 'investigating', revision: 2 })
      expect(answer.updated_at > createdAt).toBe(true)
      const timeline = granted(await t.workspace.cases.timeline(id, { order: 'newest', page: 1, size: 10 }))
      expect(timeline.pagination.total).toBe(2)
      expect(timeline.data[0]).toMatchObject({
        entry_id: answer.entry_id,
        type: 'status.changed',
        actor: { name: 'Ben Ito' },
        values: { from: 'open', to: 'investigating' },
        withheld: { notes: { state: 'disclosed', value: 'to investigating' } },
        seal: { state: 'verified', codes: [] },
      })
    })

    test('L-19: a text that an entry asks for is asked of whoever acts, and nothing of what is refused is kept', async () => {
      const { id } = await open()
      const other = await open()
      const piece = { case: { id, uid: (await read(id)).uid } } as const
      const options = { actor: ben }
      const blank = [
        t.workspace.cases.changeStatus(id, { status: 'investigating', notes: '' }, options),
        t.workspace.cases.changePriority(id, { priority: 'urgent', notes: ' \n' }, options),
        t.workspace.cases.addNote(id, { text: '\u200b' }, options),
        t.workspace.cases.create({ title: ' ', description: 'Seen twice.', priority: 'high' }, options),
        // Whatever seals is asked, and what the same act sealed before goes with it.
        t.workspace.ledger.write(ben, async (tx) => {
          await tx.append({
            ...piece,
            type: 'note.added',
            subject: piece.case.uid,
            pub: {},
            withheld: { text: 'Kept by nobody' },
          })
          return ok(
            await tx.append({
              ...piece,
              type: 'evidence.noted',
              subject: piece.case.uid,
              pub: { evidence_id: 1 },
              withheld: { text: '' },
            }),
          )
        }),
        t.workspace.ledger.write(ben, async (tx) =>
          ok(
            await tx.append({
              ...piece,
              type: 'alert.moved',
              subject: piece.case.uid,
              pub: { alert_id: 1, from: 'new', to: 'in_review' },
              withheld: { notes: '' },
            }),
          ),
        ),
        t.workspace.ledger.write(ben, async (tx) =>
          ok(
            await tx.append({
              case: 'workspace',
              type: 'network.merge_settled',
              subject: piece.case.uid,
              pub: { verdict: 'accept', score: 1 },
              withheld: { pair: {}, notes: ' ' },
            }),
          ),
        ),
      ]
      for (const answer of await Promise.all(blank)) expect(refused(answer)).toBe('invalid_request')
      expect([(await read(id)).revision, (await read(other.id)).revision]).toEqual([1, 1])
      expect(
        granted(await t.workspace.cases.timeline(id, { order: 'newest', page: 1, size: 10 })).pagination.total,
      ).toBe(1)
    })

    test('L-43: the present state again is already_done, and nothing is written', async () => {
      const { id } = await open()
      expect(refused(await move(id, 'open'))).toBe('already_done')
      expect((await read(id)).revision).toBe(1)
    })

    test('any of the six states may follow any other', async () => {
      const { id } = await open()
      const states: CaseStatus[] = [
        'closed',
        'open',
        'resolved',
        'escalated',
        'closed',
        'pending_review',
        'investigating',
        'resolved',
      ]
      for (const state of states) expect(granted(await move(id, state)).status).toBe(state)
      expect((await read(id)).revision).toBe(1 + states.length)
    })

    test('a finished case keeps when it was first finished, and reopening forgets it', async () => {
      const { id } = await open()
      const resolved = granted(await move(id, 'resolved'))
      granted(await move(id, 'closed'))
      expect(await read(id)).toMatchObject({ finished_at: resolved.updated_at, sla_state: 'met' })
      granted(await move(id, 'open'))
      expect(await read(id)).toMatchObject({ finished_at: null, sla_state: 'on_track' })
    })

    test('L-14: a stale revision refuses the change', async () => {
      const { id } = await open()
      granted(await move(id, 'investigating', ben, 1))
      expect(refused(await move(id, 'closed', ben, 1))).toBe('stale_revision')
      expect((await read(id)).status).toBe('investigating')
    })

    test('an unknown case is not_found for every command', async () => {
      const { cases } = t.workspace
      const options = { actor: ben }
      const results = await Promise.all([
        move(999_999, 'open'),
        cases.edit(999_999, { title: 'x' }, options),
        cases.changePriority(999_999, { priority: 'low', notes: 'n' }, options),
        cases.assign(999_999, { owner_id: cho.userId }, options),
        cases.addNote(999_999, { text: 'n' }, options),
        cases.link(999_999, { alert_ids: [1] }, options),
        cases.placeHold(999_999, { reason: 'r' }, options),
        cases.read(999_999),
        cases.timeline(999_999, { order: 'oldest', page: 1, size: 10 }),
        cases.notes(999_999, { page: 1, size: 10 }),
        cases.checkpoint(999_999),
      ])
      expect(results.map(refused)).toEqual(results.map(() => 'not_found'))
    })

    test('an edit changes the texts; older entries keep theirs', async () => {
      const { id } = await open({ title: 'First title' })
      granted(await t.workspace.cases.edit(id, { title: 'Second title' }, { actor: ben }))
      expect(
        refused(
          await t.workspace.cases.edit(id, { title: 'Second title', description: 'Seen twice.' }, { actor: ben }),
        ),
      ).toBe('already_done')
      granted(await t.workspace.cases.edit(id, { description: 'Seen thrice.' }, { actor: ben }))
      expect(await read(id)).toMatchObject({ title: 'Second title', description: 'Seen thrice.', revision: 3 })
      const { data } = granted(await t.workspace.cases.timeline(id, { order: 'oldest', page: 1, size: 10 }))
      expect(data[0]?.withheld['title']?.value).toBe('First title')
    })

    test('a change of priority moves the deadline from the time of creation', async () => {
      const made = await open({ priority: 'low' })
      const answer = granted(
        await t.workspace.cases.changePriority(
          made.id,
          { priority: 'urgent', notes: 'Money is leaving.' },
          { actor: ben },
        ),
      )
      expect(Date.parse(answer.sla_due_at) - Date.parse(made.created_at)).toBe(4 * 3_600_000)
      expect(await read(made.id)).toMatchObject({ priority: 'urgent', sla_hours: 4, sla_due_at: answer.sla_due_at })
    })

    test('reassigning names both owners as they were called then', async () => {
      const made = await open()
      const other = made.owner_id === ben.userId ? cho : ben
      expect(
        granted(await t.workspace.cases.assign(made.id, { owner_id: other.userId, notes: 'Leave.' }, { actor: sue })),
      ).toMatchObject({ owner_id: other.userId })
      expect(refused(await t.workspace.cases.assign(made.id, { owner_id: other.userId }, { actor: sue }))).toBe(
        'already_done',
      )
      expect(refused(await t.workspace.cases.assign(made.id, { owner_id: 424_242 }, { actor: sue }))).toBe(
        'unknown_reference',
      )
      const { data } = granted(await t.workspace.cases.timeline(made.id, { order: 'newest', page: 1, size: 1 }))
      expect(data[0]?.withheld).toMatchObject({ from_owner: { state: 'disclosed' }, to_owner: { state: 'disclosed' } })
    })

    test('links are added once, removed, and found by', async () => {
      const { id } = await open()
      granted(
        await t.workspace.cases.link(
          id,
          { alert_ids: [71, 72], customer_ids: [81], account_ids: [91, 92] },
          { actor: ben },
        ),
      )
      expect(refused(await t.workspace.cases.link(id, { alert_ids: [72], account_ids: [91] }, { actor: ben }))).toBe(
        'already_done',
      )
      granted(await t.workspace.cases.unlink(id, { alert_ids: [71, 75], account_ids: [92] }, { actor: ben }))
      expect(refused(await t.workspace.cases.unlink(id, { customer_ids: [99] }, { actor: ben }))).toBe('already_done')
      expect(await read(id)).toMatchObject({ alert_ids: [72], customer_ids: [81], account_ids: [91], alert_count: 1 })
      const found = await Promise.all(
        [
          { alert_id: 72 },
          { customer_id: 81 },
          { account_id: 91 },
          { account_id: 92 },
          { customer_id: 81, alert_id: 72 },
        ].map(async (filter) => (await t.workspace.cases.list(listQuery(filter))).data.map((item) => item.id)),
      )
      expect(found).toEqual([[id], [id], [id], [], [id]])
    })

    test('notes and rationales are listed, newest first', async () => {
      const { id } = await open()
      granted(await t.workspace.cases.addNote(id, { text: 'First note' }, { actor: ben }))
      granted(await move(id, 'escalated', cho))
      const notes = granted(await t.workspace.cases.notes(id, { page: 1, size: 10 }))
      expect(notes.data.map(({ about, text, author_name: author }) => [about, text, author])).toEqual([
        ['status.changed', 'to escalated', 'Cho Mensah'],
        ['note.added', 'First note', 'Ben Ito'],
      ])
    })

    test('bulk changes answer case by case', async () => {
      const made = [await open(), await open(), await open()]
      granted(await move(made[1]?.id ?? 0, 'closed'))
      const ids = [...made.map(({ id }) => id), 888_888]
      const outcome = granted(
        await t.workspace.cases.bulkStatus({ case_ids: ids, status: 'closed', notes: 'Duplicates.' }, { actor: sue }),
      )
      expect(outcome).toMatchObject({ changed: 2, refused: 2 })
      expect(outcome.results.map((result) => result.error?.code ?? 'ok')).toEqual([
        'ok',
        'already_done',
        'ok',
        'not_found',
      ])
      expect((await read(made[0]?.id ?? 0)).status).toBe('closed')
      expect(refused(await t.workspace.cases.bulkAssign({ case_ids: ids, owner_id: 424_242 }, { actor: sue }))).toBe(
        'unknown_reference',
      )
    })

    test('L-14: a hook that throws undoes the command', async () => {
      const { id } = await open()
      const hook = (): Promise<void> => Promise.reject(new Error('the hook failed'))
      await expect(
        t.workspace.cases.changeStatus(id, { status: 'closed', notes: 'n' }, { actor: ben, inTransaction: hook }),
      ).rejects.toThrow('the hook failed')
      expect(await read(id)).toMatchObject({ status: 'open', revision: 1 })
      granted(await move(id, 'closed'))
    })

    test('L-45: an imported case brings its own time, state, owner and deadline, once', async () => {
      const createdAtMs = Date.parse('2024-07-01T10:00:00Z')
      const imported = {
        system: 'OldTool',
        reference: 'T-1',
        createdAtMs,
        slaDueAtMs: createdAtMs + 1_000,
        status: 'escalated' as const,
        ownerId: cho.userId,
        notes: 'From the old tool.',
      }
      const made = await open({ imported })
      expect(made).toMatchObject({
        case_number: 'CASE-ACME-20240701-00001',
        status: 'escalated',
        owner_id: cho.userId,
        created_at: '2024-07-01T10:00:00.000+00:00',
      })
      expect(
        refused(
          await t.workspace.cases.create({ title: 'T', description: 'D', priority: 'low', imported }, { actor: ben }),
        ),
      ).toBe('already_done')
      expect(await read(made.id)).toMatchObject({
        source: { system: 'OldTool', reference: 'T-1' },
        sla_state: 'breached',
        revision: 2,
      })
      expect(
        [...(await t.workspace.cases.knownReferences('OldTool', ['T-1', 'T-2', made.case_number]))].sort(),
      ).toEqual([made.case_number, 'T-1'])
    })

    test('policy: workflow, four eyes and the pause in review', async () => {
      const policy = t.workspace.access.policy()
      const set = async (change: Partial<typeof policy>) =>
        granted(await t.workspace.access.changePolicy({ ...policy, ...change }, { actor: t.admin }))
      await set({
        workflow: { open: ['pending_review'], pending_review: ['open', 'closed'] },
        four_eyes: ['closed'],
        sla_pauses_in_pending_review: true,
      })
      const made = await open({ priority: 'urgent' })
      expect(refused(await move(made.id, 'escalated'))).toBe('transition_forbidden')
      granted(await move(made.id, 'pending_review'))
      expect((await read(made.id)).sla_state).toBe('paused')
      t.clock.advance(3_600_000)
      granted(await move(made.id, 'open'))
      const moved = Date.parse((await read(made.id)).sla_due_at) - Date.parse(made.sla_due_at)
      expect(moved).toBeGreaterThanOrEqual(3_600_000)
      expect(moved).toBeLessThan(3_601_000)
      granted(await move(made.id, 'pending_review', sue))
      expect(refused(await move(made.id, 'closed', ben))).toBe('four_eyes_required')
      expect(refused(await move(made.id, 'closed', sue))).toBe('four_eyes_required')
      expect(granted(await move(made.id, 'closed', t.admin)).status).toBe('closed')
      await set({})
    })

    test('L-47: nobody becomes the second person by handing the case over, one by one or many at once', async () => {
      const policy = t.workspace.access.policy()
      granted(await t.workspace.access.changePolicy({ ...policy, four_eyes: ['closed'] }, { actor: t.admin }))
      const made = await open({ priority: 'urgent' })
      granted(await t.workspace.cases.assign(made.id, { owner_id: sue.userId }, { actor: t.admin }))
      granted(await move(made.id, 'investigating', ben))
      expect(refused(await move(made.id, 'closed', sue))).toBe('four_eyes_required')
      granted(await t.workspace.cases.assign(made.id, { owner_id: ben.userId }, { actor: sue }))
      expect(refused(await move(made.id, 'closed', sue))).toBe('four_eyes_required')
      const bulk = granted(
        await t.workspace.cases.bulkStatus({ case_ids: [made.id], status: 'closed', notes: 'n' }, { actor: sue }),
      )
      expect(bulk).toMatchObject({ changed: 0, results: [{ ok: false, error: { code: 'four_eyes_required' } }] })
      expect(granted(await move(made.id, 'closed', t.admin)).status).toBe('closed')
      granted(await t.workspace.access.changePolicy(policy, { actor: t.admin }))
    })

    test('a case is found by number, and its export says what it says', async () => {
      const made = await open({ title: 'Exported case' })
      expect(granted(await t.workspace.cases.readByNumber(made.case_number)).id).toBe(made.id)
      expect(refused(await t.workspace.cases.readByNumber('CASE-ACME-19990101-00001'))).toBe('not_found')
      const rows: ExportedCase[] = []
      for await (const row of t.workspace.cases.exportRows({ q: 'exported' })) rows.push(row)
      expect(rows).toMatchObject([
        { id: made.id, title: 'Exported case', description: 'Seen twice.', owner_id: made.owner_id },
      ])
    })

    test('statistics add up', async () => {
      const stats = await t.workspace.cases.stats()
      const { pagination } = await t.workspace.cases.list(listQuery())
      expect(stats.total).toBe(pagination.total)
      expect(Object.values(stats.by_status).reduce((a, b) => a + b)).toBe(stats.total)
      expect(Object.values(stats.by_priority).reduce((a, b) => a + b)).toBe(stats.unfinished)
      expect(stats.by_owner.reduce((sum, { unfinished }) => sum + unfinished, 0)).toBe(stats.unfinished)
      const breached = await t.workspace.cases.list(listQuery({ sla: ['breached'] }))
      expect(stats.breached).toBe(breached.pagination.total)
    })

    test('all of it verifies', async () => {
      const report = await t.workspace.verification.verifyWorkspace()
      expect(report?.findings.filter(({ severity }) => severity === 'fault')).toEqual([])
      expect(report?.verdict).toBe('intact')
    })
  })
}
