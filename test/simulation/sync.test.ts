import { expect, test } from 'vitest'
import { describeFailure, simulate } from '../support/sync/simulations.ts'

const seeds = Number(process.env['FIELDSEAL_SEEDS'] ?? 1_000)

/** Faults that are open: in these worlds a hub was set back to an old backup, and what a device held beyond it does not all find its way (Y-55). */
const open = new Set([788, 871, 976])

test(`${seeds} worlds of laptops and a hub in which everything goes wrong: nothing is lost, nothing is silently overwritten, and every seal verifies`, async () => {
  const outcomes = await simulate({ from: 1, seeds })
  expect(outcomes.filter(({ seed, failure }) => failure !== null && !open.has(seed)).map(describeFailure)).toEqual([])
  expect(outcomes).toHaveLength(seeds)
})
