/**
 * Rules of countries where the library refuses numbers that the office gives out. Each answers what the number shows:
 * that its check digits are right, that its form is (where the rule has no check digits that bind), or null.
 */
type Shown = 'check_digits' | 'form' | null

const digitsOf = (text: string): readonly number[] => [...text].map(Number)

const weighted = (digits: readonly number[], weights: readonly number[]): number =>
  weights.reduce((sum, weight, place) => sum + weight * (digits[place] ?? 0), 0)

const checked = (isRight: boolean): Shown => (isRight ? 'check_digits' : null)

const usccSigns = '0123456789ABCDEFGHJKLMNPQRTUWXY'
/** GB 32100-2015: modulo 31; the check character of a remainder of 0 is 0. */
const chinese = (text: string): Shown => {
  if (!/^[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{10}$/u.test(text)) return null
  let weight = 1
  let sum = 0
  for (const sign of text.slice(0, 17)) {
    sum += usccSigns.indexOf(sign) * weight
    weight = (weight * 3) % 31
  }
  return checked(usccSigns[(31 - (sum % 31)) % 31] === text[17])
}

/** Ten digits: the number of a citizen (EGN), of a foreigner (PNF), or of others. */
const bulgarianPerson = (digits: readonly number[]): Shown => {
  const last = digits[9]
  const citizen = (weighted(digits, [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11) % 10
  const foreigner = weighted(digits, [21, 19, 17, 13, 11, 9, 7, 3, 1]) % 10
  const other = (11 - (weighted(digits, [4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11
  return checked(last === citizen || last === foreigner || last === other)
}

/** BULSTAT of nine digits, whichever the first is; ten digits of a person. */
const bulgarian = (text: string): Shown => {
  const digits = digitsOf(text.replace(/^BG/u, ''))
  if (/^(?:BG)?\d{10}$/u.test(text)) return bulgarianPerson(digits)
  if (!/^(?:BG)?\d{9}$/u.test(text)) return null
  const first = weighted(digits, [1, 2, 3, 4, 5, 6, 7, 8]) % 11
  const check = first === 10 ? (weighted(digits, [3, 4, 5, 6, 7, 8, 9, 10]) % 11) % 10 : first
  return checked(check === digits[8])
}

/** Numbers up to serial 100 are of the old kind, and weighed otherwise. */
const salvadoran = (text: string): Shown => {
  const plain = text.replace(/^SV/u, '')
  if (!/^[019]\d{13}$/u.test(plain)) return null
  const digits = digitsOf(plain)
  const check =
    plain.slice(10, 13) <= '100'
      ? (weighted(digits, [14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11) % 10
      : ((11 - (weighted(digits, [2, 7, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11) % 10
  return checked(check === digits[13])
}

/** Nine digits that begin with 6: natural persons without a birth number. */
const czech = (text: string): Shown => {
  const plain = text.replace(/^CZ/u, '')
  if (!/^6\d{8}$/u.test(plain)) return null
  const digits = digitsOf(plain.slice(1))
  return checked(((weighted(digits, [8, 7, 6, 5, 4, 3, 2]) % 11) + 8) % 10 === digits[7])
}

/** Legal entities: divisible by 11, the third digit one of those given to them. */
const slovak = (text: string): Shown => {
  const plain = text.replace(/^SK/u, '')
  return /^[1-9]\d[234789]\d{7}$/u.test(plain) ? checked(Number(plain) % 11 === 0) : null
}

/** Public bodies bear the third digit 9 as well as 6; their check digit is the ninth. */
const ecuadorian = (text: string): Shown => {
  const plain = text.replace(/^EC/u, '')
  if (!/^(?:0[1-9]|1\d|2[0-4]|30|50)[69]\d{10}$/u.test(plain) || plain.endsWith('0000')) return null
  return checked(weighted(digitsOf(plain), [3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0)
}

/** The tax office itself has given out numbers of eight digits, and some whose check digit is another. */
const dominican = (text: string): Shown => (/^(?:DO)?\d{8,9}$/u.test(text) ? 'form' : null)

/** Departments 01 to 22. */
const uruguayan = (text: string): Shown => {
  const plain = text.replace(/^UY/u, '')
  if (!/^(?:0[1-9]|1\d|2[0-2])(?!000000)\d{6}001\d$/u.test(plain)) return null
  const digits = digitsOf(plain)
  return checked((11 - (weighted(digits, [4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11 === digits[11])
}

/** Modulo 11 from the right, weights from 2; a remainder of 0 or 1 gives 0. */
const paraguayan = (text: string): Shown => {
  const plain = text.replace(/^PY/u, '')
  if (!/^\d{5,9}$/u.test(plain)) return null
  const sum = [...plain.slice(0, -1)].reverse().reduce((total, digit, place) => total + Number(digit) * (place + 2), 0)
  return checked(((11 - (sum % 11)) % 11) % 10 === Number(plain.slice(-1)))
}

/** A letter for the kind, six digits, a letter; companies (A, L) have 700000 to 799999, people (F) what is below. */
const andorran = (text: string): Shown => {
  const parts = /^(?:AD)?([ACDEFGLOPU])(\d{6})[A-Z]$/u.exec(text)
  if (parts === null) return null
  const [, kind = '', number = ''] = parts
  if (kind === 'F') return number <= '699999' ? 'form' : null
  return 'AL'.includes(kind) && !(number > '699999' && number < '800000') ? null : 'form'
}

/** Trade register: J, F or C, the county, a number and a year; since 2024 in one row with the year first. */
const romanian = (text: string): Shown => {
  const [, , county = ''] = /^([JFC])\/?(\d{1,2})\/\d{1,7}\/(?:\d{2}[./]\d{2}[./])?(?:19|20)\d{2}$/u.exec(text) ?? []
  const isCounty = (Number(county) >= 1 && Number(county) <= 40) || /^5[12]$/u.test(county)
  if (county !== '') return isCounty ? 'form' : null
  return /^[JFC](?:19|20)\d{11}$/u.test(text) ? 'form' : null
}

const hasLuhn = (text: string): boolean =>
  [...text].reverse().reduce((sum, digit, place) => {
    const twice = Number(digit) * (place % 2 === 1 ? 2 : 1)
    return sum + (twice > 9 ? twice - 9 : twice)
  }, 0) %
    10 ===
  0

/**
 * Fifteen digits, of which nine bear a check digit; since 2024 sixteen: a zero before them, or a resident's own number.
 */
const indonesian = (text: string): Shown => {
  const plain = text.replace(/^ID/u, '')
  if (/^0?\d{15}$/u.test(plain)) {
    const old = plain.slice(-15)
    if (hasLuhn(old.slice(0, 9))) return 'check_digits'
  }
  return /^[1-9]\d{5}(?:[04][1-9]|[1256]\d|[37][01])(?:0[1-9]|1[0-2])\d{6}$/u.test(plain) ? 'form' : null
}

/** The last character is worked out by the office, which itself gave out others; it is not held against a number. */
const mexican = (text: string): Shown =>
  /^(?:MX)?[A-Z&Ñ]{3,4}\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])[0-9A-Z]{3}$/u.test(text) ? 'form' : null

const rules: Readonly<Record<string, (text: string) => Shown>> = {
  'CN.uscc': chinese,
  'BG.vat': bulgarian,
  'CZ.dic': czech,
  'DO.rnc': dominican,
  'EC.ruc': ecuadorian,
  'SK.dph': slovak,
  'UY.rut': uruguayan,
  'SV.nit': salvadoran,
  'PY.ruc': paraguayan,
  'AD.nrt': andorran,
  'ID.npwp': indonesian,
  'MX.rfc': mexican,
}

/** What a number shows by its country's own rule; null where it shows nothing, or the rule is not kept here. */
export const shownByRule = (country: string, name: string, given: string): Shown => {
  const text = given.toUpperCase()
  if (`${country}.${name}` === 'RO.onrc') return romanian(text.replaceAll(/\s/gu, ''))
  return rules[`${country}.${name}`]?.(text.replaceAll(/[^0-9A-ZÑ&]/gu, '')) ?? null
}

const cyrillic = 'АВСЕНКМОРТХУІЈЅ'
const latin = 'ABCEHKMOPTXYIJS'
/** Letters of Cyrillic that are written as Latin ones (МК), as Latin ones. */
export const withLatinLetters = (text: string): string =>
  text.replaceAll(/[\u0400-\u04ff]/gu, (letter) => latin[cyrillic.indexOf(letter.toUpperCase())] ?? letter)
