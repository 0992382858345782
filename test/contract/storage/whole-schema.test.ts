import { expect, test } from 'vitest'
import { bringForward, migrate } from '../../../main/storage/migrations/migrate.ts'
import { openMemory, type Connection } from '../../../main/storage/sqlite/connection.ts'

const schema = (db: Connection): unknown[] => db.prepare('select type, name, tbl_name, sql from sqlite_master order by type, name').all()

/** The content of every table, in which what differs from one new database to the next is told by its form. */
const content = (db: Connection): Record<string, string> => {
  const tables = db.prepare<[], { name: string }>("select name from pragma_table_list where schema = 'main' and type in ('table', 'shadow') and name not like 'sqlite_%' order by name").all()
  return Object.fromEntries(
    tables.map(({ name }) => [
      name,
      JSON.stringify(db.prepare(`select * from "${name}"`).all()).replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/gu, '"a time"').replaceAll(/"[0-9a-f]{32}"/gu, '"an id"'),
    ]),
  )
}

test('a new database is made in one step, and is what the migrations make one after the other (where it is not: node scripts/schema.ts)', async () => {
  const [whole, stepwise] = [openMemory(), openMemory()]
  expect([await migrate(whole), await bringForward(stepwise)]).toEqual([{ ok: true }, { ok: true }])
  expect(schema(whole)).toEqual(schema(stepwise))
  expect(content(whole)).toEqual(content(stepwise))
  expect(content(whole)).toMatchObject({ event_stream: '[{"id":1,"uid":"an id","since":0}]' })
  const again = schema(whole)
  expect(await migrate(whole)).toEqual({ ok: true })
  expect(schema(whole)).toEqual(again)
})
