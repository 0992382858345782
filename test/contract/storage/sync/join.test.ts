import { spawnSync } from 'node:child_process'
import { cpSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { joinFolder, joiningOf } from '../../../../main/storage/sync/join-folder.ts'
import { openWorkspace } from '../../../../main/storage/ledger/open-workspace.ts'
import { freshWorkspace, granted, listQuery, refused, ownWorkspace } from '../support.ts'
import { someOf } from '../../../support/tries.ts'
import type { TestWorkspace } from '../support.ts'
import { answerOf, dumpOf, faultsOf, freshField, joinAlone } from './replicas.ts'
import type { Field, Replica } from './replicas.ts'
import { turnedByHand } from '../../../support/turned-by-hand.ts'

const number = 5
const shift = number * 2 ** 32

describe('Y-14: a folder that worked alone', () => {
  let field: Field
  let alone: TestWorkspace
  let answer: ReturnType<typeof answerOf>

  beforeEach(async () => {
    field = await freshField()
    alone = await ownWorkspace()
    answer = answerOf(
      field.order,
      { ...alone, made: { ...alone.made, workspaceId: field.root.workspace.facts.uid } },
      field.root.workspace.keys.device.kid,
      alone.made.deviceId,
      number,
      field.admin.userUid,
    )
  })
  afterEach(async () => {
    await alone.remove()
    await field.remove()
  })

  const open = (title: string) =>
    alone.workspace.cases.create({ title, description: 'Written alone', priority: 'low' }, { actor: alone.admin })

  const join = (): Promise<Replica> => joinAlone(field, alone, answer, number)

  test('brings its cases along: new ids, new numbers, and the old ones still find them, on every replica alike', async () => {
    const mine = granted(await open('Found alone'))
    granted(await alone.workspace.cases.placeHold(mine.id, { reason: 'order' }, { actor: alone.admin }))
    await alone.addUser('Dee Ortiz', 'investigator')
    granted(
      await alone.workspace.access.saveView(alone.admin, {
        name: 'Mine',
        query: { owner_id: String(alone.admin.userId) },
      }),
    )
    granted(
      await alone.workspace.access.keepDraft(alone.admin, {
        key: `note:${mine.id}`,
        text: 'Half a note',
        caseId: mine.id,
      }),
    )
    const other = granted(
      await field.root.workspace.cases.create(
        { title: 'Of the office', description: '', priority: 'low' },
        { actor: field.admin },
      ),
    )
    expect(other.case_number, 'both began to count at the same number').toBe(
      mine.case_number.replace(/-00001$/u, '-00001'),
    )
    const joined = await join()
    const before = granted(await joined.workspace.cases.read(mine.id + shift))
    expect(before.former_numbers).toEqual([mine.case_number])
    expect(before.case_number).toMatch(new RegExp(`-00${number}01$`, 'u'))
    expect(await faultsOf(joined)).toEqual([])
    await field.order.pull(joined)
    await field.order.push(joined)
    await field.order.push(field.root)
    await field.order.pull(field.root)
    await field.order.pull(joined)
    expect(dumpOf(joined)).toEqual(dumpOf(field.root))
    for (const replica of [joined, field.root]) {
      const full = granted(await replica.workspace.cases.read(mine.id + shift))
      expect(full).toMatchObject({
        title: 'Found alone',
        legal_hold: true,
        owner_id: alone.admin.userId + shift,
        former_numbers: [mine.case_number],
      })
      expect(
        (await replica.workspace.cases.list(listQuery({ q: mine.case_number }))).data
          .map((row) => row.id)
          .sort((a, b) => a - b),
      ).toEqual([other.id, mine.id + shift])
      const [found] = (await replica.workspace.search.search(mine.case_number.toLowerCase(), ['case'])).groups
      expect(found?.items.map((item) => [item.kind === 'case' ? item.id : 0, item.reason.field])).toEqual([
        [other.id, 'number'],
        [mine.id + shift, 'former_number'],
      ])
      expect(await faultsOf(replica)).toEqual([])
    }
    const users = await field.root.workspace.access.listUsers()
    expect(
      users
        .map(({ name, active, login_name: login }) => ({ name, active, login }))
        .sort((a, b) => a.login.localeCompare(b.login)),
    ).toEqual([
      { name: 'Ana Ruiz', active: true, login: 'ana.ruiz' },
      { name: 'Ana Ruiz', active: false, login: 'ana.ruiz.2' },
      { name: 'Dee Ortiz', active: false, login: 'dee.ortiz' },
    ])
    expect(joined.workspace.facts).toMatchObject({ uid: field.root.workspace.facts.uid, deviceNumber: number })
    expect(
      (await joined.workspace.access.listViews(alone.admin.userUid)).map(({ id, query }) => ({ id, query })),
    ).toEqual([{ id: 1 + shift, query: { owner_id: String(alone.admin.userId + shift) } }])
    expect(
      (await joined.workspace.access.listDrafts(alone.admin.userUid)).map(({ key, text }) => ({ key, text })),
    ).toEqual([{ key: `note:${mine.id + shift}`, text: 'Half a note' }])
    const next = granted(
      await joined.workspace.cases.create({ title: 'After', description: '', priority: 'low' }, { actor: field.admin }),
    )
    expect(next.id).toBe(mine.id + shift + 1)
    granted(
      await joined.workspace.cases.assign(mine.id + shift, { owner_id: field.admin.userId }, { actor: field.admin }),
    )
    await field.order.push(joined)
    await field.order.pull(field.root)
    expect(
      granted(await field.root.workspace.cases.read(mine.id + shift)).owner_id,
      'an id of another device is read as it stands',
    ).toBe(field.admin.userId)
    expect(dumpOf(joined)).toEqual(dumpOf(field.root))
    await joined.remove()
    alone = await freshWorkspace()
  })

  test('Y-48, L-65: its related cases stay related under their new numbers, and a saved view of the children of one still shows them', async () => {
    const [ring, child] = [granted(await open('The ring')), granted(await open('Of the ring'))]
    granted(
      await alone.workspace.cases.relate(
        child.id,
        { other_id: ring.id, relation: 'parent', notes: 'One ring.' },
        { actor: alone.admin },
      ),
    )
    granted(
      await alone.workspace.access.saveView(alone.admin, { name: 'The ring', query: { parent_id: String(ring.id) } }),
    )
    const joined = await join()
    await field.order.pull(joined)
    await field.order.push(joined)
    await field.order.pull(field.root)
    expect((await joined.workspace.access.listViews(alone.admin.userUid)).map(({ query }) => query)).toEqual([
      { parent_id: String(ring.id + shift) },
    ])
    for (const replica of [joined, field.root]) {
      const { cases } = replica.workspace
      const number = granted(await cases.read(ring.id + shift)).case_number
      expect(number).not.toBe(ring.case_number)
      expect(granted(await cases.relations(child.id + shift, { page: 1, size: 20 })).data).toMatchObject([
        { relation: 'parent', other_id: ring.id + shift, case_number: number, state: 'holds' },
      ])
      expect((await cases.list(listQuery({ parent_id: ring.id + shift }))).data).toMatchObject([
        { id: child.id + shift },
      ])
      expect(await faultsOf(replica)).toEqual([])
    }
    await joined.remove()
    alone = await freshWorkspace()
  })

  test('that was worked in since it asked is refused, and stays as it was', async () => {
    const { dseq } = await joiningOf(alone.workspace)
    const made = granted(await open('Written in between'))
    await alone.workspace.close()
    expect(
      refused(
        await joinFolder(alone.dir, { answer, url: 'https://hub.test', password: null, joinedDseq: dseq }, alone.env),
      ),
    ).toBe('unavailable')
    alone = await alone.reopen()
    expect(granted(await alone.workspace.cases.read(made.id)).title).toBe('Written in between')
    expect(alone.workspace.sync.replica.relation()).toBeNull()
  })

  test('killed at any moment, is standalone or joined, whole', { timeout: 300_000 }, async () => {
    const made = granted(await open('Whole'))
    const { dseq } = await joiningOf(alone.workspace)
    await alone.workspace.close()
    const base = path.dirname(alone.dir)
    const enrolment = path.join(base, 'enrolment.json')
    writeFileSync(
      enrolment,
      JSON.stringify({
        answer: { ...answer, lease: { slots: [number], until: '2099-01-01T00:00:00.000Z' } },
        url: 'https://hub.test',
        password: null,
        joinedDseq: dseq,
      }),
    )
    const support = path.resolve('test/support')
    const run = (dir: string, dieAt: number) => {
      cpSync(alone.dir, dir, { recursive: true })
      return spawnSync(
        process.execPath,
        ['--import', path.join(support, 'die-at.ts'), path.join(support, 'join-once.ts'), dir, enrolment],
        {
          encoding: 'utf8',
          env: { ...process.env, ...(dieAt === 0 ? {} : { DIE_AT: String(dieAt) }) },
        },
      )
    }
    const counting = run(path.join(base, 'counting'), 0)
    expect(counting.stdout, counting.stderr).toContain('joined')
    const steps = Number(/steps (\d+)/u.exec(counting.stdout)?.[1])
    const states = new Set<string>()
    // The last steps, among them the renaming, and some of those before. The very last are looked at each time: it is
    // joined in between them.
    const last = steps - 3
    for (const dieAt of someOf(
      [1, ...Array.from({ length: 10 }, (_, back) => steps - back), Math.floor(steps / 3), Math.floor(steps / 2)],
      4,
      (step) => (step > last ? `${step}` : 'earlier'),
    )) {
      const dir = path.join(base, `killed-${dieAt}`)
      expect(run(dir, dieAt).signal, `step ${dieAt} of ${steps}`).toBe('SIGKILL')
      const opened = granted(await openWorkspace(dir, alone.env, { scheduler: turnedByHand() }))
      const isJoined = opened.sync.replica.relation() !== null
      states.add(isJoined ? 'joined' : 'standalone')
      expect(granted(await opened.cases.read(isJoined ? made.id + shift : made.id)).former_numbers).toEqual(
        isJoined ? [made.case_number] : [],
      )
      expect((await opened.verification.verifyWorkspace())?.verdict, `step ${dieAt} of ${steps}`).toBe('intact')
      await opened.close()
      expect(readdirSync(dir).filter((name) => name.endsWith('.new'))).toEqual([])
    }
    expect([...states].sort()).toEqual(['joined', 'standalone'])
    alone = await alone.reopen()
  })

  test('with more cases of a day than it got numbers for is refused, and stays as it was', async () => {
    for (let n = 0; n < 101; n += 1) granted(await open(`Case ${n}`))
    const joining = await joiningOf(alone.workspace)
    expect(joining).toMatchObject({ cases: 101, slots: 2 })
    await alone.workspace.close()
    expect(
      refused(
        await joinFolder(
          alone.dir,
          { answer, url: 'https://hub.test', password: null, joinedDseq: joining.dseq },
          alone.env,
        ),
      ),
    ).toBe('case_numbers_exhausted')
    alone = await alone.reopen()
    expect(alone.workspace.sync.replica.relation()).toBeNull()
    expect((await alone.workspace.cases.list(listQuery({}))).pagination.total).toBe(101)
  })
})
