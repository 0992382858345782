import { describe, expect, test } from 'vitest'
import { defaultPolicy } from '../../../shared/schema/policy.ts'
import type { NumbersAnswer } from '../../../shared/protocol/sync.ts'
import type { PaperDevice } from '../../support/paper-device.ts'
import { inFreshWorlds } from './each-test.ts'
import { engines } from './engines.ts'
import { device as sample } from './samples.ts'
import { ana, ben, caseA, caseB, caseC } from './sequencer-world.ts'
import type { World } from './sequencer-world.ts'

/** Y-94: case numbers that are lent day by day, of any size. */

let world: World

const today = '20260301'

const asked = async (
  device: PaperDevice,
  want?: { readonly day: string; readonly count: number },
): Promise<NumbersAnswer> => {
  const answer = await device.call('numbers', { protocol: 3, ...(want === undefined ? {} : { want }) })
  expect(answer.status).toBe(200)
  return answer.json as NumbersAnswer
}

const on = (day: string, { numbers }: NumbersAnswer): readonly (readonly [number, number])[] =>
  numbers.filter((range) => range.day === day).map(({ first, last }) => [first, last])

const opening = async (device: PaperDevice, uid: string, number: string): Promise<string | undefined> => {
  const { runs } = await device.push([device.run(uid, [device.open(uid, { case_number: number })])])
  return runs[0]?.refused?.code
}

/** Others have every slot that is lent for every day. */
const takeAllSlots = (): Promise<void> =>
  world.store.exclusively(async (tx) => {
    for (let n = 0; n < 500; n++)
      await tx.saveDevice(sample(1_000 + n, { slots: [n], leaseUntilMs: world.clock.nowMs() + 86_400_000 }))
  })

describe.each(engines)('case numbers by the day at the hub on $name', (kind) => {
  inFreshWorlds(kind, (fresh) => {
    world = fresh
  })

  test('a device for which no slot is left has numbers for every day of a month, and its cases are taken', async () => {
    await takeAllSlots()
    const { code } = await world.hub.createCode({ userUid: ana, deviceName: 'L', cases: [], validForMs: 3_600_000 })
    const late = await world.device(ben)
    expect((await late.push([])).lease?.slots).toEqual([])
    const lent = await asked(late)
    expect(lent.full).toBe(false)
    expect(on(today, lent)).toEqual([[50_001, 50_010]])
    expect(on('20260331', lent)).toEqual([[50_001, 50_010]])
    expect(await asked(late), 'what it has is not given once more').toEqual(lent)
    expect(await opening(late, caseA, `CASE-ACME-${today}-50001`)).toBeUndefined()
    expect(await opening(late, caseB, `CASE-ACME-20260331-50010`)).toBeUndefined()

    const other = await world.device(ana)
    expect(on(today, await asked(other))).toEqual([[50_011, 50_020]])
    expect(await opening(other, caseC, `CASE-ACME-${today}-50002`), 'it is another device’s').toBe('number_not_leased')
    expect(code).toMatch(/^FS1-/u)
  })

  test('as many are lent as are asked for, more to whoever comes again, and a reserve by the busiest day', async () => {
    const laptop = await world.device(ana)
    expect((await asked(laptop)).numbers, 'a slot is reserve enough').toEqual([])
    const first = await asked(laptop, { day: today, count: 3 })
    expect(on(today, first)).toEqual([[50_001, 50_100]])
    expect(on('20260302', first), 'as much on the days to come').toEqual([[50_001, 50_100]])
    expect(on(today, await asked(laptop, { day: today, count: 4_900 }))).toEqual([
      [50_001, 50_100],
      [50_101, 55_000],
    ])
    expect(on(today, await asked(laptop, { day: today, count: 1 })).at(-1)).toEqual([55_001, 60_000])
    const past = await asked(laptop, { day: '20190704', count: 20 })
    expect(on('20190704', past), 'a day that is past').toEqual([[50_001, 50_100]])
    expect(await opening(laptop, caseA, 'CASE-ACME-20190704-50100')).toBeUndefined()
  })

  test('one person’s devices get 25,000 numbers of a day, the hub’s own folder what there is, and then it is said that the day is full', async () => {
    const laptop = await world.device(ana)
    const greedy = await asked(laptop, { day: today, count: 90_000 })
    expect(on(today, greedy)).toEqual([[50_001, 75_000]])
    expect(await asked(await world.device(ana), { day: today, count: 1 })).toMatchObject({ full: true })
    const whole = await asked(world.founder, { day: today, count: 99_999 })
    // Slots that are lent for every day are left to those who have them.
    expect(on(today, whole)).toEqual([
      [301, 50_000],
      [75_001, 99_999],
    ])
    const none = await asked(await world.device(ben), { day: today, count: 1 })
    expect(none.full).toBe(true)
    expect((await asked(await world.device(ben), { day: '20260302', count: 1 })).full).toBe(false)
  })

  test('Y-55: a number above those of slots that nobody has is the device’s that numbers by it: a restored hub forgets', async () => {
    const [laptop, other] = [await world.device(ana), await world.device(ben)]
    expect(await opening(laptop, caseA, `CASE-ACME-${today}-60001`)).toBeUndefined()
    expect(await opening(other, caseB, `CASE-ACME-${today}-60001`)).toBe('number_not_leased')
    expect(await opening(other, caseC, `CASE-OTHER-${today}-60002`), 'no segment of the institution').toBe(
      'number_not_leased',
    )
    // What is lent from then on does not meet it.
    expect(on(today, await asked(other, { day: today, count: 100 }))).toEqual([[60_002, 60_101]])
  })

  test('an institution with further segments goes on in those once a day of its own is full', async () => {
    const late = await world.device(ben)
    await asked(world.founder, { day: today, count: 99_999 })
    expect((await asked(late, { day: today, count: 1 })).full).toBe(true)
    world.founder.seal({
      case: 'workspace',
      type: 'policy.changed',
      pub: { ...defaultPolicy, case_number_segments: ['ACME2', 'ACME3'] },
    })
    const { runs } = await world.founder.push(world.founder.runs(world.founder.sealed.length - 1))
    expect(runs[0]?.refused).toBeUndefined()
    const lent = await asked(late, { day: today, count: 1 })
    expect(lent.numbers.filter(({ day }) => day === today)).toEqual([
      { segment: 'ACME2', day: today, first: 50_001, last: 50_100 },
    ])
    expect(await opening(late, caseA, `CASE-ACME2-${today}-50001`)).toBeUndefined()
    expect(await opening(late, caseB, `CASE-ACME2-${today}-50101`), 'what the hub forgot').toBeUndefined()
    expect(await opening(await world.device(ana), caseC, `CASE-ACME2-${today}-50002`)).toBe('number_not_leased')
  })
})
