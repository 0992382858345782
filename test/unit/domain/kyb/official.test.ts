import { describe, expect, test } from 'vitest'
import { checkIdentifier } from '../../../../main/domain/kyb/identifiers/check.ts'
import type { IdentifierType } from '../../../../shared/schema/kyb.ts'

const usccSigns = '0123456789ABCDEFGHJKLMNPQRTUWXY'
/** A made-up code whose check character is 0. */
const usccOfZero = (): string => {
  for (let serial = 0; ; serial += 1) {
    const body = `911100${String(serial).padStart(11, '0')}`
    const sum = [...body].reduce((total, sign, place) => total + usccSigns.indexOf(sign) * (3 ** place % 31), 0)
    if (sum % 31 === 0) return `${body}0`
  }
}

const verdict = (type: IdentifierType, given: string, country: string | null) => {
  const { verdict: told, code } = checkIdentifier(type, given, country)
  return [told, code]
}

describe('numbers that their office gives out are not refused', () => {
  test.each<[string, IdentifierType, string, string | null, string]>([
    ['a Chinese code with the check character 0', 'company_number', usccOfZero(), 'CN', 'check_digits'],
    ['a Bulgarian number that begins with 4', 'vat', 'BG411585461', 'BG', 'check_digits'],
    ['a Romanian sole trader', 'company_number', 'F4/835/2021', 'RO', 'form'],
    ['a Romanian company of the new form', 'company_number', 'J2025000123406', 'RO', 'form'],
    ['an Andorran company', 'vat', 'L-709604-E', 'AD', 'form'],
    ['an Indonesian number of sixteen digits', 'vat', '0013 1216 6009 1000', 'ID', 'check_digits'],
    ['a Paraguayan number with the check digit 0', 'company_number', '80012345-0', 'PY', 'check_digits'],
    ['a Mexican number whose last character differs', 'company_number', 'TVK990101AB2', 'MX', 'form'],
    ['a Macedonian number in Cyrillic letters', 'vat', 'МК4030000375897', 'MK', 'check_digits'],
    ['an account number with dots', 'iban', 'DE89.3704.0044.0532.0130.00', null, 'check_digits'],
    ['an account number behind its word', 'iban', 'IBAN: DE89 3704 0044 0532 0130 00', null, 'check_digits'],
  ])('%s', (_what, type, given, country, code) => {
    expect(verdict(type, given, country)).toEqual(['valid', code])
  })
  test('a Salvadoran number of the old kind', () => {
    const old = Array.from({ length: 10 }, (_, check) => `0614-010190-001-${check}`)
    expect(old.filter((given) => verdict('company_number', given, 'SV')[0] === 'valid')).toHaveLength(1)
  })
})

describe('numbers that cannot be are refused as before', () => {
  test.each<[IdentifierType, string, string | null]>([
    ['vat', 'BG411585462', 'BG'],
    ['company_number', 'F49/835/2021', 'RO'],
    ['company_number', 'TVK991301AB2', 'MX'],
    ['iban', 'IBAN DE88 3704 0044 0532 0130 00', null],
    ['company_number', '911100000000000000000', 'CN'],
  ])('%s %s', (type, given, country) => {
    expect(verdict(type, given, country)[0]).toBe('invalid')
  })
})
