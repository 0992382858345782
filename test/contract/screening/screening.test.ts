import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startScreeningService } from '../../../main/server/screening/screening-service.ts'
import type { ScreeningService } from '../../../main/server/screening/screening-service.ts'
import { listConfigured } from '../../../main/storage/lists/appliers.ts'
import { historyOf } from '../../../main/storage/screening/history.ts'
import { hitsOfSubject, listHitRows, readHitRow } from '../../../main/storage/screening/hits.ts'
import type { HitReadParts } from '../../../main/storage/screening/hits.ts'
import { screeningContext } from '../../../main/storage/network/contexts.ts'
import { requireSubject } from '../../../main/storage/screening/subjects.ts'
import { listHits } from '../../../shared/api/screening.ts'
import { ok } from '../../../shared/schema/result.ts'
import { defaultScreeningPolicy, screenedFacts } from '../../../shared/schema/screening.ts'
import type { RegisteredSubject, ScreenedRef, ScreeningHit, ScreeningPolicy } from '../../../shared/schema/screening.ts'
import { expectSkips } from '../api/skipping.ts'
import { must } from '../../support/must.ts'
import { freshWorkspace } from '../storage/support.ts'
import type { TestWorkspace } from '../storage/support.ts'
import { listed, testLists } from './support.ts'
import type { TestLists } from './support.ts'

const anyText: unknown = expect.any(String)
const anyNumber: unknown = expect.any(Number)

let bench: TestWorkspace
let lists: TestLists
let screening: ScreeningService

const start = async (): Promise<void> => {
  screening = startScreeningService({ store: bench.workspace.screening, lists, scheduler: bench.scheduler })
  await screening.settle()
}

beforeEach(async () => {
  bench = await freshWorkspace()
  lists = testLists()
  await start()
})
afterEach(async () => {
  await screening.close()
  await bench.remove()
})

const person = (id: string, name: string, given: Partial<RegisteredSubject> = {}): RegisteredSubject => ({
  subject: { kind: 'customer', id },
  ...screenedFacts.parse({ names: [name], kind: 'person' }),
  ...given,
})
const register = async (...subjects: RegisteredSubject[]) =>
  must(await screening.register({ subjects }, bench.admin)).results
const parts = (): HitReadParts => ({
  sql: bench.workspace.screening.sql,
  vault: bench.workspace.screening.vault,
  titleOf: (list) => list,
})
const hitsOf = async (id: string): Promise<ScreeningHit[]> =>
  await hitsOfSubject(parts(), must(requireSubject(parts().sql, { kind: 'customer', id })).n)
const onlyHit = async (id: string): Promise<ScreeningHit> => {
  const [hit, another] = await hitsOf(id)
  if (hit === undefined || another !== undefined) throw new Error(`${id} has not one hit`)
  return hit
}
const dispose = async (ids: readonly string[], disposition: 'true_match' | 'false_match', days?: number) =>
  must(
    await bench.workspace.screening.dispose(
      { hit_ids: [...ids], disposition, reason: 'Passport seen.', expires_in_days: days },
      bench.admin,
    ),
  )
const alertOf = ({ alert_id: id }: ScreeningHit) => bench.workspace.alerts.item(id ?? 0)

const petrov = listed('E1', 'Aleksandr Petrov', { dates: [{ year: 1962 }], countries: ['RU'] })
const put = async (version: string, ...entries: Parameters<TestLists['put']>[2]): Promise<void> => {
  lists.put('un', version, entries)
  await screening.settle()
}

describe('without a list', () => {
  test('nobody is clear: the answer says that there are no lists', async () => {
    expect(screening.status()).toMatchObject({ status: 'no_lists', lists: [], entries: 0 })
    const [one] = await register(person('1', 'Aleksandr Petrov'))
    expect(one).toMatchObject({ status: 'no_lists', outcome: 'added', hits: 0 })
    expect(must(await screening.screen({ ...screenedFacts.parse({ names: ['Anna Ek'] }) }, bench.admin)).status).toBe(
      'no_lists',
    )
    expect(
      must(await screening.batch({ subjects: [screenedFacts.parse({ names: ['Anna Ek'] })], limit: 5 })).results,
    ).toEqual([{ reference: null, status: 'no_lists', matches: [] }])
  })

  test('whoever came before the first list is screened when it comes', async () => {
    await register(person('1', 'Alexander Petrov'))
    expect(screening.status().waiting).toBe(1)
    await put('1', petrov)
    expect(screening.status()).toMatchObject({ status: 'ready', waiting: 0, entries: 1, hits: { open: 1 } })
    expect(await onlyHit('1')).toMatchObject({ state: 'open', listed_name: 'Aleksandr Petrov' })
  })
})

