import { expect, it } from 'vitest'
import { inNaturalOrder } from '../../../../renderer/state/natural-order.ts'
import { tagsIn } from '../../../../renderer/features/evidence/model/pages.ts'
import type { EvidencePages } from '../../../../renderer/features/evidence/model/pages.ts'

it('names stand as people count, not as 0, 1, 10, 11, 2', () => {
  const rules = ['rule_10', 'rule_2', 'rule_0', 'rule_11', 'rule_1'].map((key) => ({
    key,
    name: key.replace('rule_', 'Rule '),
  }))
  expect(inNaturalOrder(rules, ({ name }) => name).map(({ key }) => key)).toEqual([
    'rule_0',
    'rule_1',
    'rule_2',
    'rule_10',
    'rule_11',
  ])
})

it('of one name the keys decide, as people count them', () => {
  const same = ['b10', 'b9', 'a'].map((key) => ({ key, name: 'Large transfer' }))
  expect(inNaturalOrder(same, ({ name }) => name).map(({ key }) => key)).toEqual(['a', 'b9', 'b10'])
})

it('tags that as many pieces have stand so, too', () => {
  const items = ['box 10', 'box 2', 'box 1'].map((tag) => ({ tags: [tag] }))
  expect(tagsIn(new Map([[0, { items, total: 3 }]]) as unknown as EvidencePages)).toEqual(['box 1', 'box 2', 'box 10'])
})
