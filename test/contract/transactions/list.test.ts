import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TransactionFilters } from '../../../shared/api/transactions.ts'
import type { TransactionItem } from '../../../shared/api/transactions.ts'
import { inTurns, listInTurns } from '../../../main/server/transactions/list-in-turns.ts'
import { statementsOf } from '../../../main/storage/sqlite/statements.ts'
import type { SqlValue, SyncStatements } from '../../../main/storage/sqlite/statements.ts'
import { createTransactionStore } from '../../../main/storage/transactions/transaction-store.ts'
import type { AskedPage, TransactionPage } from '../../../main/storage/transactions/transaction-store.ts'
import { openRaw } from '../../support/raw-database.ts'
import { createBaseCurrency } from '../../../main/detection/features/currencies.ts'
import type { TimedActivity } from '../../../main/domain/transactions/read-activity.ts'
import { freshWorkspace, granted } from '../storage/support.ts'
import type { TestWorkspace } from '../storage/support.ts'
import { activityFrom, countingState, intakeOver, madeActivities } from './activities.ts'

const all = madeActivities(4_000)
let here: TestWorkspace
beforeAll(async () => {
  here = await freshWorkspace()
  const intake = intakeOver(here, countingState().state)
  for (let at = 0; at < all.length; at += 500)
    granted(await intake.take(here.admin, all.slice(at, at + 500), { origin: 'import', importId: null }))
}, 120_000)
afterAll(() => here.remove())

/** A page, read to its end at once. */
const pageOf = (filters: TransactionFilters, page: AskedPage): TransactionPage => {
  const reading = here.workspace.transactions.list(filters, page)
  for (;;) {
    const step = reading.next()
    if (step.done === true) return step.value
  }
}

/** Every page of a list, one after another. */
const walk = (filters: TransactionFilters, size: number): TransactionItem[] => {
  const found: TransactionItem[] = []
  let cursor: string | undefined
  for (let pages = 0; pages < 10_000; pages += 1) {
    const page = pageOf(filters, { cursor, size })
    expect(page.items.length).toBeLessThanOrEqual(size)
    found.push(...page.items)
    if (page.next === null) return found
    cursor = page.next
  }
  throw new Error('the list has no end')
}

/** What follows a number of rows, and how many there were, however many requests that takes. */
const walkPast = (
  filters: TransactionFilters,
  skip: number,
): { readonly skipped: number; readonly first: TransactionItem | undefined } => {
  let cursor: string | undefined
  for (let skipped = 0; ;) {
    const page = pageOf(filters, { cursor, skip: skip - skipped, size: 1 })
    skipped += page.skipped
    if (page.items.length > 0 || page.next === null) return { skipped, first: page.items[0] }
    cursor = page.next
  }
}

const passes = ({ event, atMs }: TimedActivity, filters: TransactionFilters): boolean => {
  const amount = event.amount ?? 0
  const level = amount >= 900 ? 'critical' : amount >= 700 ? 'high' : amount >= 500 ? 'medium' : 'low'
  const names = [
    event.transaction_id,
    event.customer_id,
    event.account_id,
    event.counterparty_id,
    event.device_id,
    event.ip,
    event.terminal_id,
  ]
  const equal = (
    ['customer_id', 'account_id', 'counterparty_id', 'device_id', 'ip', 'terminal_id', 'event_type'] as const
  ).every((name) => filters[name] === undefined || filters[name] === event[name])
  return (
    equal &&
    (filters.q === undefined || names.includes(filters.q)) &&
    (filters.from === undefined || atMs >= Date.parse(filters.from)) &&
    (filters.to === undefined || atMs < Date.parse(filters.to)) &&
    (filters.risk_level === undefined || filters.risk_level.includes(level)) &&
    (filters.label === undefined ||
      filters.label === (event.is_fraud === undefined ? 'none' : event.is_fraud ? 'fraud' : 'genuine')) &&
    (filters.min_amount === undefined || amount >= filters.min_amount) &&
    (filters.max_amount === undefined || amount <= filters.max_amount)
  )
}

