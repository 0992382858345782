import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { createFeatureEngine } from '../../../main/detection/features/engine.ts'
import { createFeatureStore } from '../../../main/storage/features/feature-store.ts'
import { openFeatureState } from '../../../main/storage/features/feature-state.ts'
import type {
  FeatureState,
  KeptActivity,
  PastFinding,
  PastLabel,
  StandingFinding,
} from '../../../main/storage/features/feature-state.ts'
import { migrate } from '../../../main/storage/migrations/migrate.ts'
import { openMemory } from '../../../main/storage/sqlite/connection.ts'
import type { Connection } from '../../../main/storage/sqlite/connection.ts'
import { statementsOf } from '../../../main/storage/sqlite/statements.ts'
import type { Activity } from '../../../shared/schema/activity.ts'
import type { Currencies } from '../../../shared/schema/detection-policy.ts'
import { noCurrencies } from '../../../shared/schema/detection-policy.ts'
import { feed, receivedAt } from '../../unit/detection/features/activities.ts'
import type { Told } from '../../unit/detection/features/oracle.ts'

const day = 86_400_000
const start = Date.UTC(2026, 0, 5)

const open: Connection[] = []
afterEach(() => {
  for (const db of open.splice(0)) db.close()
})

/** What is committed beside the state, as the intake keeps it. */
const createBench = (rowsBetweenSaves: number) => {
  const db = openMemory()
  open.push(db)
  migrate(db)
  const sql = statementsOf(db)
  const activities: KeptActivity[] = []
  const findings: PastFinding[] = []
  const standing: StandingFinding[] = []
  const bench = { currencies: noCurrencies, pause: () => Promise.resolve() }
  const start = (): Promise<FeatureState> =>
    openFeatureState({
      store: createFeatureStore(sql),
      past: {
        activitiesAfter: (row, limit) => activities.slice(row, row + Math.min(limit, 3)),
        findingsAfter: (n, limit) => findings.slice(n, n + limit),
        standing: () => standing,
        lastFinding: () => findings.length,
      },
      currencies: () => bench.currencies,
      pause: () => bench.pause(),
      rowsBetweenSaves,
    })
  return Object.assign(bench, { db, sql, activities, findings, standing, start })
}

type End = 'commit' | 'twice' | 'crash before commit' | 'crash after commit' | 'undone'

const ends = fc.array(
  fc.constantFrom<End>('commit', 'commit', 'commit', 'twice', 'crash before commit', 'crash after commit', 'undone'),
  { minLength: 60, maxLength: 60 },
)

type Telling = { readonly activity: Omit<KeptActivity, 'row'> } | { readonly finding: Omit<PastFinding, 'n'> }

/** Activities with the label that came along; a label that was told afterwards is a finding. */
const tellings = (told: readonly Told[]): Telling[] =>
  told.flatMap((one, at): Telling[] => {
    if ('isFraud' in one) {
      const before = told[at - 1]
      return before !== undefined && !('isFraud' in before) && before.event === one.event
        ? []
        : [
            {
              finding: {
                event: one.event,
                was: null,
                now: { isFraud: one.isFraud, knownAtMs: one.knownAt },
                isBack: false,
              },
            },
          ]
    }
    const next = told[at + 1]
    return [
      {
        activity: {
          event: one.event,
          receivedMs: receivedAt(one.event),
          label:
            next !== undefined && 'isFraud' in next && next.event === one.event
              ? { isFraud: next.isFraud, knownAtMs: next.knownAt }
              : null,
        },
      },
    ]
  })

