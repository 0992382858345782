import { expect, test } from 'vitest'
import { describeFailure, simulate } from '../support/sync/simulations.ts'
import { seedOfRun } from '../support/seed-of-run.ts'
import { isFullDepth, tries } from '../support/tries.ts'

const full = 1_000
const seeds = tries('FIELDSEAL_SEEDS', { everyday: 50, full })
/** People's own runs live some of the worlds that the full depth lives, others with each seed of the run. */
const from = isFullDepth() || seeds >= full ? 1 : 1 + (seedOfRun() % (full - seeds + 1))

test(`${seeds} worlds of laptops and a hub in which everything goes wrong: nothing is lost, nothing is silently overwritten, and every seal verifies`, async () => {
  const outcomes = await simulate({ from, seeds })
  expect(outcomes.filter(({ failure }) => failure !== null).map(describeFailure)).toEqual([])
  expect(outcomes).toHaveLength(seeds)
})
