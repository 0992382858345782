import { isValidIBAN } from 'ibantools'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import { asText, type RowValue } from '../imports/cells.ts'
import { cleanText, unwrapped, withoutUnseen, withPlainSigns } from '../imports/clean-text.ts'
import type { PointZeros } from '../imports/column-habits.ts'
import { monthNumber } from '../imports/months.ts'
import type { Note } from '../imports/notes.ts'
import { saysNothing } from '../imports/words-for-nothing.ts'
import { idFault } from './checks.ts'

// Most identifiers are plain: these signs alone can begin or stand in what is not.
const mayBeDressed = /^[='\s]|[^\u0021-\u007e]|\s$|^[a-z]{2}\d\d/u

/** Of what nobody's number consists: `***`, `...`, `""`. */
const marksAlone = /^[\p{P}\p{Z}\p{Sm}\p{Sc}\p{Sk}]+$/u
const tooNarrow = /^#{3,}$/u

const ibanInParts = /^[A-Za-z]{2}\d{2}[A-Za-z\d -]{11,40}$/u

/** An IBAN as it is exchanged: people write it in groups of four, and small letters. */
const compactIban = (text: string): string => {
  if (!ibanInParts.test(text)) return text
  const compact = text.replaceAll(/[ -]/gu, '').toUpperCase()
  return isValidIBAN(compact) ? compact : text
}

// Most identifiers begin with a letter or a digit, and are neither.
const beginsPlain = /^[\dA-Za-z]/

const isNone = (text: string): boolean =>
  saysNothing(text) || (!beginsPlain.test(text) && marksAlone.test(text) && !tooNarrow.test(text))

/** An identifier without what spreadsheets and messengers put around it; empty where it is a word for nothing. */
export const plainId = (value: string, note: Note): string => {
  if (isNone(value)) {
    note('no_identifier')
    return ''
  }
  if (!mayBeDressed.test(value)) return value
  const clean = withPlainSigns(withoutUnseen(cleanText(value, 'line'))).trim()
  if (clean !== value.trim()) note('cleaned')
  const bare = compactIban(unwrapped(clean))
  if (bare !== clean) note('unwrapped')
  if (!isNone(bare)) return bare
  note('no_identifier')
  return ''
}

/** What a spreadsheet makes of a long number, with point or comma. */
const spreadsheetForm = /^\d(?:[.,]\d+)?[eE]\+\d{2,3}$/

/** What a spreadsheet works out: `=T("0042")`, `="0043"&""`. */
const formula = /^=./u

/** What Excel makes of `1-3` and `MAR1`. */
const dayOfSpreadsheet = /^(?:\d{1,2}-([A-Z][a-z]{2})|([A-Z][a-z]{2})-\d{2})$/u

const daysLength = 'dd-Mmm'.length

const isDayOfSpreadsheet = (text: string): boolean => {
  const found = dayOfSpreadsheet.exec(text)
  return found !== null && monthNumber(found[1] ?? found[2] ?? '') !== undefined
}

/** A word of a language with letters that the program that wrote the file could not write. */
const lostLetter = /\p{L}\?\p{Ll}/u
const ofAddress = /[=/]/u

/**
 * Why a text is no identifier though it is one line: a spreadsheet has cut its digits or hidden them, made a day of it,
 * or letters of it were lost, and what was cut alike would become one; or it is a formula, whose value would be the
 * identifier.
 */
export const spreadsheetFault = (text: unknown): string | null => {
  if (typeof text !== 'string') return null
  if (spreadsheetForm.test(text))
    return 'is a number that a spreadsheet has rounded, so that its last digits are lost: export the column as text'
  if (text.startsWith('#') && tooNarrow.test(text))
    return 'is what a spreadsheet shows where a column is too narrow: widen it, and export it again'
  if (text.length <= daysLength && isDayOfSpreadsheet(text))
    return 'is a day that a spreadsheet seems to have made of an identifier: export the column as text'
  if (text.includes('?') && lostLetter.test(text) && !ofAddress.test(text))
    return 'holds a question mark within a word, for a letter that was lost before the file was written: have it exported as UTF-8'
  return formula.test(text) ? 'is a formula of a spreadsheet and no identifier: export the values of the column' : null
}

const pointZero = /^\s*(\d+)(?:\.0+|,0)\s*$/u

/**
 * An identifier of a column that holds whole numbers with `.0` behind them: they are those numbers where all are
 * written so, and refused where others are not.
 */
export const readIdIn = (
  zeros: PointZeros,
  value: RowValue,
  note: Note = () => undefined,
): Result<RowValue, string> => {
  const whole = zeros === 'none' || typeof value !== 'string' ? undefined : pointZero.exec(value)?.[1]
  if (whole === undefined) return readRowId(value, note)
  if (zeros === 'mixed')
    return fail(
      `may be ${whole}, to which a program added a decimal, or an identifier of its own: other rows of the column hold whole numbers; export the column as text`,
    )
  note('unwrapped')
  return readRowId(whole, note)
}

/**
 * An identifier of a row, as text. A number has to be whole and one that is counted exactly: two identifiers that JSON
 * has rounded to one would become one customer.
 * Why a value cannot be taken continues "the value ...".
 */
export const readRowId = (value: RowValue, note: Note = () => undefined): Result<RowValue, string> => {
  const text = typeof value === 'string' ? plainId(value, note) : value
  if (text === '') return ok(undefined)
  const fault = idFault(text) ?? spreadsheetFault(text)
  return fault === null ? ok(asText(text)) : fail(fault)
}
