import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate } from '../../../main/storage/migrations/migrate.ts'
import { openMemory } from '../../../main/storage/sqlite/connection.ts'
import type { Connection } from '../../../main/storage/sqlite/connection.ts'

/** The words of alerts in the one search follow their rows. */

let db: Connection
beforeEach(() => {
  db = openMemory()
  migrate(db)
  db.prepare(
    `insert into alerts (id, uid, source, live, title, raised_at, first_at, last_at, updated_at, count, score, level, action, signals, reasons, rules, totals)
     values (7, 'its-uid', 'detection', 1, 'Zebra crossing', 1, 1, 1, 1, 1, 0.5, 1, 1, '[]', '[]', '[]', '{}')`,
  ).run()
})
afterEach(() => db.close())

const found = (words: string): unknown =>
  db.prepare('select rowid from alert_words where alert_words match ?').pluck().all(words)

test('Y-14: an alert whose id changes, since its folder joined a hub, is found by its new one alone', () => {
  expect(found('zebra')).toEqual([7])
  db.prepare('update alerts set id = id + 4294967296').run()
  expect(found('zebra')).toEqual([4_294_967_303])
})

test('an alert is found by the title that it has, and not once it is gone', () => {
  db.prepare("update alerts set title = 'Heron'").run()
  expect([found('zebra'), found('heron')]).toEqual([[], [7]])
  db.prepare('delete from alerts').run()
  expect(found('heron')).toEqual([])
})
