import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import type { Direction } from '../../../shared/schema/money.ts'
import { minorDigits } from '../../../shared/text/money.ts'
import { readDecimal, type RowValue } from './cells.ts'
import { undressed } from './money-text.ts'

/** Which sign a column writes before decimals; `mixed`: its rows prove both. */
export type DecimalSign = 'point' | 'comma' | 'unknown' | 'mixed'

/** Currencies whose unit has a thousand parts (ISO 4217): three decimals are usual there. */
const ofThousandParts: ReadonlySet<string> = new Set(['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'])

/** One to three digits, a point or a comma, three digits: a group of thousands or three decimals. */
const eitherPoint = /^[+-]?[1-9]\d{0,2}\.\d{3}$/
const eitherComma = /^[+-]?[1-9]\d{0,2},\d{3}$/

// Most cells of a file are whole numbers or no numbers at all: these end the look at them.
const plainWhole = /^\d{1,15}$/
const separated = /[.,\u066b\u066c\uff0c\uff0e]/

const whole = /^[+-]?\d{1,15}$/
const groupsOfPoints = /^[+-]?\d{1,3}(?:\.\d{3}){2,}$/
const provesPoint =
  /^[+-]?(?:\d{1,15}\.\d{1,20}|\d{1,3}(?:[,' \u00a0\u202f]\d{3})+\.\d{1,15}|\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d{1,15})?|\d{1,3}(?:,\d{3}){2,})$/
const provesComma = /^[+-]?(?:\d{1,15},\d{1,15}|\d{1,3}(?:[.' \u00a0\u202f]\d{3})+,\d{1,15}|\d{1,3}(?:\.\d{3}){2,})$/

/** Thousands as India groups them: `12,34,567.00`. */
const lakhs = /^-?\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d{1,15})?$/

/** What the values of a column show about its decimal sign. */
export interface DecimalObserver {
  observe(value: string): void
  sign(): DecimalSign
  /** Whether no row has three decimals for certain, or more. */
  threeAreOdd(): boolean
}

/** Decimals behind whatever a text proves to stand before them. */
const threeDecimals = /[.,]\d{3,}$/

/** Makes the observer of one column. */
export const createDecimalObserver = (): DecimalObserver => {
  let [point, comma, three] = [false, false, false]
  return {
    observe: (value) => {
      if (point && comma && three) return
      if (plainWhole.test(value) || !separated.test(value)) return
      const text = undressed(value)?.text
      if (text === undefined) return
      if (eitherPoint.test(text) || eitherComma.test(text) || whole.test(text)) return
      if (provesPoint.test(text)) {
        point = true
        if (text.includes('.') && threeDecimals.test(text)) three = true
      } else if (provesComma.test(text)) {
        comma = true
        if (text.includes(',') && threeDecimals.test(text)) three = true
      }
    },
    sign: () => {
      if (point && comma) return 'mixed'
      if (point || comma) return point ? 'point' : 'comma'
      return 'unknown'
    },
    threeAreOdd: () => !three,
  }
}

/** An amount as a cell tells it, with the currency and the direction that stand in it. */
export interface ReadMoney {
  readonly amount: number
  readonly currency?: string
  readonly direction?: Direction
}

/** How a spreadsheet shortens a long number: `1.23457E+11`. */
const shortened = /^[+-]?\d(?:[.,](\d+))?E\+(\d{2,3})$/u

/** Whether the form of a number leaves out digits before its decimals. */
const isShortened = (text: string): boolean => {
  const found = shortened.exec(text.trim())
  return found !== null && Number(found[2]) > (found[1] ?? '').length
}

const isWithoutParts = (currency: string | undefined): boolean => currency !== undefined && minorDigits(currency) === 0

const twoWays =
  'can be read two ways: write it without a separator of thousands, and with another number of decimals than three, or say which sign stands before decimals'

const number = (
  text: string,
  sign: DecimalSign,
  currency: string | undefined,
  threeAreOdd: boolean,
): Result<number, string> => {
  const isOdd = threeAreOdd && !ofThousandParts.has(currency ?? '')
  if (lakhs.test(text)) return ok(Number(text.replaceAll(',', '')))
  if (groupsOfPoints.test(text)) return ok(Number(text.replaceAll('.', '')))
  // A currency without parts has no decimals: what stands there are thousands.
  if (sign === 'unknown' && (eitherPoint.test(text) || eitherComma.test(text)) && isWithoutParts(currency))
    return ok(Number(text.replace(/[.,]/u, '')))
  if (eitherPoint.test(text)) {
    if ((sign === 'point' && !isOdd) || (sign === 'unknown' && ofThousandParts.has(currency ?? '')))
      return ok(Number(text))
    return sign === 'comma' ? ok(Number(text.replace('.', ''))) : fail(twoWays)
  }
  if (sign === 'point' && eitherComma.test(text)) return ok(Number(text.replace(',', '')))
  if (sign === 'comma' && isOdd && eitherComma.test(text)) return fail(twoWays)
  if (sign === 'comma' && /^[+-]?\d{1,15},\d{3}$/.test(text)) return ok(Number(text.replace(',', '.')))
  return readDecimal(text)
}

/** Of which currency an amount is where it does not say so itself. */
export interface CurrencyBeside {
  /** What the row names. */
  readonly row: () => string | undefined
  /** Of rows that name none. */
  readonly otherwise: string | undefined
  /** Whether all other rows of the column have two decimals at most: then three digits may be thousands. */
  readonly threeAreOdd?: boolean
}

/**
 * An amount as people and systems write it, with the sign or code of its currency, a sign on either side, brackets, CR
 * or DR. What may be thousands or decimals (`1.234`, `1,234`) is read as the other rows of its column prove; where they
 * prove nothing, or where they prove another number of decimals, it is refused rather than guessed. Of a currency whose unit has a thousand parts three decimals behind
 * a point are decimals.
 */
export const readMoney = (
  value: RowValue,
  sign: DecimalSign,
  { row, otherwise, threeAreOdd = false }: CurrencyBeside,
): Result<ReadMoney, string> => {
  if (typeof value !== 'string' || plainWhole.test(value)) {
    const amount = readDecimal(value)
    return amount.ok ? ok({ amount: amount.value }) : amount
  }
  if (isShortened(value))
    return fail(
      'is an amount that a spreadsheet has shortened, so that its last digits may be lost: show all digits of the column, and export it again',
    )
  const found = undressed(value)
  const named = row()
  if (found?.currency !== undefined && named !== undefined && found.currency !== named)
    return fail(`is in ${found.currency}, and ${named} is named beside it`)
  const amount = number(found?.text ?? value, sign, named ?? found?.currency ?? otherwise, threeAreOdd)
  if (!amount.ok) return amount
  if (found?.direction === undefined)
    return ok({ amount: amount.value, ...(found?.currency === undefined ? {} : { currency: found.currency }) })
  if (amount.value < 0) return fail('has a minus beside CR or DR: which way the money went cannot be told')
  return ok({
    amount: amount.value,
    direction: found.direction,
    ...(found.currency === undefined ? {} : { currency: found.currency }),
  })
}

/** What two columns prove together whose amounts one system writes. */
export const provenByBoth = (one: DecimalSign, other: DecimalSign): DecimalSign => {
  if (one === other || other === 'unknown') return one
  return one === 'unknown' ? other : 'mixed'
}