describe('a hit', () => {
  test('says token by token why, with what else is known, and raises an alert on its subject', async () => {
    await put('1', petrov, listed('E2', 'Johan Berg'))
    const [one, other] = await register(
      person('1', 'PETROV, Alexander', { dates: ['1962-05-01'], countries: ['RU'] }),
      person('2', 'Anna Ek'),
    )
    expect(one).toMatchObject({ status: 'hits', hits: 1, open_hits: 1, best: { entry_id: 'E1' } })
    expect(other).toMatchObject({ status: 'clear', hits: 0, best: null })
    const hit = await onlyHit('1')
    expect(hit).toMatchObject({
      list: 'un',
      list_version: '1',
      entry_id: 'E1',
      mode: 'precise',
      state: 'open',
      disposition: null,
      subject: { kind: 'customer', id: '1', name: 'PETROV, Alexander' },
    })
    expect(hit.parts.map(({ searched, listed: name }) => [searched, name]).sort()).toEqual([
      ['Alexander', 'Aleksandr'],
      ['PETROV', 'Petrov'],
    ])
    expect(hit.qualifiers.map(({ kind, agrees }) => [kind, agrees])).toEqual([
      ['date', true],
      ['country', true],
    ])
    expect(alertOf(hit)).toMatchObject({
      source: 'screening',
      status: 'new',
      entity: { kind: 'customer', id: '1' },
      transaction_count: 0,
      signals: ['list_match'],
      title: 'Possible match on un: customer 1',
    })
    expect(must(bench.workspace.alerts.list({ source: 'screening', sort: 'newest', size: 10 })).data).toHaveLength(1)
    expect(must(bench.workspace.alerts.list({ source: 'detection', sort: 'newest', size: 10 })).data).toEqual([])
  })

  test('of the same subject joins its open alert', async () => {
    await put('1', petrov)
    await register(person('1', 'Aleksandr Petrov'))
    lists.put('eu', '1', [listed('X', 'Alexandr Petrov')])
    await screening.settle()
    const alerts = new Set((await hitsOf('1')).map(({ alert_id: id }) => id))
    expect(alerts.size).toBe(1)
    expect(bench.workspace.alerts.item([...alerts][0] ?? 0)?.title).toBe('Possible match on eu, un: customer 1')
    for (const key of ['uk', 'ofac-sdn']) lists.put(key, '1', [listed('X', 'Alexandr Petrov')])
    await screening.settle()
    expect(bench.workspace.alerts.item([...alerts][0] ?? 0)?.title).toBe('Possible match on 4 lists: customer 1')
  })

  test('asks for a decision on its alert, and again once the alert is graver than what was decided of', async () => {
    await put('1', petrov)
    const asked = () =>
      bench.workspace.events
        .after(0, 100)
        .filter(({ type }) => type === 'decision.requested')
        .map(({ data }) => data)
    await register(person('1', 'Aleksandr Petrovic'))
    const { alert_id: id } = await onlyHit('1')
    expect(alertOf(await onlyHit('1'))?.risk_level).not.toBe('critical')
    expect(asked()).toEqual([{ decision_id: null, alert_id: id, case_id: null, needs: 'decision' }])
    must(
      await bench.workspace.decisions.record(
        { alert_id: id ?? 0, outcome: 'approve', reason: 'Somebody else.' },
        { actor: bench.admin },
      ),
    )
    lists.put('eu', '1', [listed('X', 'Aleksandr Petrovic')])
    await screening.settle()
    expect(bench.workspace.alerts.item(id ?? 0)).toMatchObject({ id, risk_level: 'critical' })
    expect(asked().slice(1)).toEqual([{ decision_id: null, alert_id: id, case_id: null, needs: 'decision' }])
  })

  test('names its lists by their titles, and so do the reasons of its alert', async () => {
    must(
      await bench.workspace.ledger.write(bench.admin, async (tx) =>
        ok(
          await tx.append(
            listConfigured('un', { title: 'UN Security Council consolidated list', warn_days: 7, stale_days: 30 }),
          ),
        ),
      ),
    )
    await put('1', petrov)
    await register(person('1', 'Aleksandr Petrov'))
    const alert = must(await bench.workspace.alerts.read((await onlyHit('1')).alert_id ?? 0))
    expect(alert.title).toBe('Possible match on UN Security Council consolidated list: customer 1')
    expect(alert.reasons[0]?.text).toContain('on the list UN Security Council consolidated list (version 1, entry E1)')
  })

  test('ends with its disposition: sealed, with the reason withheld, and the alert follows', async () => {
    await put('1', petrov)
    await register(person('1', 'Aleksandr Petrov'))
    const hit = await onlyHit('1')
    expect(await dispose([hit.id], 'false_match')).toMatchObject({ changed: 1, refused: 0 })
    const after = await onlyHit('1')
    expect(after).toMatchObject({
      state: 'false_match',
      disposition: { disposition: 'false_match', reason: 'Passport seen.', by: anyText },
    })
    const days =
      (Date.parse(after.disposition?.expires_at ?? '') - Date.parse(after.disposition?.at ?? '')) / 86_400_000
    expect(Math.round(days)).toBe(180)
    expect(alertOf(after)).toMatchObject({ status: 'false_positive' })
    const entry = bench.workspace.screening.sql.get<{ payload: Uint8Array }>(
      'select payload from entries where id = ?',
      Buffer.from(after.disposition?.entry_id ?? '', 'hex'),
    )
    const sealed = Buffer.from(entry?.payload ?? []).toString()
    expect(sealed).toContain('screening.disposed')
    expect(sealed).not.toMatch(/Petrov|Passport/u)
    expect(
      (await bench.workspace.verification.verifyWorkspace())?.findings.filter(
        ({ severity }) => severity !== 'information',
      ),
    ).toEqual([])
  })

  test('takes its alert into a case, with why it was raised', async () => {
    await put('1', petrov)
    await register(person('1', 'Aleksandr Petrov'))
    const hit = await onlyHit('1')
    await dispose([hit.id], 'true_match')
    const { id } = must(
      await bench.workspace.cases.create(
        { title: 'On the list', description: 'He is.', priority: 'high', alert_ids: [hit.alert_id ?? 0] },
        { actor: bench.admin },
      ),
    )
    expect(alertOf(hit)).toMatchObject({ status: 'confirmed', case_id: id })
    expect(
      must(bench.workspace.alerts.list({ case_id: id, sort: 'newest', size: 10, status: ['confirmed'] })).data,
    ).toMatchObject([{ id: hit.alert_id, title: 'Possible match on un: customer 1' }])
    const sealed = bench.workspace.screening.sql.get<{ facts: Uint8Array | null }>(
      'select facts from case_alerts where case_id = ?',
      id,
    )
    expect(sealed?.facts).not.toBeNull()
  })

  test('that is true confirms the alert, does not expire, and is known as bad', async () => {
    await put('1', petrov)
    await register(person('1', 'Aleksandr Petrov'))
    const hit = await onlyHit('1')
    await dispose([hit.id], 'true_match')
    expect(await onlyHit('1')).toMatchObject({ state: 'true_match', disposition: { expires_at: null } })
    expect(alertOf(hit)).toMatchObject({ status: 'confirmed' })
    expect(bench.workspace.screening.standingHits()).toMatchObject([
      {
        subject: { kind: 'customer', id: '1' },
        state: 'true_match',
        list: 'un',
        entryId: 'E1',
        listedName: 'Aleksandr Petrov',
        alertId: hit.alert_id,
      },
    ])
    expect([...screeningContext(bench.workspace.network.sql, bench.workspace.screening).knownBad(0)]).toMatchObject([
      {
        entity: { kind: 'customer', id: '1' },
        certainty: 'confirmed',
        source: 'screening',
        text: 'It is “Aleksandr Petrov” of the list un, as a person found.',
      },
      { entity: { kind: 'listed', id: 'un:E1' }, certainty: 'confirmed' },
    ])
  })

  test('is disposed of once: the same word again, or of what is gone, is refused', async () => {
    await put('1', petrov)
    await register(person('1', 'Aleksandr Petrov'))
    const { id } = await onlyHit('1')
    await dispose([id], 'false_match')
    const again = await bench.workspace.screening.dispose(
      { hit_ids: [id], disposition: 'false_match', reason: 'Again.' },
      bench.admin,
    )
    expect(again).toMatchObject({ ok: false, error: { code: 'already_done' } })
    const bulk = await dispose([id, '0190f3c1-7a00-7000-8000-000000000001'], 'false_match')
    expect(bulk.results.map(({ error }) => error?.code)).toEqual(['already_done', 'not_found'])
  })
})

