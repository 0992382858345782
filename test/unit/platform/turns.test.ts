import { expect, it } from 'vitest'
import { createTurns } from '../../../main/platform/turns.ts'

it('jobs run one after another, also after one that failed, which only its own asker hears of', async () => {
  const turns = createTurns()
  const begun: number[] = []
  const first = Promise.withResolvers<string>()
  const job = (n: number, work: () => Promise<string>) =>
    turns.run(() => {
      begun.push(n)
      return work()
    })
  const answers = Promise.allSettled([
    job(1, () => first.promise),
    job(2, () => Promise.reject(new Error('no'))),
    job(3, () => Promise.resolve('third')),
  ])
  await Promise.resolve()
  expect(begun).toEqual([1])
  first.resolve('first')
  await turns.rest()
  expect(begun).toEqual([1, 2, 3])
  expect(await answers).toEqual([
    { status: 'fulfilled', value: 'first' },
    { status: 'rejected', reason: new Error('no') },
    { status: 'fulfilled', value: 'third' },
  ])
})
