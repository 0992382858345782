import { describe, expect, it } from 'vitest'
import { featureNames } from '../../../../main/detection/features/catalogue.ts'
import { saysNothingKnown, sentenceOf, signalWith, wordingOf } from '../../../../shared/text/feature-words.ts'

describe('the words of features', () => {
  it.each([
    ['customer_count_1d', 12, 'customer_activity_count', '12 transactions of the customer in the last day.'],
    [
      'terminal_fraud_share_7d',
      0.25,
      'terminal_recent_fraud',
      'A share of 0.25 of what became known of the terminal in the last 7 days was fraud.',
    ],
    [
      'customer_distinct_devices_30d',
      3,
      'customer_many_devices',
      '3 different devices of the customer in the last 30 days.',
    ],
    [
      'ip_distinct_counterparties_1h',
      4,
      'ip_many_counterparties',
      '4 different payees of the IP address in the last hour.',
    ],
    [
      'customer_same_terminal_30d',
      0,
      'new_terminal_for_customer',
      'The customer and this terminal never met in the last 30 days.',
    ],
    [
      'customer_same_terminal_30d',
      1,
      'new_terminal_for_customer',
      'The customer and this terminal met once in the last 30 days.',
    ],
    ['customer_count_1h', 1, 'customer_activity_count', '1 transaction of the customer in the last hour.'],
    [
      'device_labels_7d',
      0,
      'device_history',
      'Of no transaction of the device it became known in the last 7 days whether it was fraud.',
    ],
    [
      'device_labels_7d',
      1,
      'device_history',
      'Of 1 transaction of the device it became known in the last 7 days whether it was fraud.',
    ],
    ['terminal_frauds_ever', 1, 'terminal_known_fraud', '1 fraud of the terminal is known.'],
    ['customer_age_days', 1, 'customer_age', 'The customer was first seen 1 day ago.'],
    [
      'customer_ordinary_ratio',
      0.004,
      'unusual_amount',
      'The amount is less than 0.01 times what is ordinary for the customer.',
    ],
    ['customer_ordinary_ratio', 0, 'unusual_amount', 'The amount is 0 times what is ordinary for the customer.'],
    [
      'account_sum_velocity_1d',
      3,
      'account_velocity',
      'The amounts of the account in the last day are 3 times the usual.',
    ],
    ['amount', 12_345.678, 'amount', 'The amount is 12,346.'],
    ['amount', 9.5, 'amount', 'The amount is 9.5.'],
    ['a foreign feature!', 2, 'a_foreign_feature', 'a foreign feature! is 2.'],
  ])('%s at %d is %s: %s', (feature, value, signal, sentence) => {
    expect(wordingOf(feature).signal).toBe(signal)
    expect(sentenceOf(wordingOf(feature), value)).toBe(sentence)
  })

  it('say so where nothing is known', () => {
    expect(sentenceOf(wordingOf('customer_mean_7d'), null)).toBe(
      'Nothing is known yet of this: mean amount of the customer in the last 7 days.',
    )
  })

  it.each([
    ['terminal_fraud_share_7d', 'Share of fraud in what became known of the terminal in the last 7 days'],
    ['ip_distinct_counterparties_1h', 'Different payees of the IP address in the last hour'],
    ['a foreign feature!', 'a foreign feature!'],
  ])('call %s: %s', (feature, name) => {
    expect(wordingOf(feature).name).toBe(name)
  })

  it('call every feature that is measured by a name of its own, and none by its raw one', () => {
    const names = featureNames.map((feature) => wordingOf(feature).name)
    expect(
      names.filter((name, place) => name === featureNames[place] || name.includes('_') || name.includes('undefined')),
    ).toEqual([])
    expect(new Set(names).size).toBe(featureNames.length)
  })

  it('are made of names that models of others bring, whatever they are', () => {
    for (const name of [
      '__proto__',
      'constructor',
      '',
      '_'.repeat(1_000),
      'customer_',
      'customer_same_constructor_30d',
    ]) {
      expect(wordingOf(name).signal).toMatch(/^[a-z0-9_]{1,64}$/)
      expect(typeof sentenceOf(wordingOf(name), 1)).toBe('string')
    }
  })
})

it('two customers are not many: a signal says many from five on, and of what has no value that it is unknown', () => {
  const many = wordingOf('terminal_distinct_customers_1d')
  expect([null, 1, 2, 4, 5, 40].map((value) => signalWith(many, value))).toEqual([
    'terminal_many_customers_unknown',
    'terminal_different_customers',
    'terminal_different_customers',
    'terminal_different_customers',
    'terminal_many_customers',
    'terminal_many_customers',
  ])
  expect(signalWith(wordingOf('customer_count_1d'), 2)).toBe('customer_activity_count')
  expect(sentenceOf(many, 2)).toBe('2 different customers of the terminal in the last day.')
  expect(sentenceOf(many, 1)).toBe('1 customer of the terminal in the last day.')
  expect(saysNothingKnown(sentenceOf(wordingOf('terminal_frauds_7d'), null))).toBe(true)
  expect(saysNothingKnown(sentenceOf(wordingOf('device_labels_7d'), 0))).toBe(true)
  expect(saysNothingKnown(sentenceOf(wordingOf('device_labels_7d'), 3))).toBe(false)
})
