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

  /** Of all last digits those that a number may have. */
  const lastDigits = (type: IdentifierType, body: string, country: string): string[] =>
    [...'0123456789'].filter((digit) => verdict(type, `${body}${digit}`, country)[0] === 'valid')

  test.each<[string, IdentifierType, string, string]>([
    ['a Czech number of nine digits that begins with 6', 'vat', 'CZ 61234567', 'CZ'],
    ['a Slovak number whose date of birth would be none', 'vat', 'SK 107844906', 'SK'],
    ['a Uruguayan number of department 22', 'company_number', '22001880001', 'UY'],
  ])('%s: by its one check digit', (_what, type, body, country) => {
    expect(lastDigits(type, body, country)).toHaveLength(1)
  })

  test('a Bulgarian number of ten digits has the check digit of a citizen, a foreigner or another', () => {
    const found = lastDigits('vat', 'BG754201103', 'BG')
    expect(found.length).toBeGreaterThan(0)
    expect(found.length).toBeLessThanOrEqual(3)
  })

  test('an Ecuadorian public body whose third digit is 9, by its ninth digit', () => {
    const bodies = [...'0123456789'].map((check) => `17932212${check}3001`)
    expect(bodies.filter((given) => verdict('company_number', given, 'EC')[0] === 'valid').length).toBeLessThan(4)
    expect(bodies.some((given) => verdict('company_number', given, 'EC')[0] === 'valid')).toBe(true)
  })

  test('a Dominican number with another check digit has the form of one, and no more is said', () => {
    expect(lastDigits('company_number', '13024689', 'DO')).toHaveLength(10)
    expect(verdict('company_number', '1302468', 'DO')[0]).toBe('invalid')
  })
})

describe('numbers as people write them', () => {
  test.each<[string, IdentifierType, string]>([
    ['DK: 13 58 56 28', 'vat', 'DK'],
    ['FI-20774740', 'vat', 'FI'],
    ['FI 2077474-0', 'vat', 'FI'],
    ['EL: 094259216', 'vat', 'GR'],
    ['EL-094259216', 'vat', 'GR'],
    ['(0)403.019.261', 'vat', 'BE'],
    ['213.123.432—1', 'company_number', 'CO'],
    ['213,123,432–1', 'company_number', 'CO'],
    ['D-059888 –N', 'vat', 'AD'],
    ['FO 623857', 'vat', 'FO'],
  ])('%s', (given, type, country) => {
    expect(verdict(type, given, country)[0]).toBe('valid')
  })
  test.each<[string, IdentifierType, string]>([
    ['DK: 13 58 56 27', 'vat', 'DK'],
    ['FI-20774741', 'vat', 'FI'],
    ['213.123.432—2', 'company_number', 'CO'],
    ['DK: 13 58 56 28 <b>', 'vat', 'DK'],
  ])('%s is none', (given, type, country) => {
    expect(verdict(type, given, country)[0]).toBe('invalid')
  })
})