const filters: [string, TransactionFilters][] = [
  ['nothing', {}],
  ['a customer', { customer_id: 'C-7' }],
  ['a counterparty with a name in any script', { counterparty_id: 'Ärzte & Söhne 3' }],
  ['a customer and a device', { customer_id: 'C-7', device_id: 'd3' }],
  ['an address', { ip: '10.0.1.2' }],
  ['a terminal named by a number', { terminal_id: '12' }],
  ['a kind of event', { event_type: 'Überweisung' }],
  ['times', { from: '2031-01-05T00:00:00.500+00:00', to: '2031-01-06T00:00:01.250+00:00' }],
  ['a customer in a time', { customer_id: 'C-1', from: '2031-01-05T00:00:00.000+01:00' }],
  ['one level of risk', { risk_level: ['critical'] }],
  ['two levels', { risk_level: ['medium', 'critical'] }],
  ['low risk and another', { risk_level: ['low', 'high'] }],
  ['fraud', { label: 'fraud' }],
  ['genuine', { label: 'genuine' }],
  ['no label, large', { label: 'none', min_amount: 990 }],
  ['amounts', { min_amount: 10.01, max_amount: 12.5 }],
  ['the id of an activity', { q: 'T-77' }],
  ['an identifier of whatever kind', { q: '12' }],
  ['an identifier and a level', { q: 'C-3', risk_level: ['critical', 'high'] }],
  ['an id that another filter does not let pass', { q: 'T-77', customer_id: 'nobody' }],
  ['what there is not', { customer_id: 'constructor' }],
  ['what looks like a query', { customer_id: 'C-7" OR "x' }],
]

