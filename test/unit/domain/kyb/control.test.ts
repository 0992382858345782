import { describe, expect, it } from 'vitest'
import type { Network } from '../../../../main/domain/kyb/ownership/parties.ts'
import { blockedByOwnership } from '../../../../main/domain/kyb/ownership/blocked.ts'
import { controlIn } from '../../../../main/domain/kyb/ownership/control.ts'
import { holdingsOf } from '../../../../main/domain/kyb/ownership/holdings.ts'
import type { MetBy } from '../../../../shared/schema/kyb.ts'
import { meets } from '../../../../main/domain/kyb/ownership/threshold.ts'
import { holds, networkOf } from './networks.ts'

const controls = (network: Network, key: string): MetBy => {
  const graph = holdingsOf(network, 'votes')
  return controlIn(graph, network).of(graph.parties.findIndex((party) => party.key === key))
}

describe('control', () => {
  it('goes through majorities of votes, whatever part of the value that is', () => {
    // 51 % of 51 % of 51 % is 13 % of the value, and control of all three.
    const network = networkOf([holds('A', 'T', 51), holds('B', 'A', 51), holds('p', 'B', 51)])
    expect(controls(network, 'p')).toBe('yes')
    expect(controls(network, 'B')).toBe('yes')
  })

  it('adds the votes of those who are controlled', () => {
    // p has 30 % itself, and A, which p controls, another 25 %.
    const network = networkOf([
      holds('p', 'T', 30),
      holds('A', 'T', 25),
      holds('q', 'T', 45),
      holds('p', 'A', 60),
      holds('q', 'A', 40),
    ])
    expect(controls(network, 'p')).toBe('yes')
    expect(controls(network, 'q')).toBe('no')
  })

  it('needs more than half', () => {
    expect(controls(networkOf([holds('p', 'T', 50), holds('q', 'T', 50)]), 'p')).toBe('no')
  })

  it('is possible where a range reaches over half', () => {
    expect(controls(networkOf([holds('p', 'T', [25, 75])]), 'p')).toBe('possible')
    expect(
      controls(
        networkOf([
          holds('p', 'T', [50, 75], 'shareholding', { share: { min: 50, max: 75, above_min: true, below_max: false } }),
        ]),
        'p',
      ),
    ).toBe('yes')
  })

  it('is what is declared: the appointment of the board, the law, or perhaps influence', () => {
    expect(controls(networkOf([holds('p', 'T', null, 'appointment_of_board')]), 'p')).toBe('yes')
    expect(controls(networkOf([holds('p', 'T', 50, 'appointment_of_board')]), 'p')).toBe('no')
    expect(controls(networkOf([holds('p', 'T', null, 'other_influence_or_control')]), 'p')).toBe('possible')
  })

  it('is not had by companies that vote for themselves in a ring', () => {
    const network = networkOf([holds('A', 'T', 60), holds('T', 'A', 60), holds('p', 'A', 40), holds('q', 'T', 40)])
    expect(controls(network, 'p')).toBe('no')
    expect(controls(network, 'A')).toBe('yes')
  })
})

/** How the rule falls on a company: with percent of blocked owners. */
const blockedIn = (
  network: Network,
  key: string,
  confirmed: readonly string[],
  open: readonly string[] = [],
): string => {
  const graph = holdingsOf(network, 'shares')
  const numbers = (keys: readonly string[]): Set<number> =>
    new Set(keys.map((one) => graph.parties.findIndex((party) => party.key === one)))
  const found = blockedByOwnership(graph, numbers(confirmed), numbers(open)).find(
    ({ party }) => graph.parties[party]?.key === key,
  )
  return found === undefined ? 'no' : `${found.blocked} ${found.min}-${found.max}`
}

