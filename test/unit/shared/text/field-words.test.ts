import { describe, expect, it } from 'vitest'
import { featureNames } from '../../../../main/detection/features/catalogue.ts'
import { fields } from '../../../../main/detection/rules/fields.ts'
import { fieldGroup, fieldName } from '../../../../shared/text/field-words.ts'

const paths = [
  ...fields.filter(({ open }) => !open).map(({ path }) => path),
  ...featureNames.map((name) => `features.${name}`),
]

describe('the words of what rules read', () => {
  it('call every field and feature by a name of its own, and none by its path', () => {
    const names = paths.map(fieldName)
    expect(
      names.filter((name, place) => name === paths[place] || name.includes('_') || name.includes('undefined')),
    ).toEqual([])
    expect(new Set(names).size).toBe(paths.length)
  })

  it.each([
    ['event.counterparty_id', 'Identifier of the payee (counterparty)', 'event'],
    ['features.customer_count_1h', 'Transactions of the customer in the last hour', 'customer'],
    ['features.is_night', 'Whether it happened at night, between 0:00 and 7:00 (UTC)', 'event'],
    ['graph.ip.hops_to_bad', 'Links from the IP address to the nearest known bad node', 'network'],
    ['profile.customer.first_seen_at', 'What is usual for the customer: first seen at', 'profile'],
    ['metadata.entry_mode', 'Metadata: entry mode', 'metadata'],
    ['model.score', 'Score of the model', 'model'],
    ['features.their_own', 'their_own', 'other'],
    ['event.nothing', 'event.nothing', 'event'],
    ['graph.customer.constructor', 'graph.customer.constructor', 'network'],
    ['metadata.', 'metadata.', 'metadata'],
    ['constructor.x', 'constructor.x', 'other'],
    ['', '', 'other'],
  ])('%s is %s, among %s', (path, name, group) => {
    expect(fieldName(path)).toBe(name)
    expect(fieldGroup(path)).toBe(group)
  })

  it('put nothing that can be read among what is other', () => {
    expect(paths.filter((path) => fieldGroup(path) === 'other')).toEqual([])
  })
})
