import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../../../main/platform/log.ts'
import { systemEnv } from '../../../main/platform/env.ts'
import { defaultDetectionPolicy } from '../../../shared/schema/detection-policy.ts'
import { ok } from '../../../shared/schema/result.ts'
import { startBench } from '../api/support.ts'
import type { Bench } from '../api/support.ts'
import { judged, payment, takeIn } from './support.ts'

const hour = 3_600_000
const begin = Date.now() - 40 * 24 * hour
let nowMs = begin
let bench: Bench

beforeAll(async () => {
  const real = systemEnv(createLog('silent'))
  bench = await startBench({ env: { ...real, clock: { ...real.clock, nowMs: () => nowMs } } })
})
afterAll(() => bench.close())

test('every figure of a small history is what counting by hand gives', async () => {
  const { workspace } = bench.service
  const actor = { userId: bench.admin.id, userUid: bench.admin.uid, role: 'admin' as const }
  await workspace.alerts.changePolicy(
    { ...defaultDetectionPolicy, cases: { ...defaultDetectionPolicy.cases, from_level: 'critical' } },
    actor,
  )
  const at = (hours: number): void => void (nowMs = begin + hours * hour)
  const raise = async (
    id: string,
    score: number,
    rule: string,
    agoHours: number,
    amount: number,
    origin: 'live' | 'import' = 'live',
  ) =>
    (
      await takeIn(
        workspace,
        actor,
        [{ event: payment(id, nowMs - agoHours * hour, { customer_id: id, amount }), assessment: judged(score, rule) }],
        origin,
      )
    )[0]?.id ?? 0
  const move = async (id: number, status: 'in_review' | 'confirmed' | 'false_positive' | 'dismissed') => {
    const moved = await workspace.alerts.move(id, { status }, { actor })
    expect(moved.ok).toBe(true)
  }

  at(0)
  const a = await raise('a', 0.9, 'one', 1, 100)
  const b = await raise('b', 0.7, 'one', 3, 50)
  const c = await raise('c', 0.5, 'two', 2, 30)
  const d = await raise('d', 0.4, 'two', 1_000, 20, 'import')
  await raise('e', 0.4, 'two', 4, 10)
  await takeIn(
    workspace,
    actor,
    Array.from({ length: 15 }, (_, n) => ({
      event: payment(`quiet-${n}`, nowMs, { customer_id: `quiet-${n}` }),
      assessment: judged(0.1),
    })),
  )
  at(2)
  await move(a, 'confirmed') // within its 4 hours
  at(4)
  await move(b, 'in_review')
  at(30)
  await move(b, 'confirmed') // beyond its 24 hours
  await move(c, 'false_positive') // within its 72 hours
  at(100)
  await move(d, 'dismissed') // beyond its 72 hours
  // The fifth stays open, beyond its 72 hours.

  const figures = workspace.effectiveness(begin, begin + hour)
  expect(figures.counts).toEqual({
    raised: 5,
    open: 1,
    confirmed: 2,
    false_positive: 1,
    dismissed: 1,
    in_cases: 1,
    transactions_scored: 20,
  })
  expect(figures.precision).toMatchObject({ numerator: 2, denominator: 3, value: 2 / 3 })
  expect(figures.false_positive_ratio).toMatchObject({ numerator: 1, denominator: 2, value: 0.5 })
  // Of 20 activities two are labelled as fraud by their confirmed alerts; of the 18 others c, d and e are in alerts.
  expect(figures.false_positive_rate).toMatchObject({ numerator: 3, denominator: 18 })
  expect(figures.alert_rate).toMatchObject({ numerator: 5, denominator: 20 })
  expect(figures.alert_to_case).toMatchObject({ numerator: 1, denominator: 5 })
  expect(figures.sla_adherence).toMatchObject({ numerator: 2, denominator: 5 })
  expect(figures.time_to_detect).toMatchObject({ median_hours: 2, p90_hours: 4, count: 4 })
  expect(figures.time_to_acknowledge).toMatchObject({ median_hours: 4, p90_hours: 100, count: 4 })
  expect(figures.time_to_resolve).toMatchObject({ median_hours: 30, p90_hours: 100, count: 4 })
  expect(figures.backlog.filter(({ alerts }) => alerts > 0)).toEqual([{ bucket: '3d_to_7d', alerts: 1, overdue: 1 }])
  expect(figures.value_detected).toEqual([{ currency: 'EUR', confirmed: 150, open: 10 }])
  expect(figures.rules.map(({ rule, alerts, alone, precision }) => [rule, alerts, alone, precision])).toEqual([
    ['two', 3, 3, 0],
    ['one', 2, 2, 1],
  ])
  expect(figures.by_day.reduce((sum, { raised }) => sum + raised, 0)).toBe(5)
  expect(workspace.effectiveness(begin - 10 * hour, begin).precision).toMatchObject({ value: null, denominator: 0 })
})