describe('features across crashes', () => {
  it('are those of a process that was never cut', async () => {
    await fc.assert(
      fc.asyncProperty(feed(60), ends, fc.integer({ min: 1, max: 12 }), async (told, endings, rowsBetweenSaves) => {
        const uncut = createFeatureEngine()
        const bench = createBench(rowsBetweenSaves)
        let state = await bench.start()
        let chunk = 0
        for (const one of tellings(told)) {
          if ('finding' in one) {
            bench.findings.push({ n: bench.findings.length + 1, ...one.finding })
            const { event, now } = one.finding
            bench.standing.push({ row: 0, afterRow: bench.activities.length, event, now })
            if (now !== null) uncut.learn(event, now.isFraud, now.knownAtMs)
            continue
          }
          const { event, receivedMs, label } = one.activity
          const expected = uncut.observe(event, receivedMs)
          if (label !== null) uncut.learn(event, label.isFraud, label.knownAtMs)
          const take = (): void => {
            const text = JSON.stringify(expected)
            expect(JSON.stringify(state.features.peek(event)) === text).toBe(true)
            expect(JSON.stringify(state.features.observe(event, receivedMs)) === text).toBe(true)
            if (label !== null) state.features.learn(event, label.isFraud, label.knownAtMs)
          }
          const row = bench.activities.length + 1
          const end = endings[chunk % endings.length]
          chunk += 1
          await state.catchUp()
          take()
          bench.db.exec('begin')
          await state.kept(bench, row)
          if (end === 'twice') {
            bench.db.exec('rollback; begin')
            await state.kept(bench, row)
          }
          if (end === 'crash before commit' || end === 'undone') {
            bench.db.exec('rollback')
            if (end === 'undone') await state.reload()
            else state = await bench.start()
            await state.catchUp()
            take()
            bench.db.exec('begin')
            await state.kept(bench, row)
          }
          bench.db.exec('commit')
          bench.activities.push({ row, event, receivedMs, label })
          if (end === 'crash after commit') state = await bench.start()
        }
      }),
      { numRuns: 30 },
    )
  }, 120_000)

  it('are counted anew where another release saved the state otherwise', async () => {
    const bench = createBench(1)
    const event: Activity = {
      transaction_id: '1',
      event_type: 'transaction',
      at: new Date(start).toISOString(),
      customer_id: 'c',
      amount: 5,
    }
    let state = await bench.start()
    state.features.observe(event)
    await state.kept(bench, 1)
    bench.activities.push({ row: 1, event, receivedMs: receivedAt(event), label: null })
    bench.db.exec('update feature_state set version = version + 1')
    bench.db.exec(`update feature_entities set state = 'of another release'`)
    state = await bench.start()
    expect(state.inspect('customer', 'c')).toMatchObject({
      profile: { activities: 1 },
      features: { customer_count_1d: 1 },
    })
    await state.catchUp()
    state.features.observe({ ...event, transaction_id: '2' })
    await state.kept(bench, 2)
    bench.activities.push({ row: 2, event, receivedMs: receivedAt(event), label: null })
    expect((await bench.start()).inspect('customer', 'c')).toMatchObject({ profile: { activities: 2 } })
  })
})

