import { describe, expect, it } from 'vitest'
import { dataText, type Circumstances, type Looked } from '../../../../renderer/features/network/save/data.ts'
import { plainView, shownOf } from '../../../../renderer/features/network/model/view.ts'
import { link, netWith, node } from './nets.ts'

const net = netWith(
  [
    node('account:1', { risk: 0.9, knownBad: true }),
    node('customer:2', { label: 'Ada' }),
    node('customer:3'),
    node('customer:4'),
  ],
  ['2', '3', '4'].map((id) => link('account:1', `customer:${id}`, { amount: 10, firstMs: 0, lastMs: 86_400_000 })),
)

const looked = (more: Partial<Looked> = {}): Looked => ({
  shown: shownOf(net, plainView),
  nodes: net.nodes,
  span: null,
  grouping: 'none',
  hiddenKinds: [],
  hiddenLinks: [],
  pinned: ['account:1'],
  path: null,
  selected: null,
  truncated: false,
  places: new Map([['account:1', { x: 1.234, y: -5.678 }]]),
  ...more,
})
const circumstances: Circumstances = {
  atMs: Date.UTC(2031, 2, 4, 7),
  by: 'Ada Morgan',
  version: '1.0.0',
  note: '',
  network: null,
  picture: { name: 'network.png', sha256: 'ab' },
}
const saved = (given: Looked): Record<string, unknown> =>
  JSON.parse(dataText(given, circumstances)) as Record<string, unknown>

describe('what is saved of the network', () => {
  it('says when, by whom, of which picture, and holds every node and link that was seen', () => {
    expect(saved(looked())).toMatchObject({
      format: 'fieldseal-network-view',
      version: 1,
      made_at: '2031-03-04T07:00:00.000Z',
      made_by: 'Ada Morgan',
      note: null,
      picture: { name: 'network.png', sha256: 'ab' },
      counts: { nodes: 4, links: 3 },
      nodes: [
        {
          key: 'account:1',
          kind: 'account',
          id: '1',
          risk: 0.9,
          risk_level: 'critical',
          known_bad: true,
          pinned: true,
          x: 1.23,
          y: -5.68,
        },
        { label: 'Ada', pinned: false },
        {},
        {},
      ],
      links: [
        {
          from: 'account:1',
          to: 'customer:2',
          kind: 'transfer',
          amount: 10,
          currency: 'EUR',
          first_at: '1970-01-01T00:00:00.000Z',
          last_at: '1970-01-02T00:00:00.000Z',
        },
        {},
        {},
      ],
      members: [],
    })
  })

  it('tells what a group holds, and what filters left out', () => {
    const shown = shownOf(net, { ...plainView, grouping: 'alike' })
    const value = saved(looked({ shown, grouping: 'alike', span: { fromMs: 0, toMs: 1_000 }, hiddenKinds: ['device'] }))
    expect(value).toMatchObject({
      filters: {
        grouping: 'alike',
        time: { from: '1970-01-01T00:00:00.000Z', to: '1970-01-01T00:00:01.000Z' },
        kinds_left_out: ['device'],
      },
      counts: { nodes: 2, links: 1 },
    })
    expect((value['members'] as { key: string }[]).map(({ key }) => key)).toEqual([
      'customer:2',
      'customer:3',
      'customer:4',
    ])
  })
})
