import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Activity } from '../../../../shared/schema/activity.ts'
import type { EntityRef } from '../../../../shared/schema/network.ts'
import { toldBy } from '../../../../main/domain/network/extract.ts'
import { createNetworkModel } from '../../../../main/domain/network/model.ts'
import type { Growth } from '../../../../main/domain/network/kept.ts'
import type { NetworkModel } from '../../../../main/domain/network/model.ts'

const event = (row: number, from: string, to: string, rest: Partial<Activity> = {}): Activity => ({
  transaction_id: String(row),
  event_type: 'transfer',
  at: '2026-01-01T00:00:00Z',
  account_id: from,
  counterparty_id: to,
  amount: 5,
  ...rest,
})

const filled = (
  pairs: readonly (readonly [string, string])[],
  merges: readonly (readonly [EntityRef, EntityRef])[] = [],
): NetworkModel => {
  const model = createNetworkModel(merges)
  pairs.forEach(([from, to], row) => model.take(row + 1, toldBy(event(row, from, to)), row))
  return model
}
const account = (id: string): EntityRef => ({ kind: 'account', id })
const at = (model: NetworkModel, id: string): number => model.find(account(id)) ?? -1

/** What a network says, by names: numbers of nodes differ. */
const said = (model: NetworkModel, ids: readonly string[]) =>
  ids.map((id) => {
    const node = model.find(account(id))
    if (node === undefined) return null
    const links: unknown[] = []
    for (let step = model.graph.firstLink(node); step >= 0; step = model.graph.nextLink(step)) {
      const { from, to, count, total } = model.graph.linkOf(step)
      links.push([model.refOf(from).id, model.refOf(to).id, count, total])
    }
    return {
      members: model.membersOf(node),
      degree: model.graph.degree(node),
      hops: model.hops.of(node),
      links,
      findings: model.findingsOf(node),
    }
  })

describe('identifiers that stand on both sides of payments', () => {
  const paid = (row: number, from: string, to: string, isSame: boolean): Activity => ({
    transaction_id: String(row),
    event_type: 'transfer',
    at: '2026-01-01T00:00:00Z',
    customer_id: from,
    counterparty_id: to,
    amount: 5,
    ...(isSame ? { metadata: { counterparty_is: 'customer' } } : {}),
  })
  const ring = (isSame: boolean): NetworkModel => {
    const model = createNetworkModel()
    ;[
      ['1', '2'],
      ['2', '3'],
      ['3', '1'],
    ].forEach(([from = '', to = ''], row) => model.take(row + 1, toldBy(paid(row, from, to, isSame)), row))
    return model
  }

  it('I-10: are one entity each where a person said so, and money is seen to come back', () => {
    const model = ring(true)
    expect(model.nodes).toBe(3)
    const one = model.find({ kind: 'customer', id: '1' })
    expect(model.find({ kind: 'counterparty', id: '1' })).toBe(one)
    expect(model.findingsOf(one ?? -1)).toEqual(['cycle'])
    // Filled from what was kept it knows them by both names too.
    const { nodes, links, facts } = model.drain()
    const again = createNetworkModel()
    nodes.forEach(again.restore.node)
    links.forEach(again.restore.link)
    facts.forEach(again.restore.fact)
    again.restore.done()
    expect(again.find({ kind: 'counterparty', id: '3' })).toBe(again.find({ kind: 'customer', id: '3' }))
  })

  it('are two each where nobody did', () => {
    const model = ring(false)
    expect(model.nodes).toBe(6)
    expect(model.find({ kind: 'counterparty', id: '1' })).not.toBe(model.find({ kind: 'customer', id: '1' }))
  })

  it('stay two that were taken as two before', () => {
    const model = ring(false)
    model.take(9, toldBy(paid(9, '1', '2', true)), 9)
    expect(model.nodes).toBe(6)
    expect(model.refOf(model.find({ kind: 'counterparty', id: '2' }) ?? -1).kind).toBe('counterparty')
  })
})