describe('a false match', () => {
  beforeEach(async () => {
    await put('1', petrov, listed('E2', 'Johan Berg'))
    await register(person('1', 'Aleksandr Petrov'))
    await dispose([(await onlyHit('1')).id], 'false_match', 30)
  })

  test('does not come back while nothing changes, however often it is screened', async () => {
    const [again] = await register(person('1', 'Aleksandr Petrov'))
    expect(again).toMatchObject({ outcome: 'unchanged', status: 'clear', hits: 1, open_hits: 0 })
    await put(
      '2',
      { ...petrov, remarks: 'Listed since long.', programmes: ['X'] },
      listed('E2', 'Johan Berg'),
      listed('E3', 'New Man'),
    )
    expect(await onlyHit('1')).toMatchObject({ state: 'false_match', reopened_because: null })
  })

  test('comes back when the listed entry changes, with a new alert', async () => {
    const before = await onlyHit('1')
    await put('2', { ...petrov, dates: [{ year: 1971, month: 2, day: 3 }] }, listed('E2', 'Johan Berg'))
    const after = await onlyHit('1')
    expect(after).toMatchObject({
      state: 'open',
      reopened_because: 'listed_entry_changed',
      id: before.id,
      disposition: { disposition: 'false_match' },
    })
    expect(after.alert_id).not.toBe(before.alert_id)
  })

  test.each([
    ['a name', { names: ['Aleksandr Petrov', 'Sasha Petrov'] }],
    ['a date of birth', { dates: ['1962-01-02'] }],
    ['a country', { countries: ['RU'] }],
    ['an identifier', { identifiers: ['P 123-45'] }],
  ])('comes back when %s of the subject changes', async (_what, change) => {
    await register(person('1', 'Aleksandr Petrov', change))
    expect(await onlyHit('1')).toMatchObject({ state: 'open', reopened_because: 'subject_changed' })
  })

  test('comes back when it expires, and not before', async () => {
    bench.clock.advance(29 * 86_400_000)
    await screening.settle()
    expect((await onlyHit('1')).state).toBe('false_match')
    bench.clock.advance(2 * 86_400_000)
    await screening.settle()
    expect(await onlyHit('1')).toMatchObject({ state: 'open', reopened_because: 'expired' })
  })

  test('is kept over a restart', async () => {
    await screening.close()
    bench = await bench.reopen()
    await start()
    expect((await onlyHit('1')).state).toBe('false_match')
  })

  test('goes with its entry, and comes back as false with it while nothing else has changed', async () => {
    await put('2', listed('E2', 'Johan Berg'))
    expect(await onlyHit('1')).toMatchObject({ state: 'gone' })
    await put('3', petrov, listed('E2', 'Johan Berg'))
    expect(await onlyHit('1')).toMatchObject({ state: 'false_match' })
  })

  test('can be corrected to a true one', async () => {
    await dispose([(await onlyHit('1')).id], 'true_match')
    const { history } = must(await readHitRow(parts(), (await onlyHit('1')).id, () => null))
    expect(history.map(({ disposition }) => disposition)).toEqual(['false_match', 'true_match'])
  })
})

