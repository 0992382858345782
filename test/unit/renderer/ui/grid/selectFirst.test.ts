import { describe, expect, it } from 'vitest'
import type { Page } from '../../../../../renderer/data/paging/rows.ts'
import { makeSelection } from '../../../../../renderer/state/selection.ts'
import { selectFirst } from '../../../../../renderer/ui/grid/selectFirst.ts'

const idOf = (id: number): number => id
const page: Page<number> = { items: [1, 2, 3], total: 3 }

/** A page that comes when the test lets it. */
const slow = () => {
  const { promise, resolve } = Promise.withResolvers<Page<number>>()
  return { fetch: () => promise, comes: () => resolve(page) }
}

describe('the first rows of a list', () => {
  it('are selected, and it is said whether there are more', async () => {
    const all = makeSelection<number>(10)
    const few = makeSelection<number>(2)
    expect([await selectFirst(() => Promise.resolve(page), idOf, all), all.use.getState().ids]).toEqual([
      false,
      [1, 2, 3],
    ])
    expect([await selectFirst(() => Promise.resolve(page), idOf, few), few.use.getState().ids]).toEqual([true, [1, 2]])
  })

  it.each([
    [
      'the selection was cleared, as another filter does',
      (own: ReturnType<typeof makeSelection<number>>) => own.clear(),
      [],
    ],
    ['a row was selected', (own: ReturnType<typeof makeSelection<number>>) => own.toggle(9), [9]],
  ])('are not selected where they come after %s', async (_, meanwhile, ids) => {
    const own = makeSelection<number>(2)
    const { fetch, comes } = slow()
    const selecting = selectFirst(fetch, idOf, own)
    meanwhile(own)
    comes()
    expect([await selecting, own.use.getState().ids]).toEqual([false, ids])
  })
})
