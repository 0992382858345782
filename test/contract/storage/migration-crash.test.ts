import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrations } from '../../../main/storage/migrations/all.ts'
import { bringForward, migrate } from '../../../main/storage/migrations/migrate.ts'
import { openWriter } from '../../../main/storage/sqlite/connection.ts'
import type { Connection } from '../../../main/storage/sqlite/connection.ts'

const key = new Uint8Array(32).fill(7)
let scratch: string
beforeEach(() => {
  scratch = mkdtempSync(path.join(tmpdir(), 'fieldseal-migration-'))
})
afterEach(() => rmSync(scratch, { recursive: true, force: true }))

const at = (name: string): string => path.join(scratch, name)
const applied = (db: Connection): string[] => (db.prepare("select 1 from sqlite_master where name = 'migrations'").get() === undefined ? [] : (db.prepare('select name from migrations order by name').pluck().all() as string[]))
const schema = (db: Connection): string => JSON.stringify(db.prepare("select type, name, sql from sqlite_master where name not like 'sqlite_%' order by type, name").all())

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

test('a process that dies anywhere in a migration leaves the state of the last one that was whole, and the next start goes on from there', { timeout: 240_000 }, async () => {
  const file = at('whole.db')
  /** The schema after so many migrations. */
  const schemas = new Map<number, string>()
  const images: string[] = []
  let statements = 0
  const db = openWriter(file, key)
  const brought = await bringForward(
    watched(db, () => {
      if (!db.inTransaction) schemas.set(applied(db).length, schema(db))
      // A prime: the places differ from migration to migration.
      if ((statements += 1) % 13 !== 0) return
      const copy = at(`image-${statements}.db`)
      image(file, copy)
      images.push(copy)
    }),
  )
  expect(brought.ok).toBe(true)
  const last = schema(db)
  schemas.set(migrations.length, last)
  db.close()
  expect(images.length).toBeGreaterThan(20)

  const seen = new Set<number>()
  for (const copy of images) {
    const found = openWriter(copy, key)
    const done = applied(found)
    seen.add(done.length)
    expect(done).toEqual(migrations.slice(0, done.length).map(({ name }) => name))
    if (schemas.has(done.length)) expect(schema(found)).toBe(schemas.get(done.length))
    expect((await bringForward(found)).ok).toBe(true)
    expect([schema(found), found.pragma('integrity_check', { simple: true })]).toEqual([last, 'ok'])
    found.close()
  }
  expect(seen.size).toBeGreaterThan(10)
})

test('a process that dies while it makes a new database leaves an empty one', { timeout: 240_000 }, async () => {
  const images: string[] = []
  let statements = 0
  const db = openWriter(at('new.db'), key)
  await migrate(
    watched(db, () => {
      if ((statements += 1) % 61 !== 0) return
      const copy = at(`new-${statements}.db`)
      image(at('new.db'), copy)
      images.push(copy)
    }),
  )
  const last = schema(db)
  db.close()
  expect(images.length).toBeGreaterThan(3)
  for (const copy of images) {
    const found = openWriter(copy, key)
    expect([applied(found), schema(found)]).toEqual([[], '[]'])
    expect((await migrate(found)).ok).toBe(true)
    expect([schema(found), found.pragma('integrity_check', { simple: true })]).toEqual([last, 'ok'])
    found.close()
  }
})

/** A new database is made in one step, an earlier release's step by step. */
const ways = [['in one step', migrate], ['step by step', bringForward]] as const

test.each(ways)('a full disk that ends the transaction by itself is told as that: %s', async (_way, bring) => {
  const db = openWriter(at('ended.db'), key)
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
  await expect(bring(ending)).rejects.toMatchObject({ code: 'SQLITE_IOERR_WRITE' })
  expect(applied(db)).toEqual([])
  db.close()
})

test.each(ways)('a full disk in the middle of a migration is told as that, and the step is undone: %s', async (_way, bring) => {
  const file = at('full.db')
  const db = openWriter(file, key)
  db.pragma('max_page_count = 30')
  await expect(bring(db)).rejects.toMatchObject({ code: 'SQLITE_FULL' })
  expect(db.inTransaction).toBe(false)
  const done = applied(db)
  expect(done).toEqual(migrations.slice(0, done.length).map(({ name }) => name))
  db.pragma('max_page_count = 1000000')
  expect((await bring(db)).ok).toBe(true)
  db.close()
})
