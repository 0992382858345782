import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDecimalObserver, readMoney, type DecimalSign } from '../../../../main/domain/imports/amounts.ts'

const signOf = (values: readonly string[]) => {
  const observer = createDecimalObserver()
  values.forEach((value) => observer.observe(value))
  return observer.sign()
}

const read = (value: string | number, sign: DecimalSign, currency?: string) => {
  const money = readMoney(value, sign, { row: () => currency, otherwise: undefined })
  return money.ok ? money.value.amount : money.error.slice(0, 22)
}

/** Without the sign of a zero. */
const unsigned = (value: string | number): string | number => (value === 0 ? 0 : value)

const twoWays = 'can be read two ways: '

describe('the decimal sign of a column of amounts', () => {
  it.each<[DecimalSign, string[]]>([
    ['comma', ['1.234', '999,99']],
    ['comma', ['1.234,50', '7']],
    ['comma', ['1.000.000', '12.500']],
    ['comma', ['0,125', '1.234']],
    ['comma', ['(1 234,5)']],
    ['point', ['12.5', '1,234']],
    ['point', ['1234.567', '1.234']],
    ['point', ['0.123', '1.234']],
    ['point', ['1,234,567', '1.234']],
    ['point', ['١٢.٥', '1.234']],
    ['mixed', ['12.5', '999,99', '1.234']],
    ['unknown', ['1.234', '500']],
    ['unknown', ['1.234', '1,234']],
    ['unknown', []],
    ['unknown', ['500', 'n/a']],
  ])('is %s of %j', (sign, values) => {
    expect(signOf(values)).toBe(sign)
    expect(signOf(values.toReversed())).toBe(sign)
  })

  it('is not known where every row has three digits behind a point: they may be thousands', () => {
    expect(signOf(['1.000', '2.500', '12.000'])).toBe('unknown')
    expect(['1.000', '2.500', '12.000'].map((text) => read(text, 'unknown', 'EUR'))).toEqual([
      twoWays,
      twoWays,
      twoWays,
    ])
    expect(['1.000', '2.500', '12.000'].map((text) => read(text, 'unknown', 'BHD'))).toEqual([1, 2.5, 12])
  })

  it('says that three decimals are odd where no row has them for certain', () => {
    const areOdd = (values: readonly string[]): boolean => {
      const observer = createDecimalObserver()
      values.forEach((value) => observer.observe(value))
      return observer.threeAreOdd()
    }
    expect([['12.50', '1.234'], ['20,5', '1,234'], ['1,234,567', '1.234'], []].map(areOdd)).toEqual([
      true,
      true,
      true,
      true,
    ])
    expect([['12.50', '0.125'], ['1234.567'], ['1,234.567'], ['1.2345'], ['1.234,567'], ['0,125']].map(areOdd)).toEqual(
      [false, false, false, false, false, false],
    )
  })

  it('is read from what stands beside the signs of currencies, brackets, CR and DR', () => {
    expect(
      [['1.234,50 €'], ['USD 12.50'], ['(1,234.56)'], ['1.234,56-'], ['12,50 CR'], ['₹1,23,456'], ['1 234,5']].map(
        (values) => signOf(values),
      ),
    ).toEqual(['comma', 'point', 'point', 'comma', 'comma', 'point', 'comma'])
  })
})

