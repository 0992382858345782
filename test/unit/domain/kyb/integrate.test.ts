import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { holdingsOf } from '../../../../main/domain/kyb/ownership/holdings.ts'
import { integrate } from '../../../../main/domain/kyb/ownership/integrate.ts'
import type { Network } from '../../../../main/domain/kyb/ownership/parties.ts'
import { holds, networkOf } from './networks.ts'

/** Percent that a party has of the target, rounded to a millionth. */
const of = (network: Network, key: string): readonly [number, number] => {
  const graph = holdingsOf(network, 'shares')
  const { shares } = integrate(graph)
  const found = shares[graph.parties.findIndex((party) => party.key === key)]
  const told = (part: number | undefined): number => Math.round((part ?? Number.NaN) * 1e8) / 1e6
  return [told(found?.min), told(found?.max)]
}

const exactly = (percent: number): readonly [number, number] => [percent, percent]

describe('integrated ownership', () => {
  it('multiplies along a chain and adds over chains', () => {
    // 0.6 * 0.5 + 0.4 * 0.25 = 0.4
    const network = networkOf([
      holds('A', 'T', 60),
      holds('B', 'T', 40),
      holds('p', 'A', 50),
      holds('p', 'B', 25),
      holds('q', 'A', 50),
      holds('q', 'B', 75),
    ])
    expect(of(network, 'p')).toEqual(exactly(40))
    expect(of(network, 'q')).toEqual(exactly(60))
    expect(of(network, 'A')).toEqual(exactly(60))
  })

  it('follows a chain of twenty layers', () => {
    const layers = Array.from({ length: 20 }, (_, at) => holds(`C${at + 1}`, at === 0 ? 'T' : `C${at}`, 90))
    const network = networkOf([...layers, holds('p', 'C20', 100)])
    expect(of(network, 'p')[0]).toBeCloseTo(100 * 0.9 ** 20, 5)
  })

  it('counts a cross-holding to its end', () => {
    // T and B own 20 % of each other; p owns 80 % of T, q 80 % of B. From T: p gets 0.8 + 0.2 * 0.2 * p, so p = 0.8 /
    // 0.96, and q = 0.2 * 0.8 / 0.96.
    const network = networkOf([holds('p', 'T', 80), holds('B', 'T', 20), holds('T', 'B', 20), holds('q', 'B', 80)])
    expect(of(network, 'p')[0]).toBeCloseTo(80 / 0.96, 5)
    expect(of(network, 'q')[0]).toBeCloseTo(16 / 0.96, 5)
    expect(of(network, 'p')[0] + of(network, 'q')[0]).toBeCloseTo(100, 5)
    // B itself stands for what goes through it: the chance that a walk from T ever comes by B, which is its 20 %.
    expect(of(network, 'B')).toEqual(exactly(20))
  })

  it('shares out what a company holds of itself', () => {
    // 20 % of T belong to T: p's 60 % are 60 of 80.
    const network = networkOf([holds('T', 'T', 20), holds('p', 'T', 60), holds('q', 'T', 20)])
    expect(of(network, 'p')).toEqual(exactly(75))
    expect(of(network, 'q')).toEqual(exactly(25))
  })

  it('solves a ring of three above the target', () => {
    // A owns T. A is owned by B 50 and p 50; B by C 50 and q 50; C by A 50 and r 50. From A: p = 1/2 / (1 - 1/8) = 4/7,
    // q = 2/7, r = 1/7.
    const network = networkOf([
      holds('A', 'T', 100),
      holds('B', 'A', 50),
      holds('p', 'A', 50),
      holds('C', 'B', 50),
      holds('q', 'B', 50),
      holds('A', 'C', 50),
      holds('r', 'C', 50),
    ])
    expect(of(network, 'p')[0]).toBeCloseTo(400 / 7, 5)
    expect(of(network, 'q')[0]).toBeCloseTo(200 / 7, 5)
    expect(of(network, 'r')[0]).toBeCloseTo(100 / 7, 5)
  })

  it('tells a ring that nobody outside owns, and gives its part to nobody', () => {
    const network = networkOf([holds('p', 'T', 40), holds('A', 'T', 60), holds('B', 'A', 100), holds('A', 'B', 100)])
    const { closed } = integrate(holdingsOf(network, 'shares'))
    expect(closed.map((ring) => ring.length)).toEqual([2])
    expect(of(network, 'p')).toEqual(exactly(40))
  })

  it('is exact in a ring that all but closes', () => {
    // A and B own 99.9999 % of each other: an iteration would take millions of rounds.
    const network = networkOf([
      holds('A', 'T', 100),
      holds('B', 'A', 99.9999),
      holds('p', 'A', 0.0001),
      holds('A', 'B', 99.9999),
      holds('q', 'B', 0.0001),
    ])
    expect(of(network, 'p')[0]).toBeCloseTo(50, 3)
    expect(of(network, 'q')[0]).toBeCloseTo(50, 3)
  })

  it('solves a ring larger than is solved exactly by iteration', () => {
    const size = 260
    const ring = Array.from({ length: size }, (_, at) => [
      holds(`C${(at + 1) % size}`, `C${at}`, 90),
      holds(`p${at}`, `C${at}`, 10),
    ]).flat()
    const network = networkOf([holds('C0', 'T', 100), ...ring])
    expect(of(network, 'p0')[0]).toBeCloseTo(10 / (1 - 0.9 ** size), 5)
    expect(of(network, 'p1')[0]).toBeCloseTo(9 / (1 - 0.9 ** size), 5)
  })

  it('bounds a share by ranges', () => {
    // p holds 50 to 75 of A, which holds 50 to 100 of T.
    const network = networkOf([holds('A', 'T', [50, 100]), holds('p', 'A', [50, 75]), holds('q', 'A', 25)])
    expect(of(network, 'p')).toEqual([25, 75])
  })

  it('lets nobody own what others surely do', () => {
    // q surely has 60, so that p has 40 at the most, though 25 to 50 is said.
    expect(of(networkOf([holds('q', 'T', 60), holds('p', 'T', [25, 50])]), 'p')).toEqual([25, 40])
  })

  it('owns no company twice where a range lies on two ways', () => {
    // A and B hold 0 to 100 of T each; p owns all of A and half of B: all of T at the most, when A has it.
    const network = networkOf([
      holds('A', 'T', [0, 100]),
      holds('B', 'T', [0, 100]),
      holds('p', 'A', 100),
      holds('p', 'B', 50),
    ])
    expect(of(network, 'p')).toEqual([0, 100])
    expect(
      of(
        networkOf([holds('A', 'T', [0, 30]), holds('B', 'T', [0, 100]), holds('p', 'A', 100), holds('p', 'B', 50)]),
        'p',
      ),
    ).toEqual([0, 65])
  })

  it('takes shares that contradict each other for ranges, from their part of all up to what is stated', () => {
    const over = [holds('p', 'T', 50), holds('q', 'T', 50), holds('r', 'T', 20)]
    expect(holdingsOf(networkOf(over), 'shares').overOwned).toHaveLength(1)
    expect(of(networkOf(over), 'p')).toEqual([expect.closeTo(41.666667, 5), 50])
    expect(of(networkOf(over), 'r')).toEqual([expect.closeTo(16.666667, 5), 20])
    expect(of(networkOf([holds('p', 'T', 80), holds('q', 'T', 80)]), 'p')).toEqual([50, 80])
  })

  it('carries what contradicts up the chain, without owning the company twice', () => {
    // p owns all of A and of B, of which 80 % of T is stated each: all of T, and no more.
    expect(
      of(networkOf([holds('A', 'T', 80), holds('B', 'T', 80), holds('p', 'A', 100), holds('p', 'B', 100)]), 'p'),
    ).toEqual(exactly(100))
    expect(
      of(networkOf([holds('C', 'T', 100), holds('p', 'C', 50), holds('q', 'C', 50), holds('r', 'C', 20)]), 'p'),
    ).toEqual([expect.closeTo(41.666667, 5), 50])
  })

  it('lets votes follow the shares where none are stated', () => {
    const network = networkOf([
      holds('p', 'T', 10),
      holds('p', 'T', 90, 'voting_rights'),
      holds('q', 'T', 90),
      holds('q', 'T', 10, 'voting_rights'),
      holds('r', 'q', 100),
    ])
    const votes = holdingsOf(network, 'votes')
    const at = (key: string): number => votes.parties.findIndex((party) => party.key === key)
    expect(integrate(votes).shares[at('p')]?.min).toBe(0.9)
    expect(votes.votesFromShares).toEqual([at('q')])
  })

  it('does not count an indirect interest again beside the chain that it sums up', () => {
    const network = networkOf([
      holds('A', 'T', 50),
      holds('p', 'A', 100),
      holds('p', 'T', 50, 'shareholding', { direct: 'indirect' }),
    ])
    expect(of(network, 'p')).toEqual(exactly(50))
  })
})

