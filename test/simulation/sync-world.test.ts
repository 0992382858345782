import { describe, expect, test } from 'vitest'
import type { PlantedBug } from '../support/sync/model-subject.ts'
import { describeFailure, simulate } from '../support/sync/simulations.ts'

/**
 * The simulated world itself, held against a small model of sync: it must find what is wrong, and nothing in what is
 * right.
 */

const promiseBroken: Readonly<Record<PlantedBug, string>> = {
  'hub-stores-twice': 'one effect an entry',
  'cursor-before-data': 'a cursor never passes unapplied data',
  'answers-before-commit': 'no acknowledged write disappears',
  'not-durable': 'no acknowledged write disappears',
  'leaks-ungranted': 'nobody reads an ungranted case',
  'order-of-arrival': 'equal receipts give equal projections',
  'believes-a-cut-page': 'a cursor never passes unapplied data',
  'never-tries-again': 'no permanent stall',
  'forgets-after-restore': 'a cursor never passes unapplied data',
  'forgets-a-rejection': 'no acknowledged write disappears',
}

describe('the simulated world', () => {
  test('a model that keeps every promise passes, whatever happens', async () => {
    const outcomes = await simulate({ from: 1, seeds: 200, extra: ['--model'] })
    expect(outcomes.filter(({ failure }) => failure !== null).map(describeFailure)).toEqual([])
    expect(outcomes).toHaveLength(200)
  })

  test.each(Object.entries(promiseBroken))('a planted fault is found: %s', async (bug, promise) => {
    const outcomes = await simulate({ from: 1, seeds: 2_000, processes: 1, extra: ['--model', '--bug', bug, '--stop'] })
    expect(outcomes.at(-1)?.failure?.message).toContain(promise)
  })

  test('a seed is the same world each time', async () => {
    const run = { from: 38, seeds: 1, extra: ['--model', '--bug', 'forgets-after-restore'] }
    const [first] = await simulate(run)
    const [second] = await simulate(run)
    expect(second?.failure).toEqual(first?.failure)
  })
})