describe('the list of activities', () => {
  it.each(filters)(
    'narrowed by %s holds each that passes once, newest first, whatever the size of a page',
    (_, given) => {
      const meant = all.filter((activity) => passes(activity, given)).map(({ event }) => event.transaction_id)
      for (const size of [1_000, 7]) {
        const found = walk(given, size)
        for (const skip of [0, 1, 30, 2_500, 4_000]) {
          const passed = walkPast(given, skip)
          expect([passed.skipped, passed.first?.transaction_id]).toEqual([
            Math.min(skip, found.length),
            found[skip]?.transaction_id,
          ])
        }
        expect(found.map((item) => item.transaction_id).sort()).toEqual([...meant].sort())
        const seconds = found.map((item) => Math.floor(Date.parse(item.at) / 1_000))
        expect(seconds).toEqual([...seconds].sort((one, other) => other - one))
      }
    },
  )

  it('tells the total where nothing narrows it, and what each came to', () => {
    const page = pageOf({}, { cursor: undefined, size: 5 })
    expect(page.total).toBe(4_000)
    const sample = all.find(({ event }) => event.metadata !== undefined && (event.amount ?? 0) >= 900)
    expect(here.workspace.transactions.read(sample?.event.transaction_id ?? '')).toMatchObject({
      ...sample?.event,
      risk_level: 'critical',
      recommended_action: 'block',
      signals: ['large_amount'],
      assessment: { reasons: [{ signal: 'large_amount', share: 1 }] },
    })
  })

  it('is read a few rows at a time, with a turn for others between, so that a filter that nothing passes holds nobody up', async () => {
    const raw = openRaw(here.dir, { readonly: true })
    const statements = statementsOf(raw)
    /**
     * What each look of a request reads: how many rows at most, and whether it sorts them before it gives the first.
     */
    const looksOf = async (filters: TransactionFilters) => {
      const looks: { readonly rows: number; readonly sorts: boolean }[] = []
      const watched: SyncStatements = {
        ...statements,
        all: <Row>(text: string, ...values: SqlValue[]) => {
          if (text.startsWith('select a.*')) {
            const [given] = values
            const rows =
              typeof given === 'string'
                ? (JSON.parse(given) as unknown[]).length
                : Number(
                    raw
                      .prepare('select count(*) from activities where moment >= ? and moment < ?')
                      .pluck()
                      .get(values[0], values[1]),
                  )
            looks.push({
              rows,
              sorts: JSON.stringify(raw.prepare(`explain query plan ${text}`).all(...values)).includes('TEMP B-TREE'),
            })
          }
          return statements.all<Row>(text, ...values)
        },
      }
      let turns = 0
      const { items, next } = await listInTurns(
        createTransactionStore(watched),
        filters,
        { cursor: undefined, size: 100 },
        () => Promise.resolve(void (turns += 1)),
      )
      expect(turns).toBeGreaterThanOrEqual(looks.length - 1)
      return { found: items.length, next, rows: looks.map(({ rows }) => rows), sorts: looks.some(({ sorts }) => sorts) }
    }
    expect(await looksOf({ min_amount: 5_000 })).toEqual({
      found: 0,
      next: null,
      rows: [2_000, 2_000, 0],
      sorts: false,
    })
    expect(await looksOf({ risk_level: ['low', 'high'], label: 'genuine', max_amount: -1 })).toEqual({
      found: 0,
      next: null,
      rows: [2_000, 2_000, 0],
      sorts: false,
    })
    expect(await looksOf({})).toMatchObject({ found: 100, rows: [2_000], sorts: false })
    const risky = { risk_level: ['medium', 'high', 'critical'] } satisfies TransactionFilters
    expect(await looksOf({ ...risky, max_amount: -1 })).toMatchObject({
      found: 0,
      next: null,
      rows: [...Array.from({ length: 9 }, () => 200), all.filter((activity) => passes(activity, risky)).length - 1_800],
    })
    expect(await looksOf(risky)).toMatchObject({ found: 100, rows: [200] })
    expect(await looksOf({ event_type: 'card_payment', min_amount: 5_000 })).toMatchObject({
      found: 0,
      next: expect.any(String) as string,
      rows: Array.from({ length: 10 }, () => 200),
    })
    raw.close()
  })

  it('is walked in the order of arrival by features, as it came', () => {
    const replayed = here.workspace.transactions.activitiesAfter(0, 5_000)
    expect(replayed.map(({ event }) => event)).toEqual(all.map(({ event }) => event))
    expect(replayed.map(({ row }) => row)).toEqual(all.map((_, index) => index + 1))
    expect(here.workspace.transactions.activitiesAfter(3_999, 10).map(({ row }) => row)).toEqual([4_000])
  })

  it('holds a second that is fuller than it can be', async () => {
    const { sql, atOnce } = {
      sql: 'update activities set moment = moment + 1048500 where n = (select max(n) from activities)',
      atOnce: Date.UTC(2040, 0, 1),
    }
    const intake = intakeOver(here, countingState().state)
    const some = (name: string, count: number) =>
      Array.from({ length: count }, (_, index) =>
        activityFrom({ transaction_id: `${name}-${index}`, at: new Date(atOnce).toISOString(), customer_id: 'full' }),
      )
    granted(await intake.take(here.admin, some('a', 1), { origin: 'live', importId: null }))
    // As though a million had come before it.
    granted(
      await here.workspace.ledger.write(here.admin, async (tx) => {
        await tx.sql.run(sql)
        return { ok: true, value: undefined }
      }),
    )
    granted(
      await intake.take(
        here.admin,
        [...some('b', 100), activityFrom({ transaction_id: 'next', at: new Date(atOnce + 1_000).toISOString() })],
        { origin: 'live', importId: null },
      ),
    )
    const found = walk({ from: '2040-01-01T00:00:00.000+00:00' }, 9)
    expect(found).toHaveLength(102)
    expect(new Set(found.map((item) => item.transaction_id)).size).toBe(102)
  })
})

