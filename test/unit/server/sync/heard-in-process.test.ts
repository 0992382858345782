import { expect, test } from 'vitest'
import { paced } from '../../../../main/server/sync/heard-in-process.ts'

/** Time that a test sets. */
const world = () => {
  let nowMs = 10_000
  let told = 0
  let due: { readonly atMs: number; readonly work: () => void } | null = null
  const { changed, end } = paced(
    () => (told += 1),
    () => nowMs,
    {
      after: (ms, work) => {
        due = { atMs: nowMs + ms, work }
        return () => (due = null)
      },
    },
  )
  return {
    changed,
    end,
    told: () => told,
    until: (atMs: number) => {
      const found = due
      if (found !== null && found.atMs <= atMs) {
        nowMs = found.atMs
        due = null
        found.work()
      }
      nowMs = atMs
    },
  }
}

test('what comes after a pause is told at once, and what comes close upon it when there is a pause', () => {
  const { changed, told, until } = world()
  changed()
  expect(told()).toBe(1)
  for (const atMs of [10_100, 10_300, 10_500]) {
    until(atMs)
    changed()
  }
  expect(told()).toBe(1)
  until(10_750)
  expect(told()).toBe(2)
  until(10_800)
  changed()
  expect(told()).toBe(3)
})

test('where no pause comes it is told after two seconds, and nothing after the end', () => {
  const { changed, end, told, until } = world()
  for (let atMs = 10_000; atMs <= 12_100; atMs += 100) {
    until(atMs)
    changed()
  }
  expect(told()).toBe(2)
  end()
  until(20_000)
  expect(told()).toBe(2)
})
