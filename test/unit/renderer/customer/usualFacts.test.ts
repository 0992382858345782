import { describe, expect, it } from 'vitest'
import { countInProfile, newProfile, profileOf } from '../../../../main/detection/profiles/profile.ts'
import { hoursOf, usualFacts } from '../../../../renderer/features/customer/usualFacts.ts'

const at = '2025-03-01T10:30:00.000+00:00'
const state = newProfile(at, Date.parse(at))
countInProfile(
  state,
  { transaction_id: 'T', event_type: 'transfer', at, country: 'DE', latitude: 48.137154, longitude: 11.576124 },
  Date.parse(at),
  1_250_000,
)

describe('what is usual', () => {
  it('is told of a profile in an order that a person reads, each fact once, times as times', () => {
    const facts = usualFacts(profileOf(state))
    expect(facts.map(({ name }) => name)).toEqual([
      'usual_amounts',
      'usual_amount',
      'amount_mean',
      'amount_max',
      'first_seen_at',
      'last_seen_at',
      'last_country',
      'last_place',
      'last_located_at',
    ])
    expect(facts.filter(({ kind }) => kind === 'time').map(({ name }) => name)).toEqual([
      'first_seen_at',
      'last_seen_at',
      'last_located_at',
    ])
    expect(facts.find(({ name }) => name === 'last_place')).toEqual({
      name: 'last_place',
      kind: 'text',
      text: '48.1372, 11.5761',
    })
    expect(facts.find(({ name }) => name === 'amount_max')).toEqual({
      name: 'amount_max',
      kind: 'amount',
      amount: 125,
      computed: false,
    })
  })

  it('never shows a time as it is stored, even of a fact without words of its own', () => {
    expect(usualFacts({ met_at: at, is_new: true, score: 0.5, list: ['a'] })).toEqual([
      { name: 'met_at', kind: 'time', at },
      { name: 'is_new', kind: 'text', text: 'true' },
      { name: 'score', kind: 'number', value: 0.5 },
    ])
    expect(usualFacts({ code: '2025-13-99Txx:yy' })).toEqual([{ name: 'code', kind: 'text', text: '2025-13-99Txx:yy' }])
  })

  it('knows the hours of the day, unless nothing was counted', () => {
    expect(hoursOf(profileOf(state))?.[10]).toBe(1)
    expect([hoursOf({ hours: new Array<number>(24).fill(0) }), hoursOf({}), hoursOf({ hours: [1, 2] })]).toEqual([
      null,
      null,
      null,
    ])
  })
})