describe('what activities say of an entity', () => {
  const base = createBaseCurrency({ base: 'EUR', rates: [{ currency: 'CHF', rate: 1.1, from: '2031-01-10' }] })

  it('is what a count over all of them says', async () => {
    const mine = all.filter(({ event }) => event.customer_id === 'C-7')
    const profile = await inTurns(
      here.workspace.transactions.profile({ kind: 'customer', id: 'C-7', bucket: 'day', base }),
    )
    const cents = (currency: string) =>
      mine
        .filter(({ event }) => event.currency === currency)
        .reduce((sum, { event }) => sum + Math.round((event.amount ?? 0) * 100), 0)
    expect(profile).toMatchObject({
      activities: mine.length,
      complete: true,
      fraud: mine.filter(({ event }) => event.is_fraud === true).length,
    })
    expect(new Map(profile?.amounts.map(({ currency, total }) => [currency, Math.round(total * 100)]))).toEqual(
      new Map([
        ['EUR', cents('EUR')],
        ['CHF', cents('CHF')],
      ]),
    )
    expect(profile?.timeline.buckets.reduce((sum, { count }) => sum + count, 0)).toBe(mine.length)
    expect(profile?.timeline.buckets.every(({ at }) => at.endsWith('T00:00:00.000+00:00'))).toBe(true)
    // Totals are in the base: francs by the rate of their day, and none before there was one.
    const isLeftOut = ({ event, atMs }: (typeof mine)[number]): boolean =>
      event.currency === 'CHF' && atMs < Date.UTC(2031, 0, 10)
    const inBase = mine
      .filter((one) => !isLeftOut(one))
      .reduce((sum, { event }) => sum + (event.amount ?? 0) * (event.currency === 'CHF' ? 1.1 : 1), 0)
    expect(profile?.timeline.buckets.reduce((sum, { total }) => sum + total, 0)).toBeCloseTo(inBase, 2)
    expect(profile?.totals).toEqual({ currency: 'EUR', no_rate: mine.filter(isLeftOut).length })
    expect(profile?.totals.no_rate).toBeGreaterThan(0)
    const devices = new Set(mine.flatMap(({ event }) => event.device_id ?? []))
    expect(
      new Set(profile?.related.filter(({ kind }) => kind === 'device').map(({ id }) => id)).size,
    ).toBeLessThanOrEqual(devices.size)
  })

  it('is narrowed by time, and nothing where nothing names it', async () => {
    const mine = all.filter(({ event, atMs }) => event.account_id === '12' && atMs >= Date.UTC(2031, 0, 10))
    expect(
      (
        await inTurns(
          here.workspace.transactions.profile({
            kind: 'account',
            id: '12',
            fromMs: Date.UTC(2031, 0, 10),
            bucket: 'week',
            base,
          }),
        )
      )?.activities,
    ).toBe(mine.length)
    expect(
      await inTurns(here.workspace.transactions.profile({ kind: 'account', id: 'nobody', bucket: 'day', base })),
    ).toBeNull()
    expect(here.workspace.transactions.extent({ kind: 'account', id: 'nobody' })).toBeNull()
  })

  it('is read and added up a thousand at a time, with a turn for others between', async () => {
    const busy = await freshWorkspace()
    const times = Array.from({ length: 1_500 }, (_, index) => Date.UTC(2031, 0, 1) + index * 1_700)
    const intake = intakeOver(busy, countingState().state)
    granted(
      await intake.take(
        busy.admin,
        times.map((atMs, index) =>
          activityFrom({
            transaction_id: `B-${index}`,
            at: new Date(atMs).toISOString(),
            terminal_id: 'busy',
            amount: 1,
          }),
        ),
        { origin: 'live', importId: null },
      ),
    )
    const raw = openRaw(busy.dir, { readonly: true })
    const statements = statementsOf(raw)
    const read: number[] = []
    const watched: SyncStatements = {
      ...statements,
      all: <Row>(text: string, ...values: SqlValue[]) => {
        const rows = statements.all<Row>(text, ...values)
        if (text.startsWith('select a.*')) read.push(rows.length)
        return rows
      },
    }
    const ofAll = { kind: 'terminal', id: 'busy' } as const
    let turns = 0
    const store = createTransactionStore(watched)
    const profile = await inTurns(store.profile({ ...ofAll, bucket: 'day', base }), () =>
      Promise.resolve(void (turns += 1)),
    )
    expect(profile).toMatchObject({ activities: 1_500, complete: true, amounts: [{ count: 1_500, total: 1_500 }] })
    expect(read).toEqual([1_000, 500])
    // After each look, and once while they are added up.
    expect(turns).toBe(read.length + 1)
    expect(store.extent(ofAll)).toEqual({ activities: 1_500, firstMs: times[0], lastMs: times.at(-1) })
    raw.close()
    await busy.remove()
  })
})
