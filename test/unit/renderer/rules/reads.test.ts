import { describe, expect, it } from 'vitest'
import type { Json } from '../../../../renderer/features/rules/builder/logic.ts'
import { readsOf } from '../../../../renderer/features/rules/builder/reads.ts'
import { literalOf, pathOf, readOf } from '../../../../renderer/features/rules/builder/values.ts'

describe('what a rule reads', () => {
  it('is told of its logic and its reason, each path once', () => {
    const logic: Json = {
      and: [
        { at_least: [{ feature: ['customer_count_1h'] }, 5] },
        { above: [{ '*': [{ var: ['event.amount', 0] }, 2] }, { var: 'features.customer_mean_30d' }] },
        { at_most: [{ window: ['terminal', 'sum', '1d', 0] }, 9] },
        { missing: ['event.device_id', 'event.ip'] },
        { missing_some: [1, ['metadata.a', 'metadata.b']] },
        { some: [{ var: 'metadata.items' }, { above: [{ var: 'price' }, { fact: 'event.amount' }] }] },
      ],
    }
    expect(readsOf(logic, '{event.amount} {{not.this}} in {event.country|an unknown country}, {features.customer_count_1h} times')).toEqual([
      'features.customer_count_1h', 'event.amount', 'features.customer_mean_30d', 'features.terminal_sum_1d', 'event.device_id', 'event.ip', 'metadata.a', 'metadata.b', 'metadata.items', 'event.country',
    ])
  })

  it('is nothing of what is no path', () => {
    expect(readsOf({ equals: ['event.amount', { var: '' }] }, 'nothing {')).toEqual([])
    expect(readsOf({ feature: [] }, '')).toEqual([])
  })
})

describe('a value of a condition', () => {
  it.each(['event.amount', 'features.customer_count_1h', 'metadata.entry_mode'])('keeps the path %s', (path) => {
    expect(pathOf(readOf(path))).toBe(path)
  })

  it('is a number or a truth where it reads as one', () => {
    expect(['5', '-0.25', '1e3', 'true', 'false', 'TRUE', '007', '0', ''].map(literalOf)).toEqual([5, -0.25, '1e3', true, false, 'TRUE', '007', 0, ''])
    expect(pathOf('event.amount')).toBeNull()
  })
})