describe('F-10: the currencies of the policy', () => {
  const paid = (n: number, amount: number, currency: string): Activity => ({
    transaction_id: String(n),
    event_type: 'transaction',
    at: new Date(start + n * 60_000).toISOString(),
    customer_id: 'c',
    amount,
    currency,
  })
  const yen = (rate: number, from: string): Currencies => ({ base: 'EUR', rates: [{ currency: 'JPY', rate, from }] })

  it('are followed: what counts otherwise by them is counted anew before the next activity, in this run and in the next', async () => {
    const bench = createBench(1)
    let state = await bench.start()
    const take = async (amount: number, currency: string): Promise<void> => {
      const row = bench.activities.length + 1
      const event = paid(row, amount, currency)
      await state.catchUp()
      state.features.observe(event)
      await state.kept(bench, row)
      bench.activities.push({ row, event, receivedMs: Date.parse(event.at), label: null })
    }
    const profile = () => state.inspect('customer', 'c')?.profile
    await take(50, 'EUR')
    await take(10_000, 'JPY')
    expect([state.currency().code(), profile()]).toEqual([
      'EUR',
      expect.objectContaining({ activities: 2, amounts: 1, amount_mean: 50 }),
    ])
    bench.currencies = yen(0.006, '2026-01-01')
    await state.catchUp()
    expect(profile()).toMatchObject({ activities: 2, amounts: 2, amount_mean: 55 })
    // Saved by the old rates, opened by the new ones.
    state = await bench.start()
    expect(profile()).toMatchObject({ amounts: 2, amount_mean: 55 })
    await take(40, 'EUR')
    expect(profile()).toMatchObject({ amounts: 3, amount_mean: 50 })
    // The base is settled on by the first amount, whatever was told in between.
    bench.currencies = noCurrencies
    state = await bench.start()
    expect(profile()).toMatchObject({ activities: 3, amounts: 2, amount_mean: 45 })
    await take(60, 'EUR')
    state = await bench.start()
    expect([state.currency().code(), profile()]).toEqual([
      'EUR',
      expect.objectContaining({ activities: 4, amounts: 3, amount_mean: 50 }),
    ])
    bench.currencies = { base: 'JPY', rates: [] }
    state = await bench.start()
    expect(profile()).toMatchObject({ activities: 4, amounts: 1, amount_mean: 10_000 })
  })

  it('leave what was counted before to whoever looks, until all is counted anew by them', async () => {
    const bench = createBench(1)
    const state = await bench.start()
    for (const row of [1, 2, 3, 4, 5, 6, 7]) {
      const event = paid(row, 40 + row, 'EUR')
      await state.catchUp()
      state.features.observe(event)
      await state.kept(bench, row)
      bench.activities.push({ row, event, receivedMs: Date.parse(event.at), label: null })
    }
    const look = () => ({
      profile: state.inspect('customer', 'c')?.profile,
      features: state.features.peek(paid(8, 10, 'EUR')).features,
    })
    const before = look()
    const seen: ReturnType<typeof look>[] = []
    bench.currencies = { base: 'JPY', rates: [{ currency: 'EUR', rate: 160, from: '2020-01-01' }] }
    bench.pause = () => Promise.resolve(void seen.push(look()))
    await state.catchUp()
    expect(seen).toEqual([before, before, before])
    expect(look().profile).toMatchObject({ activities: 7, amount_mean: 44 * 160 })
  })

  it('that touch nothing of what was counted leave what is saved', async () => {
    const bench = createBench(1)
    bench.currencies = yen(0.006, '2026-01-01')
    let state = await bench.start()
    await state.catchUp()
    const event = paid(1, 10_000, 'JPY')
    state.features.observe(event)
    await state.kept(bench, 1)
    bench.activities.push({ row: 1, event, receivedMs: Date.parse(event.at), label: null })
    bench.currencies = {
      base: 'EUR',
      rates: [...yen(0.006, '2026-01-01').rates, { currency: 'JPY', rate: 0.007, from: '2026-03-01' }],
    }
    // Nothing could be counted anew from here on.
    bench.activities.splice(0, 1, { row: 1, event: paid(1, 999, 'JPY'), receivedMs: 0, label: null })
    state = await bench.start()
    await state.catchUp()
    expect(state.inspect('customer', 'c')?.profile).toMatchObject({ amount_mean: 60 })
    expect(state.features.peek({ ...event, at: '2026-03-02T00:00:00Z' }).features).toMatchObject({ amount: 70 })
  })
})

