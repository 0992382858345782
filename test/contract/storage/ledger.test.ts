import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import { takeFolderLock } from '../../../main/platform/folder-lock.ts'
import { createGroupCommit } from '../../../main/storage/ledger/group-commit.ts'
import { initWorkspace } from '../../../main/storage/ledger/init-workspace.ts'
import { openReadOnly } from '../../../main/storage/ledger/open-read-only.ts'
import { openWorkspace } from '../../../main/storage/ledger/open-workspace.ts'
import { openWriter } from '../../../main/storage/sqlite/connection.ts'
import type { Connection } from '../../../main/storage/sqlite/connection.ts'
import { openRaw } from '../../support/raw-database.ts'
import { freshWorkspace, granted, refused } from './support.ts'
import type { TestWorkspace } from './support.ts'

describe('group commit', () => {
  let dir: string
  let db: Connection
  const events: string[] = []
  let count = 0

  const commits = () =>
    createGroupCommit(db, {
      mark: () => {
        const then = count
        return () => {
          count = then
        }
      },
      flush: () => events.push('flush'),
      committed: () => events.push('committed'),
    })
  const insert = (value: string) => () => {
    count += 1
    db.prepare('insert into t (value) values (?)').run(value)
    return ok(value)
  }
  const stored = () =>
    db
      .prepare<[], { value: string }>('select value from t order by rowid')
      .all()
      .map(({ value }) => value)

  beforeEach(() => {
    dir = mkdtempSync(path.join(tmpdir(), 'fieldseal-commit-'))
    db = openWriter(path.join(dir, 'test.db'), new Uint8Array(32).fill(1))
    db.exec('create table t (value text)')
    events.length = 0
    count = 0
  })
  afterEach(() => {
    db.close()
    rmSync(dir, { recursive: true })
  })

  test('L-10: a commit is on the disk before it returns', () => {
    // What a power cut takes no test can show: killing a process loses nothing that the system has taken. 2 is FULL.
    expect([db.pragma('journal_mode', { simple: true }), db.pragma('synchronous', { simple: true })]).toEqual([
      'wal',
      2,
    ])
  })

  test('L-10: jobs that wait share one commit, and none is answered before it', async () => {
    const ledger = commits()
    const answers = Promise.all(
      ['a', 'b', 'c'].map(async (value) => {
        const result = await ledger.run(insert(value))
        events.push(`answered ${value}`)
        return result
      }),
    )
    expect(granted({ ok: true, value: await answers })).toHaveLength(3)
    expect(events).toEqual(['flush', 'committed', 'answered a', 'answered b', 'answered c'])
    expect(stored()).toEqual(['a', 'b', 'c'])
  })

  test('L-18: what needs the connection outside of any transaction waits for a job that lets others have a turn, and those after it wait for that', async () => {
    const ledger = commits()
    const long = ledger.run(async () => {
      insert('begun')()
      await new Promise((resolve) => setImmediate(resolve))
      expect(db.inTransaction).toBe(true)
      return insert('ended')()
    })
    await new Promise((resolve) => setImmediate(resolve))
    const cut = ledger.between(() => [
      db.inTransaction,
      ...stored(),
      ...(db.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[]).map(({ busy }) => busy),
    ])
    const after = ledger.run(insert('after'))
    expect(await cut).toEqual([false, 'begun', 'ended', 0])
    await Promise.all([long, after])
    expect(stored()).toEqual(['begun', 'ended', 'after'])
    await expect(
      ledger.between(() => {
        throw new Error('broken')
      }),
    ).rejects.toThrow('broken')
  })

  test('L-11: a refused or failing job leaves nothing, and does not disturb the others', async () => {
    const ledger = commits()
    const outcomes = await Promise.allSettled([
      ledger.run(insert('kept')),
      ledger.run(() => {
        insert('refused')()
        return fail(refusal('already_done', 'no'))
      }),
      ledger.run(() => {
        insert('broken')()
        throw new Error('a bug')
      }),
      ledger.run(insert('kept too')),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
    expect(outcomes[1]).toMatchObject({ value: { ok: false, error: { code: 'already_done' } } })
    expect(stored()).toEqual(['kept', 'kept too'])
    expect(count).toBe(2)
  })

  test('L-13: a full disk refuses with storage_full and keeps what was kept before', async () => {
    const ledger = commits()
    await ledger.run(insert('before'))
    db.pragma(`max_page_count = ${db.pragma('page_count', { simple: true }) as number}`)
    const results = await Promise.all(Array.from({ length: 3 }, () => ledger.run(insert('x'.repeat(20_000)))))
    expect(results.map(refused)).toEqual(['storage_full', 'storage_full', 'storage_full'])
    expect(count).toBe(1)
    db.pragma('max_page_count = 10000')
    expect((await ledger.run(insert('after'))).ok).toBe(true)
    expect(stored()).toEqual(['before', 'after'])
  })

  test('closing finishes what waits and refuses what comes after', async () => {
    const ledger = commits()
    const waiting = ledger.run(insert('waiting'))
    await ledger.close()
    expect((await waiting).ok).toBe(true)
    expect(refused(await ledger.run(insert('late')))).toBe('unavailable')
  })
})

describe('a data folder', () => {
  let t: TestWorkspace
  beforeEach(async () => {
    t = await freshWorkspace()
  })
  afterEach(async () => await t.remove())

  test('L-2: only its owner can read it', () => {
    const mode = (file: string) => (statSync(file).mode & 0o777).toString(8)
    expect(mode(t.dir)).toBe('700')
    expect(readdirSync(path.join(t.dir, 'keys')).map((name) => mode(path.join(t.dir, 'keys', name)))).toEqual([
      '600',
      '600',
    ])
  })

  test('L-15: an entry whose values no reader would take is not sealed, and its command leaves nothing', async () => {
    const count = () => t.workspace.db.selectFrom('entries').select('n').execute()
    const before = await count()
    const misfit = t.workspace.ledger.write(t.admin, async (tx) => {
      await tx.append({
        case: 'workspace',
        type: 'list.changed',
        subject: 'mules',
        pub: { match: 'exact' },
        withheld: { name: 'Mules', why: 'Known ones.' },
      })
      return ok(await tx.append({ case: 'workspace', type: 'rule.moved', subject: 'a_rule', pub: { to: 'nowhere' } }))
    })
    await expect(misfit).rejects.toThrow('rule.moved are not of the form by which they are read, at to')
    expect(await count()).toEqual(before)
  })

  test('L-3: a second service is refused, also from another process, until the first has ended', async () => {
    expect(refused(await openWorkspace(t.dir, t.env))).toBe('unavailable')
    const program = `
      import { takeFolderLock } from ${JSON.stringify(path.resolve('main/platform/folder-lock.ts'))}
      const lock = takeFolderLock(${JSON.stringify(path.join(t.dir, 'lock.db'))})
      process.stdout.write(lock === null ? 'held' : 'free')
      if (lock !== null) process.kill(process.pid, 'SIGKILL')`
    const elsewhere = () =>
      spawnSync(process.execPath, ['--input-type=module-typescript', '-e', program], { encoding: 'utf8' }).stdout
    expect(elsewhere()).toBe('held')
    await t.workspace.close()
    expect(elsewhere()).toBe('free')
    // The process above was killed while it held the lock: nothing stale stays behind.
    const lock = takeFolderLock(path.join(t.dir, 'lock.db'))
    expect(lock).not.toBeNull()
    lock?.release()
  })

  test('a second workspace is never made over the first', async () => {
    await t.workspace.close()
    expect(refused(await initWorkspace(t.dir, { institution: 'OTHER', name: 'Other', admin: 'X Y' }, t.env))).toBe(
      'already_done',
    )
    expect(
      refused(await initWorkspace(`${t.dir}-2`, { institution: 'no good', name: 'Other', admin: 'X Y' }, t.env)),
    ).toBe('invalid_request')
    // What is sealed first is held to the rules of all other names, whoever asks.
    for (const names of [
      { name: 'Acme\n\u202eknaB\u0007' },
      { admin: 'Ada\u202e\u0000 nagroM\nline two' },
      { admin: 'x'.repeat(121) },
      { name: ' ' },
    ]) {
      expect(
        refused(
          await initWorkspace(`${t.dir}-2`, { institution: 'OTHER', name: 'Other', admin: 'X Y', ...names }, t.env),
        ),
      ).toBe('invalid_request')
    }
    expect(existsSync(`${t.dir}-2`)).toBe(false)
  })

  test('L-82, L-5: it can be read and verified while its service runs', async () => {
    const { cases } = t.workspace
    const made = granted(await cases.create({ title: 'T', description: 'D', priority: 'low' }, { actor: t.admin }))
    const reader = granted(await openReadOnly(t.dir, t.env))
    granted(await cases.addNote(made.id, { text: 'more' }, { actor: t.admin }))
    expect(granted(await reader.cases.read(made.id)).revision).toBe(2)
    expect((await reader.verification.verifyWorkspace())?.verdict).toBe('intact')
    reader.close()
  })

  test('L-22: counts go on after a restart', async () => {
    const { cases } = t.workspace
    const first = granted(await cases.create({ title: 'T', description: 'D', priority: 'low' }, { actor: t.admin }))
    t = await t.reopen()
    const second = granted(
      await t.workspace.cases.create({ title: 'T', description: 'D', priority: 'low' }, { actor: t.admin }),
    )
    expect([first.id, second.id]).toEqual([1, 2])
    expect(second.case_number.endsWith('-00002')).toBe(true)
    expect((await t.workspace.verification.verifyWorkspace())?.verdict).toBe('intact')
  })

  test('L-12, Y-81: while sealing is held, what would seal is refused and leaves nothing, what seals nothing is kept, and the counts go on as if nobody had asked', async () => {
    const { cases, sync } = t.workspace
    const first = granted(await cases.create({ title: 'T', description: 'D', priority: 'low' }, { actor: t.admin }))
    sync.gate.hold(refusal('unavailable', 'not now'))
    const [note, alarm, opened] = await Promise.all([
      cases.addNote(first.id, { text: 'held' }, { actor: t.admin }),
      sync.settings.raise('kept', 'seals nothing', 0),
      cases.create({ title: 'T', description: 'D', priority: 'low' }, { actor: t.admin }),
    ])
    expect([note, opened].map((result) => (result.ok ? 'sealed' : result.error.message))).toEqual([
      'not now',
      'not now',
    ])
    expect(alarm.ok).toBe(true)
    expect(sync.settings.alarms()).toMatchObject([{ code: 'kept' }])
    sync.gate.open()
    expect(granted(await cases.create({ title: 'T', description: 'D', priority: 'low' }, { actor: t.admin })).id).toBe(
      first.id + 1,
    )
    expect(granted(await cases.read(first.id)).revision).toBe(1)
    expect((await t.workspace.verification.verifyWorkspace())?.verdict).toBe('intact')
  })

  test('a folder of a newer release is refused', async () => {
    await t.workspace.close()
    const db = openRaw(t.dir)
    db.prepare("insert into migrations (name, applied_at) values ('9999_future', '')").run()
    db.close()
    expect(refused(await openWorkspace(t.dir, t.env))).toBe('unavailable')
    expect(refused(await openReadOnly(t.dir, t.env))).toBe('unavailable')
  })

  test('L-41: a day has 99,999 numbers, and then creation is refused; the next day goes on', async () => {
    const { cases, ledger } = t.workspace
    const day = '20260302'
    await ledger.write(t.admin, async (tx) => {
      await tx.sql.run(
        "insert into number_slots (segment, day, slot, device_number, last) values ('ACME', ?, 999, 0, 98)",
        day,
      )
      return ok(undefined)
    })
    const create = () => cases.create({ title: 'T', description: 'D', priority: 'low' }, { actor: t.admin })
    expect(granted(await create()).case_number).toBe(`CASE-ACME-${day}-99999`)
    expect(refused(await create())).toBe('case_numbers_exhausted')
    granted(
      await t.workspace.access.changePolicy(
        { ...t.workspace.access.policy(), case_number_segments: ['ACME2'] },
        { actor: t.admin },
      ),
    )
    expect(granted(await create()).case_number, 'a further segment').toBe(`CASE-ACME2-${day}-00001`)
    t.clock.advance(86_400_000)
    expect(granted(await create()).case_number).toBe('CASE-ACME-20260303-00001')
  })
})

describe('local checkpoints', () => {
  let t: TestWorkspace
  beforeEach(async () => {
    t = await freshWorkspace()
  })
  afterEach(async () => await t.remove())

  const sizes = async (id: number) =>
    (
      await t.workspace.db.selectFrom('checkpoints').select('size').where('chain', '=', id).orderBy('size').execute()
    ).map(({ size }) => size)
  const note = (id: number) => t.workspace.cases.addNote(id, { text: 'n' }, { actor: t.admin })
  const open = async () =>
    granted(await t.workspace.cases.create({ title: 'T', description: 'D', priority: 'low' }, { actor: t.admin })).id

  test('L-30: they are signed some time after a change, all open chains at once', async () => {
    const id = await open()
    expect(await sizes(id)).toEqual([])
    t.scheduler.run()
    await note(id)
    expect(await sizes(id)).toEqual([1])
  })

  test('L-30: reading one signs it first', async () => {
    const id = await open()
    const read = granted(await t.workspace.cases.checkpoint(id))
    expect(read).toMatchObject({
      size: 1,
      origin: `${t.made.deviceId}/case/${granted(await t.workspace.cases.read(id)).uid}`,
    })
    granted(await note(id))
    expect(granted(await t.workspace.cases.checkpoint(id)).size).toBe(2)
  })

  test('L-30: closing signs what is open', async () => {
    const id = await open()
    t = await t.reopen()
    expect(await sizes(id)).toEqual([1])
  })

  test('L-32: of many, the newest eight and powers of two are kept', async () => {
    const id = await open()
    for (let n = 0; n < 20; n += 1) {
      granted(await note(id))
      granted(await t.workspace.cases.checkpoint(id))
    }
    expect(await sizes(id)).toEqual([2, 4, 8, 14, 15, 16, 17, 18, 19, 20, 21])
  })

  test('L-31: a tree that does not extend the last checkpoint is never signed', async () => {
    const id = await open()
    granted(await note(id))
    granted(await t.workspace.cases.checkpoint(id))
    await t.workspace.ledger.write(t.admin, async (tx) => {
      await tx.sql.run('delete from entries where chain = ? and pos = 1', id)
      return ok(undefined)
    })
    granted(await note(id))
    granted(await t.workspace.cases.checkpoint(id))
    expect(await sizes(id)).toEqual([2])
    const report = granted(await t.workspace.verification.verifyCase(id))
    expect(report.verdict).toBe('faults_found')
  })
})
