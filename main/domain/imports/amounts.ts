import type { Delimiter } from '../../../shared/text/csv.ts'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import { readDecimal, type RowValue } from './cells.ts'
import { asciiDigits } from './digits.ts'

/** Which sign a column writes before decimals; `mixed`: its rows prove both. */
export type DecimalSign = 'point' | 'comma' | 'unknown' | 'mixed'

/** Currencies whose unit has a thousand parts (ISO 4217): three decimals are usual there. */
const ofThousandParts: ReadonlySet<string> = new Set(['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'])

/** One to three digits, a point or a comma, three digits: a group of thousands or three decimals. */
const eitherPoint = /^[+-]?[1-9]\d{0,2}\.\d{3}$/
const eitherComma = /^[+-]?[1-9]\d{0,2},\d{3}$/

// Most cells of a file are whole numbers or no numbers at all: these two end the look at them.
const plainWhole = /^\d{1,15}$/
const numeric = /^[\s(+-]*\p{Nd}[\p{Nd}.,' \u00a0\u202f]*\)?\s*$/u

const whole = /^[+-]?\d{1,15}$/
const groupsOfPoints = /^[+-]?\d{1,3}(?:\.\d{3}){2,}$/
const provesPoint = /^[+-]?(?:\d{1,15}\.\d{1,20}|\d{1,3}(?:[,' \u00a0\u202f]\d{3})+\.\d{1,15}|\d{1,3}(?:,\d{3}){2,})$/
const provesComma = /^[+-]?(?:\d{1,15},\d{1,15}|\d{1,3}(?:[.' \u00a0\u202f]\d{3})+,\d{1,15}|\d{1,3}(?:\.\d{3}){2,})$/

const bare = (text: string): string => asciiDigits(text.trim()).replace(/^\((.+)\)$/, '-$1')

/** What the values of a column show about its decimal sign. */
export interface DecimalObserver {
  observe(value: string): void
  /** @param delimiter of the file; null: JSON lines */
  sign(delimiter: Delimiter | null): DecimalSign
}

/** Makes the observer of one column. */
export const createDecimalObserver = (): DecimalObserver => {
  let [point, comma, threeDecimals, others] = [false, false, false, false]
  return {
    observe: (value) => {
      if (point && comma) return
      if (plainWhole.test(value)) {
        others = true
        return
      }
      if (!numeric.test(value)) return
      const text = bare(value)
      if (eitherPoint.test(text)) threeDecimals = true
      else if (eitherComma.test(text) || whole.test(text)) others = true
      else if (provesPoint.test(text)) point = true
      else if (provesComma.test(text)) comma = true
    },
    sign: (delimiter) => {
      if (point && comma) return 'mixed'
      if (point || comma) return point ? 'point' : 'comma'
      // Systems that write three decimals write them on every row. Spreadsheets separate cells by semicolons where the comma is the decimal sign.
      return threeDecimals && !others && delimiter !== ';' ? 'point' : 'unknown'
    },
  }
}

/**
 * An amount as people and systems write it. What may be thousands or decimals (`1.234`, `1,234`) is read as the other rows of its column prove; where they prove nothing, it is refused rather than guessed.
 *
 * @param currencyOf tells the currency of the amount, where it is known: of one whose unit has a thousand parts three decimals behind a point are decimals
 */
export const readAmount = (value: RowValue, sign: DecimalSign, currencyOf: () => string | undefined): Result<number, string> => {
  if (typeof value !== 'string') return readDecimal(value)
  const text = bare(value)
  if (groupsOfPoints.test(text)) return ok(Number(text.replaceAll('.', '')))
  if (eitherPoint.test(text)) {
    if (sign === 'point' || (sign === 'unknown' && ofThousandParts.has(currencyOf() ?? ''))) return ok(Number(text))
    return sign === 'comma' ? ok(Number(text.replace('.', ''))) : fail('can be read two ways: write it without a separator of thousands, and with another number of decimals than three')
  }
  if (sign === 'point' && eitherComma.test(text)) return ok(Number(text.replace(',', '')))
  if (sign === 'comma' && /^[+-]?\d{1,15},\d{3}$/.test(text)) return ok(Number(text.replace(',', '.')))
  return readDecimal(value)
}

/** What two columns prove together whose amounts one system writes. */
export const provenByBoth = (one: DecimalSign, other: DecimalSign): DecimalSign => {
  if (one === other || other === 'unknown') return one
  return one === 'unknown' ? other : 'mixed'
}
