import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate } from '../../../main/storage/migrations/migrate.ts'
import { openMemory } from '../../../main/storage/sqlite/connection.ts'
import type { Connection } from '../../../main/storage/sqlite/connection.ts'

/**
 * What the row of a new alert follows from: nothing, where nobody has said anything of it; else what came before it by
 * sync.
 */

let db: Connection
beforeEach(() => {
  db = openMemory()
  migrate(db)
})
afterEach(() => db.close())

const at = Date.UTC(2026, 2, 4, 10)

const addAlert = (): void => {
  db.prepare(
    `insert into alerts (id, uid, source, live, title, raised_at, first_at, last_at, updated_at, count, score, level, action, signals, reasons, rules, totals)
     values (7, 'its-uid', 'detection', 1, 'An alert', ?, ?, ?, ?, 1, 0.5, 1, 1, '[]', '[]', '[]', '{}')`,
  ).run(at, at, at, at)
}
const row = (): unknown =>
  db
    .prepare(
      'select status, case_id, assignee, acknowledged_at, moved_at, moved_by, revision, disposed_at from alerts where id = 7',
    )
    .get()

test('an alert of which nobody has said anything is written once', () => {
  db.exec(
    'create temp table rewritten (n); create temp trigger rewrites after update on alerts begin insert into rewritten values (1); end',
  )
  addAlert()
  expect(db.prepare('select * from rewritten').all()).toEqual([])
  expect(row()).toEqual({
    status: 'new',
    case_id: null,
    assignee: null,
    acknowledged_at: null,
    moved_at: null,
    moved_by: null,
    revision: 0,
    disposed_at: null,
  })
})

test('steps that came before an alert stand in its row', () => {
  const step =
    "insert into alert_steps (entry, n, alert_uid, alert_id, hlc, at, actor, type, status, assignee) values (?, ?, 'its-uid', 7, ?, ?, 'somebody', 'alert.moved', ?, ?)"
  db.prepare(step).run('e1', 1, 'h1', at + 1, 'in_review', 'somebody')
  db.prepare(step).run('e2', 2, 'h2', at + 2, 'confirmed', null)
  addAlert()
  expect(row()).toEqual({
    status: 'confirmed',
    case_id: null,
    assignee: 'somebody',
    acknowledged_at: at + 1,
    moved_at: at + 2,
    moved_by: 'somebody',
    revision: 2,
    disposed_at: at + 2,
  })
})

test('steps of a case that came before an alert stand in its row', () => {
  db.prepare(
    "insert into case_alert_steps (entry, n, case_id, alert_uid, alert_id, hlc, at, actor, type, status) values ('e1', 1, 3, 'its-uid', 7, 'h1', ?, 'somebody', 'alert.moved', 'dismissed')",
  ).run(at + 1)
  addAlert()
  expect(row()).toMatchObject({ status: 'dismissed', moved_at: at + 1, revision: 1, disposed_at: at + 1 })
})

test('a case that came before its alert stands in its row', () => {
  db.prepare(
    "insert into case_alerts (case_id, alert_uid, alert_id, n, at, raised_at, score, level, action, count) values (3, 'its-uid', 7, 1, ?, ?, 0.5, 1, 1, 1)",
  ).run(at, at)
  addAlert()
  expect(row()).toMatchObject({ status: 'escalated', case_id: 3 })
})
