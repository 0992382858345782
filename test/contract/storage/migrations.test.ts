import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { migrations, type Migration } from '../../../main/storage/migrations/all.ts'
import { makeTables, migrate, standing } from '../../../main/storage/migrations/migrate.ts'
import { openReadOnly } from '../../../main/storage/ledger/open-read-only.ts'
import { openWorkspace } from '../../../main/storage/ledger/open-workspace.ts'
import { openMemory, openWriter } from '../../../main/storage/sqlite/connection.ts'
import type { Connection } from '../../../main/storage/sqlite/connection.ts'
import { ofDevelopmentBuild } from '../../support/development-folder.ts'
import { freshWorkspace, granted } from './support.ts'

/** What later releases will do, by migrations that are made up: their tests must not change with the real ones. */

const key = new Uint8Array(32).fill(7)
let scratch: string
beforeEach(() => {
  scratch = mkdtempSync(path.join(tmpdir(), 'fieldseal-migration-'))
})
afterEach(() => rmSync(scratch, { recursive: true, force: true }))

const at = (name: string): string => path.join(scratch, name)
const applied = (db: Connection): string[] =>
  db.prepare("select 1 from sqlite_master where name = 'migrations'").get() === undefined
    ? []
    : db.prepare<[], string>('select name from migrations order by name').pluck().all()
const schema = (db: Connection): string =>
  JSON.stringify(
    db.prepare("select type, name, sql from sqlite_master where name not like 'sqlite_%' order by type, name").all(),
  )

/** Each statement is seen, as the machinery of migrations gives them one by one. */
const running = (name: string, ...statements: readonly string[]): Migration => ({
  name,
  up: (db) => {
    for (const statement of statements) db.exec(statement)
  },
})

const coloured = running(
  '9001_colours',
  'create table colours (n integer primary key, name text not null) strict',
  'create index colours_by_name on colours (name)',
  "insert into colours (name) values ('blue')",
  "alter table workspace add column colour text not null default 'blue'",
)
const shaped = running(
  '9002_shapes',
  'create table shapes (n integer primary key) strict',
  'create index shapes_n on shapes (n)',
  'insert into shapes (n) values (1)',
)
const later = [...migrations, coloured]
const names = (steps: readonly Migration[]): string[] => steps.map(({ name }) => name)

describe('a later migration', () => {
  let db: Connection
  beforeEach(() => {
    db = openMemory()
    granted(migrate(db))
    db.exec(
      "insert into workspace (id, uid, institution, name, sample, created_at) values (1, 'its-uid', 'ACME', 'Acme Bank', 0, 1)",
    )
  })
  afterEach(() => db.close())

  test('is applied once, and leaves what is there', () => {
    expect(standing(db, later)).toBe('earlier')
    for (let again = 0; again < 2; again += 1) {
      granted(migrate(db, later))
      expect([applied(db), standing(db, later)]).toEqual([names(later), 'current'])
      expect(db.prepare('select name, colour from workspace').all()).toEqual([{ name: 'Acme Bank', colour: 'blue' }])
      expect(db.prepare('select name from colours').all()).toEqual([{ name: 'blue' }])
    }
  })

  test('is in what a new database is made of', () => {
    const made = openMemory()
    granted(migrate(made, later))
    granted(migrate(db, later))
    expect([schema(made), applied(made)]).toEqual([schema(db), applied(db)])
    made.close()
  })

  test('is made within a transaction: one that fails leaves the old tables, and the ones before it stand', () => {
    const before = schema(db)
    const failing = running(
      '9001_colours',
      'create table colours (n integer primary key) strict',
      "insert into workspace (id) values ('none')",
    )
    expect(() => migrate(db, [...migrations, failing])).toThrow(/constraint|datatype/iu)
    expect([db.inTransaction, schema(db), applied(db)]).toEqual([false, before, names(migrations)])
    const failingLast = running(
      '9002_shapes',
      'create table shapes (n integer primary key) strict',
      'insert into missing (n) values (1)',
    )
    expect(() => migrate(db, [...later, failingLast])).toThrow(/no such table/u)
    expect([
      applied(db),
      db.prepare("select name from sqlite_master where name in ('colours', 'shapes')").pluck().all(),
    ]).toEqual([names(later), ['colours']])
    granted(migrate(db, [...later, shaped]))
    expect(applied(db)).toEqual(names([...later, shaped]))
  })

  test('L-4: of a newer release is unknown here, and its database is refused as it is', () => {
    granted(migrate(db, later))
    const before = schema(db)
    expect(standing(db)).toBe('newer')
    expect(migrate(db)).toMatchObject({
      ok: false,
      error: { code: 'unavailable', message: expect.stringContaining('newer release') as string },
    })
    expect([schema(db), applied(db)]).toEqual([before, names(later)])
  })
})

