import { expect, test } from 'vitest'
import { createMovement } from '../../../../../main/sync/device/bytes/movement.ts'
import type { TravellingPiece } from '../../../../../main/sync/device/bytes/transfer-store.ts'

const pieceOf = (sha256: string, size: number): TravellingPiece => ({
  id: 1,
  caseId: 1,
  caseUid: 'c',
  sha256,
  size,
  entryId: 'e',
})

test('Y-104: nothing is said at rest, the rate once it can be told, and then the time that what is left takes', () => {
  let nowMs = 0
  const movement = createMovement({ monoMs: () => nowMs })
  const long = pieceOf('a', 100_000)
  expect(movement.view(100_000)).toBeNull()
  movement.began()
  expect(movement.view(100_000)).toEqual({ bytesPerSecond: null, secondsLeft: null })
  // The hub has some of it already: that does not count as moved, and not as left.
  movement.reached(long, 40_000)
  nowMs = 2_000
  movement.rate.arrived(20_000)
  movement.reached(long, 60_000)
  expect(movement.view(100_000)).toEqual({ bytesPerSecond: 10_000, secondsLeft: 4 })
  // A break keeps what came; while nothing is under way nothing is said.
  movement.ended(long, false)
  expect(movement.view(100_000)).toBeNull()
  movement.began()
  nowMs = 4_000
  movement.rate.arrived(10_000)
  movement.reached(long, 70_000)
  expect(movement.view(100_000)).toEqual({ bytesPerSecond: 5_000, secondsLeft: 6 })
  movement.ended(long, true)
  movement.began()
  nowMs = 6_000
  movement.rate.arrived(20_000)
  expect(movement.view(20_000), 'what is through is no part of what waits any more').toEqual({
    bytesPerSecond: 10_000,
    secondsLeft: 2,
  })
})

test('Y-104: a link that brings nothing any more has no time left', () => {
  let nowMs = 0
  const movement = createMovement({ monoMs: () => nowMs })
  movement.began()
  nowMs = 2_000
  movement.rate.arrived(1_000)
  nowMs = 10_000_000
  expect(movement.view(5_000)).toEqual({ bytesPerSecond: 0, secondsLeft: null })
})