/**
 * Networks of ten parties, of which the last three are people, with stated ranges; a company may own itself and its
 * owners.
 */
const networks = fc
  .array(fc.tuple(fc.nat(9), fc.nat(6), fc.nat(60), fc.nat(40)), { maxLength: 30 })
  .map((edges) =>
    edges.map(([owner, owned, min, more]) =>
      holds(owner > 6 ? `p${owner}` : owner === 0 ? 'T' : `C${owner}`, owned === 0 ? 'T' : `C${owned}`, [
        min,
        min + more,
      ]),
    ),
  )

describe('integrated ownership of any network', () => {
  it('gives final owners one company between them at most, and no bound under another', () => {
    fc.assert(
      fc.property(networks, (interests) => {
        const graph = holdingsOf(networkOf(interests), 'shares')
        const { shares } = integrate(graph)
        let sum = 0
        for (const [node, { min, max }] of shares.entries()) {
          expect(min).toBeGreaterThanOrEqual(0)
          expect(max).toBeLessThanOrEqual(1)
          expect(max - min).toBeGreaterThanOrEqual(-1e-9)
          if (node !== graph.target && graph.heldBy[node]?.length === 0) sum += min
        }
        expect(sum).toBeLessThanOrEqual(1 + 1e-9)
      }),
    )
  })

  it('does not depend on the order of the statements', () => {
    fc.assert(
      fc.property(networks, fc.infiniteStream(fc.nat()), (interests, numbers) => {
        const shuffled = interests
          .map((interest) => ({ interest, at: numbers.next().value as number }))
          .sort((one, other) => one.at - other.at)
          .map(({ interest }) => interest)
        const told = (list: typeof interests): ReadonlyMap<string | undefined, readonly string[]> => {
          const graph = holdingsOf(networkOf(list), 'shares')
          return new Map(
            integrate(graph).shares.map(({ min, max }, node) => [
              graph.parties[node]?.key,
              [min.toFixed(9), max.toFixed(9)],
            ]),
          )
        }
        expect(told(shuffled)).toEqual(told(interests))
      }),
    )
  })

  it('holds a network with exact shares within the bounds of the same network with ranges', () => {
    fc.assert(
      fc.property(networks, (interests) => {
        const ranged = networkOf(interests)
        const lowest = networkOf(
          interests.map((interest) => ({
            ...interest,
            share: interest.share === null ? null : { ...interest.share, max: interest.share.min },
          })),
        )
        const [wide, narrow] = [ranged, lowest].map((network) => integrate(holdingsOf(network, 'shares')).shares)
        for (const [node, { min, max }] of (narrow ?? []).entries()) {
          expect(min).toBeGreaterThanOrEqual((wide?.[node]?.min ?? 0) - 1e-9)
          expect(max).toBeLessThanOrEqual((wide?.[node]?.max ?? 0) + 1e-9)
        }
      }),
    )
  })
})
