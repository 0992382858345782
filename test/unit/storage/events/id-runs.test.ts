import { describe, expect, it } from 'vitest'
import { firstOfNewest, idsAfter } from '../../../../main/storage/events/id-runs.ts'

const restoredTwice = [
  { first: 1, last: 10 },
  { first: 101, last: 105 },
  { first: 1_001, last: 1_002 },
]

describe('ids of several streams', () => {
  it('are counted after a cursor, wherever it lies', () => {
    expect(
      [0, 3, 10, 50, 103, 105, 1_000, 1_001, 1_002, 2_000].map((cursor) => idsAfter(restoredTwice, cursor)),
    ).toEqual([17, 14, 7, 7, 4, 2, 2, 1, 0, 0])
  })

  it('are counted back from the newest over the gaps', () => {
    expect([1, 2, 3, 7, 8, 17, 18, 1_000].map((count) => firstOfNewest(restoredTwice, count))).toEqual([
      1_002, 1_001, 105, 101, 10, 1, 1, 1,
    ])
  })

  it('pass over a stream of which nothing was told', () => {
    const runs = [
      { first: 1, last: 10 },
      { first: 101, last: 100 },
    ]
    expect([idsAfter(runs, 8), firstOfNewest(runs, 2)]).toEqual([2, 9])
  })
})
