import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemEnv } from '../../../main/platform/env.ts'
import { createLog } from '../../../main/platform/log.ts'
import type { AlertStatus } from '../../../shared/schema/alerts.ts'
import { defaultDetectionPolicy } from '../../../shared/schema/detection-policy.ts'
import { startBench, type Bench } from '../api/support.ts'
import { judged, payment, takeIn } from './support.ts'

// Every figure of effectiveness against a count by hand over a random history: alerts raised, joined by more and graver
// activities, moved, corrected, opened again, assigned, activities labelled by a person.

const hour = 3_600_000
const levels = ['low', 'medium', 'high', 'critical'] as const
const rankOf = (score: number): number => (score >= 0.85 ? 3 : score >= 0.6 ? 2 : score >= 0.3 ? 1 : 0)
const { due_hours: dueHours } = defaultDetectionPolicy.alerts

interface Said {
  readonly at: number
  readonly isFraud: boolean
}
interface ToldActivity {
  readonly id: string
  readonly receivedAt: number
  readonly currency: string
  readonly cents: number
  /** By the alert, or by a person (`''`). */
  readonly said: Map<string, Said>
}
interface ToldAlert {
  readonly id: number
  readonly raisedAt: number
  readonly live: boolean
  readonly activities: Set<ToldActivity>
  readonly rules: Set<string>
  firstAt: number
  rank: number
  due: number
  status: AlertStatus
  touchedAt: number | null
  /** The first disposition since it was last open, and the present one. */
  firstDisposed: number | null
  disposed: number | null
}

let nowMs = Date.now() - 900 * 24 * hour
const begin = nowMs
let bench: Bench
let nobody = 0
const activities: ToldActivity[] = []
const alerts = new Map<number, ToldAlert>()

beforeAll(async () => {
  const real = systemEnv(createLog('silent'))
  bench = await startBench({ env: { ...real, clock: { ...real.clock, nowMs: () => nowMs } } })
}, 60_000)
afterAll(() => bench.close())

const actorOf = () => ({ userId: bench.admin.id, userUid: bench.admin.uid, role: 'admin' as const })
const isOpen = ({ status }: ToldAlert): boolean => status === 'new' || status === 'in_review' || status === 'escalated'
const isFraud = ({ said }: ToldActivity): boolean =>
  [...said.values()].sort((one, other) => other.at - one.at)[0]?.isFraud === true

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('take' as const),
      customer: fc.integer({ min: 0, max: 5 }),
      score: fc.constantFrom(0.1, 0.35, 0.5, 0.7, 0.7, 0.9),
      rule: fc.constantFrom('one', 'two', 'three'),
      cents: fc.integer({ min: 1, max: 99_999 }),
      currency: fc.constantFrom('EUR', 'EUR', 'CHF', undefined),
      ago: fc.integer({ min: 0, max: 20 * hour }),
      live: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      of: fc.nat(),
      status: fc.constantFrom<AlertStatus>(
        'in_review',
        'escalated',
        'confirmed',
        'confirmed',
        'false_positive',
        'false_positive',
        'dismissed',
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('assign' as const), of: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('label' as const), of: fc.nat(), isFraud: fc.boolean() }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      ms: fc.oneof(fc.integer({ min: 1, max: 6 * hour }), fc.integer({ min: 1, max: 90 * hour })),
    }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

const take = async ({
  customer,
  score,
  rule,
  cents,
  currency,
  ago,
  live,
}: Extract<Step, { kind: 'take' }>): Promise<void> => {
  nobody += 1
  const told: ToldActivity = { id: `A-${nobody}`, receivedAt: nowMs, currency: currency ?? '', cents, said: new Map() }
  activities.push(told)
  const { currency: _euro, ...event } = payment(told.id, nowMs - ago, {
    customer_id: `c-${customer}`,
    amount: cents / 100,
  })
  const [raised] = await takeIn(
    bench.service.workspace,
    actorOf(),
    [{ event: currency === undefined ? event : { ...event, currency }, assessment: judged(score, rule) }],
    live ? 'live' : 'import',
  )
  const rank = rankOf(score)
  expect(raised !== undefined, 'an alert from medium on').toBe(rank > 0)
  if (raised === undefined) return
  const due = nowMs + dueHours[levels[rank] ?? 'low'] * hour
  const known = alerts.get(raised.id)
  expect(raised.isNew).toBe(known === undefined)
  if (known === undefined) {
    alerts.set(raised.id, {
      id: raised.id,
      raisedAt: nowMs,
      live,
      activities: new Set([told]),
      rules: new Set([rule]),
      firstAt: nowMs - ago,
      rank,
      due,
      status: 'new',
      touchedAt: null,
      firstDisposed: null,
      disposed: null,
    })
    return
  }
  expect(isOpen(known), 'what was disposed of takes nothing more').toBe(true)
  known.activities.add(told)
  known.rules.add(rule)
  known.firstAt = Math.min(known.firstAt, nowMs - ago)
  if (rank > known.rank) Object.assign(known, { rank, due: Math.min(known.due, due) })
}

