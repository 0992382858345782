import { describe, expect, it } from 'vitest'
import { matricesOf, perNode, placesIn } from '../../../../renderer/features/network/layout/matrices.ts'
import { seeded, type SeedPlace } from '../../../../renderer/features/network/layout/seed.ts'
import { settle, stepsFor } from '../../../../renderer/features/network/layout/settle.ts'
import { nodeTowards } from '../../../../renderer/features/network/picture/spatial.ts'

const ring = (count: number, fixed = -1) => ({
  nodes: Array.from({ length: count }, (_, index) => ({
    x: Math.cos(index) * 50,
    y: Math.sin(index) * 50,
    size: 5,
    fixed: index === fixed,
  })),
  edges: Array.from({ length: count }, (_, index) => ({ source: index, target: (index + 1) % count, weight: 1 })),
})

describe('the matrices of a layout', () => {
  it('hold places, masses and what is fixed', () => {
    const { nodes, edges } = matricesOf(
      [
        { x: 1, y: 2, size: 3, fixed: true },
        { x: 4, y: 5, size: 6, fixed: false },
      ],
      [{ source: 0, target: 1, weight: 2 }],
    )
    expect([...nodes.slice(0, perNode)]).toEqual([1, 2, 0, 0, 0, 0, 3, 1, 3, 1])
    expect([...edges]).toEqual([0, perNode, 2])
    expect([...placesIn(nodes)]).toEqual([1, 2, 4, 5])
  })
})

describe('a layout', () => {
  it('comes to its end with every node at a place, and moves no fixed one', () => {
    const { nodes, edges } = ring(30, 4)
    const all = [...settle(matricesOf(nodes, edges))]
    const last = all.at(-1)
    expect(last?.step).toBe(last?.of)
    expect(last?.of).toBe(stepsFor(30))
    expect([...(last?.places ?? [])].every(Number.isFinite)).toBe(true)
    expect(last?.places[8]).toBeCloseTo(nodes[4]?.x ?? 0, 3)
  })

  it('is the same for the same graph', () => {
    const { nodes, edges } = ring(12)
    const run = (): number[] => [...([...settle(matricesOf(nodes, edges))].at(-1)?.places ?? [])]
    expect(run()).toEqual(run())
  })

  it('begins new nodes around a neighbour that has a place, apart from one another, the same way each time', () => {
    const known = new Map<string, SeedPlace>([['hub', { x: 100, y: 100 }]])
    const place = () =>
      seeded(
        ['hub', 'a', 'b', 'c'],
        (key) => known.get(key),
        (key) => (key === 'c' ? ['b'] : ['hub']),
      )
    const found = place()
    expect([...found.keys()]).toEqual(['a', 'b', 'c'])
    for (const { x, y } of found.values()) expect(Math.hypot(x - 100, y - 100)).toBeLessThan(60)
    expect(new Set([...found.values()].map(({ x, y }) => `${x} ${y}`)).size).toBe(3)
    expect(place()).toEqual(found)
  })
})

describe('arrow keys', () => {
  const places = new Map<string, SeedPlace>([
    ['middle', { x: 0, y: 0 }],
    ['right', { x: 50, y: 10 }],
    ['far right', { x: 120, y: 0 }],
    ['below', { x: 10, y: 40 }],
  ])

  it('lead to the nearest node that way, and nowhere where there is none', () => {
    expect(nodeTowards('middle', 'right', places)).toBe('right')
    expect(nodeTowards('right', 'right', places)).toBe('far right')
    expect(nodeTowards('middle', 'down', places)).toBe('below')
    expect(nodeTowards('middle', 'up', places)).toBeNull()
    expect(nodeTowards('nobody', 'up', places)).toBeNull()
  })
})
