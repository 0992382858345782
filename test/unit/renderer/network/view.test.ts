import { describe, expect, it } from 'vitest'
import { byRisk, edgesOf, levelOf, ringOf, sizeOf } from '../../../../renderer/features/network/model/drawn.ts'
import { histogramOf, plainView, shownOf, netSpan } from '../../../../renderer/features/network/model/view.ts'
import { link, netWith, node } from './nets.ts'

const customers = ['customer:1', 'customer:2', 'customer:3'] as const
const star = netWith(
  [node('account:hub', { degree: 5 }), ...customers.map((key) => node(key)), node('device:d')],
  [
    ...customers.map((key, place) =>
      link('account:hub', key, { amount: 10 * (place + 1), firstMs: place * 100, lastMs: place * 100 + 50 }),
    ),
    link('customer:1', 'device:d', { kind: 'device', amount: null, currency: null, firstMs: null, lastMs: null }),
  ],
)

describe('what is on the screen', () => {
  it('is everything when nothing is filtered', () => {
    const shown = shownOf(star, plainView)
    expect(shown.nodes.size).toBe(5)
    expect(shown.links).toHaveLength(4)
    expect(shown.left).toEqual({ hidden: 0, kind: 0, time: 0 })
  })

  it('leaves out what is hidden and whole kinds, with their links, and counts it; a kept node stays though its kind is off', () => {
    const shown = shownOf(star, {
      ...plainView,
      hidden: new Set(['customer:1']),
      hiddenKinds: new Set(['device', 'account']),
      kept: new Set(['account:hub']),
    })
    expect([...shown.nodes.keys()]).toEqual(['account:hub', 'customer:2', 'customer:3'])
    expect(shown.links).toHaveLength(2)
    expect(shown.left).toEqual({ hidden: 1, kind: 1, time: 0 })
  })

  it('looks at a time: links that were seen in it or have no time stay, and nodes that lost all their links to it go', () => {
    const shown = shownOf(star, { ...plainView, span: { fromMs: 120, toMs: 199 } })
    expect([...shown.nodes.keys()]).toEqual(['account:hub', 'customer:1', 'customer:2', 'device:d'])
    expect(shown.links.map(({ to }) => to)).toEqual(['customer:2', 'device:d'])
    expect(shown.left.time).toBe(1)
  })

  it('keeps pinned and sought nodes at any time', () => {
    const shown = shownOf(star, { ...plainView, span: { fromMs: 120, toMs: 199 }, kept: new Set(['customer:3']) })
    expect(shown.nodes.has('customer:3')).toBe(true)
  })

  it('draws nodes of one kind with the same neighbours as one, with the sum of their links', () => {
    const shown = shownOf(star, { ...plainView, grouping: 'alike', hiddenKinds: new Set(['device']) })
    const group = [...shown.nodes.values()].find(({ members }) => members !== null)
    expect(group).toMatchObject({ kind: 'customer', members: [...customers], groupedBy: 'alike' })
    expect(shown.links).toMatchObject([
      { from: 'account:hub', to: group?.key, count: 3, amount: 60, firstMs: 0, lastMs: 250 },
    ])
  })

  it('opens a group again, and makes none of fewer than three', () => {
    const grouped = shownOf(star, { ...plainView, grouping: 'kind' })
    const key = [...grouped.nodes.keys()].find((one) => one.startsWith('kind')) ?? ''
    expect(grouped.nodes.get('device:d')?.members).toBeNull()
    expect(shownOf(star, { ...plainView, grouping: 'kind', opened: new Set([key]) }).nodes.size).toBe(5)
  })

  it('gathers communities over kinds; who has none stands alone', () => {
    const net = netWith(
      [
        node('account:1', { community: 4, degree: 9 }),
        node('customer:2', { community: 4, risk: 0.9 }),
        node('device:3', { community: 4 }),
        node('customer:4'),
      ],
      [link('account:1', 'customer:2'), link('customer:2', 'customer:4')],
    )
    const shown = shownOf(net, { ...plainView, grouping: 'community' })
    expect([...shown.nodes.values()]).toMatchObject(
      [{ kind: null, label: '1', risk: 0.9, groupedBy: 'community' }, { key: 'customer:4' }].reverse(),
    )
    expect(shown.links).toHaveLength(1)
  })

  it('leaves a node’s link to itself on its own node', () => {
    const shown = shownOf(netWith([node('account:1')], [link('account:1', 'account:1')]), plainView)
    expect(shown.links).toHaveLength(1)
    expect(edgesOf(shown.links)).toEqual([])
  })
})

