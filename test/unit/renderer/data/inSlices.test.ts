import { describe, expect, it } from 'vitest'
import { inSlices, sliceRows } from '../../../../renderer/data/inSlices.ts'

const ids = Array.from({ length: sliceRows * 2 + 7 }, (_, index) => index + 1)
const failed = (error: unknown) => ({ there: `stopped: ${(error as Error).message}`, behind: 'not sent' })

describe('a change of many rows', () => {
  it('goes slice after slice, and tells how many are done', async () => {
    const done: number[] = []
    const sent: number[] = []
    const told = await inSlices({
      items: ids,
      idOf: (id) => id,
      send: (slice) => {
        sent.push(slice.length)
        return Promise.resolve({
          changed: slice.length,
          refused: 0,
          results: slice.map((id) =>
            id === 3 ? { id, ok: false, error: { message: 'it moved on' } } : { id, ok: true },
          ),
        })
      },
      onDone: (count) => done.push(count),
      failed,
    })
    expect(sent).toEqual([sliceRows, sliceRows, 7])
    expect(done).toEqual([sliceRows, sliceRows * 2, ids.length])
    expect(told).toMatchObject({ changed: ids.length - 1, refused: 1 })
    expect(told.results.map(({ id }) => id)).toEqual(ids)
  })

  const failingAt = (slice: number) => {
    let calls = 0
    return inSlices({
      items: ids,
      idOf: (id) => id,
      send: (some) => {
        calls += 1
        return calls === slice
          ? Promise.reject(new Error('the disk is full'))
          : Promise.resolve({ changed: some.length, refused: 0, results: some.map((id) => ({ id, ok: true })) })
      },
      onDone: () => undefined,
      failed,
    })
  }

  it('that fails at its first slice is the failure itself: nothing was changed', async () => {
    await expect(failingAt(1)).rejects.toThrow('the disk is full')
  })

  it('that fails behind it keeps what is sealed, and tells every other row why it was not', async () => {
    const told = await failingAt(2)
    expect(told).toMatchObject({ changed: sliceRows, refused: sliceRows + 7 })
    expect(told.results[sliceRows]).toEqual({
      id: sliceRows + 1,
      ok: false,
      error: { message: 'stopped: the disk is full' },
    })
    expect(told.results.at(-1)).toEqual({ id: ids.length, ok: false, error: { message: 'not sent' } })
  })
})