describe('the rule of 50 percent', () => {
  it('is possible where the shares stated contradict each other, and half is stated of who is blocked', () => {
    const over = [holds('x', 'A', 50), holds('p', 'A', 50), holds('q', 'A', 20)]
    expect(blockedIn(networkOf([...over, holds('A', 'T', 100)]), 'A', ['x'])).toMatch(/^possible .*-50$/)
    expect(blockedIn(networkOf([...over, holds('A', 'T', 100)]), 'T', ['x'])).toMatch(/^possible /)
    expect(blockedIn(networkOf([holds('x', 'T', 40), holds('p', 'T', 60), holds('q', 'T', 20)]), 'T', ['x'])).toBe('no')
  })

  it('adds what several blocked persons own', () => {
    expect(blockedIn(networkOf([holds('x', 'T', 25), holds('y', 'T', 25), holds('p', 'T', 50)]), 'T', ['x', 'y'])).toBe(
      'yes 50-50',
    )
    expect(blockedIn(networkOf([holds('x', 'T', 25), holds('y', 'T', 24), holds('p', 'T', 51)]), 'T', ['x', 'y'])).toBe(
      'no',
    )
  })

  it('goes through companies that are owned to half themselves, which count with all that they own', () => {
    // x owns 50 % of A, and A 50 % of T: T is blocked, though x has 25 % of its value.
    expect(blockedIn(networkOf([holds('x', 'A', 50), holds('A', 'T', 50)]), 'T', ['x'])).toBe('yes 50-50')
    // x owns 50 % of A and 10 % of T; A owns 40 % of T.
    expect(blockedIn(networkOf([holds('x', 'A', 50), holds('x', 'T', 10), holds('A', 'T', 40)]), 'T', ['x'])).toBe(
      'yes 50-50',
    )
    // x owns 50 % of A and of B, which own 25 % of T each.
    expect(
      blockedIn(networkOf([holds('x', 'A', 50), holds('x', 'B', 50), holds('A', 'T', 25), holds('B', 'T', 25)]), 'T', [
        'x',
      ]),
    ).toBe('yes 50-50')
  })

  it('goes through no company that is owned to less than half', () => {
    // x owns 25 % of A, which owns all of T.
    expect(blockedIn(networkOf([holds('x', 'A', 25), holds('A', 'T', 100)]), 'T', ['x'])).toBe('no')
    // x owns 50 % of A and 25 % of B, which own 25 % of T each: only A counts.
    expect(
      blockedIn(networkOf([holds('x', 'A', 50), holds('x', 'B', 25), holds('A', 'T', 25), holds('B', 'T', 25)]), 'T', [
        'x',
      ]),
    ).toBe('no')
  })

  it('does not fall on control', () => {
    expect(blockedIn(networkOf([holds('x', 'T', 100, 'voting_rights'), holds('p', 'T', 100)]), 'T', ['x'])).toBe('no')
  })

  it('is possible by a match that is open, and by a range', () => {
    expect(blockedIn(networkOf([holds('x', 'T', 60), holds('p', 'T', 40)]), 'T', [], ['x'])).toBe('possible 0-60')
    expect(blockedIn(networkOf([holds('x', 'T', [25, 50])]), 'T', ['x'])).toBe('possible 25-50')
  })

  it('follows twenty layers and a ring', () => {
    const layers = Array.from({ length: 20 }, (_, at) => holds(`C${at + 1}`, at === 0 ? 'T' : `C${at}`, 50))
    expect(blockedIn(networkOf([...layers, holds('x', 'C20', 50)]), 'T', ['x'])).toBe('yes 50-50')
    expect(blockedIn(networkOf([holds('A', 'T', 50), holds('T', 'A', 49), holds('x', 'A', 1)]), 'T', ['x'])).toBe('no')
  })
})

describe('a threshold', () => {
  const bounds = (min: number, max = min, aboveMin = false, belowMax = false) => ({
    min: min / 100,
    max: max / 100,
    aboveMin,
    belowMax,
  })
  const over = { percent: 25, comparator: 'over' } as const
  const atLeast = { percent: 25, comparator: 'at_least' } as const

  it.each([
    [bounds(25), over, 'no'],
    [bounds(25), atLeast, 'yes'],
    [bounds(25.01), over, 'yes'],
    [bounds(25, 50), over, 'possible'],
    [bounds(25, 50, true), over, 'yes'],
    [bounds(10, 25), over, 'no'],
    [bounds(10, 25), atLeast, 'possible'],
    [bounds(10, 25, false, true), atLeast, 'no'],
    [bounds(10, 75), over, 'possible'],
    [{ min: 0.1 + 0.15, max: 0.1 + 0.15, aboveMin: false, belowMax: false }, over, 'no'],
  ] as const)('of %j and %j is %s', (share, threshold, word) => {
    expect(meets(share, threshold)).toBe(word)
  })
})
