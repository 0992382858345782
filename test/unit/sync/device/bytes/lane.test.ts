import { expect, test } from 'vitest'
import { refusal } from '../../../../../shared/api/errors.ts'
import { fail, ok } from '../../../../../shared/schema/result.ts'
import type { Attempt, TransferFault } from '../../../../../main/sync/device/bytes/attempt.ts'
import { createLane } from '../../../../../main/sync/device/bytes/lane.ts'
import type { TravellingPiece } from '../../../../../main/sync/device/bytes/transfer-store.ts'

const mebibyte = 1_048_576

const pieceOf = (id: number, size: number): TravellingPiece => ({
  id,
  caseId: 1,
  caseUid: 'c',
  sha256: String(id),
  size,
  entryId: 'e',
})

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
const cut = (retryAfterMs = 0): TransferFault => ({
  kind: 'link',
  refusal: refusal('hub_unreachable', 'cut'),
  retryAfterMs,
  hubFull: false,
})

/** A lane whose tries end when the test says so. */
const laneOver = (sizes: readonly number[]) => {
  const waiting = new Map(sizes.map((size, n) => [n + 1, pieceOf(n + 1, size)]))
  const begun: number[] = []
  const ends = new Map<number, (attempt: Attempt) => void>()
  const pauses: number[] = []
  const errors: unknown[] = []
  let resume = (): void => undefined
  const lane = createLane({
    clock: { monoMs: () => 0 },
    random: { bytes: (length) => new Uint8Array(length) },
    scheduler: {
      after: (ms, work) => {
        // Pieces that are through are looked at again after ten minutes; that is no pause.
        if (ms < 600_000) {
          pauses.push(ms)
          resume = work
        }
        return () => undefined
      },
    },
    list: (after, limit) => [...waiting.values()].filter(({ id }) => after === null || id > after.id).slice(0, limit),
    attempt: ({ id }) => {
      begun.push(id)
      return new Promise((resolve) => ends.set(id, resolve))
    },
    mayMove: () => true,
    onEnd: ({ id }, end) => {
      if (end.ok) waiting.delete(id)
    },
    onError: (error) => errors.push(error),
  })
  const end = async (id: number, fault: TransferFault | null = null, reached = 0): Promise<void> => {
    ends.get(id)?.({ reached, end: fault === null ? ok(undefined) : fail(fault) })
    await turn()
  }
  return { lane, begun, pauses, errors, end, resume: () => resume() }
}

test('Y-60: four short pieces are under way at once, the smallest first, and each end lets the next one go', async () => {
  const { lane, begun, end } = laneOver([10, 20, 30, 40, 50, 60])
  lane.poke()
  await turn()
  expect(begun).toEqual([1, 2, 3, 4])
  await end(3)
  expect(begun).toEqual([1, 2, 3, 4, 5])
  await end(1)
  expect(begun).toEqual([1, 2, 3, 4, 5, 6])
})

test('Y-60: a piece above 8 MiB goes alone, after those that are shorter', async () => {
  const { lane, begun, end } = laneOver([10, 20, 9 * mebibyte, 10 * mebibyte])
  lane.poke()
  await turn()
  expect(begun).toEqual([1, 2])
  await end(2)
  expect(begun).toEqual([1, 2])
  await end(1)
  expect(begun).toEqual([1, 2, 3])
  await end(3)
  expect(begun).toEqual([1, 2, 3, 4])
})

test('Y-29: a fault that several pieces meet counts once; nothing more is begun, and then one goes after another', async () => {
  const { lane, begun, pauses, end, resume } = laneOver([10, 20, 30, 40, 50, 60, 70])
  lane.poke()
  await turn()
  await end(1, cut(3_000))
  expect(begun).toEqual([1, 2, 3, 4])
  expect(pauses, 'the others are waited for').toEqual([])
  for (const id of [2, 3, 4]) await end(id, cut())
  expect(pauses).toEqual([3_000])
  resume()
  await turn()
  expect(begun.slice(4)).toEqual([1])
  await end(1)
  expect(begun.slice(4), 'and each that gets through widens it').toEqual([1, 2, 3])
})

test('a full disk is waited for whatever else the pieces beside it meet', async () => {
  const { lane, begun, pauses, end } = laneOver([10, 20])
  lane.poke()
  await turn()
  await end(1, { kind: 'device', refusal: refusal('storage_full', 'full') })
  await end(2, cut())
  expect(pauses).toEqual([60_000])
  expect(begun).toEqual([1, 2])
})

test('a piece of which something is wrong is put aside, and the others go on', async () => {
  const { lane, begun, pauses, end } = laneOver([10, 20, 30, 40, 50])
  lane.poke()
  await turn()
  await end(2, { kind: 'piece', refusal: refusal('hash_mismatch', 'other bytes') })
  expect(begun).toEqual([1, 2, 3, 4, 5])
  expect(pauses).toEqual([])
})