const picked = <T>(all: Iterable<T>, of: number): T | undefined => {
  const list = [...all]
  return list[of % Math.max(1, list.length)]
}

const move = async (alert: ToldAlert, status: AlertStatus): Promise<void> => {
  const moved = await bench.service.workspace.alerts.move(
    alert.id,
    { status, notes: 'Looked at.' },
    { actor: actorOf() },
  )
  if (!moved.ok) return
  const wasOpen = isOpen(alert)
  alert.status = status
  alert.touchedAt ??= nowMs
  for (const { said } of alert.activities) {
    if (status === 'confirmed' || status === 'false_positive')
      said.set(String(alert.id), { at: nowMs, isFraud: status === 'confirmed' })
    else said.delete(String(alert.id))
  }
  if (isOpen(alert)) Object.assign(alert, { firstDisposed: null, disposed: null })
  else Object.assign(alert, { disposed: nowMs, firstDisposed: wasOpen ? nowMs : alert.firstDisposed })
}

const perform = async (one: Step): Promise<void> => {
  nowMs += 1
  if (one.kind === 'wait') nowMs += one.ms
  else if (one.kind === 'take') await take(one)
  else if (one.kind === 'label') {
    const activity = picked(activities.slice(-40), one.of)
    if (activity === undefined) return
    const as = { ...bench.admin, token: await bench.mint(bench.admin.uid, 'admin') }
    const { status } = await bench.ask('PUT', `/v1/transactions/${activity.id}/label`, {
      as,
      body: { is_fraud: one.isFraud, notes: 'Seen.' },
    })
    if (status === 200) activity.said.set('', { at: nowMs, isFraud: one.isFraud })
  } else {
    const alert = picked([...alerts.values()].slice(-15), one.of)
    if (alert === undefined) return
    if (one.kind === 'move') return move(alert, one.status)
    const assigned = await bench.service.workspace.alerts.assign(
      alert.id,
      { assignee_id: bench.admin.id },
      { actor: actorOf() },
    )
    if (assigned.ok) alert.touchedAt ??= nowMs
  }
}

const ratio = (numerator: number, denominator: number) => ({
  numerator,
  denominator,
  value: denominator === 0 ? null : numerator / denominator,
})

/** By nearest rank: the smallest that at least the share of all does not exceed. */
const times = (ms: readonly number[]) => {
  const rank = (share: number) =>
    ms
      .filter((one) => ms.filter((other) => other <= one).length >= share * ms.length)
      .sort((one, other) => one - other)[0]
  const hours = (value: number | undefined) => (value === undefined ? null : value / hour)
  return { count: ms.length, median_hours: hours(rank(0.5)), p90_hours: hours(rank(0.9)) }
}

