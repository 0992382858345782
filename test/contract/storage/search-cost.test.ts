import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSearchStore } from '../../../main/storage/search/search-store.ts'
import type { SqlValue, SyncStatements } from '../../../main/storage/sqlite/statements.ts'
import { insertActivities } from '../../../main/storage/transactions/write-rows.ts'
import { ok } from '../../../shared/schema/result.ts'
import { searchAreas } from '../../../shared/schema/search.ts'
import { judged, payment } from '../alerts/support.ts'
import { freshWorkspace, granted } from './support.ts'
import type { TestWorkspace } from './support.ts'

let t: TestWorkspace
beforeAll(async () => {
  t = await freshWorkspace()
})
afterAll(() => t.remove())

const addWork = async (from: number, count: number): Promise<void> => {
  const numbers = Array.from({ length: count }, (_, n) => from + n)
  granted(
    await t.workspace.ledger.write(t.admin, async (tx) => {
      await insertActivities(
        tx.sql,
        numbers.map((n) => {
          const atMs = Date.UTC(2026, 1, 1) + n * 1_000
          const event = payment(`tx-${n}`, atMs, { customer_id: `c${n % 7}`, terminal_id: 'term-1', amount: 10 })
          return { event, atMs, assessment: judged(0.1), knownAtMs: null, late: false }
        }),
        null,
        tx.nowMs,
      )
      for (const n of numbers) {
        await tx.sql.run(
          `insert into alerts (id, uid, source, live, entity_kind, entity_id, title, raised_at, first_at, last_at, updated_at, count, score, level, action, signals, reasons, rules, totals)
           values (?, ?, 'detection', 1, 'customer', ?, 'Many payments', 1, 1, 1, 1, 1, 0.7, 2, 2, '[]', '[]', '[]', '{}')`,
          n,
          `alert-${n}`,
          `c${n % 7}`,
        )
        await tx.sql.run(
          "insert into screening_subjects (kind, id, name, facts, digest, source, added_at, changed_at) values ('customer', ?, 'Maria Payments', '{}', '', '', 1, 1)",
          `k${n}`,
        )
      }
      return ok(null)
    }),
  )
  for (let n = 0; n < count / 20; n += 1)
    granted(
      await t.workspace.cases.create(
        { title: `Payments of c${n % 7}`, description: 'Many of them.', priority: 'high' },
        { actor: t.admin },
      ),
    )
}

interface Read {
  readonly text: string
  readonly values: readonly SqlValue[]
  readonly rows: number
}

/** Statements that note what they were asked, and how many rows they gave. */
const noting = (sql: SyncStatements, reads: Read[]): SyncStatements => ({
  ...sql,
  get: <Row>(text: string, ...values: SqlValue[]) => {
    const row = sql.get<Row>(text, ...values)
    reads.push({ text, values, rows: row === undefined ? 0 : 1 })
    return row
  },
  all: <Row>(text: string, ...values: SqlValue[]) => {
    const rows = sql.all<Row>(text, ...values)
    reads.push({ text, values, rows: rows.length })
    return rows
  },
})

const reading = async (q: string): Promise<Read[]> => {
  const reads: Read[] = []
  await t.workspace.readMoment(({ sql, vault }) =>
    createSearchStore({
      sql: noting(sql, reads),
      vault,
      env: t.env,
      files: { open: () => Promise.resolve(null) },
    }).search(q, searchAreas),
  )
  return reads
}

/**
 * Of lists, data sets, people and keys there are few; `f` has a row for each case that has text; reports are read in
 * the order of an index, and no more than a limit; what a statement has found already, it may go through.
 */
const few =
  /^SCAN (found|hit|page|\(subquery-\d+\)|CONSTANT ROW|watchlists|w|lists|ownership_datasets|d USING COVERING INDEX ownership_in_force|users|api_keys|f|evidence_text_files|case_reports USING COVERING INDEX case_reports_by_change)$/u
const scansOf = (sql: SyncStatements, { text, values }: Read): string[] =>
  sql
    .all<{ detail: string }>(`explain query plan ${text}`, ...values)
    .map(({ detail }) => detail)
    .filter((detail) => /^SCAN /u.test(detail) && !/VIRTUAL TABLE/u.test(detail) && !few.test(detail))

const asked = ['c1', 'tx-1', 'tx-100', 'payments', 'many payments', 'maria', '12', 'CASE-ACME', 'zzz', 'ab'.repeat(32)]

test('the search reads no table from end to end, and no more rows where there are more', async () => {
  await addWork(1, 400)
  const before = new Map<string, Read[]>()
  for (const q of asked) before.set(q, await reading(q))
  await addWork(1_001, 1_200)
  for (const q of asked) {
    const after = await reading(q)
    const rows = after.reduce((sum, read) => sum + read.rows, 0)
    const were = (before.get(q) ?? []).reduce((sum, read) => sum + read.rows, 0)
    expect(rows, q).toBeLessThanOrEqual(were + 12)
    await t.workspace.readMoment(({ sql }) => {
      for (const read of after) expect(scansOf(sql, read), `${q}: ${read.text}`).toEqual([])
      return Promise.resolve()
    })
  }
})
