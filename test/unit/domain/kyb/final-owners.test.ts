import { describe, expect, it } from 'vitest'
import { finalOwnership } from '../../../../main/domain/kyb/ownership/final-owners.ts'
import { holds, networkOf } from './networks.ts'

const over25 = { percent: 25, comparator: 'over' } as const
const said = (owners: ReturnType<typeof finalOwnership>['owners']): string[] =>
  owners.map(({ id, shares, beneficial_owner: word, basis }) => `${id} ${shares.min} ${word} ${basis.join('+')}`)

describe('final owners', () => {
  it('are the people at the ends of the chains, with the way to them', () => {
    const { owners, undisclosed } = finalOwnership(
      networkOf([holds('A', 'T', 80), holds('p', 'A', 50), holds('q', 'A', 50), holds('r', 'T', 20)]),
      over25,
    )
    expect(said(owners)).toEqual(['p 40 yes shares+votes', 'q 40 yes shares+votes', 'r 20 no '])
    expect(owners[0]?.paths).toEqual([{ through: ['p', 'A', 'T'], share: { min: 40, max: 40 } }])
    expect(undisclosed).toEqual({ min: 0, max: 0 })
  })

  it('are met by threshold and comparator', () => {
    const network = networkOf([holds('p', 'T', 25), holds('q', 'T', 75)])
    expect(said(finalOwnership(network, over25).owners)).toEqual(['q 75 yes shares+votes+control', 'p 25 no '])
    expect(said(finalOwnership(network, { percent: 25, comparator: 'at_least' }).owners)[1]).toBe(
      'p 25 yes shares+votes',
    )
  })

  it('count who controls with a small part of the value', () => {
    const { owners } = finalOwnership(
      networkOf([
        holds('A', 'T', 40),
        holds('A', 'T', 60, 'voting_rights'),
        holds('q', 'T', 60),
        holds('q', 'T', 40, 'voting_rights'),
        holds('p', 'A', 51),
        holds('r', 'A', 49),
      ]),
      over25,
    )
    expect(owners.find(({ id }) => id === 'p')).toMatchObject({
      shares: { min: 20.4 },
      controls: 'yes',
      beneficial_owner: 'yes',
    })
    expect(owners.find(({ id }) => id === 'q')).toMatchObject({ controls: 'no', basis: ['shares', 'votes'] })
  })

  it('find those for whom a trust and a nominee hold', () => {
    const network = networkOf(
      [
        holds('F', 'T', 100),
        holds('s', 'F', null, 'settlor'),
        holds('t', 'F', null, 'trustee'),
        holds('b', 'F', null, 'beneficiary'),
      ],
      { F: 'trust' },
    )
    const { owners } = finalOwnership(network, over25)
    expect(owners.map(({ id, beneficial_owner: word, basis }) => [id, word, basis.includes('trust')])).toEqual([
      ['b', 'yes', true],
      ['s', 'yes', true],
      ['t', 'yes', true],
    ])
    const nominee = networkOf(
      [holds('N', 'T', 60), holds('p', 'N', null, 'nominator'), holds('L', 'N', null, 'nominee'), holds('q', 'T', 40)],
      { N: 'trust' },
    )
    expect(said(finalOwnership(nominee, over25).owners)[0]).toMatch(/^p 60 yes shares/u)
  })

  it('take a declared owner as it is stated where the companies between are not known', () => {
    const { owners, findings } = finalOwnership(
      networkOf([holds('p', 'T', 60, 'shareholding', { direct: 'indirect', declared: true })]),
      over25,
    )
    expect(said(owners)).toEqual(['p 0 yes declared'])
    expect(findings.map(({ code }) => code)).toContain('indirect_only')
  })

  it('say what part belongs to nobody who is named', () => {
    const { undisclosed, owners } = finalOwnership(
      networkOf([holds('p', 'T', 30), holds('A', 'T', 50), holds('U', 'T', 20)], { U: 'unknown' }),
      over25,
    )
    expect(undisclosed).toEqual({ min: 70, max: 70 })
    expect(owners.find(({ id }) => id === 'U')?.known).toBe(false)
    expect(owners.find(({ id }) => id === 'A')?.beneficial_owner).toBe('no')
  })

  it('tell loops, and unfold each party once in the tree', () => {
    const { findings, tree } = finalOwnership(
      networkOf([holds('A', 'T', 60), holds('T', 'A', 20), holds('p', 'A', 80), holds('p', 'T', 40)]),
      over25,
    )
    expect(findings.map(({ code }) => code)).toContain('loop')
    expect(tree.map(({ depth, party, again }) => [depth, party.name, again])).toEqual([
      [0, 'T', null],
      [1, 'p', null],
      [1, 'A', null],
      [2, 'T', 'loop'],
      [2, 'p', null],
    ])
  })

  it('bound a tree and say how many owners are not in it', () => {
    const { tree } = finalOwnership(
      networkOf(Array.from({ length: 700 }, (_, at) => holds(`p${at}`, 'T', 0.1))),
      over25,
    )
    expect(tree).toHaveLength(500)
    expect(tree[0]?.hidden).toBe(201)
  })

  it('find the weightiest of very many ways in a lattice of twenty layers', () => {
    const lattice = Array.from({ length: 20 }, (_, layer) =>
      ['L', 'R'].flatMap((side) =>
        layer === 0
          ? [holds(`${side}1`, 'T', side === 'L' ? 60 : 40)]
          : ['L', 'R'].map((below) => holds(`${side}${layer + 1}`, `${below}${layer}`, side === 'L' ? 60 : 40)),
      ),
    ).flat()
    const { owners, layers } = finalOwnership(
      networkOf([...lattice, holds('p', 'L20', 100), holds('p', 'R20', 100)]),
      over25,
    )
    expect(owners[0]?.shares.min).toBeCloseTo(100, 4)
    expect(owners[0]?.paths[0]?.share.min).toBeCloseTo(100 * 0.6 ** 20, 5)
    expect(owners[0]?.paths_more).toBe(true)
    expect(layers).toBe(20)
  })
})
