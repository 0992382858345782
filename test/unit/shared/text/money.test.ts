import { describe, expect, it } from 'vitest'
import { amountText, amountTexts, minorDigits, roundedToMinor } from '../../../../shared/text/money.ts'
import { computedMoney, money } from '../../../../renderer/ui/charts/format.ts'

describe('the minor digits of a currency', () => {
  it('are those that Intl.NumberFormat knows, for every code that it knows, but where it leaves off what cash does not use', () => {
    const codes = Intl.supportedValuesOf('currency')
    expect(codes.length).toBeGreaterThan(100)
    for (const currency of codes) {
      const inUse =
        new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().minimumFractionDigits ?? 2
      if (inUse > 0) expect([currency, minorDigits(currency)]).toEqual([currency, inUse])
    }
  })

  it('are those of ISO 4217 where cash does not use them, too', () => {
    expect(['AFN', 'HUF', 'IDR', 'COP', 'PKR', 'IQD'].map(minorDigits)).toEqual([2, 2, 2, 2, 2, 3])
    expect(['JPY', 'KRW', 'ISK', 'VND', 'CLP', 'XAF', 'XOF'].map(minorDigits)).toEqual([0, 0, 0, 0, 0, 0, 0])
  })
})

describe('an amount as people read it', () => {
  it.each([
    [1_000, 'JPY', '1,000'],
    [1_000_000, 'KRW', '1,000,000'],
    [1_000, 'EUR', '1,000.00'],
    [1.5, 'BHD', '1.500'],
    [12, 'KWD', '12.000'],
    [7.25, 'TND', '7.250'],
    [3, 'CLF', '3.0000'],
    [-500, 'JPY', '-500'],
    [5, 'QQQ', '5.00'],
  ])('%d %s is %s', (amount, currency, text) => {
    expect([
      amountText(amount, currency, 'en'),
      amountTexts('en-GB')(amount, currency),
      money(amount, currency, 'en'),
    ]).toEqual([text, text, `${text} ${currency}`])
  })

  it('loses none of the digits that it has beyond those of its currency', () => {
    expect(amountText(1_000.5, 'JPY', 'en')).toBe('1,000.5')
    expect(amountText(0.1234, 'JPY', 'en')).toBe('0.1234')
    expect(amountText(9.1234, 'EUR', 'en')).toBe('9.1234')
    expect(amountText(0.0001, 'BHD', 'en')).toBe('0.0001')
  })

  it('without a currency claims no minor digits', () => {
    expect([money(1_000, null, 'en'), money(1_250.5, null, 'en'), money(3, '', 'en')]).toEqual([
      '1,000',
      '1,250.50',
      '3',
    ])
  })

  it('is rounded to the minor unit where it was computed', () => {
    expect([
      roundedToMinor(1_333.333_3, 'JPY'),
      roundedToMinor(1_333.333_3, null),
      roundedToMinor(0.123_45, 'BHD'),
    ]).toEqual([1_333, 1_333.33, 0.123])
    expect(computedMoney(1_333.333_3, 'JPY', 'en')).toBe('1,333 JPY')
  })
})