describe('a true match', () => {
  beforeEach(async () => {
    await put('1', petrov, listed('E2', 'Johan Berg'))
    await register(person('1', 'Aleksandr Petrov'))
    await dispose([(await onlyHit('1')).id], 'true_match')
  })
  const rename = () => register(person('1', 'Robert Plain'))

  test('stays when its subject is told under another name, and an alert asks to look again, once', async () => {
    const before = await onlyHit('1')
    expect((await rename())[0]).toMatchObject({
      outcome: 'changed',
      status: 'hits',
      hits: 0,
      open_hits: 0,
      standing: 1,
    })
    const after = await onlyHit('1')
    expect(after).toMatchObject({
      id: before.id,
      state: 'true_match',
      no_longer_fits_since: anyText,
      look_again: true,
      listed_name: 'Aleksandr Petrov',
    })
    expect(after.alert_id).not.toBe(before.alert_id)
    expect(alertOf(after)).toMatchObject({ status: 'new', title: 'Confirmed match no longer fits: customer 1' })
    expect(must(await bench.workspace.alerts.read(after.alert_id ?? 0)).reasons[0]?.text).toContain(
      'by the name “Aleksandr Petrov”',
    )
    expect(bench.workspace.screening.standingHits()).toMatchObject([{ state: 'true_match', entryId: 'E1' }])
    await register(person('1', 'Robert Plain', { countries: ['SE'] }))
    expect((await onlyHit('1')).alert_id).toBe(after.alert_id)
    expect(
      must(bench.workspace.alerts.list({ source: 'screening', sort: 'newest', size: 10 })).data.map(({ id }) => id),
    ).toEqual([after.alert_id])
  })

  test('stays when the list tells its entry otherwise, in a re-screening as in a screening of everything', async () => {
    await put('2', { ...petrov, names: [{ text: 'Boris Nekrasov', type: 'primary' }] }, listed('E2', 'Johan Berg'))
    expect(await onlyHit('1')).toMatchObject({ state: 'true_match', look_again: true })
    const preview = await screening.preview({ ...screening.status().policy, threshold: 0.9 })
    expect(preview.true_match).toEqual({ stays: 1, goes: 0 })
    must(await bench.workspace.screening.changePolicy({ ...screening.status().policy, threshold: 0.9 }, bench.admin))
    await screening.settle()
    expect(await onlyHit('1')).toMatchObject({ state: 'true_match' })
    expect((await register(person('1', 'Aleksandr Petrov')))[0]).toMatchObject({ outcome: 'unchanged', status: 'hits' })
  })

  test('is confirmed once more, which ends the alert, or called false, which ends the match', async () => {
    await rename()
    const { id } = await onlyHit('1')
    expect(await dispose([id], 'true_match')).toMatchObject({ changed: 1 })
    const confirmed = await onlyHit('1')
    expect(confirmed).toMatchObject({ state: 'true_match', no_longer_fits_since: anyText, look_again: false })
    expect(alertOf(confirmed)).toMatchObject({ status: 'confirmed' })
    expect(
      await bench.workspace.screening.dispose(
        { hit_ids: [id], disposition: 'true_match', reason: 'Again.' },
        bench.admin,
      ),
    ).toMatchObject({ ok: false, error: { code: 'already_done' } })
    await dispose([id], 'false_match')
    expect((await register(person('1', 'Robert Plain')))[0]).toMatchObject({ status: 'clear', standing: 0 })
    expect(await onlyHit('1')).toMatchObject({ state: 'gone' })
    // What was said of Robert Plain is not said of Aleksandr Petrov.
    expect((await register(person('1', 'Aleksandr Petrov')))[0]).toMatchObject({ status: 'hits', open_hits: 1 })
  })

  test('fits again when its subject does, and nothing is to be looked at', async () => {
    await rename()
    expect((await register(person('1', 'Aleksandr Petrov')))[0]).toMatchObject({ status: 'hits', hits: 1, standing: 0 })
    expect(await onlyHit('1')).toMatchObject({ state: 'true_match', no_longer_fits_since: null, look_again: false })
  })

  test('goes with its entry or its list, and comes back with it, fitting or not', async () => {
    await rename()
    await put('2', listed('E2', 'Johan Berg'))
    expect(await onlyHit('1')).toMatchObject({ state: 'gone', look_again: false })
    await put('3', petrov, listed('E2', 'Johan Berg'))
    expect(await onlyHit('1')).toMatchObject({ state: 'true_match', look_again: true })
    lists.put('eu', '1', [listed('X', 'Anna Ekholm')])
    for (const [excluded, state] of [
      [['un'], 'gone'],
      [[], 'true_match'],
    ] as const) {
      must(
        await bench.workspace.screening.changePolicy(
          { ...screening.status().policy, excluded_lists: [...excluded] },
          bench.admin,
        ),
      )
      await screening.settle()
      expect((await onlyHit('1')).state).toBe(state)
    }
  })
})

