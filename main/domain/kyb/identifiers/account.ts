import { countrySpecs, validateBIC, validateIBAN, ValidationErrorsBIC, ValidationErrorsIBAN } from 'ibantools'
import { withLatinLetters } from './official.ts'
import { formed, invalid, valid } from './verdict.ts'
import type { IdentifierReading } from './verdict.ts'

const ibanRule = 'ISO 13616'
const bicRule = 'ISO 9362'

const ibanReasons: Readonly<Record<ValidationErrorsIBAN, readonly [code: string, reason: string]>> = {
  [ValidationErrorsIBAN.NoIBANProvided]: ['format', 'There is no account number in it.'],
  [ValidationErrorsIBAN.NoIBANCountry]: ['country', 'Its first two letters are no country that has IBANs.'],
  [ValidationErrorsIBAN.WrongBBANLength]: ['length', 'It has not the length of account numbers in its country.'],
  [ValidationErrorsIBAN.WrongBBANFormat]: ['format', 'It has not the form of account numbers in its country.'],
  [ValidationErrorsIBAN.ChecksumNotNumber]: ['format', 'Its third and fourth characters are no digits.'],
  [ValidationErrorsIBAN.WrongIBANChecksum]: [
    'check_digits',
    'The check digits are wrong: a character was mistyped or made up.',
  ],
  [ValidationErrorsIBAN.WrongAccountBankBranchChecksum]: [
    'check_digits',
    'The check digits of the account or the bank within the country are wrong.',
  ],
  [ValidationErrorsIBAN.QRIBANNotAllowed]: ['format', 'It is a QR-IBAN, which names a payment slip and no account.'],
}

const compact = (given: string): string => given.replaceAll(/[\s-]/gu, '').toUpperCase()

/** An account number as people write it: with blanks, dots or hyphens, behind the word IBAN. */
const compactIban = (given: string): string =>
  withLatinLetters(given)
    .toUpperCase()
    .replaceAll(/[\s.·-]/gu, '')
    .replace(/^\(?IBAN\)?:?(?:NO|NR)?:?(?=[A-Z]{2}\d)/u, '')

/**
 * Checks an international bank account number by length and form of its country and by its check digits (ISO 13616, ISO
 * 7064 MOD 97-10); whether the account exists is not asked.
 */
export const checkIban = (given: string): IdentifierReading => {
  const text = compactIban(given)
  if (!/^[A-Z]{2}[0-9A-Z]{2,62}$/u.test(text))
    return invalid(
      'format',
      'An account number begins with two letters for its country, and has letters and digits only.',
      ibanRule,
    )
  const country = text.slice(0, 2)
  const { valid: isValid, errorCodes } = validateIBAN(text)
  if (isValid) return valid(text, country, ibanRule)
  const [first = ValidationErrorsIBAN.WrongBBANFormat] = errorCodes
  const [code, reason] = ibanReasons[first]
  return invalid(code, reason, ibanRule, Object.hasOwn(countrySpecs, country) ? country : null)
}

const bicReasons: Readonly<Record<ValidationErrorsBIC, readonly [code: string, reason: string]>> = {
  [ValidationErrorsBIC.NoBICProvided]: ['format', 'There is no code in it.'],
  [ValidationErrorsBIC.NoBICCountry]: ['country', 'Its fifth and sixth letters are no country.'],
  [ValidationErrorsBIC.WrongBICFormat]: [
    'format',
    'A business identifier code has 8 or 11 letters and digits: four for the party, two letters for the country, two for the place, three for the branch.',
  ],
}

/**
 * Checks a business identifier code (ISO 9362) by its form and its country. It has no check digits: whether a bank
 * bears it is in the directory alone, which is not on this device.
 */
export const checkBic = (given: string): IdentifierReading => {
  const text = compact(given)
  const { valid: isValid, errorCodes } = validateBIC(text)
  const country = /^[A-Z0-9]{4}[A-Z]{2}/u.test(text) ? text.slice(4, 6) : null
  if (isValid) return formed(text, country, bicRule)
  const [first = ValidationErrorsBIC.WrongBICFormat] = errorCodes
  const [code, reason] = bicReasons[first]
  return invalid(code, reason, bicRule)
}
