import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkIdentifier, typeOfScheme } from '../../../../main/domain/kyb/identifiers/check.ts'
import { identifierTypes } from '../../../../shared/schema/kyb.ts'
import type { IdentifierType } from '../../../../shared/schema/kyb.ts'

const said = (type: IdentifierType, value: string, country: string | null = null): string => {
  const { verdict, code, country: found } = checkIdentifier(type, value, country)
  return `${verdict} ${code}${found === null ? '' : ` ${found}`}`
}

describe('a legal entity identifier', () => {
  it.each([
    ['213800D1EI4B9WTWWD28', 'valid check_digits'],
    [' 2138 00d1-ei4b9wtwwd28 ', 'valid check_digits'],
    ['213800D1EI4B9WTWWD82', 'invalid check_digits'],
    ['213800D1EI4B9WTWWD2', 'invalid length'],
    ['213800D1EI4B9WTWWDA8', 'invalid format'],
    ['213800D1EI4B9WTWW٢28', 'invalid format'],
    ['', 'invalid length'],
  ])('%s is %s', (value, word) => {
    expect(said('lei', value)).toBe(word)
  })

  it('has check digits from 02 to 98: the same remainder has others, which nobody gives out', () => {
    // 01 and 98, 00 and 97, 02 and 99 leave the same remainder by 97.
    const body = '0000000000000000AA'
    const given = Array.from({ length: 100 }, (_, digits) => `${body}${String(digits).padStart(2, '0')}`).filter(
      (value) => said('lei', value).startsWith('valid'),
    )
    expect(given).toHaveLength(1)
  })
})

describe('a VAT number', () => {
  it.each([
    ['DE136695976', null, 'valid check_digits DE'],
    ['DE136695978', null, 'invalid check_digits DE'],
    ['136695976', 'DE', 'valid check_digits DE'],
    ['ATU13585627', null, 'valid check_digits AT'],
    ['EL094259216', null, 'valid check_digits GR'],
    ['XI980780684', null, 'valid check_digits GB'],
    ['GB980780684', 'GB', 'valid check_digits GB'],
    ['FR40303265045', 'DE', 'valid check_digits FR'],
    ['NL4495445B01', null, 'valid check_digits NL'],
    ['DE13669597', 'DE', 'invalid length DE'],
    ['136695976', null, 'not_checked country_unknown'],
    ['12345', 'KP', 'not_checked no_check_for_country KP'],
  ])('%s (%s) is %s', (value, country, word) => {
    expect(said('vat', value, country)).toBe(word)
  })
})

describe('a company number', () => {
  it.each([
    ['552100554', 'FR', 'valid check_digits FR'],
    ['552100555', 'FR', 'invalid check_digits FR'],
    ['5590360793', 'SE', 'invalid check_digits SE'],
    ['974760673', 'NO', 'valid check_digits NO'],
    ['01234567', 'GB', 'not_checked no_check_for_country GB'],
    ['HRB 1234', 'DE', 'not_checked no_check_for_country DE'],
    ['12345', null, 'not_checked country_unknown'],
    // No property of a plain object is a country or a number.
    ['12345', 'constructor', 'not_checked no_check_for_country constructor'],
  ])('%s (%s) is %s', (value, country, word) => {
    expect(said('company_number', value, country)).toBe(word)
  })

  it('whose form alone can be checked says so', () => {
    expect(said('company_number', '04-2103594', 'US')).toBe('valid form US')
  })
})

describe('account numbers and bank codes', () => {
  it.each([
    ['iban', 'DE89 3704 0044 0532 0130 00', 'valid check_digits DE'],
    ['iban', 'DE89370400440532013001', 'invalid check_digits DE'],
    ['iban', 'DE8937040044053201300', 'invalid length DE'],
    ['iban', 'XX89370400440532013000', 'invalid country'],
    ['iban', '<script>', 'invalid format'],
    ['bic', 'DEUTDEFF', 'valid form DE'],
    ['bic', 'DEUTDEFF500', 'valid form DE'],
    ['bic', 'DEUTXXFF', 'invalid country'],
    ['bic', 'DEUTDEF', 'invalid format'],
  ] as const)('%s %s is %s', (type, value, word) => {
    expect(said(type, value)).toBe(word)
  })
})

describe('any text', () => {
  it('gets one of the three words and throws nothing, whatever the kind and the country', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.stringMatching(/^[A-Z]{0,3}[0-9A-Z./ -]{0,30}$/u),
      fc.constantFrom('__proto__', 'DE', '\u0000', '１２３４５６７８９', '🏦'.repeat(10)),
    )
    const countries = fc.oneof(
      fc.constant(null),
      fc.constantFrom('DE', 'ES', 'MX', 'IN', 'CN', 'GB', 'RO', 'VN', 'TN', 'toString'),
      fc.stringMatching(/^[A-Z]{2}$/u),
    )
    fc.assert(
      fc.property(fc.constantFrom(...identifierTypes), text, countries, (type, value, country) => {
        const { verdict, reason } = checkIdentifier(type, value, country)
        expect(['valid', 'invalid', 'not_checked']).toContain(verdict)
        expect(reason).not.toBe('')
      }),
      { numRuns: 3_000 },
    )
  })
})

describe('the scheme of an identifier in statements', () => {
  it.each([
    ['XI-LEI', 'lei', null],
    ['NO-BRC', 'company_number', 'NO'],
    ['GB-COH', 'company_number', 'GB'],
    ['DE-VAT', 'vat', 'DE'],
  ])('%s is %s', (scheme, type, country) => {
    expect(typeOfScheme(scheme)).toEqual({ type, country })
  })

  it('is nothing that is checked where it is not known', () => {
    expect(typeOfScheme('MISC-Passport')).toBeNull()
  })
})
