import { expect, test } from 'vitest'
import { createPartTurns } from '../../../../main/sync/hub/part-turns.ts'
import type { ComePart, PartTurns } from '../../../../main/sync/hub/part-turns.ts'
import { turnedByHand } from '../../../support/turned-by-hand.ts'

/** Lets what can go on now do so. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** A hub that notes which parts it takes in, each when the test lets it end. */
const hub = () => {
  const scheduler = turnedByHand()
  const turns: PartTurns = createPartTurns(scheduler)
  const begun: number[] = []
  const ends = new Map<number, (stands: number | null) => void>()
  const bring = (offset: number, change: Partial<ComePart> = {}): Promise<number | 'failed' | null> =>
    turns.run<number | 'failed'>(
      { deviceId: 'd', key: 'k', offset, follows: true, onGone: () => undefined, ...change },
      () => {
        begun.push(offset)
        return new Promise((resolve) => ends.set(offset, (stands) => resolve(stands ?? 'failed')))
      },
      (done) => (done === 'failed' ? null : done),
    )
  const end = async (offset: number, stands: number | null): Promise<void> => {
    ends.get(offset)?.(stands)
    await turn()
  }
  return { scheduler, begun, bring, end }
}

test('Y-103: parts are taken in one after another, whatever the order in which they come', async () => {
  const { begun, bring, end } = hub()
  const third = bring(200)
  const second = bring(100)
  const first = bring(0, { follows: false })
  expect(begun).toEqual([0])
  await end(0, 100)
  expect(begun).toEqual([0, 100])
  await end(100, 200)
  expect(begun).toEqual([0, 100, 200])
  await end(200, 300)
  expect(await Promise.all([first, second, third])).toEqual([100, 200, 300])
})

test('Y-103: a part that comes after the one before it has ended is taken in at once', async () => {
  const { begun, bring, end } = hub()
  const first = bring(0, { follows: false })
  await end(0, 100)
  await first
  const second = bring(100)
  await turn()
  expect(begun).toEqual([0, 100])
  await end(100, 200)
  expect(await second).toBe(200)
})

test('Y-103: where a part fails, those behind it are not taken in', async () => {
  const { begun, bring, end } = hub()
  const first = bring(0, { follows: false })
  const second = bring(100)
  const third = bring(200)
  await end(0, null)
  expect(await Promise.all([first, second, third])).toEqual(['failed', null, null])
  expect(begun).toEqual([0])
})

test('Y-103: a part that was taken in already is not taken in again, and of two that are the same the later one is', async () => {
  const { begun, bring, end } = hub()
  const first = bring(0, { follows: false })
  const earlier = bring(100)
  const later = bring(100)
  expect(await earlier).toBeNull()
  await end(0, 100)
  await first
  expect(begun).toEqual([0, 100])
  await end(100, 200)
  expect(await later).toBe(200)
  expect(await bring(100), 'it stands behind that').toBeNull()
  expect(begun).toEqual([0, 100])
})

test('Y-103: a part whose forerunner does not come is given up, and no part is while one is being taken in', async () => {
  const { scheduler, begun, bring, end } = hub()
  const lonely = bring(100)
  scheduler.run()
  expect(await lonely).toBeNull()
  const first = bring(0, { follows: false })
  const second = bring(100)
  scheduler.run()
  scheduler.run()
  await end(0, 100)
  await first
  expect(begun).toEqual([0, 100])
  await end(100, 200)
  expect(await second).toBe(200)
  scheduler.run()
  expect(scheduler.waiting(), 'nothing is remembered of an upload that rests').toBe(0)
})

test('Y-103: a part whose connection ends waits no more, and one device has sixteen waiting at most', async () => {
  const { scheduler, begun, bring, end } = hub()
  const first = bring(0, { follows: false })
  let leave = (): void => undefined
  const left = bring(100, { onGone: (gone) => (leave = gone) })
  leave()
  expect(await left).toBeNull()
  const waiting = Array.from({ length: 16 }, (_, n) => bring(1_000 + n, { key: 'other' }))
  expect(await bring(2_000)).toBeNull()
  const ofAnother = bring(2_000, { deviceId: 'e', key: 'e' })
  expect(await Promise.race([ofAnother, Promise.resolve('waits')])).toBe('waits')
  await end(0, 100)
  expect(await first).toBe(100)
  expect(begun).toEqual([0])
  scheduler.run()
  expect(await Promise.all([...waiting, ofAnother])).toEqual(Array.from({ length: 17 }, () => null))
})
