import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SqlValue, SyncStatements } from '../../../main/storage/sqlite/statements.ts'
import { createWorkloadReader } from '../../../main/storage/workload/read-workload.ts'
import { granted, freshWorkspace } from './support.ts'
import type { TestWorkspace } from './support.ts'

let t: TestWorkspace
beforeAll(async () => {
  t = await freshWorkspace()
})
afterAll(() => t.remove())

interface Read {
  readonly text: string
  readonly values: readonly SqlValue[]
}

/** Statements that note what they were asked. */
const noting = (sql: SyncStatements, reads: Read[]): SyncStatements => ({
  ...sql,
  get: (text, ...values) => {
    reads.push({ text, values })
    return sql.get(text, ...values)
  },
  all: (text, ...values) => {
    reads.push({ text, values })
    return sql.all(text, ...values)
  },
})

/** What a plan walks from end to end; of people and keys there are few, and these indexes hold what is to be done alone. */
const allowed =
  /^SCAN (\w+ USING (COVERING )?INDEX (alerts_assigned|cases_unfinished|case_tasks_assignee|conflicts_open|\w*decisions_proposed)|users|api_keys|json_each VIRTUAL TABLE.*|CONSTANT ROW|r|recent|\(subquery-\d+\))$/u

test('a workload walks no table from end to end, and asks as often in a larger workspace', async () => {
  const { workspace } = t
  const { cases, tasks, alerts, decisions, sync } = workspace
  const reading = async (): Promise<readonly Read[]> => {
    const reads: Read[] = []
    await workspace.readMoment(({ sql, vault }) =>
      createWorkloadReader({
        sql: noting(sql, reads),
        vault,
        env: t.env,
        policy: () => workspace.access.policy(),
        cases,
        tasks,
        alerts,
        decisions,
        conflicts: (query) => sync.overview.conflicts(query),
      })(t.admin),
    )
    return reads
  }
  const before = await reading()
  for (let n = 0; n < 30; n += 1)
    granted(
      await cases.create({ title: `Case ${n}`, description: 'What was seen.', priority: 'high' }, { actor: t.admin }),
    )
  const after = await reading()
  expect(after.map(({ text }) => text)).toEqual(before.map(({ text }) => text))
  await workspace.readMoment(({ sql }) => {
    for (const { text, values } of after)
      expect(
        sql
          .all<{ detail: string }>(`explain query plan ${text}`, ...values)
          .map(({ detail }) => detail)
          .filter((detail) => detail.startsWith('SCAN ') && !allowed.test(detail)),
        text,
      ).toEqual([])
    return Promise.resolve()
  })
})