describe('an amount', () => {
  it('that can be read two ways is read as its column proves, and refused where nothing does', () => {
    expect(
      (['comma', 'point', 'unknown', 'mixed'] as const).map((sign) =>
        ['1.234', '-12.500', '(1.234)', '1,234', '0,125'].map((text) => read(text, sign)),
      ),
    ).toEqual([
      [1_234, -12_500, -1_234, 1.234, 0.125],
      [1.234, -12.5, -1.234, 1_234, twoWays],
      [twoWays, twoWays, twoWays, twoWays, twoWays],
      [twoWays, twoWays, twoWays, twoWays, twoWays],
    ])
  })

  it('that can be read one way only is read that way in every column', () => {
    for (const sign of ['comma', 'point', 'unknown', 'mixed'] as const)
      expect(
        ['1.000.000', '1.234,50', '999,99', '12.5', '1234.567', '0.123', '1,234.50', '7', '1e3'].map((text) =>
          read(text, sign),
        ),
      ).toEqual([1_000_000, 1234.5, 999.99, 12.5, 1234.567, 0.123, 1234.5, 7, 1000])
    expect(read(1.234, 'comma')).toBe(1.234)
  })

  it.each<[string, DecimalSign, object]>([
    ['$1234.56', 'unknown', { amount: 1234.56 }],
    ['-$12.00', 'unknown', { amount: -12 }],
    ['$-12.00', 'unknown', { amount: -12 }],
    ['($12.00)', 'unknown', { amount: -12 }],
    ['$(12.00)', 'unknown', { amount: -12 }],
    [' -110.7 €', 'unknown', { amount: -110.7, currency: 'EUR' }],
    ['1.234,56 EUR', 'unknown', { amount: 1234.56, currency: 'EUR' }],
    ['1.234,56EUR', 'unknown', { amount: 1234.56, currency: 'EUR' }],
    ['usd 12.50', 'unknown', { amount: 12.5, currency: 'USD' }],
    ['US$ 12.50', 'unknown', { amount: 12.5, currency: 'USD' }],
    ['R$ 1.234,56', 'unknown', { amount: 1234.56, currency: 'BRL' }],
    ['12,50 zł', 'unknown', { amount: 12.5, currency: 'PLN' }],
    ['1.234,56-', 'unknown', { amount: -1234.56 }],
    ['12,50+', 'unknown', { amount: 12.5 }],
    ['−12,50', 'unknown', { amount: -12.5 }],
    ['–12,50', 'unknown', { amount: -12.5 }],
    ['12,50− €', 'unknown', { amount: -12.5, currency: 'EUR' }],
    ['12,50 CR', 'unknown', { amount: 12.5, direction: 'in' }],
    ['12.00Dr', 'unknown', { amount: 12, direction: 'out' }],
    ['INR 12.00 Dr.', 'unknown', { amount: 12, currency: 'INR', direction: 'out' }],
    ['1,23,456.78', 'unknown', { amount: 123456.78 }],
    ['12,34,567', 'unknown', { amount: 1234567 }],
    ['1’234.56', 'unknown', { amount: 1234.56 }],
    ['CHF 1’234.–', 'unknown', { amount: 1234, currency: 'CHF' }],
    ['12,--', 'unknown', { amount: 12 }],
    ['1\u2009234,56 €', 'unknown', { amount: 1234.56, currency: 'EUR' }],
    ['1\u00a0234\u202f567,8', 'unknown', { amount: 1234567.8 }],
    ['١٬٢٣٤٫٥٠', 'unknown', { amount: 1234.5 }],
    ['\u200e-12.00\u200e', 'unknown', { amount: -12 }],
    ['€ 1.234', 'comma', { amount: 1234, currency: 'EUR' }],
    ['KWD 1.234', 'unknown', { amount: 1.234, currency: 'KWD' }],
    ['.50', 'unknown', { amount: 0.5 }],
    ['-,50', 'unknown', { amount: -0.5 }],
    ['5.', 'unknown', { amount: 5 }],
    ['1.200,-', 'unknown', { amount: 1200 }],
    ['12.—', 'unknown', { amount: 12 }],
    ['\u20118.00', 'unknown', { amount: -8 }],
    ['12.50 C', 'unknown', { amount: 12.5, direction: 'in' }],
    ['3,20 S', 'unknown', { amount: 3.2, direction: 'out' }],
    ['12,50 TL', 'unknown', { amount: 12.5, currency: 'TRY' }],
    ['12,50 руб', 'unknown', { amount: 12.5, currency: 'RUB' }],
    ['Lei 12,50', 'unknown', { amount: 12.5 }],
  ])('is read out of %j', (text, sign, money) => {
    expect(readMoney(text, sign, { row: () => undefined, otherwise: undefined })).toEqual({ ok: true, value: money })
  })

  it.each([
    '--12',
    '-12-',
    '(-12.00)',
    '12 XYZ',
    'C12',
    '12 USD EUR',
    '-12.00 CR',
    '12.00 CR DR',
    '12:30',
    '1,2,3',
    '12 34',
    'KW 1.234',
    'EUR',
    '-',
    '1.234 €',
    '1,2345,678.00',
  ])('is not guessed out of %j', (text) => {
    expect(readMoney(text, 'unknown', { row: () => undefined, otherwise: undefined }).ok).toBe(false)
  })

  it('with three decimals is refused where all other rows have two, as it may be thousands', () => {
    const readOdd = (text: string, sign: DecimalSign, currency?: string) => {
      const money = readMoney(text, sign, { row: () => currency, otherwise: undefined, threeAreOdd: true })
      return money.ok ? money.value.amount : money.error.slice(0, 22)
    }
    expect([readOdd('1.234', 'point'), readOdd('1,234', 'comma'), readOdd('1.234', 'point', 'EUR')]).toEqual([
      twoWays,
      twoWays,
      twoWays,
    ])
    expect([
      readOdd('1,234', 'point'),
      readOdd('1.234', 'comma'),
      readOdd('1.234', 'point', 'KWD'),
      readOdd('12.50', 'point'),
      readOdd('1234.567', 'point'),
    ]).toEqual([1_234, 1_234, 1.234, 12.5, 1234.567])
  })

  it.each([['Rs. 12.50'], ['C$ 12.50'], ['12.50 元']])(
    '%s tells no currency: several countries write it so',
    (text) => {
      expect(readMoney(text, 'point', { row: () => undefined, otherwise: undefined })).toEqual({
        ok: true,
        value: { amount: 12.5 },
      })
    },
  )

  it('that reads as another than is seen is refused', () => {
    expect(readMoney('\u202e001', 'unknown', { row: () => undefined, otherwise: undefined }).ok).toBe(false)
    expect(read('\u202d100\u202c', 'unknown')).toBe(100)
  })

  it('that a spreadsheet has shortened is refused where digits before its decimals are missing', () => {
    expect(['1.23457E+11', '1,2E+06', '1.5E+03'].map((text) => read(text, 'unknown'))).toEqual(
      Array.from({ length: 3 }, () => 'is an amount that a sp'),
    )
    expect([read('1.2345E+02', 'unknown'), read('1e+05', 'unknown')]).toEqual([123.45, 100_000])
  })

  it('is in the currency that stands at it, and refused where its row names another', () => {
    const of = (row: string | undefined, otherwise: string | undefined) =>
      readMoney('12.50 USD', 'point', { row: () => row, otherwise })
    expect([of(undefined, 'EUR'), of('USD', undefined)]).toEqual([
      { ok: true, value: { amount: 12.5, currency: 'USD' } },
      { ok: true, value: { amount: 12.5, currency: 'USD' } },
    ])
    expect(of('EUR', undefined)).toEqual({ ok: false, error: 'is in USD, and EUR is named beside it' })
  })

  it('of a currency with three decimals has them behind a point, unless its column proves the comma', () => {
    expect([read('1.234', 'unknown', 'KWD'), read('1.234', 'unknown', 'EUR'), read('1.234', 'comma', 'KWD')]).toEqual([
      1.234,
      twoWays,
      1_234,
    ])
  })

  it('of a currency without parts is whole, and what may be decimals there are thousands', () => {
    expect([read('2,500', 'unknown', 'JPY'), read('1.000', 'unknown', 'KRW'), read('2,500', 'mixed', 'JPY')]).toEqual([
      2500,
      1000,
      twoWays,
    ])
  })

  it('as one country writes a whole column comes back as it was, whatever amounts there are', () => {
    const cents = fc.array(fc.integer({ min: -99_999_999, max: 99_999_999 }), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(cents, fc.constantFrom('de-DE', 'en-US', 'de-CH', 'es-ES', 'it-IT'), (amounts, language) => {
        const written = amounts.map((amount) =>
          new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(amount / 100),
        )
        const sign = signOf(written)
        expect(written.map((text) => unsigned(read(text.replace('’', "'"), sign)))).toEqual(
          amounts.map((amount) => unsigned(amount / 100)),
        )
      }),
    )
    // Whole amounts without their decimals stand among the others.
    fc.assert(
      fc.property(cents, (amounts) => {
        const written = [...amounts.map((amount) => new Intl.NumberFormat('de-DE').format(amount / 100)), '0,5']
        expect(written.map((text) => unsigned(read(text, signOf(written))))).toEqual([
          ...amounts.map((amount) => unsigned(amount / 100)),
          0.5,
        ])
      }),
    )
  })
})
