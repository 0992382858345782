import { describe, expect, it } from 'vitest'
import { toldBy } from '../../../main/domain/network/extract.ts'
import { createNetworkModel } from '../../../main/domain/network/model.ts'
import { fields } from '../../../main/detection/rules/fields.ts'
import { graphFacts } from '../../../main/server/network/graph-facts.ts'
import type { Activity } from '../../../shared/schema/activity.ts'

const transfer = (from: string, to: string): Activity => ({
  transaction_id: `${from}${to}`,
  event_type: 'transfer',
  at: '2026-01-01T00:00:00Z',
  account_id: from,
  counterparty_id: to,
  amount: 5,
})

describe('facts of the network for rules', () => {
  it('are what is known of the entities of an activity, under the names of the fields', () => {
    const model = createNetworkModel()
    ;[transfer('a', 'b'), transfer('b', 'x')].forEach((event, row) => model.take(row + 1, toldBy(event), 0))
    model.know([{ entity: { kind: 'counterparty', id: 'x' }, certainty: 'confirmed' }])
    const facts = graphFacts(model, transfer('a', 'x'))
    expect(facts).toMatchObject({
      account: { known_bad: false, hops_to_bad: 2, ties: 1, shapes: ['pass_through'] },
      counterparty: { known_bad: true, hops_to_bad: 0 },
    })
    const named = new Set(fields.map(({ path }) => path))
    for (const [kind, values] of Object.entries(facts))
      for (const name of Object.keys(values as object)) expect(named).toContain(`graph.${kind}.${name}`)
  })

  it('are missing where nothing is known, and before the network is read', () => {
    expect(graphFacts(createNetworkModel(), transfer('a', 'b'))).toEqual({})
    expect(graphFacts(null, transfer('a', 'b'))).toEqual({})
  })
})
