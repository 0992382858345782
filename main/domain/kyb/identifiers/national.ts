import { stdnum } from 'stdnum'
import type { Validator } from 'stdnum'
import { shownByRule, withLatinLetters } from './official.ts'
import { formed, invalid, notChecked, valid } from './verdict.ts'
import type { IdentifierReading } from './verdict.ts'

/** Which number of a country is the one for value added or sales tax; names are those of the library. */
const vatNumbers: Readonly<Record<string, string>> = {
  AD: 'nrt',
  AL: 'nipt',
  AR: 'cuit',
  AT: 'uid',
  AU: 'abn',
  BE: 'vat',
  BG: 'vat',
  BY: 'unp',
  CA: 'gst',
  CH: 'vat',
  CY: 'vat',
  CZ: 'dic',
  DE: 'vat',
  DK: 'cvr',
  EE: 'kmkr',
  ES: 'nif',
  FI: 'alv',
  FO: 'vn',
  FR: 'tva',
  GB: 'vat',
  GR: 'vat',
  HR: 'oib',
  HU: 'anum',
  ID: 'npwp',
  IE: 'vat',
  IN: 'gstin',
  IS: 'vsk',
  IT: 'iva',
  LT: 'pvm',
  LU: 'tva',
  LV: 'pvn',
  MC: 'tva',
  ME: 'pib',
  MK: 'edb',
  MT: 'vat',
  NL: 'btw',
  NO: 'mva',
  NZ: 'ird',
  PL: 'nip',
  PT: 'nif',
  RO: 'cif',
  RS: 'pib',
  RU: 'inn',
  SE: 'vat',
  SI: 'ddv',
  SK: 'dph',
  TR: 'vkn',
  ZA: 'vat',
}

/** Which number of a country its companies bear in the register. */
const companyNumbers: Readonly<Record<string, string>> = {
  AT: 'businessid',
  AU: 'acn',
  BE: 'vat',
  BG: 'vat',
  BR: 'cnpj',
  CA: 'bn',
  CH: 'uid',
  CL: 'rut',
  CN: 'uscc',
  CO: 'nit',
  CR: 'cpj',
  CZ: 'ico',
  DK: 'cvr',
  DO: 'rnc',
  EC: 'ruc',
  EE: 'registrikood',
  ES: 'cif',
  FI: 'ytunnus',
  FR: 'siren',
  GT: 'nit',
  IL: 'hp',
  IS: 'kennitala',
  JP: 'cn',
  KR: 'brn',
  MA: 'ice',
  MD: 'idno',
  MX: 'rfc',
  NO: 'orgnr',
  PE: 'ruc',
  PL: 'regon',
  PT: 'nipc',
  PY: 'ruc',
  RO: 'onrc',
  SE: 'orgnr',
  SG: 'uen',
  SM: 'coe',
  SV: 'nit',
  TH: 'moa',
  TN: 'mf',
  TW: 'ubn',
  UA: 'edrpou',
  US: 'ein',
  UY: 'rut',
  VN: 'mst',
}

/** Numbers that the library holds against a form and not against check digits. */
const formOnly: ReadonlySet<string> = new Set([
  'AD.nrt',
  'AT.businessid',
  'CR.cpj',
  'FO.vn',
  'IS.vsk',
  'RO.onrc',
  'SM.coe',
  'TN.mf',
  'US.ein',
  'ZA.vat',
])

/** Prefixes of VAT numbers that are not the country's own letters: Greece, and Northern Ireland. */
const prefixCountries: Readonly<Record<string, string>> = { EL: 'GR', XI: 'GB' }

/** What these numbers are written with, in any of the countries: dashes of every length are separators. */
const written = /^[0-9A-Za-zÑñ&+*.,:()/\s\u2010-\u2015-]{2,40}$/u

const reasons: Readonly<Record<string, readonly [code: string, reason: string]>> = {
  InvalidLength: ['length', 'It has not the length that it should have.'],
  InvalidFormat: ['format', 'It has not the form that it should have.'],
  InvalidChecksum: ['check_digits', 'The check digits are wrong: a character was mistyped or made up.'],
  InvalidComponent: ['component', 'A part of it cannot be: a date, a place or a kind that there is not.'],
}

const validatorOf = (country: string, name: string | undefined): Validator | undefined =>
  name === undefined ? undefined : stdnum[country]?.[name]

/** The library throws some faults, and answers others. */
const faultOf = (validator: Validator, text: string): string | null => {
  try {
    const result = validator.validate(text)
    return result.isValid ? null : (result.error?.name ?? 'InvalidFormat')
  } catch {
    return 'InvalidFormat'
  }
}

