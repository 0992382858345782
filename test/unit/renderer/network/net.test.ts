import { describe, expect, it } from 'vitest'
import { linkKinds, nodeKinds, type NetworkGraph } from '../../../../shared/schema/network.ts'
import { entityOfKey, keyOf, shapeOf } from '../../../../renderer/features/network/model/kinds.ts'
import {
  emptyNet,
  entitiesOf,
  linkOf,
  merged,
  netOf,
  without,
} from '../../../../renderer/features/network/model/net.ts'
import { link, netWith, node } from './nets.ts'

const graph = (): NetworkGraph => ({
  node_kinds: ['account', 'customer'],
  link_kinds: ['transfer', 'account'],
  currencies: ['EUR'],
  nodes: {
    kind: [0, 1],
    id: ['A 1', '7'],
    label: [null, 'Ada'],
    risk: [0.9, 0.1],
    known_bad: [true, false],
    degree: [4, 1],
    hops: [0, 1],
    community: [0, 0],
  },
  links: {
    from: [0, 1],
    to: [1, 0],
    kind: [0, 1],
    count: [3, 1],
    amount: [12.5, null],
    currency: [0, -1],
    first_ms: [1_000, null],
    last_ms: [2_000, null],
  },
  truncated: false,
})

describe('a part of the network', () => {
  it('is read from columns: kinds, names, amounts and currencies by their places', () => {
    const net = netOf(graph())
    expect([...net.nodes.values()]).toEqual([
      {
        key: 'account:A 1',
        kind: 'account',
        id: 'A 1',
        label: 'A 1',
        risk: 0.9,
        knownBad: true,
        degree: 4,
        community: 0,
      },
      {
        key: 'customer:7',
        kind: 'customer',
        id: '7',
        label: 'Ada',
        risk: 0.1,
        knownBad: false,
        degree: 1,
        community: 0,
      },
    ])
    expect([...net.links.values()]).toMatchObject([
      {
        from: 'account:A 1',
        to: 'customer:7',
        kind: 'transfer',
        count: 3,
        amount: 12.5,
        currency: 'EUR',
        firstMs: 1_000,
        lastMs: 2_000,
      },
      { from: 'customer:7', to: 'account:A 1', kind: 'account', amount: null, currency: null, firstMs: null },
    ])
    expect(entitiesOf(net)).toEqual([
      { kind: 'account', id: 'A 1' },
      { kind: 'customer', id: '7' },
    ])
  })

  it('refuses columns that name what they do not hold', () => {
    const broken = graph()
    broken.links.to = [1, 9]
    expect(() => netOf(broken)).toThrow('names node 9')
  })

  it('grows by what comes: newer values win, communities of another answer stay apart, links without their ends are dropped', () => {
    const before = netWith([node('account:1', { community: 0 }), node('account:2', { community: 1 })])
    const after = merged(before, {
      nodes: new Map(
        [node('account:2', { risk: 0.8, community: 0 }), node('account:3', { community: 0 })].map((one) => [
          one.key,
          one,
        ]),
      ),
      links: new Map([link('account:2', 'account:3'), link('account:3', 'account:99')].map((one) => [one.key, one])),
    })
    expect(after.nodes.get('account:2')).toMatchObject({ risk: 0.8, community: 1 })
    expect(after.nodes.get('account:3')?.community).toBe(2)
    expect([...after.links.values()].map(({ to }) => to)).toEqual(['account:3'])
    expect(before.nodes.size).toBe(2)
  })

  it('tells a link of a single answer and the same link of a bulk answer by one key', () => {
    const [bulk] = netOf(graph()).links.keys()
    expect(
      linkOf({
        from: { kind: 'account', id: 'A 1' },
        to: { kind: 'customer', id: '7' },
        kind: 'transfer',
        count: 3,
        amount: 12.5,
        currency: 'EUR',
        first_at: null,
        last_at: null,
        source: 'transactions',
      }).key,
    ).toBe(bulk)
  })

  it('loses nodes with their links', () => {
    const net = netWith(
      [node('account:1'), node('account:2'), node('account:3')],
      [link('account:1', 'account:2'), link('account:2', 'account:3')],
    )
    const less = without(net, new Set(['account:3']))
    expect([...less.nodes.keys()]).toEqual(['account:1', 'account:2'])
    expect(less.links.size).toBe(1)
    expect(without(emptyNet, new Set(['account:3'])).nodes.size).toBe(0)
  })
})

describe('names of entities', () => {
  it('are read back as they were written, whatever the identifier holds', () => {
    for (const id of ['3711', 'a:b', '2001:db8::1', 'Köln, Domstraße 1', '%2F#?'])
      expect(entityOfKey(keyOf({ kind: 'address', id }))).toEqual({ kind: 'address', id })
  })

  it('are none without a kind that there is, or without an identifier', () => {
    for (const text of ['', 'customer', 'customer:', ':7', 'planet:9', 'alike account a\nb'])
      expect(entityOfKey(text)).toBeNull()
  })

  it('have a form of their own for every kind', () => {
    expect(new Set(nodeKinds.map((kind) => shapeOf[kind])).size).toBe(nodeKinds.length)
    expect(linkKinds).toContain('transfer')
  })
})
