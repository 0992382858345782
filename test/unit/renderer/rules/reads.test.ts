import { describe, expect, it } from 'vitest'
import { groupOf, type Json } from '../../../../renderer/features/rules/builder/logic.ts'
import { readsOutside } from '../../../../renderer/features/rules/builder/reads.ts'
import { literalOf, pathOf, readOf } from '../../../../renderer/features/rules/builder/values.ts'

const known = new Set(['at_least', 'at_most', 'above', 'one_of', 'known'])
const outside = (logic: Json, reason = ''): readonly string[] => readsOutside(groupOf(logic, known), reason)

describe('what a rule reads where the builder does not show it', () => {
  it('is told of what is written as text and of the reason, each path once', () => {
    const logic: Json = {
      and: [
        { at_least: [{ feature: ['customer_count_1h'] }, 5] },
        { above: [{ '*': [{ var: ['event.amount', 0] }, 2] }, { var: 'features.customer_mean_30d' }] },
        { at_most: [{ window: ['terminal', 'sum', '1d', 0] }, 9] },
        { or: [{ missing: ['event.device_id', 'event.ip'] }, { known: [{ var: 'event.channel' }] }] },
        { missing_some: [1, ['metadata.a', 'metadata.b']] },
        { exists: ['metadata', 'session'] },
        { above: [{ '+': [{ val: ['event', 'hour'] }, 1] }, 5] },
        { some: [{ var: 'metadata.items' }, { above: [{ var: 'price' }, { fact: 'event.amount' }] }] },
      ],
    }
    expect(
      outside(
        logic,
        '{event.amount} {{not.this}} by {event.channel}, in {event.country|an unknown country}, {features.customer_count_1h} times',
      ),
    ).toEqual([
      'event.amount',
      'features.customer_mean_30d',
      'features.terminal_sum_1d',
      'event.device_id',
      'event.ip',
      'metadata.a',
      'metadata.b',
      'metadata.session',
      'event.hour',
      'metadata.items',
      'event.country',
    ])
  })

  it('is nothing of what the builder shows, and of what is no path', () => {
    expect(
      outside({ at_least: [{ feature: ['customer_count_1h'] }, { var: 'event.amount' }] }, '{event.amount}'),
    ).toEqual([])
    expect(outside({ equals: ['event.amount', { var: '' }, { feature: [] }] }, 'nothing {')).toEqual([])
  })
})

describe('a value of a condition', () => {
  it.each(['event.amount', 'features.customer_count_1h', 'metadata.entry_mode'])('keeps the path %s', (path) => {
    expect(pathOf(readOf(path))).toBe(path)
  })

  it('is a number or a truth where it reads as one', () => {
    expect(['5', '-0.25', '1e3', 'true', 'false', 'TRUE', '007', '0', ''].map(literalOf)).toEqual([
      5,
      -0.25,
      '1e3',
      true,
      false,
      'TRUE',
      '007',
      0,
      '',
    ])
    expect(pathOf('event.amount')).toBeNull()
  })
})
