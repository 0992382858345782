import { expect, test } from 'vitest'
import { beginFlight, nextPart, withoutOldest, withPart } from '../../../../../main/sync/device/bytes/flight.ts'
import type { Flight } from '../../../../../main/sync/device/bytes/flight.ts'

const room = { partBytes: 100, parts: 3 }

const filled = (flight: Flight): Flight => {
  const part = nextPart(flight, room)
  return part === null ? flight : filled(withPart(flight, part))
}

test('Y-103: parts are begun one after the other, without gaps, as many as there is room for, and the last one is shorter', () => {
  const flight = filled(beginFlight(350, 0))
  expect(flight.under).toEqual([
    { offset: 0, length: 100 },
    { offset: 100, length: 100 },
    { offset: 200, length: 100 },
  ])
  const after = withoutOldest(flight, 100)
  expect(after === null ? null : filled(after).under).toEqual([
    { offset: 100, length: 100 },
    { offset: 200, length: 100 },
    { offset: 300, length: 50 },
  ])
})

test('Y-103: a piece is gone on with from where it stands', () => {
  expect(filled(beginFlight(350, 320)).under).toEqual([{ offset: 320, length: 30 }])
  expect(filled(beginFlight(350, 350)).under).toEqual([])
})

test('Y-103: where the other end stands elsewhere than the parts behind go on from, it is asked', () => {
  const flight = filled(beginFlight(350, 0))
  for (const reached of [0, 99, 101, 200, -1, 350]) expect(withoutOldest(flight, reached), String(reached)).toBeNull()
})

test('a part that was taken in half, with none behind it, is gone on with from there', () => {
  const alone = withPart(beginFlight(350, 100), { offset: 100, length: 100 })
  expect(withoutOldest(alone, 140)).toEqual({ size: 350, next: 140, under: [] })
  expect(withoutOldest(alone, 99)).toBeNull()
})
