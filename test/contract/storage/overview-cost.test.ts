import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readOverview } from '../../../main/storage/cases/overview/read-overview.ts'
import type { SqlValue, SyncStatements } from '../../../main/storage/sqlite/statements.ts'
import { insertActivities } from '../../../main/storage/transactions/write-rows.ts'
import { ok } from '../../../shared/schema/result.ts'
import { judged, payment } from '../alerts/support.ts'
import { freshWorkspace, granted } from './support.ts'
import type { TestWorkspace } from './support.ts'

let t: TestWorkspace
beforeAll(async () => {
  t = await freshWorkspace()
})
afterAll(() => t.remove())

const day = Date.UTC(2026, 1, 1)

/** Payments of customers from one number on, ten of each; the first of each is in an alert of its own. */
const addWork = async (from: number, customers: number, payments: number, caseId: number | null): Promise<void> => {
  const given = Array.from({ length: customers * payments }, (_, n) => {
    const customer = from + Math.floor(n / payments)
    const atMs = day + (n % payments) * 3_600_000 * 5 + customer * 1_000
    return { customer, atMs, event: payment(`p-${from}-${n}`, atMs, { customer_id: String(customer), amount: 10 }) }
  })
  granted(
    await t.workspace.ledger.write(t.admin, async (tx) => {
      const rows = await insertActivities(
        tx.sql,
        given.map(({ event, atMs }) => ({ event, atMs, assessment: judged(0.1), knownAtMs: null, late: false })),
        null,
        tx.nowMs,
      )
      for (let n = 0; n < customers; n += 1) {
        const { customer, atMs, event } = given[n * payments] as (typeof given)[number]
        const id = await tx.nextId('alerts')
        await tx.sql.run(
          `insert into alerts (id, uid, source, live, entity_kind, entity_id, title, raised_at, first_at, last_at, updated_at, count, score, level, action, signals, reasons, rules, totals, case_id)
           values (?, ?, 'detection', 1, 'customer', ?, 'Many payments', ?, ?, ?, ?, 1, 0.7, 2, 2, '[]', '[]', '[]', '{"EUR":100000}', ?)`,
          id,
          `alert-${customer}`,
          String(customer),
          ...[atMs, atMs, atMs, atMs],
          caseId,
        )
        await tx.sql.run(
          "insert into alert_transactions values (?, ?, ?, ?, 100000, 'EUR', null, null, 0.7, 2)",
          id,
          event.transaction_id,
          rows[n * payments] as number,
          atMs,
        )
      }
      return ok(null)
    }),
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

/** Reads an overview; answers it with what was asked for it, and how often others had their turn. */
const reading = async (id: number) => {
  const reads: Read[] = []
  let turns = 0
  const overview = await t.workspace.readMoment((parts) =>
    readOverview({ ...parts, sql: noting(parts.sql, reads), env: t.env })(id, (steps) => {
      for (;;) {
        const step = steps.next()
        if (step.done === true) return Promise.resolve(step.value)
        turns += 1
      }
    }),
  )
  return { overview: granted(overview), reads, turns, rows: reads.reduce((sum, { rows }) => sum + rows, 0) }
}

const newCase = async (customer: number): Promise<number> =>
  granted(
    await t.workspace.cases.create(
      { title: 'A ring', description: 'Many of them.', priority: 'high', related_customer_id: customer },
      { actor: t.admin },
    ),
  ).id

/**
 * What of a plan reads a table from its beginning to its end. Values and the index of activities are none; of people and
 * keys that sign in there are few.
 */
const scansOf = (sql: SyncStatements, { text, values }: Read): string[] =>
  sql
    .all<{ detail: string }>(`explain query plan ${text}`, ...values)
    .map(({ detail }) => detail)
    .filter(
      (detail) =>
        /^SCAN /u.test(detail) &&
        !/VIRTUAL TABLE|^SCAN (s|t|\(subquery-\d+\)|CONSTANT ROW|users|api_keys)$/u.test(detail),
    )

describe('the overview of a large case', () => {
  test('asks as often as for a small one, but for a look at each thousand payments', async () => {
    const [small, large] = [await newCase(1_001), await newCase(2_001)]
    await addWork(1_001, 1, 10, small)
    await addWork(2_001, 500, 61, large)
    const [few, many] = [await reading(small), await reading(large)]
    expect(many.overview.subjects).toMatchObject({ total: 500 })
    expect(many.overview.subjects.items).toHaveLength(50)
    expect(many.overview.money.at_risk).toEqual([{ currency: 'EUR', amount: 5_000 }])
    expect(many.overview.payments.currencies).toMatchObject([{ count: 450 + 50 * 61, flagged: 500 }])
    expect([few.turns, many.turns]).toEqual([1, 4])
    expect(many.reads.length - many.turns).toBe(few.reads.length - few.turns)
    expect(many.reads.length).toBeLessThan(40)
  })

  test('reads no more where the workspace holds more, and no table from end to end', async () => {
    const id = await newCase(3_001)
    await addWork(3_001, 20, 50, id)
    const before = await reading(id)
    await addWork(4_001, 1_000, 4, null)
    for (let n = 0; n < 20; n += 1) await newCase(4_001 + n)
    const after = await reading(id)
    expect(after.overview.payments).toEqual(before.overview.payments)
    expect(after.reads.map(({ text, rows }) => [rows, text])).toEqual(
      before.reads.map(({ text, rows }) => [rows, text]),
    )
    await t.workspace.readMoment(({ sql }) => {
      for (const read of after.reads) expect(scansOf(sql, read), read.text).toEqual([])
      return Promise.resolve()
    })
  })
})
