import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDecimalObserver, readAmount, type DecimalSign } from '../../../../main/domain/imports/amounts.ts'
import type { Delimiter } from '../../../../shared/text/csv.ts'

const signOf = (values: readonly string[], delimiter: Delimiter | null = ',') => {
  const observer = createDecimalObserver()
  values.forEach((value) => observer.observe(value))
  return observer.sign(delimiter)
}

const read = (value: string | number, sign: DecimalSign, currency?: string) => {
  const amount = readAmount(value, sign, () => currency)
  return amount.ok ? amount.value : amount.error.slice(0, 22)
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

  it('is the point where every row has three decimals, but for files of spreadsheets that write the comma', () => {
    expect([',', '\t', '|', null, ';'].map((delimiter) => signOf(['1.234', '12.500', ''], delimiter as Delimiter | null))).toEqual(['point', 'point', 'point', 'point', 'unknown'])
  })
})

describe('an amount', () => {
  it('that can be read two ways is read as its column proves, and refused where nothing does', () => {
    expect((['comma', 'point', 'unknown', 'mixed'] as const).map((sign) => ['1.234', '-12.500', '(1.234)', '1,234', '0,125'].map((text) => read(text, sign)))).toEqual([
      [1_234, -12_500, -1_234, 1.234, 0.125],
      [1.234, -12.5, -1.234, 1_234, twoWays],
      [twoWays, twoWays, twoWays, twoWays, twoWays],
      [twoWays, twoWays, twoWays, twoWays, twoWays],
    ])
  })

  it('that can be read one way only is read that way in every column', () => {
    for (const sign of ['comma', 'point', 'unknown', 'mixed'] as const) expect(['1.000.000', '1.234,50', '999,99', '12.5', '1234.567', '0.123', '1,234.50', '7', '1e3'].map((text) => read(text, sign))).toEqual([1_000_000, 1234.5, 999.99, 12.5, 1234.567, 0.123, 1234.5, 7, 1000])
    expect(read(1.234, 'comma')).toBe(1.234)
  })

  it('of a currency with three decimals has them behind a point, unless its column proves the comma', () => {
    expect([read('1.234', 'unknown', 'KWD'), read('1.234', 'unknown', 'EUR'), read('1.234', 'comma', 'KWD')]).toEqual([1.234, twoWays, 1_234])
  })

  it('as one country writes a whole column comes back as it was, whatever amounts there are', () => {
    const cents = fc.array(fc.integer({ min: -99_999_999, max: 99_999_999 }), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(cents, fc.constantFrom('de-DE', 'en-US', 'de-CH', 'es-ES', 'it-IT'), (amounts, language) => {
        const written = amounts.map((amount) => new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(amount / 100))
        const sign = signOf(written, ';')
        expect(written.map((text) => unsigned(read(text.replace('’', "'"), sign)))).toEqual(amounts.map((amount) => unsigned(amount / 100)))
      }),
    )
    // Whole amounts without their decimals stand among the others.
    fc.assert(
      fc.property(cents, (amounts) => {
        const written = [...amounts.map((amount) => new Intl.NumberFormat('de-DE').format(amount / 100)), '0,5']
        expect(written.map((text) => unsigned(read(text, signOf(written, ';'))))).toEqual([...amounts.map((amount) => unsigned(amount / 100)), 0.5])
      }),
    )
  })
})
