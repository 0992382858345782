import { expect } from 'vitest'

/** A page of a list that is walked by cursor, as the service gives it. */
interface GivenPage {
  readonly data: readonly unknown[]
  readonly next: string | null
  readonly skipped?: number | undefined
}

/**
 * Holds of a list of at least three rows: told to pass rows over, it gives those that follow them, says how many there
 * were, and leads on.
 *
 * @param ask asks for a page by query fields, such as `size=2&after=x`
 */
export const expectSkips = async (ask: (fields: string) => Promise<GivenPage>): Promise<void> => {
  const { data: all, next: end, skipped: none } = await ask('size=200')
  expect(all.length).toBeGreaterThan(2)
  expect([end, none]).toEqual([null, undefined])
  for (const skip of [0, 1, all.length - 2, all.length - 1, all.length, all.length + 5, 20_000]) {
    const { data, next, skipped } = await ask(`size=2&skip=${skip}`)
    expect({ data, skipped, ends: next === null }).toEqual({
      data: all.slice(skip, skip + 2),
      skipped: Math.min(skip, all.length),
      ends: skip + 2 >= all.length,
    })
    if (next !== null) expect((await ask(`size=1&skip=1&after=${next}`)).data).toEqual(all.slice(skip + 3, skip + 4))
  }
}
