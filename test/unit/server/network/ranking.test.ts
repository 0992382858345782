import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ranked, rankingSteps } from '../../../../main/server/network/ranking.ts'

test('the best of many are those that sorting all would put first, whatever is merged or not allowed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ weight: fc.integer({ min: 0, max: 5 }), isMerged: fc.boolean(), isAllowed: fc.boolean() }), {
        maxLength: 400,
      }),
      fc.integer({ min: 1, max: 30 }),
      async (nodes, count) => {
        const sorted = nodes
          .map((node, number) => ({ ...node, number }))
          .filter(({ isMerged, isAllowed }) => !isMerged && isAllowed)
          .sort((a, b) => b.weight - a.weight || a.number - b.number)
          .slice(0, count)
          .map(({ number }) => number)
        const model = { nodes: nodes.length, isMerged: (node: number) => nodes[node]?.isMerged === true }
        expect(
          await ranked(model, {
            count,
            allows: (node) => nodes[node]?.isAllowed === true,
            weight: (node) => nodes[node]?.weight ?? 0,
          }),
        ).toEqual(sorted)
      },
    ),
    { numRuns: 100 },
  )
})

test('many nodes are gone through in steps, each of which looks at few of them', () => {
  let looked = 0
  const steps = rankingSteps(
    { nodes: 25_000, isMerged: () => false },
    { count: 3, allows: () => true, weight: (node) => ((looked += 1), node % 997) },
  )
  for (let before = 0; steps.next().done !== true; before = looked) expect(looked - before).toBeLessThanOrEqual(1_000)
  expect(looked).toBe(25_000)
})