describe('a changed list', () => {
  test('compares the register with what changed alone, and says what was added, removed and found', async () => {
    const names = ['Aleksandr Petrov', 'Anna Ek', 'Bo Lund', 'Cai Holm', 'Dag Vik']
    await put('1', petrov)
    await register(...names.map((name, place) => person(String(place), name)))
    await put('2', listed('E7', 'Bo Lund'), listed('E8', 'Nobody Here'))
    expect(screening.status().run).toMatchObject({
      reason: 'list_changed',
      subjects: 5,
      done: 5,
      found: 1,
      lists: [{ key: 'un', version: '2', entries: 2, removed: 1 }],
      finished_at: anyText,
    })
    expect((await onlyHit('0')).state).toBe('gone')
    expect((await onlyHit('2')).state).toBe('open')
  })

  test('goes on after a crash where it stopped, and finds the same', async () => {
    await put('1', listed('E0', 'Nobody Here'))
    await register(
      ...Array.from({ length: 60 }, (_, n) => person(String(n), n % 7 === 0 ? 'Aleksandr Petrov' : `Anna Ek ${n}`)),
    )
    // Stopped as soon as the first chunk of the run was kept.
    const stop = bench.workspace.ledger.onEvents(() => void screening.close())
    lists.put('un', '2', [petrov])
    await screening.settle()
    stop()
    await screening.close()
    const { done = 0, finished_at: finished } = screening.status().run ?? {}
    expect({ isPart: done > 0 && done < 60, finished }).toEqual({ isPart: true, finished: null })
    bench = await bench.reopen()
    await start()
    expect(screening.status()).toMatchObject({
      hits: { open: 9 },
      run: { subjects: 60, done: 60, finished_at: anyText },
    })
  })

  test('that was dropped takes its hits with it', async () => {
    await put('1', petrov)
    await register(person('1', 'Aleksandr Petrov'))
    lists.drop('un')
    await screening.settle()
    expect(await onlyHit('1')).toMatchObject({ state: 'gone' })
    expect(screening.status()).toMatchObject({ status: 'no_lists', hits: { open: 0, gone: 1 } })
  })
})