describe('time', () => {
  it('reaches from the first to the last link, and is none where links have no time or one alone', () => {
    expect(netSpan(star)).toEqual({ fromMs: 0, toMs: 250 })
    expect(netSpan(netWith([node('a:1')]))).toBeNull()
    expect(netSpan(netWith([node('a:1'), node('a:2')], [link('a:1', 'a:2', { firstMs: 5, lastMs: 5 })]))).toBeNull()
  })

  it('counts links by when they were last seen; the last moment is in the last part', () => {
    expect(histogramOf(star, { fromMs: 0, toMs: 250 }, 5)).toEqual([0, 1, 0, 1, 1])
  })
})

describe('lines', () => {
  it('are one for two nodes: an arrow with the money, both ways where it went both ways, plain where no money moved', () => {
    const edges = edgesOf([
      link('a:1', 'a:2', { amount: 100 }),
      link('a:2', 'a:1', { amount: 1 }),
      link('a:3', 'a:1', { amount: 9 }),
      link('a:1', 'a:3', { kind: 'device', amount: null, currency: null }),
      link('a:2', 'a:3', { kind: 'case', amount: null, currency: null }),
    ])
    expect(edges.map(({ source, target, type, kind }) => [source, target, type, kind])).toEqual([
      ['a:1', 'a:2', 'both', 'transfer'],
      ['a:3', 'a:1', 'arrow', 'transfer'],
      ['a:2', 'a:3', 'line', 'case'],
    ])
    expect(edges.map(({ weight }) => weight)).toEqual([1, Math.log1p(9) / Math.log1p(100), 0])
  })

  it('measure each amount beside the largest of its own currency', () => {
    expect(
      edgesOf([
        link('a:1', 'a:2', { amount: 1_000_000, currency: 'JPY' }),
        link('a:3', 'a:4', { amount: 100, currency: 'EUR' }),
      ]).map(({ weight }) => weight),
    ).toEqual([1, 1])
  })

  it('become an arrow also where the tie without money was told first', () => {
    expect(
      edgesOf([link('a:1', 'a:2', { kind: 'device', amount: null, currency: null }), link('a:2', 'a:1')]),
    ).toMatchObject([{ source: 'a:2', target: 'a:1', type: 'arrow', count: 2 }])
  })
})

describe('what stands out', () => {
  it('is the known bad, then the riskiest, always in one order', () => {
    const net = netWith([
      node('a:1', { risk: 0.9 }),
      node('a:2', { risk: 0.5, knownBad: true }),
      node('a:4', { risk: 0.2 }),
      node('a:3', { risk: 0.2 }),
    ])
    expect(byRisk(shownOf(net, plainView)).map(({ key }) => key)).toEqual(['a:2', 'a:1', 'a:3', 'a:4'])
  })

  it('has a ring from high risk on, the thickest around the known bad', () => {
    expect([0.1, 0.4, 0.7, 0.9].map((risk) => levelOf(risk))).toEqual(['low', 'medium', 'high', 'critical'])
    const rings = [
      ringOf({ risk: 0.4, knownBad: false }),
      ringOf({ risk: 0.7, knownBad: false }),
      ringOf({ risk: 0.9, knownBad: false }),
      ringOf({ risk: 0.1, knownBad: true }),
    ]
    expect(rings).toEqual([...rings].sort((one, other) => one - other))
    expect(rings[0]).toBe(0)
  })

  it('grows with ties and members, and shrinks in a crowd', () => {
    const [one] = shownOf(star, plainView).nodes.values()
    if (one === undefined) throw new Error('the star shows nothing')
    expect(sizeOf({ ...one, degree: 100 }, 10)).toBeGreaterThan(sizeOf({ ...one, degree: 1 }, 10))
    expect(sizeOf(one, 10_000)).toBeLessThan(sizeOf(one, 10))
  })
})