test('an open alert is in the bucket of its age to the millisecond', async () => {
  const { workspace } = bench.service
  const actor = { userId: bench.admin.id, userUid: bench.admin.uid, role: 'admin' as const }
  const before = nowMs
  // Neither a whole minute nor a whole second.
  const raisedAt = begin + 500 * hour + 59_999
  const buckets = () =>
    workspace.effectiveness(begin, begin + 1).backlog.map(({ alerts, overdue }) => [alerts, overdue])
  nowMs = raisedAt - 1
  const others = buckets()
  nowMs = raisedAt
  const [raised] = await takeIn(workspace, actor, [
    { event: payment('aged', nowMs, { customer_id: 'aged' }), assessment: judged(0.9) },
  ])
  const added = (age: number) => {
    nowMs = raisedAt + age
    return buckets().map(([alerts = 0, overdue = 0], place) => [
      alerts - (others[place]?.[0] ?? 0),
      overdue - (others[place]?.[1] ?? 0),
    ])
  }
  expect([added(4 * hour - 1), added(4 * hour), added(4 * hour + 1), added(24 * hour - 1), added(24 * hour)]).toEqual([
    [
      [1, 0],
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
    ],
    [
      [0, 0],
      [1, 0],
      [0, 0],
      [0, 0],
      [0, 0],
    ],
    [
      [0, 0],
      [1, 1],
      [0, 0],
      [0, 0],
      [0, 0],
    ],
    [
      [0, 0],
      [1, 1],
      [0, 0],
      [0, 0],
      [0, 0],
    ],
    [
      [0, 0],
      [0, 0],
      [1, 1],
      [0, 0],
      [0, 0],
    ],
  ])
  expect((await workspace.alerts.move(raised?.id ?? 0, { status: 'dismissed' }, { actor })).ok).toBe(true)
  nowMs = before
})

test('the same goes out as CSV, and a period must be one', async () => {
  const [from, to] = [begin - hour, nowMs].map((ms) => new Date(ms).toISOString().replace('Z', '+00:00'))
  const period = new URLSearchParams({ from: String(from), to: String(to) }).toString()
  const as = { ...bench.admin, token: await bench.mint(bench.admin.uid, 'admin') }
  const csv = await bench.ask('GET', `/v1/metrics/effectiveness/export?${period}`, { as })
  expect(csv.text.split('\r\n')[0]).toBe('figure,value,numerator,denominator,definition')
  expect(csv.text).toMatch(/\r\nprecision,,2,3,/)
  // A report of the period that is made now says the same; a person who reads it later has to know when its backlog was
  // counted.
  const made = (await bench.ask('POST', '/v1/kpi-reports', { as, body: { from, to } })).data
  const link = (await bench.ask('POST', `/v1/kpi-reports/${made.id}/exports`, { as, body: { format: 'csv' } })).data
  const reported = await (await fetch(bench.url + String(link.url))).text()
  expect(csv.text).toContain('Open alerts by age now, whenever they were raised; ')
  expect(csv.text.replaceAll('by age now,', 'by age when the report was made,')).toBe(reported)
  const { data } = await bench.ask('GET', `/v1/metrics/effectiveness?${period}`, { as })
  expect(data.precision).toMatchObject({ numerator: 2, denominator: 3 })
  expect(
    (
      await bench.ask('GET', `/v1/metrics/effectiveness?from=${encodeURIComponent('2099-01-01T00:00:00.000+00:00')}`, {
        as,
      })
    ).error.code,
  ).toBe('invalid_request')
})