describe('namesakes', () => {
  const wendelins = (count: number) =>
    Array.from({ length: count }, (_, n) =>
      listed(`W${n + 1}`, 'Ottokar Wendelin', { dates: [{ year: 1941 + n, month: 1, day: 1 + (n % 9) }] }),
    )

  test('a hit that came with a new version stays when its subject is screened against everything again', async () => {
    await put('1', ...wendelins(39))
    expect((await register(person('1', 'Ottokar Wendelin', { dates: ['1990-06-07'] })))[0]).toMatchObject({
      status: 'clear',
    })
    await put('2', ...wendelins(50))
    const [first] = await hitsOf('1')
    expect(first).toMatchObject({ entry_id: 'W50', state: 'open' })
    expect(
      (
        await register(
          person('1', 'Ottokar Wendelin', { names: ['Ottokar Wendelin', 'O. Wendelin'], dates: ['1990-06-07'] }),
        )
      )[0],
    ).toMatchObject({ outcome: 'changed', status: 'hits' })
    expect((await hitsOf('1')).find(({ id }) => id === first?.id)).toMatchObject({ state: 'open' })
  })

  test('are all hits, and the screening tells how many there are beside the best fifty', async () => {
    await put('1', ...wendelins(70))
    const [one] = await register(person('1', 'Ottokar Wendelin'))
    expect(one).toMatchObject({ status: 'hits', hits: 70, open_hits: 70 })
    expect((await hitsOf('1')).length).toBe(70)
    const made = must(await screening.screen(screenedFacts.parse({ names: ['Ottokar Wendelin'] }), bench.admin))
    expect([made.hits, made.matches.length]).toEqual([70, 50])
    await dispose(
      (await hitsOf('1')).slice(0, 60).map(({ id }) => id),
      'false_match',
    )
    expect((await register(person('1', 'Ottokar Wendelin')))[0]).toMatchObject({ status: 'hits', open_hits: 10 })
  })
})