describe('L-4: what a development build made', () => {
  test.each([
    ['whose migrations were other ones', ofDevelopmentBuild],
    ['that says nothing of migrations', 'drop table migrations'],
  ])('is refused as that, whatever this release knows, and stays as it is: %s', (_what, statement) => {
    const db = openMemory()
    granted(migrate(db))
    db.exec(statement)
    const before = [schema(db), applied(db)]
    for (const steps of [migrations, later]) {
      expect(standing(db, steps)).toBe('development')
      expect(migrate(db, steps)).toMatchObject({
        ok: false,
        error: {
          code: 'development_build',
          message: expect.stringMatching(/before 0\.1.*not changed.*fieldseal export.*new folder/s) as string,
        },
      })
    }
    expect([schema(db), applied(db)]).toEqual(before)
    db.close()
  })
})

test('tables that are thrown away are those of a new database', () => {
  const [thrown, made] = [openMemory(), openMemory()]
  makeTables(thrown)
  granted(migrate(made))
  made.exec('drop table migrations')
  expect(schema(thrown)).toBe(schema(made))
  for (const db of [thrown, made]) db.close()
})

test('L-4, L-5: a folder of an earlier release is not read as it is, is brought forward when it is opened for work, and then refused by the earlier one', async () => {
  const t = await freshWorkspace()
  await t.workspace.close()
  expect(await openReadOnly(t.dir, t.env, later)).toMatchObject({
    ok: false,
    error: {
      message: expect.stringMatching(/earlier release.*Nothing was changed.*fieldseal serve --data/s) as string,
    },
  })
  const opened = granted(await openWorkspace(t.dir, t.env, { scheduler: t.scheduler, migrations: later }))
  await opened.close()
  const read = granted(await openReadOnly(t.dir, t.env, later))
  expect((await read.verification.verifyWorkspace())?.verdict).toBe('intact')
  read.close()
  for (const refused of [await openReadOnly(t.dir, t.env), await openWorkspace(t.dir, t.env)])
    expect(refused).toMatchObject({ ok: false, error: { message: expect.stringContaining('newer release') as string } })
  rmSync(path.dirname(t.dir), { recursive: true })
})

/** What the disk holds where a process dies now: the database and its log. */
const image = (file: string, copy: string): void => {
  for (const end of ['', '-wal']) if (existsSync(`${file}${end}`)) copyFileSync(`${file}${end}`, `${copy}${end}`)
}

/** The connection, telling before each statement that is run on it. */
const watched = (db: Connection, before: () => void): Connection =>
  new Proxy(db, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      if (name === 'prepare' || name === 'exec') before()
      return value.bind(target) as unknown
    },
  })

/** Images of what the disk holds before every so many statements of work on a database; the last one is of its end. */
const imagesOf = (file: string, every: number, work: (db: Connection) => void): readonly string[] => {
  const images: string[] = []
  let statements = 0
  const db = openWriter(file, key)
  const take = (): void => {
    const copy = `${file}.image-${statements}`
    image(file, copy)
    images.push(copy)
  }
  work(watched(db, () => void ((statements += 1) % every === 0 && take())))
  statements += 1
  take()
  db.close()
  return images
}

test(
  'a process that dies anywhere in a migration leaves the state of the last one that was whole, and the next start goes on from there',
  { timeout: 240_000 },
  () => {
    const steps = [...later, shaped]
    const states = new Map<number, string>()
    for (const done of steps.map((_, index) => index + 1)) {
      const db = openMemory()
      granted(migrate(db, steps.slice(0, done)))
      states.set(done, schema(db))
      db.close()
    }
    const first = openWriter(at('steps.db'), key)
    granted(migrate(first))
    first.close()
    const seen = new Set<number>()
    for (const copy of imagesOf(at('steps.db'), 1, (db) => void granted(migrate(db, steps)))) {
      const found = openWriter(copy, key)
      const done = applied(found)
      seen.add(done.length)
      expect([done, schema(found)]).toEqual([names(steps).slice(0, done.length), states.get(done.length)])
      granted(migrate(found, steps))
      expect([schema(found), found.pragma('integrity_check', { simple: true })]).toEqual([
        states.get(steps.length),
        'ok',
      ])
      found.close()
    }
    expect([...seen].toSorted((one, other) => one - other)).toEqual([0, 1, 2].map((more) => migrations.length + more))
  },
)

