import { expect, test } from 'vitest'
import { describeFailure, simulate } from '../support/sync/simulations.ts'
import { tries } from '../support/tries.ts'

const seeds = tries('FIELDSEAL_SEEDS', { everyday: 50, full: 1_000 })

test(`${seeds} worlds of laptops and a hub in which everything goes wrong: nothing is lost, nothing is silently overwritten, and every seal verifies`, async () => {
  const outcomes = await simulate({ from: 1, seeds })
  expect(outcomes.filter(({ failure }) => failure !== null).map(describeFailure)).toEqual([])
  expect(outcomes).toHaveLength(seeds)
})