describe('the policy', () => {
  test('of another threshold screens everybody again', async () => {
    must(await bench.workspace.screening.changePolicy({ ...defaultScreeningPolicy, threshold: 0.95 }, bench.admin))
    await put('1', listed('E1', 'Aleksandr Ivanovich Petrov'))
    await register(person('1', 'Aleksandr Petrov'))
    expect(await hitsOf('1')).toEqual([])
    must(await bench.workspace.screening.changePolicy({ ...defaultScreeningPolicy, threshold: 0.7 }, bench.admin))
    await screening.settle()
    expect((await onlyHit('1')).state).toBe('open')
    expect(screening.status()).toMatchObject({
      policy: { threshold: 0.7 },
      run: { reason: 'policy_changed', lists: [] },
    })
    expect(
      await bench.workspace.screening.changePolicy({ ...defaultScreeningPolicy, threshold: 0.7 }, bench.admin),
    ).toMatchObject({ ok: false, error: { code: 'already_done' } })
  })

  const change = async (part: Partial<ScreeningPolicy>): Promise<void> => {
    must(await bench.workspace.screening.changePolicy({ ...screening.status().policy, ...part }, bench.admin))
    await screening.settle()
  }

  test('tells who changed it and when, newest first, also after a reopening', async () => {
    expect(await bench.workspace.screening.policyChanges()).toEqual([])
    await change({ threshold: 0.9 })
    await change({ false_match_days: 30 })
    await screening.close()
    bench = await bench.reopen()
    await start()
    const changes = await bench.workspace.screening.policyChanges()
    expect(changes.map(({ policy, user_id: user }) => [policy.threshold, policy.false_match_days, user])).toEqual([
      [0.9, 30, anyNumber],
      [0.9, 180, anyNumber],
    ])
    expect(changes[0]).toMatchObject({ entry_id: anyText, changed_at: anyText, user_name: anyText })
  })

  test('of a list that does not count takes its hits away, and says no_lists where none counts', async () => {
    lists.put('eu', '1', [listed('X', 'Anna Ekholm')])
    await put('1', petrov)
    await register(person('1', 'Aleksandr Petrov'), person('2', 'Anna Ekholm'))
    const before = await onlyHit('1')
    await change({ excluded_lists: ['un'] })
    expect(await onlyHit('1')).toMatchObject({ id: before.id, state: 'gone' })
    expect((await onlyHit('2')).state).toBe('open')
    const made = must(await screening.screen(screenedFacts.parse({ names: ['Aleksandr Petrov'] }), bench.admin))
    expect([made.status, made.lists.map(({ key }) => key)]).toEqual(['clear', ['eu']])
    expect(
      must(
        await screening.screen({ ...screenedFacts.parse({ names: ['Aleksandr Petrov'] }), lists: ['un'] }, bench.admin),
      ).status,
    ).toBe('hits')
    await change({ excluded_lists: ['un', 'eu'] })
    expect(screening.status().status).toBe('no_lists')
    expect((await register(person('3', 'Aleksandr Petrov')))[0]).toMatchObject({ status: 'no_lists', hits: 0 })
    await change({ excluded_lists: [] })
    expect(await onlyHit('1')).toMatchObject({ id: before.id, state: 'open' })
    expect((await onlyHit('3')).state).toBe('open')
    expect(screening.status()).toMatchObject({ status: 'ready', waiting: 0 })
  })

  test('that lets list changes pass screens nobody again until it is changed', async () => {
    await put('1', listed('E9', 'Another One'))
    await register(person('1', 'Aleksandr Petrov'))
    await change({ on_list_changes: false })
    await put('2', petrov)
    expect(await hitsOf('1')).toEqual([])
    await change({ on_list_changes: true })
    expect((await onlyHit('1')).state).toBe('open')
  })

  test('can be tried: what would stay, go and come, with nothing changed', async () => {
    await put('1', petrov, listed('E2', 'Johan Berg'), listed('E3', 'Maria Ivanovna Sidorova'))
    await register(
      person('1', 'Aleksandr Petrov'),
      person('2', 'Johann Bergh'),
      person('3', 'Maria Anna Sidorova'),
      person('4', 'Anna Ek'),
    )
    await dispose([(await onlyHit('1')).id], 'false_match')
    const kept = await bench.workspace.screening.policyChanges()
    const { score } = await onlyHit('2')
    expect(score).toBeLessThan(0.99)
    const policy = screening.status().policy
    const hits = screening.status().hits
    expect(await screening.preview({ ...policy, threshold: 0.99 })).toEqual({
      subjects: 4,
      compared: 4,
      open: { stays: 0, goes: hits.open },
      false_match: { stays: 1, goes: 0 },
      true_match: { stays: 0, goes: 0 },
      fresh: 0,
    })
    expect((await screening.preview({ ...policy, threshold: 0.5 })).fresh).toBeGreaterThan(0)
    expect(await screening.preview({ ...policy, excluded_lists: ['un'] })).toMatchObject({
      open: { stays: 0 },
      false_match: { stays: 0, goes: 1 },
      fresh: 0,
    })
    expect(screening.status()).toMatchObject({ policy, hits })
    expect(await bench.workspace.screening.policyChanges()).toEqual(kept)
  })
})

