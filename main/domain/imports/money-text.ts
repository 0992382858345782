import type { Direction } from '../../../shared/schema/money.ts'
import { asciiDigits } from './digits.ts'

/** An amount without what stands around its digits. */
export interface MoneyText {
  /** Digits with their separators, and a minus before them where the amount is negative. */
  readonly text: string
  /** ISO 4217, where a code or a sign that means one currency alone stands there. */
  readonly currency?: string
  /** What CR or DR says. */
  readonly direction?: Direction
}

/** Codes that are words too are none here. */
const codes: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/** Signs that mean one currency alone. */
const signs: ReadonlyMap<string, string> = new Map([
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['₹', 'INR'],
  ['₽', 'RUB'],
  ['₴', 'UAH'],
  ['₺', 'TRY'],
  ['₩', 'KRW'],
  ['₫', 'VND'],
  ['₪', 'ILS'],
  ['₦', 'NGN'],
  ['₱', 'PHP'],
  ['฿', 'THB'],
  ['₸', 'KZT'],
  ['₾', 'GEL'],
  ['zł', 'PLN'],
  ['kč', 'CZK'],
  ['us$', 'USD'],
  ['r$', 'BRL'],
  ['a$', 'AUD'],
  ['hk$', 'HKD'],
  ['s$', 'SGD'],
  ['nt$', 'TWD'],
  ['nz$', 'NZD'],
  ['mx$', 'MXN'],
  ['fr.', 'CHF'],
  ['sfr.', 'CHF'],
  ['cn¥', 'CNY'],
  ['円', 'JPY'],
  ['руб.', 'RUB'],
  ['руб', 'RUB'],
  ['р.', 'RUB'],
  ['лв.', 'BGN'],
  ['лв', 'BGN'],
  ['грн.', 'UAH'],
  ['грн', 'UAH'],
  ['tl', 'TRY'],
  ['rp', 'IDR'],
  ['rp.', 'IDR'],
  ['rm', 'MYR'],
  ['ft', 'HUF'],
  ['ft.', 'HUF'],
])

/** Signs that several currencies share: the amount is read, its currency is not told by them. */
const shared: ReadonlySet<string> = new Set(['$', '¥', '￥', '元', 'c$', 'kr', 'kr.', 'rs', 'rs.', 'lei', 'ден', 'дин'])

const sides: ReadonlyMap<string, Direction> = new Map([
  ['cr', 'in'],
  ['cr.', 'in'],
  ['dr', 'out'],
  ['dr.', 'out'],
])

/** What banks write behind an amount alone, in capitals: credit or debit, Haben or Soll. */
const sidesBehind: ReadonlyMap<string, Direction> = new Map([
  ['C', 'in'],
  ['H', 'in'],
  ['D', 'out'],
  ['S', 'out'],
])

const beyondAscii = /[^\u0000-\u007f]/u
const core = /^[.,]?\d[\d.,' ]*$/
const plain = /^-?\d+(?:[.,]\d+)?$/

/**
 * One way to write minus, plus, apostrophes, spaces, and the separators of Arabic and wide digits. What turns a text
 * round (U+202E) stays, so that 001 is not taken where 100 is seen.
 */
const plainSigns = (text: string): string =>
  beyondAscii.test(text)
    ? asciiDigits(text)
        .replaceAll(/[\u200e\u200f\u061c\u2066-\u2069\u202a-\u202d]/gu, '')
        .replaceAll(/[\u2212\u2010-\u2015\ufe63\uff0d]/gu, '-')
        .replaceAll('\uff0b', '+')
        .replaceAll(/[’‘ʼ´\u02b9]/gu, "'")
        .replaceAll(/[\u066b\uff0e]/gu, '.')
        .replaceAll(/[\u066c\uff0c]/gu, ',')
        .replaceAll(/\p{Zs}/gu, ' ')
    : text

interface Dress {
  text: string
  minus: number
  plus: number
  currency: string | null
  currencies: number
  direction: Direction | null
}

const takeSign = (dress: Dress, sign: string): void => {
  if (sign === '-') dress.minus += 1
  else dress.plus += 1
}

const takeWord = (dress: Dress, word: string, isBehind: boolean): boolean => {
  const low = word.toLowerCase()
  const side = sides.get(low) ?? (isBehind ? sidesBehind.get(word) : undefined)
  if (side !== undefined) {
    if (dress.direction !== null) return false
    dress.direction = side
    return true
  }
  const upper = word.toUpperCase()
  const currency = signs.get(low) ?? (/^[A-Za-z]{3}$/.test(word) && codes.has(upper) ? upper : undefined)
  if (currency === undefined && !shared.has(low)) return false
  dress.currencies += 1
  dress.currency = currency ?? dress.currency
  return true
}

const before = /^([-+])\s*|^([^\d\s()+-]{1,4})\s*(?=[-+(\d])/u
const behind = /\s*([-+])$|\s*([^\d\s()+\-,']{1,4})$/u

/** Takes one thing from an end of the text; false: there is none that is known. */
const strip = (dress: Dress, end: RegExp): boolean => {
  const found = end.exec(dress.text)
  if (found === null) return false
  if (found[1] !== undefined) takeSign(dress, found[1])
  else if (!takeWord(dress, found[2] ?? '', end === behind)) return false
  dress.text = end === before ? dress.text.slice(found[0].length) : dress.text.slice(0, found.index)
  return true
}

const unbracket = (dress: Dress): boolean => {
  const found = /^\(\s*(.+?)\s*\)$/u.exec(dress.text)
  if (found === null) return false
  takeSign(dress, '-')
  dress.text = found[1] ?? ''
  return true
}

/** Whole amounts of Switzerland and its neighbours: `12.-`, `12,--`. */
const dashes = /(?<=\d)[.,]-{1,2}$/

/** A comma before dashes stands before decimals: `1.200,-`. */
const withoutDashes = (text: string): string => text.replace(dashes, (found) => (found.startsWith(',') ? ',00' : ''))

/** Decimals alone (`.50`) have a zero before them, and a sign without decimals behind it (`5.`) says nothing. */
const completed = (text: string): string => text.replace(/^(?=[.,]\d)/u, '0').replace(/(?<=\d)[.,]$/u, '')

/**
 * Takes the signs and codes of currencies, the sign before or behind, brackets, CR and DR, and any kind of space from
 * an amount; undefined where more than that stands beside its digits, or where two signs contradict each other.
 */
export const undressed = (raw: string): MoneyText | undefined => {
  const trimmed = raw.trim()
  if (plain.test(trimmed)) return { text: trimmed }
  const dress: Dress = {
    text: plainSigns(trimmed).trim(),
    minus: 0,
    plus: 0,
    currency: null,
    currencies: 0,
    direction: null,
  }
  for (let turns = 0; turns < 6 && !core.test(dress.text); turns += 1) {
    if (dashes.test(dress.text)) dress.text = withoutDashes(dress.text)
    else if (!unbracket(dress) && !strip(dress, before) && !strip(dress, behind)) return undefined
  }
  if (!core.test(dress.text) || dress.minus + dress.plus > 1 || dress.currencies > 1) return undefined
  const { text, currency, direction } = dress
  return {
    text: `${dress.minus > 0 ? '-' : ''}${completed(text.trim())}`,
    ...(currency === null ? {} : { currency }),
    ...(direction === null ? {} : { direction }),
  }
}