describe('a finding', () => {
  const paid = (n: number, at: number): Activity => ({
    transaction_id: String(n),
    event_type: 'transaction',
    at: new Date(at).toISOString(),
    customer_id: 'c',
    terminal_id: 't',
    amount: 5,
  })
  const came: PastLabel = { isFraud: false, knownAtMs: start + 7 * day }

  /**
   * Fifty days with an activity each, of which the first has a label; `said` tells findings on a day, before its
   * activity.
   */
  const lived = async (
    label: PastLabel | null,
    said: Readonly<Record<number, Omit<PastFinding, 'n' | 'event'>>>,
    standing: readonly Omit<StandingFinding, 'event'>[] = [],
  ) => {
    const bench = createBench(4)
    let state = await bench.start()
    const first = paid(0, start)
    for (let at = 0; at < 50; at += 1) {
      const finding = said[at]
      if (finding !== undefined) {
        bench.findings.push({ n: bench.findings.length + 1, event: first, ...finding })
        bench.standing.splice(
          0,
          Infinity,
          ...standing.filter(({ afterRow }) => afterRow <= at).map((one) => ({ ...one, event: first })),
        )
      }
      // Every fifth day the process begins anew.
      if (at % 5 === 4) state = await bench.start()
      await state.catchUp()
      const event = paid(at, start + at * day)
      state.features.observe(event)
      const own = at === 0 ? label : null
      if (own !== null) state.features.learn(event, own.isFraud, own.knownAtMs)
      await state.kept(bench, at + 1)
      bench.activities.push({ row: at + 1, event, receivedMs: Date.parse(event.at), label: own })
    }
    return [49, 50, 60].map((at) => state.features.peek(paid(99, start + at * day)).features)
  }

  it('that is taken back leaves what there would be if it had never been said, soon after it and when it is long forgotten', async () => {
    const wrong: PastLabel = { isFraud: true, knownAtMs: start + 2 * day }
    const never = await lived(came, {})
    expect(
      await lived(came, { 2: { was: came, now: wrong, isBack: false }, 6: { was: wrong, now: came, isBack: true } }),
    ).toEqual(never)
    // More than 31 days later the label is not kept any more: everything is counted anew.
    expect(
      await lived(came, { 2: { was: came, now: wrong, isBack: false }, 44: { was: wrong, now: came, isBack: true } }),
    ).toEqual(never)
    expect(
      await lived(null, { 2: { was: null, now: wrong, isBack: false }, 44: { was: wrong, now: null, isBack: true } }),
    ).toEqual(await lived(null, {}))
  })

  it('takes the place of what came with the activity: the two count once', async () => {
    const found: PastLabel = { isFraud: true, knownAtMs: start + 12 * day }
    const standing = [{ row: 1, afterRow: 12, now: found }]
    const alone = await lived(null, { 12: { was: null, now: found, isBack: false } }, standing)
    expect(alone[0]).toMatchObject({ terminal_frauds_ever: 1 })
    expect(await lived(came, { 12: { was: came, now: found, isBack: false } }, standing)).toEqual(alone)
    const late: PastLabel = { isFraud: true, knownAtMs: start + 45 * day }
    const lateStanding = [{ row: 1, afterRow: 45, now: late }]
    expect(await lived(came, { 45: { was: came, now: late, isBack: false } }, lateStanding)).toEqual(
      await lived(null, { 45: { was: null, now: late, isBack: false } }, lateStanding),
    )
  })
})

describe('what is saved', () => {
  it('is what has changed, and goes when no window can reach it', async () => {
    const bench = createBench(1)
    const state = await bench.start()
    const take = async (at: number, customer: string): Promise<number> => {
      const event: Activity = {
        transaction_id: String(at),
        event_type: 'transaction',
        at: new Date(at).toISOString(),
        customer_id: customer,
        amount: 5,
      }
      const before = bench.sql.get<{ changes: number }>('select total_changes() as changes')?.changes ?? 0
      await state.catchUp()
      state.features.observe(event)
      await state.kept(bench, bench.activities.length + 1)
      bench.activities.push({ row: bench.activities.length + 1, event, receivedMs: at, label: null })
      return (bench.sql.get<{ changes: number }>('select total_changes() as changes')?.changes ?? 0) - before
    }
    for (let at = 0; at < 50; at += 1) await take(start + at, `c${at}`)
    // One entity, one chunk, the cursor (replaced: counted twice at most).
    expect(await take(start + 100, 'c1')).toBeLessThanOrEqual(6)
    for (let at = 1; at < 100; at += 1) await take(start + at * day, 'c1')
    expect(bench.sql.get<{ count: number }>('select count(*) as count from feature_chunks')?.count).toBeLessThanOrEqual(
      33,
    )
    expect(state.inspect('customer', 'c7')).toMatchObject({
      profile: { activities: 1, last_seen_at: new Date(start + 7).toISOString() },
      features: { customer_count_30d: 0 },
    })
    expect(state.inspect('customer', 'nobody')).toBeNull()
  })
})
