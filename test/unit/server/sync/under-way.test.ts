import { describe, expect, test } from 'vitest'
import { createUnderWay } from '../../../../main/server/sync/under-way.ts'

/** Which of the things that were begun were ended from here. */
const begun = (most: number) => {
  const underWay = createUnderWay(most)
  const ended: string[] = []
  return { ended, begin: (deviceId: string, name: string) => underWay.begin(deviceId, () => void ended.push(name)) }
}

describe('what a device has under way at the hub', () => {
  test('one more than it may ends its oldest, and no other device’s', () => {
    const { ended, begin } = begun(2)
    for (const [deviceId, name] of [
      ['other', 'theirs'],
      ['own', 'first'],
      ['own', 'second'],
      ['own', 'third'],
    ] as const)
      begin(deviceId, name)
    expect(ended).toEqual(['first'])
  })

  test('what has ended by itself leaves its place', () => {
    const { ended, begin } = begun(2)
    const first = begin('own', 'first')
    begin('own', 'second')
    first?.closed()
    begin('own', 'third')
    expect(ended).toEqual([])
  })

  test('what is held is not ended, and its place is nobody else’s before it is done, though its connection is gone', async () => {
    const { ended, begin } = begun(1)
    const held = begin('own', 'held')
    const { promise, resolve } = Promise.withResolvers<void>()
    const done = held?.held(() => promise)
    held?.closed()
    expect(begin('own', 'too many')).toBeNull()
    resolve()
    await done
    expect(begin('own', 'next')).not.toBeNull()
    expect(ended).toEqual([])
  })
})
