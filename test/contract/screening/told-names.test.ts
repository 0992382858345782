import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startScreeningService } from '../../../main/server/screening/screening-service.ts'
import type { ScreeningService } from '../../../main/server/screening/screening-service.ts'
import { hitsOfSubject } from '../../../main/storage/screening/hits.ts'
import { requireSubject, subjectItem } from '../../../main/storage/screening/subjects.ts'
import { toldKept } from '../../../main/storage/screening/told-names.ts'
import type { Activity } from '../../../shared/schema/activity.ts'
import { ok } from '../../../shared/schema/result.ts'
import { screenedFacts } from '../../../shared/schema/screening.ts'
import type { ScreenedFacts, ScreeningHit } from '../../../shared/schema/screening.ts'
import { must } from '../../support/must.ts'
import { freshWorkspace } from '../storage/support.ts'
import type { TestWorkspace } from '../storage/support.ts'
import { listed, testLists } from './support.ts'
import type { TestLists } from './support.ts'

let bench: TestWorkspace
let lists: TestLists
let screening: ScreeningService

const petrov = listed('E1', 'Aleksandr Petrov', { dates: [{ year: 1962, month: 3, day: 4 }] })

beforeEach(async () => {
  bench = await freshWorkspace()
  lists = testLists()
  screening = startScreeningService({ store: bench.workspace.screening, lists, scheduler: bench.scheduler })
  lists.put('un', '1', [petrov])
  await screening.settle()
})
afterEach(async () => {
  await screening.close()
  await bench.remove()
})

const ref = { kind: 'counterparty', id: 'PSP-1' } as const
const payment = (n: number, name: string, more: Record<string, string> = {}): Activity => ({
  transaction_id: `t-${n}`,
  event_type: 'transfer',
  at: '2026-03-04T12:00:00.000Z',
  customer_id: 'c-1',
  counterparty_id: ref.id,
  amount: 5,
  metadata: { counterparty_name: name, ...more },
})
/** Payments to the account, each to another name. */
const pay = async (...events: Activity[]): Promise<void> => {
  must(
    await bench.workspace.ledger.write(bench.admin, async (tx) =>
      ok(
        await screening.take(
          tx,
          events.map((event) => ({ event })),
        ),
      ),
    ),
  )
  await screening.settle()
}
const register = async (facts: Partial<ScreenedFacts> & Pick<ScreenedFacts, 'names'>) =>
  must(await screening.register({ subjects: [{ subject: ref, ...screenedFacts.parse(facts) }] }, bench.admin))
    .results[0]
const sql = () => bench.workspace.screening.sql
const subject = () => subjectItem(sql(), must(requireSubject(sql(), ref)))
const hits = (): Promise<ScreeningHit[]> =>
  hitsOfSubject(
    { sql: sql(), vault: bench.workspace.screening.vault, titleOf: (list) => list },
    must(requireSubject(sql(), ref)).n,
  )
const dispose = async (disposition: 'true_match' | 'false_match') =>
  must(
    await bench.workspace.screening.dispose(
      { hit_ids: (await hits()).map(({ id }) => id), disposition, reason: 'Passport seen.' },
      bench.admin,
    ),
  )
/** A name of its own for each number, far from any listed one. */
const payee = (n: number): string =>
  `Payee ${String(n)
    .split('')
    .map((digit) => 'bdfgklmnrs'[Number(digit)] ?? '')
    .join('o')}um`