const byHand = (from: number, to: number) => {
  const raised = [...alerts.values()].filter(({ raisedAt }) => raisedAt >= from && raisedAt < to)
  const of = (...statuses: AlertStatus[]) => raised.filter(({ status }) => statuses.includes(status))
  const received = activities.filter(({ receivedAt }) => receivedAt >= from && receivedAt < to)
  const alerted = (one: ToldActivity): boolean => [...alerts.values()].some((alert) => alert.activities.has(one))
  const inCases = raised.filter(({ id }) => bench.service.workspace.alerts.item(id)?.case_id !== null).length
  const judgedByDeadline = raised.flatMap((alert) =>
    isOpen(alert)
      ? alert.due < nowMs
        ? [false]
        : []
      : [(alert.firstDisposed ?? Number.POSITIVE_INFINITY) <= alert.due],
  )
  const open = [...alerts.values()].filter(isOpen)
  const ends = [0, 4, 24, 72, 168, Number.POSITIVE_INFINITY].map((hours) => hours * hour)
  const value = new Map<string, { confirmed: number; open: number }>()
  const counting = raised.filter((alert) => alert.status === 'confirmed' || isOpen(alert))
  for (const one of new Set(counting.flatMap((alert) => [...alert.activities]))) {
    const sum = value.get(one.currency) ?? { confirmed: 0, open: 0 }
    sum[counting.some((alert) => alert.status === 'confirmed' && alert.activities.has(one)) ? 'confirmed' : 'open'] +=
      one.cents
    value.set(one.currency, sum)
  }
  const rules = ['one', 'three', 'two'].flatMap((rule) => {
    const held = raised.filter((alert) => alert.rules.has(rule))
    const [confirmed, falsePositive] = (['confirmed', 'false_positive'] as const).map(
      (status) => held.filter((alert) => alert.status === status).length,
    ) as [number, number]
    const overlap = ['one', 'three', 'two'].flatMap((other) => {
      const both = held.filter((alert) => other !== rule && alert.rules.has(other)).length
      return both === 0 ? [] : [{ rule: other, alerts: both, share: both / held.length }]
    })
    return held.length === 0
      ? []
      : [
          {
            rule,
            name: `Rule ${rule}`,
            alerts: held.length,
            alone: held.filter((alert) => alert.rules.size === 1).length,
            confirmed,
            false_positive: falsePositive,
            precision: ratio(confirmed, confirmed + falsePositive).value,
            overlap: overlap.sort((one, other) => other.alerts - one.alerts),
          },
        ]
  })
  const frauds = received.filter(isFraud)
  // What an alert is: by its disposition, else by a fraud among its activities, else where all are known to be genuine.
  const truths = raised.flatMap((alert) => {
    const held = [...alert.activities]
    if (alert.status === 'confirmed' || alert.status === 'false_positive')
      return [{ fraud: alert.status === 'confirmed' }]
    if (held.some(isFraud)) return [{ fraud: true }]
    return held.every(({ said }) => said.size > 0) ? [{ fraud: false }] : []
  })
  const days = Map.groupBy(raised, ({ raisedAt }) => new Date(raisedAt).toISOString().slice(0, 10))
  return {
    counts: {
      raised: raised.length,
      open: raised.filter(isOpen).length,
      confirmed: of('confirmed').length,
      false_positive: of('false_positive').length,
      dismissed: of('dismissed').length,
      in_cases: inCases,
      transactions_scored: received.length,
    },
    precision: ratio(truths.filter(({ fraud }) => fraud).length, truths.length),
    known: {
      by_disposition: of('confirmed', 'false_positive').length,
      by_label: truths.length - of('confirmed', 'false_positive').length,
      unknown: raised.length - truths.length,
    },
    recall: ratio(frauds.filter(alerted).length, frauds.length),
    money_caught: [...new Set(frauds.map(({ currency }) => currency))].sort().map((currency) => {
      const own = frauds.filter((one) => one.currency === currency)
      const sum = (some: readonly ToldActivity[]): number => some.reduce((all, { cents }) => all + cents, 0)
      const caught = sum(own.filter(alerted))
      return {
        currency,
        caught: caught / 100,
        missed: (sum(own) - caught) / 100,
        frauds: own.length,
        share: caught / sum(own),
      }
    }),
    false_positive_ratio: ratio(of('false_positive').length, of('confirmed').length),
    false_positive_rate: ratio(
      received.filter((one) => !isFraud(one) && alerted(one)).length,
      received.filter((one) => !isFraud(one)).length,
    ),
    alert_rate: ratio(received.filter(alerted).length, received.length),
    alert_to_case: ratio(inCases, raised.length),
    sla_adherence: ratio(judgedByDeadline.filter(Boolean).length, judgedByDeadline.length),
    time_to_detect: times(raised.filter(({ live }) => live).map(({ raisedAt, firstAt }) => raisedAt - firstAt)),
    time_to_acknowledge: times(
      raised.flatMap(({ touchedAt, raisedAt }) => (touchedAt === null ? [] : [touchedAt - raisedAt])),
    ),
    time_to_resolve: times(
      raised.flatMap(({ disposed, raisedAt }) => (disposed === null ? [] : [disposed - raisedAt])),
    ),
    backlog: ['under_4h', '4h_to_24h', '1d_to_3d', '3d_to_7d', 'over_7d'].map((bucket, place) => {
      const aged = open.filter(
        ({ raisedAt }) => nowMs - raisedAt >= (ends[place] ?? 0) && nowMs - raisedAt < (ends[place + 1] ?? 0),
      )
      return { bucket, alerts: aged.length, overdue: aged.filter(({ due }) => due < nowMs).length }
    }),
    value_detected: [...value]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([currency, sum]) => ({ currency, confirmed: sum.confirmed / 100, open: sum.open / 100 })),
    rules: rules.sort((one, other) => other.alerts - one.alerts),
    by_day: [...days]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([day, ofDay]) => {
        const count = (status: AlertStatus) => ofDay.filter((alert) => alert.status === status).length
        return {
          day,
          raised: ofDay.length,
          confirmed: count('confirmed'),
          false_positive: count('false_positive'),
          dismissed: count('dismissed'),
        }
      }),
  }
}

test('every figure is what a count by hand over a random history gives', async () => {
  const reached = { corrected: 0, joined: 0, missed: 0 }
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 30, maxLength: 50 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      async (steps, one, other) => {
        for (const each of steps) await perform(each)
        const between = (share: number): number => Math.round(begin + share * (nowMs - begin))
        for (const [from, to] of [
          [begin, nowMs + 1],
          [between(Math.min(one, other)), between(Math.max(one, other)) + 1],
        ] as const) {
          const expected = byHand(from, to)
          expect(bench.service.workspace.effectiveness(from, to)).toMatchObject(expected)
          reached.missed += expected.sla_adherence.denominator - expected.sla_adherence.numerator
        }
        reached.joined += [...alerts.values()].filter(({ activities: held }) => held.size > 1).length
        reached.corrected += [...alerts.values()].filter(
          ({ disposed, firstDisposed }) => disposed !== firstDisposed,
        ).length
      },
    ),
    { numRuns: 8, seed: 20_261_124, endOnFailure: true },
  )
  expect(Object.values(reached).every((count) => count > 0)).toBe(true)
}, 120_000)