test('the age of each list is told with each answer', async () => {
  const day = 86_400_000
  lists.put('un', '1', [petrov], bench.clock.nowMs() - 9 * day)
  lists.put('eu', '1', [petrov], bench.clock.nowMs() - 4 * day)
  lists.put('uk', '1', [petrov], bench.clock.nowMs() - day)
  await screening.settle()
  const { lists: told } = must(await screening.screen({ ...screenedFacts.parse({ names: ['Anna Ek'] }) }, bench.admin))
  expect(told.map(({ key, age_days: age, age_state: state }) => [key, age, state])).toEqual([
    ['un', 9, 'stale'],
    ['eu', 4, 'ageing'],
    ['uk', 1, 'current'],
  ])
})

describe('on demand', () => {
  test('somebody who is not registered gets an answer that is kept, and no hit', async () => {
    await put('1', petrov)
    const made = must(
      await screening.screen({ ...screenedFacts.parse({ names: ['Alexandr Petrov'], kind: 'person' }) }, bench.admin),
    )
    expect(made).toMatchObject({
      status: 'hits',
      subject: null,
      reason: 'on_demand',
      mode: 'precise',
      threshold: 0.85,
      matches: [{ entry_id: 'E1', hit_id: null }],
    })
    expect(made.lists).toMatchObject([{ key: 'un', version: '1', age_days: anyNumber }])
    expect(screening.status()).toMatchObject({ subjects: 0, hits: { open: 0 } })
  })

  test('a question of its own leaves the hits of a registered subject as the policy has them', async () => {
    await put('1', petrov)
    await register(person('1', 'Aleksandr Petrov'))
    const strict = must(
      await screening.screen(
        {
          ...screenedFacts.parse({ names: ['Aleksandr Petrov'], kind: 'person' }),
          subject: { kind: 'customer', id: '1' },
          mode: 'ofac',
          threshold: 1,
          lists: ['un'],
        },
        bench.admin,
      ),
    )
    expect(strict).toMatchObject({ mode: 'ofac', threshold: 1, matches: [{ score: 1, hit_state: 'open' }] })
    expect((await onlyHit('1')).mode).toBe('precise')
  })

  test('a list that is not in force is refused', async () => {
    await put('1', petrov)
    expect(
      await screening.screen({ ...screenedFacts.parse({ names: ['Anna Ek'] }), lists: ['nope'] }, bench.admin),
    ).toMatchObject({ ok: false, error: { code: 'unknown_reference' } })
  })
})

describe('what is asked afterwards', () => {
  test('hits come by score or age, filtered, page by page, none twice', async () => {
    await put('1', ...Array.from({ length: 12 }, (_, n) => listed(`E${n}`, 'Aleksandr Petrov')))
    await register(person('1', 'Aleksandr Petrov'), person('2', 'Anna Ek'))
    const seen: string[] = []
    let after: string | undefined
    do {
      const page = must(await listHitRows(parts(), { sort: 'score', size: 5, after }))
      seen.push(...page.data.map(({ id }) => id))
      after = page.next ?? undefined
    } while (after !== undefined)
    expect(new Set(seen).size).toBe(12)
    await expectSkips(async (fields) =>
      must(await listHitRows(parts(), listHits.query.parse(Object.fromEntries(new URLSearchParams(fields))))),
    )
    expect(
      must(
        await listHitRows(parts(), {
          sort: 'newest',
          size: 50,
          q: 'petrov',
          list: 'un',
          subject_id: '1',
          min_score: 0.5,
          entry_kind: 'person',
        }),
      ).data,
    ).toHaveLength(12)
    expect(must(await listHitRows(parts(), { sort: 'newest', size: 50, q: 'nobody' })).data).toEqual([])
    expect(await listHitRows(parts(), { sort: 'oldest', size: 5, after: 'x' })).toMatchObject({
      ok: false,
      error: { code: 'invalid_request' },
    })
  })

  test('a subject has a history of screenings, re-screenings and dispositions', async () => {
    await put('1', petrov)
    await register(person('1', 'Aleksandr Petrov'))
    await dispose([(await onlyHit('1')).id], 'false_match')
    await put('2', petrov, listed('E9', 'Another One'))
    const ref: ScreenedRef = { kind: 'customer', id: '1' }
    const history = await historyOf(parts(), must(requireSubject(parts().sql, ref)))
    expect(history.map(({ what, status, lists: against }) => [what, status, against])).toEqual([
      ['rescreened', 'list_changed', ['un 2']],
      ['disposed', 'false_match', []],
      ['screened', 'hits', ['un 1']],
    ])
  })
})
