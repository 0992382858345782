import { countrySpecs, isValidIBAN } from 'ibantools'
import { asciiDigits } from '../imports/digits.ts'
import { plainWord } from '../imports/words.ts'

const accountWords: ReadonlySet<string> = new Set([
  'account',
  'account number',
  'account no',
  'account id',
  'iban',
  'konto',
  'kontonummer',
  'konto nr',
  'kontonr',
  'compte',
  'numéro de compte',
  'cuenta',
  'número de cuenta',
  'conto',
  'conta',
  'rekening',
  'rekeningnummer',
  'счет',
  'счёт',
  'номер счета',
  'номер счёта',
  'رقم الحساب',
  '账号',
  '账户',
  '口座番号',
  'खाता संख्या',
  'hesap no',
  'numer rachunku',
  'nr rachunku',
  'číslo účtu',
  'számlaszám',
])

const ibanLengths: ReadonlyMap<string, number> = new Map(
  Object.entries(countrySpecs).map(([code, { chars }]) => [code, chars ?? 0]),
)

const ibanIn = (cell: string): string | null => {
  const found = /[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]{1,4}){3,9}/u.exec(cell)?.[0].replaceAll(/[ -]/gu, '')
  if (found === undefined) return null
  // A currency or another word may stand behind it.
  const iban = found.slice(0, ibanLengths.get(found.slice(0, 2)) ?? 0)
  return isValidIBAN(iban) ? iban : null
}

const numberAfter = (label: string, value: string): string | null => {
  const number = asciiDigits(value)
    .replaceAll(/[ \u00a0]/gu, '')
    .replace(/^=?"?'?/u, '')
    .replace(/"$/u, '')
  return accountWords.has(plainWord(label.replace(/[:：]\s*$/u, ''))) && /^[\d*xX/.-]{5,40}$/u.test(number)
    ? number
    : null
}

const numberIn = (cells: readonly string[]): string | null => {
  for (const [at, cell] of cells.entries()) {
    const halves = /^([^:：]{2,40})[:：]\s*(\S.*)$/u.exec(cell.trim())
    const found =
      numberAfter(cell, cells.slice(at + 1).find((next) => next.trim() !== '') ?? '') ??
      (halves === null ? null : numberAfter(halves[1] ?? '', halves[2] ?? ''))
    if (found !== null) return found
  }
  return null
}

/**
 * The account that the lines above a table name: the only IBAN in them, or else the only number behind a word for an
 * account. null: none, or more than one, of which nobody can tell which it is.
 */
export const accountAbove = (rows: readonly (readonly string[])[]): string | null => {
  const only = (found: readonly (string | null)[]): string | null => {
    const different = [...new Set(found.filter((one) => one !== null))]
    return different.length === 1 ? (different[0] ?? null) : null
  }
  const ibans = rows.flat().map(ibanIn)
  return ibans.some((iban) => iban !== null) ? only(ibans) : only(rows.map(numberIn))
}