describe('a network in memory', () => {
  const ids = ['0', '1', '2', '3', '4', '5', '6', '7']
  const pairs = fc.array(fc.tuple(fc.constantFrom(...ids), fc.constantFrom(...ids)), { maxLength: 40 })
  const merge = fc.tuple(fc.constantFrom(...ids).map(account), fc.constantFrom(...ids).map(account))

  it('in which merges act has one node for all that are one, with all their links', () => {
    fc.assert(
      fc.property(pairs, fc.array(merge, { maxLength: 4 }), (all, merges) => {
        const model = filled(all, merges)
        const group = new Map(ids.map((id) => [id, id]))
        for (const [a, b] of merges) {
          const [one, other] = [group.get(a.id), group.get(b.id)]
          for (const [id, of] of group) if (of === other) group.set(id, one ?? id)
        }
        const known = ids.filter((id) => model.find(account(id)) !== undefined)
        for (const one of known)
          for (const other of known)
            expect(at(model, one) === at(model, other)).toBe(group.get(one) === group.get(other))
        const neighbours = (id: string) =>
          new Set(
            all
              .flatMap(([a, b]) =>
                group.get(a) === group.get(id) ? [group.get(b)] : group.get(b) === group.get(id) ? [group.get(a)] : [],
              )
              .filter((of) => of !== group.get(id)),
          )
        for (const id of known) expect(model.graph.degree(at(model, id))).toBe(neighbours(id).size)
      }),
    )
  })

  it('without the merge again is the one before it', () => {
    fc.assert(
      fc.property(pairs, fc.array(merge, { maxLength: 2 }), merge, (all, merges, another) => {
        const before = said(filled(all, merges), ids)
        said(filled(all, [...merges, another]), ids)
        expect(said(filled(all, merges), ids)).toEqual(before)
      }),
    )
  })

  it('that is filled from what grew is the one that grew', () => {
    fc.assert(
      fc.property(pairs, fc.nat(40), (all, place) => {
        const grown = createNetworkModel()
        const growths: Growth[] = []
        all.forEach(([from, to], row) => {
          grown.take(row + 1, toldBy(event(row, from, to, { device_id: `d${row % 3}` })), row)
          if (row === place) growths.push(grown.drain())
        })
        growths.push(grown.drain())
        const again = createNetworkModel()
        const nodes = new Map(growths.flatMap((growth) => growth.nodes.map((node) => [node.node, node])))
        for (const node of [...nodes.values()].sort((a, b) => a.node - b.node)) again.restore.node(node)
        for (const { links } of growths) for (const link of links) again.restore.link(link)
        all.forEach(([from, to], row) => again.restore.movement(row + 1, toldBy(event(row, from, to)), row))
        again.restore.done()
        for (const model of [grown, again]) model.know([{ entity: account('0'), certainty: 'confirmed' }])
        expect(said(again, ids)).toEqual(said(grown, ids))
        expect(again.drain()).toMatchObject({ nodes: [], links: [], facts: [], motifs: [], compared: [] })
      }),
    )
  })

  it('knows who is bad, one after another, and who is so no more', () => {
    const model = filled([
      ['a', 'b'],
      ['b', 'c'],
    ])
    model.know([
      { entity: account('c'), certainty: 'confirmed' },
      { entity: account('b'), certainty: 'open' },
      { entity: account('nobody'), certainty: 'confirmed' },
    ])
    expect([
      model.certaintyOf(at(model, 'c')),
      model.certaintyOf(at(model, 'b')),
      model.knownBad,
      model.hops.of(at(model, 'a')),
    ]).toEqual(['confirmed', 'open', 1, 2])
    expect(model.riskOf(at(model, 'b')).parts.map(({ part }) => part)).toContain('direct')
    const near = model.nearnessOf(at(model, 'b'))
    expect(near).toBeGreaterThan(0)
    model.know([])
    expect([model.certaintyOf(at(model, 'c')), model.knownBad, model.hops.of(at(model, 'a'))]).toEqual([null, 0, null])
    expect(model.scoreOf(at(model, 'b'))).toBeLessThan(0.02)
  })

  it('knows as many at once as it is asked to, and in the end all', () => {
    const model = filled([
      ['a', 'b'],
      ['b', 'c'],
    ])
    const bad = ['a', 'b', 'c'].map((id) => ({ entity: account(id), certainty: 'confirmed' as const }))
    expect([model.know(bad, 2), model.knownBad]).toEqual([false, 2])
    expect([model.know(bad, 2), model.knownBad]).toEqual([true, 3])
    const once = filled([
      ['a', 'b'],
      ['b', 'c'],
    ])
    once.know(bad)
    for (const id of ['a', 'b', 'c']) expect(model.scoreOf(at(model, id))).toBeCloseTo(once.scoreOf(at(once, id)), 2)
  })

  it('takes links from elsewhere, and names people', () => {
    const model = createNetworkModel()
    model.take(1, toldBy(event(1, 'a', 'b', { customer_id: 'c', metadata: { name: 'Jo Doe' } })), 0)
    model.addContext({
      from: { kind: 'person', id: 'p' },
      to: { kind: 'company', id: 'k' },
      kind: 'owner',
      source: 'ownership',
      atMs: null,
    })
    expect(model.labelOf(model.find({ kind: 'customer', id: 'c' }) ?? -1)).toBe('Jo Doe')
    expect(model.ownLabelOf({ kind: 'customer', id: 'unknown' })).toBe('unknown')
    expect(model.graph.degree(model.find({ kind: 'company', id: 'k' }) ?? -1)).toBe(1)
    expect(model.drain().nodes.map(({ ref }) => ref.kind)).toEqual([
      'customer',
      'account',
      'counterparty',
      'person',
      'company',
    ])
  })
})
