import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keptOfACase } from '../../../main/storage/evidence/acquisition-store.ts'
import { openRaw } from '../../support/raw-database.ts'
import { freshWorkspace, granted } from './support.ts'
import type { TestWorkspace } from './support.ts'

let t: TestWorkspace
beforeEach(async () => {
  t = await freshWorkspace()
})
afterEach(async () => await t.remove())

/** An id as the service gives it: ids that are made later come later in order. */
const idOf = (n: number): string => `01939b52-${String(n).padStart(4, '0')}-7000-8000-${randomBytes(6).toString('hex')}`

/** Writes the record of an acquisition, with a file in it. */
const remember = (db: ReturnType<typeof openRaw>, id: string, caseId: number, state: string): void => {
  db.prepare(
    `insert into acquisitions (id, case_id, via, state, name, facts, actor, files_done, bytes_done, started_at, active_ms, duplicates, problems, problems_total)
     values (?, ?, 'path', ?, 'source', '{}', '{}', 1, 1, 0, 0, 0, '[]', 0)`,
  ).run(id, caseId, state)
  db.prepare("insert into acquisition_files (acquisition_id, path, evidence_id) values (?, 'a.txt', 1)").run(id)
}

test('E-18: of what has ended the newest 1,000 of each case are remembered; what can be gone on with is never forgotten', async () => {
  const first = granted(
    await t.workspace.cases.create(
      { title: 'First', description: 'Much is taken in.', priority: 'low' },
      { actor: t.admin },
    ),
  ).id
  const second = granted(
    await t.workspace.cases.create({ title: 'Second', description: 'Little is.', priority: 'low' }, { actor: t.admin }),
  ).id
  await t.workspace.close()
  const db = openRaw(t.dir)
  const ended = Array.from({ length: keptOfACase + 3 }, (_, n) => idOf(n + 10))
  const older = [idOf(1), idOf(2), idOf(3), idOf(4)]
  const elsewhere = idOf(5)
  db.transaction(() => {
    for (const [n, id] of ended.entries()) remember(db, id, first, n % 2 === 0 ? 'done' : 'cancelled')
    for (const [n, id] of older.entries()) remember(db, id, first, ['running', 'paused', 'failed', 'waiting'][n] ?? '')
    remember(db, elsewhere, second, 'done')
  })()
  db.close()
  t = await t.reopen()
  await t.workspace.close()
  const again = openRaw(t.dir)
  const column = (text: string): string[] =>
    again
      .prepare<[], { id: string }>(text)
      .all()
      .map(({ id }) => id)
  const kept = [...older, elsewhere, ...ended.slice(3)].sort()
  expect(column('select id from acquisitions order by id')).toEqual(kept)
  expect(column('select acquisition_id as id from acquisition_files order by 1')).toEqual(kept)
  again.close()
})