/** Of El Salvador's numbers the library weighs those of the old kind as the new ones. */
const ownFaultOf = (country: string, name: string, text: string): string | null =>
  `${country}.${name}` === 'SV.nit' && shownByRule(country, name, text) === null ? 'InvalidChecksum' : null

const plainOf = (text: string): string => text.replaceAll(/[^0-9A-Za-zÑñ&+*]/gu, '').toUpperCase()

/** Letters of the country before its number, as they are written: Greece writes EL. */
const ownPrefix = (country: string): string => (country === 'GR' ? '(?:GR|EL)' : country)

/**
 * What the library says of a number, however it is written: it knows the separators of each country's own custom, and
 * people write others (`DK: 21 59 93 36`, `(0)468.561.072`).
 */
const faultHowever = (country: string, validator: Validator, text: string): string | null => {
  const fault = faultOf(validator, text)
  if (fault === null) return null
  const plain = plainOf(text)
  const bare = plain.replace(new RegExp(`^${ownPrefix(country)}`, 'u'), '')
  return [plain, bare].some((way) => faultOf(validator, way) === null) ? null : (faultOf(validator, plain) ?? fault)
}

const judge = (country: string, name: string, validator: Validator, text: string): IdentifierReading => {
  const rule =
    validator.abbreviation === undefined ? validator.localName : `${validator.localName} (${validator.abbreviation})`
  const fault = faultHowever(country, validator, text) ?? ownFaultOf(country, name, text)
  if (fault !== null) {
    const shown = shownByRule(country, name, text)
    if (shown !== null) {
      const plain = plainOf(text)
      return shown === 'form' ? formed(plain, country, rule) : valid(plain, country, rule)
    }
    const [code, reason] = reasons[fault] ?? ['format', 'It has not the form that it should have.']
    return invalid(code, reason, rule, country)
  }
  const normalised = plainOf(text)
  return formOnly.has(`${country}.${name}`) ? formed(normalised, country, rule) : valid(normalised, country, rule)
}

const prefixOf = (text: string): string | null => {
  const prefix = text
    .replaceAll(/[^0-9A-Za-z]/gu, '')
    .slice(0, 2)
    .toUpperCase()
  const country = prefixCountries[prefix] ?? prefix
  return Object.hasOwn(vatNumbers, country) ? country : null
}

/** Northern Ireland's prefix stands before a British number; the library knows the British one. */
const withoutOtherPrefix = (text: string): string => text.replace(/^\s*XI/iu, 'GB')

const notWritten = (what: string): IdentifierReading =>
  invalid('format', `A ${what} has letters, digits and separators only, 2 to 40 of them.`, null)

const judgeIn = (country: string, table: Readonly<Record<string, string>>, text: string): IdentifierReading | null => {
  const name = Object.hasOwn(table, country) ? table[country] : undefined
  const validator = validatorOf(country, name)
  return name === undefined || validator === undefined ? null : judge(country, name, validator, text)
}

/**
 * Checks a number for value added tax by the rules of its country, which its first letters or `country` (ISO 3166-1
 * alpha-2) name. Form and check digits alone: whether a tax office knows it (VIES and its like) is asked over a
 * network, and not here.
 */
export const checkVat = (given: string, country: string | null): IdentifierReading => {
  const read = withLatinLetters(given)
  if (!written.test(read)) return notWritten('VAT number')
  const text = withoutOtherPrefix(read)
  const byPrefix = prefixOf(text)
  const inCountry = country === null ? null : judgeIn(country, vatNumbers, text)
  // Letters of a number can look like another country's: the one that was named comes first.
  if (inCountry !== null && (inCountry.verdict !== 'invalid' || byPrefix === null || byPrefix === country))
    return inCountry
  const elsewhere = byPrefix === null ? null : judgeIn(byPrefix, vatNumbers, text)
  if (elsewhere !== null) return elsewhere
  if (inCountry !== null) return inCountry
  return country === null
    ? notChecked('country_unknown', 'Which country’s number it is cannot be told; name the country.')
    : notChecked('no_check_for_country', `There is no check of VAT numbers of ${country} without a network.`, country)
}

/**
 * Checks the number under which a company stands in its country's register, by form and check digits; whether it stands
 * there is not asked.
 */
export const checkCompanyNumber = (given: string, country: string | null): IdentifierReading => {
  const read = withLatinLetters(given)
  if (!written.test(read)) return notWritten('company number')
  if (country === null)
    return notChecked('country_unknown', 'Which country’s number it is is not known; name the country.')
  return (
    judgeIn(country, companyNumbers, read) ??
    notChecked('no_check_for_country', `There is no check of company numbers of ${country} without a network.`, country)
  )
}