test('a deadline that was kept stays kept when its disposition is corrected, and a graver alert has the hours of its level from then on', async () => {
  const { workspace } = bench.service
  const actor = { userId: bench.admin.id, userUid: bench.admin.uid, role: 'admin' as const }
  const from = begin + 1_000 * hour
  const at = (hours: number): void => void (nowMs = from + hours * hour)
  const take = async (id: string, customer: string, score: number) =>
    (
      await takeIn(workspace, actor, [
        { event: payment(id, nowMs, { customer_id: customer }), assessment: judged(score) },
      ])
    )[0]?.id ?? 0
  const move = async (id: number, status: 'in_review' | 'confirmed' | 'dismissed') =>
    expect((await workspace.alerts.move(id, { status, notes: 'Looked at.' }, { actor })).ok).toBe(true)
  const adherence = () => workspace.effectiveness(from, nowMs + 1).sla_adherence
  const due = (id: number) => Date.parse(workspace.alerts.item(id)?.due_at ?? '')

  at(0)
  const corrected = await take('corrected', 'k-1', 0.4)
  const grows = await take('grows', 'k-2', 0.4)
  at(1)
  await move(corrected, 'confirmed')
  at(10)
  await take('grows-2', 'k-2', 0.95)
  expect(due(grows)).toBe(nowMs + 4 * hour)
  at(11)
  await take('grows-3', 'k-2', 0.95)
  expect(due(grows), 'no graver than it was').toBe(from + 14 * hour)
  expect(adherence()).toMatchObject({ numerator: 1, denominator: 1 })
  await move(grows, 'confirmed')
  at(100)
  await move(corrected, 'dismissed')
  await move(corrected, 'confirmed')
  expect(adherence()).toMatchObject({ numerator: 2, denominator: 2 })
  await move(corrected, 'in_review')
  expect(adherence(), 'open beyond its deadline').toMatchObject({ numerator: 1, denominator: 2 })
  at(101)
  await move(corrected, 'confirmed')
  expect(adherence(), 'judged by what was said after it was opened again').toMatchObject({
    numerator: 1,
    denominator: 2,
  })
})

test('an open alert that another device raised, and a case brought here, is counted there alone', async () => {
  const { workspace } = bench.service
  const actor = { userId: bench.admin.id, userUid: bench.admin.uid, role: 'admin' as const }
  const figures = () => {
    const { backlog, counts, alert_to_case: toCase } = workspace.effectiveness(begin, nowMs + 1)
    return { backlog, counts, toCase }
  }
  const before = figures()
  const brought = await workspace.ledger.write(actor, async (tx) => {
    await tx.sql.run(
      `insert into alerts (id, uid, source, live, title, raised_at, first_at, last_at, updated_at, count, score, level, action, signals, reasons, rules, totals)
       values (4294967297, 'of another device', 'case', 0, 'Theirs', ?, ?, ?, ?, 1, 0.9, 3, 3, '[]', '[]', '[]', '{}')`,
      nowMs,
      nowMs,
      nowMs,
      nowMs,
    )
    return ok(undefined)
  })
  expect(brought.ok).toBe(true)
  expect(figures()).toEqual(before)
})

test('the value detected counts an activity once, however many alerts hold it, and what another system states beyond its activities', async () => {
  const { workspace } = bench.service
  const actor = { userId: bench.admin.id, userUid: bench.admin.uid, role: 'admin' as const }
  const from = begin + 2_000 * hour
  nowMs = from
  const value = () => workspace.effectiveness(from, nowMs + 1).value_detected
  const [own] = await takeIn(workspace, actor, [
    { event: payment('held twice', nowMs, { customer_id: 'v', amount: 10 }), assessment: judged(0.5) },
  ])
  const theirs = async (externalId: string, transactionIds: readonly string[], amount?: number): Promise<number> => {
    await workspace.alerts.takeExternal(actor, 'tm', [
      {
        externalId,
        atMs: nowMs,
        accountId: externalId,
        severity: 'medium',
        reasons: ['Mule'],
        transactionIds,
        ...(amount === undefined ? {} : { amount, currency: 'EUR' }),
      },
    ])
    return (
      await workspace.db
        .selectFrom('alerts')
        .select('id')
        .where('source_reference', '=', externalId)
        .executeTakeFirstOrThrow()
    ).id
  }
  const same = await theirs('same', ['held twice'], 10)
  expect(value()).toEqual([{ currency: 'EUR', confirmed: 0, open: 10 }])
  await workspace.alerts.move(same, { status: 'confirmed' }, { actor })
  expect(value(), 'confirmed in one, open in the other').toEqual([{ currency: 'EUR', confirmed: 10, open: 0 }])
  await workspace.alerts.move(own?.id ?? 0, { status: 'confirmed' }, { actor })
  expect(value()).toEqual([{ currency: 'EUR', confirmed: 10, open: 0 }])
  await theirs('more', ['held twice', 'not here'], 70)
  await theirs('only stated', [], 5)
  expect(value()).toEqual([{ currency: 'EUR', confirmed: 10, open: 65 }])
})