describe('an activity that tells another name', () => {
  test('of an account that bears twenty already is screened all the same', async () => {
    await pay(...Array.from({ length: 20 }, (_, n) => payment(n, payee(n))))
    expect(await hits()).toEqual([])
    await pay(payment(20, 'Aleksandr Petrov'))
    expect(await hits()).toMatchObject([
      { state: 'open', entry_id: 'E1', searched_name: 'Aleksandr Petrov', alert_id: expect.any(Number) as unknown },
    ])
    expect(subject()).toMatchObject({ told_names: ['Aleksandr Petrov'], names_left_out: 0 })
    expect(subject().names).toHaveLength(20)
    expect(screening.status()).toMatchObject({ waiting: 0, names_left_out: 0 })
  })

  test('of a subject that the institution registered is screened, and leaves its facts as they are', async () => {
    await register({ names: ['Jane Quiet'] })
    await pay(payment(1, 'Aleksandr Petrov'))
    expect(await hits()).toMatchObject([{ state: 'open', searched_name: 'Aleksandr Petrov' }])
    expect(subject()).toMatchObject({ names: ['Jane Quiet'], source: 'register', told_names: ['Aleksandr Petrov'] })
  })

  test('is screened with what was told beside it: the date that lifts it over the threshold', async () => {
    await register({ names: ['Aleksandr Petrov'], dates: ['1990'] })
    expect(await hits()).toEqual([])
    await pay(payment(1, 'Aleksandr Petrov', { counterparty_date_of_birth: '1962-03-04' }))
    expect(await hits()).toMatchObject([{ qualifiers: [{ kind: 'date', agrees: true, searched: '1962-03-04' }] }])
  })

  test('keeps its hit when its subject is screened again, by itself or with everybody', async () => {
    await register({ names: ['Jane Quiet'] })
    await pay(payment(1, 'Aleksandr Petrov'))
    expect(await register({ names: ['Jane Quiet', 'J. Quiet'] })).toMatchObject({ status: 'hits', open_hits: 1 })
    lists.put('un', '2', [{ ...petrov, countries: ['RU'] }])
    await screening.settle()
    must(await bench.workspace.screening.changePolicy({ ...screening.status().policy, threshold: 0.9 }, bench.admin))
    await screening.settle()
    expect(await hits()).toMatchObject([{ state: 'open' }])
  })

  test('keeps it when the institution registers its subject under another name afterwards', async () => {
    await pay(payment(1, 'Aleksandr Petrov'))
    expect(await register({ names: ['Jane Quiet'] })).toMatchObject({ outcome: 'changed', status: 'hits' })
    expect(subject()).toMatchObject({ names: ['Jane Quiet'], told_names: ['Aleksandr Petrov'] })
    expect(await hits()).toMatchObject([{ state: 'open' }])
  })

  test('is compared with lists that come later', async () => {
    await register({ names: ['Jane Quiet'] })
    await pay(payment(1, 'Zofia Wawrzyniak'))
    expect(await hits()).toEqual([])
    lists.put('un', '2', [petrov, listed('E2', 'Zofia Wawrzyniak')])
    await screening.settle()
    expect(await hits()).toMatchObject([{ entry_id: 'E2', state: 'open' }])
  })

  test('brings a false match back where it fits better than what was judged, and leaves it where it does not', async () => {
    await register({ names: ['Aleksandr Petrovic'] })
    await dispose('false_match')
    await pay(payment(1, 'Jane Quiet'), payment(2, 'Aleksander Petrovic'))
    expect(await hits()).toMatchObject([{ state: 'false_match' }])
    await pay(payment(3, 'Aleksandr Petrov'))
    expect(await hits()).toMatchObject([{ state: 'open', reopened_because: 'subject_changed', score: 1 }])
    await dispose('false_match')
    await pay(payment(4, 'Aleksandr Petrov'))
    expect(await register({ names: ['Aleksandr Petrovic'] })).toMatchObject({ status: 'clear', hits: 1 })
    expect(await hits()).toMatchObject([{ state: 'false_match' }])
  })

  test('waits for the first list', async () => {
    lists.drop('un')
    await screening.settle()
    await register({ names: ['Jane Quiet'] })
    await pay(payment(1, 'Aleksandr Petrov'))
    expect(screening.status()).toMatchObject({ status: 'no_lists', waiting: 2 })
    lists.put('un', '3', [petrov])
    await screening.settle()
    expect(screening.status()).toMatchObject({ waiting: 0, hits: { open: 1 } })
  })
})

test('the oldest names beyond the newest are let go of, which is told; those that a hit was found by stay with it', async () => {
  await register({ names: ['Jane Quiet'] })
  await pay(payment(0, 'Aleksandr Petrov'), ...Array.from({ length: toldKept + 5 }, (_, n) => payment(n + 1, payee(n))))
  expect(screening.status()).toMatchObject({ waiting: 0, names_left_out: 6, hits: { open: 1 } })
  const { told_names: told, names_left_out: leftOut } = subject()
  expect([told.length, leftOut, told[0], told.at(-1)]).toEqual([toldKept, 6, payee(toldKept + 4), 'Aleksandr Petrov'])
  expect(await register({ names: ['Jane Quiet'], countries: ['SE'] })).toMatchObject({ status: 'hits', open_hits: 1 })
})
