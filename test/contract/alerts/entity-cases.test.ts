import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate } from '../../../main/storage/migrations/migrate.ts'
import { entityCases } from '../../../main/storage/migrations/0024_entity_cases.ts'
import { openMemory } from '../../../main/storage/sqlite/connection.ts'
import type { Connection } from '../../../main/storage/sqlite/connection.ts'
import { kyselyOver } from '../../../main/storage/sqlite/kysely-dialect.ts'

let db: Connection

/** A database as the release before had it. */
beforeEach(async () => {
  db = openMemory()
  await migrate(db)
  db.exec(`drop table entity_cases;
    create table entity_cases (entity_kind text not null, entity_id text not null, case_id integer not null, last_at integer not null, primary key (entity_kind, entity_id, case_id)) strict, without rowid`)
})
afterEach(() => db.close())

test('a folder of an earlier release learns from its alerts where the activities of its cases begin', async () => {
  const alert = db.prepare(`insert into alerts (id, uid, source, live, entity_kind, entity_id, title, raised_at, first_at, last_at, updated_at, count, score, level, action, signals, reasons, rules, totals)
    values (?, ?, 'detection', 1, 'customer', ?, 'An alert', ?, ?, ?, ?, 1, 0.9, 3, 3, '[]', '[]', '[]', '{}')`)
  for (const [id, customer, first, last] of [[1, 'a', 200, 300], [2, 'a', 100, 250], [3, 'else', 5, 6]] as const) alert.run(id, `u${id}`, customer, last, first, last, last)
  db.exec(`insert into case_alerts (case_id, alert_uid, alert_id, n, at, raised_at, score, level, action, count) select 7, uid, id, id, 400, raised_at, score, level, action, count from alerts;
    insert into entity_cases values ('customer', 'a', 7, 300), ('customer', 'gone', 8, 900)`)
  await entityCases.up(kyselyOver(db))
  expect(db.prepare('select * from entity_cases order by case_id').all()).toEqual([
    { entity_kind: 'customer', entity_id: 'a', case_id: 7, first_at: 100, last_at: 300 },
    { entity_kind: 'customer', entity_id: 'gone', case_id: 8, first_at: 900, last_at: 900 },
  ])
})