test('a process that dies while it makes a new database leaves an empty one', { timeout: 240_000 }, () => {
  const images = imagesOf(at('new.db'), 61, (db) => void granted(migrate(db)))
  const whole = openWriter(images.at(-1) ?? '', key)
  const last = schema(whole)
  whole.close()
  expect(images.length).toBeGreaterThan(3)
  for (const copy of images.slice(0, -1)) {
    const found = openWriter(copy, key)
    expect([applied(found), schema(found)]).toEqual([[], '[]'])
    granted(migrate(found))
    expect([schema(found), found.pragma('integrity_check', { simple: true })]).toEqual([last, 'ok'])
    found.close()
  }
})

/** A new database is made in one step, that of an earlier release step by step. */
const ways = [
  ['a new one', [], migrations],
  ['one of an earlier release', migrations, later],
] as const

test.each(ways)('a full disk that ends the transaction by itself is told as that: %s', (_way, before, steps) => {
  const db = openWriter(at('ended.db'), key)
  if (before.length > 0) granted(migrate(db, before))
  const ending = new Proxy(db, {
    get: (target, name) => {
      if (name === 'exec') {
        return (text: string) => {
          if (text !== 'commit') return target.exec(text)
          target.exec('rollback')
          throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_WRITE' })
        }
      }
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
  expect(() => migrate(ending, steps)).toThrow(expect.objectContaining({ code: 'SQLITE_IOERR_WRITE' }) as Error)
  expect(applied(db)).toEqual(names(before))
  db.close()
})

test.each(ways)(
  'a full disk in the middle of a migration is told as that, and the step is undone: %s',
  (_way, before, steps) => {
    const db = openWriter(at('full.db'), key)
    if (before.length > 0) granted(migrate(db, before))
    // A step may have left free pages.
    db.exec('vacuum')
    db.pragma(`max_page_count = ${(db.pragma('page_count', { simple: true }) as number) + 1}`)
    expect(() => migrate(db, steps)).toThrow(expect.objectContaining({ code: 'SQLITE_FULL' }) as Error)
    expect([db.inTransaction, applied(db)]).toEqual([false, names(before)])
    db.pragma('max_page_count = 1000000')
    granted(migrate(db, steps))
    expect(applied(db)).toEqual(names(steps))
    db.close()
  },
)

test('0013 indexes the words of what a folder of an earlier release holds already', () => {
  const db = openMemory()
  granted(
    migrate(
      db,
      migrations.filter(({ name }) => name !== '0013_one_search'),
    ),
  )
  db.exec(
    `insert into alerts (id, uid, source, live, title, raised_at, first_at, last_at, updated_at, count, score, level, action, signals, reasons, rules, totals)
       values (7, 'a', 'detection', 1, 'Nächtliche Zahlungen', 1, 1, 1, 1, 1, 0.5, 1, 1, '[]', '[]', '[]', '{}');
     insert into screening_subjects (n, kind, id, name, facts, digest, source, added_at, changed_at)
       values (3, 'person', 'p', 'Anton Draht', '{"names":["Anton Draht","Tony Wire"]}', '', '', 1, 1);
     insert into watchlist_contents (n, list, hash, brought_by, names, content) values (5, 'un', x'00', 1, 'boris ivanov', '{}')`,
  )
  granted(migrate(db, migrations))
  const found = (index: string, words: string): unknown[] =>
    db.prepare<[string]>(`select rowid from ${index} where ${index} match ?`).pluck().all(words)
  expect(found('alert_words', 'nachtliche')).toEqual([7])
  expect(found('subject_words', 'tony AND anton')).toEqual([3])
  expect(found('listed_words', 'ivan *')).toEqual([5])
  db.exec("update screening_subjects set facts = '{}' where n = 3; delete from alerts; delete from watchlist_contents")
  expect([found('subject_words', 'tony'), found('subject_words', 'anton')]).toEqual([[], [3]])
  expect([found('alert_words', 'nachtliche'), found('listed_words', 'ivanov')]).toEqual([[], []])
  db.close()
})
