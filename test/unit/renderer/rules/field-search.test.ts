import { describe, expect, it } from 'vitest'
import { featureNames } from '../../../../main/detection/features/catalogue.ts'
import { fields } from '../../../../main/detection/rules/fields.ts'
import { catalogueOf, namedField, searchFields } from '../../../../renderer/features/rules/builder/field-search.ts'
import { offersFor } from '../../../../renderer/features/rules/builder/offers.ts'
import { fieldGroups } from '../../../../shared/text/field-words.ts'

const catalogue = catalogueOf({ fields: [...fields], features: featureNames.map((name) => ({ name, summary: '' })) })
const byKey = (group: string): string => group
const pathsFor = (text: string): readonly string[] =>
  searchFields(catalogue, text, byKey).flatMap((section) => section.fields.map(({ path }) => path))

describe('the fields that a rule may read', () => {
  it('are all offered, each once and in a group, where nothing is typed', () => {
    const shown = pathsFor('')
    expect([...shown].sort()).toEqual(
      [
        ...fields.filter(({ open }) => !open).map(({ path }) => path),
        ...featureNames.map((name) => `features.${name}`),
      ].sort(),
    )
    const groups = searchFields(catalogue, '', byKey).map(({ group }) => group)
    expect(groups).toEqual(fieldGroups.filter((group) => groups.includes(group)))
    expect(groups).toEqual(
      expect.arrayContaining([
        'event',
        'customer',
        'account',
        'counterparty',
        'device',
        'ip',
        'terminal',
        'network',
        'model',
      ]),
    )
  })

  it.each([
    ['words, in any order', 'hour customer transactions', 'features.customer_count_1h'],
    ['the raw name', 'customer_count_1h', 'features.customer_count_1h'],
    ['a part of the raw name', 'mer_count_1', 'features.customer_count_1h'],
    ['words of the raw name', 'customer count 1h', 'features.customer_count_1h'],
    ['capitals', 'KNOWN BAD node IP', 'graph.ip.hops_to_bad'],
    ['a word for what the raw name calls otherwise', 'payee 7 days mean', 'features.counterparty_mean_7d'],
  ])('are found by %s', (_by, text, path) => {
    expect(pathsFor(text)).toContain(path)
    expect(pathsFor(text).length).toBeLessThan(12)
  })

  it('come first where they are named in full, and once', () => {
    const shown = pathsFor('customer_count_1d')
    expect(shown[0]).toBe('features.customer_count_1d')
    expect(new Set(shown).size).toBe(shown.length)
    expect(pathsFor('amount')[0]).toBe('event.amount')
    expect(pathsFor('features.amount')[0]).toBe('features.amount')
  })

  it('under an open section are those that are named', () => {
    expect(catalogue.open).toEqual(['metadata.'])
    expect(namedField(catalogue, ' metadata.entry_mode ')).toEqual({
      path: 'metadata.entry_mode',
      name: 'Metadata: entry mode',
      group: 'metadata',
    })
    for (const text of [
      'metadata.',
      'metadata',
      'metadata.a b',
      'features.nothing',
      'profile.nobody.x',
      'profile.customer.nonsense',
      '',
    ])
      expect(namedField(catalogue, text), text).toBeNull()
  })

  it('are none where nothing matches', () => {
    expect(searchFields(catalogue, 'zebra', byKey)).toEqual([])
  })
})

describe('what is offered for a text', () => {
  const first = (text: string, isSubject: boolean): unknown => {
    const { value, sections, open } = offersFor(catalogue, text, isSubject, byKey)
    return value?.leads === true ? ['value', value.literal] : (sections[0]?.fields[0]?.path ?? open[0])
  }

  it.each([
    ['500', true, ['value', 500]],
    ['500', false, ['value', 500]],
    ['true', false, ['value', true]],
    ['country', true, 'event.country'],
    ['country', false, ['value', 'country']],
    ['event.country', false, 'event.country'],
    ['metadata.entry_mode', false, 'metadata.entry_mode'],
    ['metadata', true, 'metadata.'],
    ['metadata.', false, 'metadata.'],
    ['zebra', true, ['value', 'zebra']],
    ['-12.5', false, ['value', -12.5]],
    ['12.5.1', false, ['value', '12.5.1']],
  ])('of %s (looked at: %s) the first is %j', (text, isSubject, wanted) => {
    expect(first(text, isSubject)).toEqual(wanted)
  })

  it('always has the text as it is, and nothing to write where nothing is typed', () => {
    expect(offersFor(catalogue, ' transfer ', true, byKey).value).toEqual({ literal: 'transfer', leads: false })
    expect(offersFor(catalogue, '  ', false, byKey).value).toBeNull()
  })
})
