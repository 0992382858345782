import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import { asText, type RowValue } from '../imports/cells.ts'
import { idFault } from './checks.ts'

/** What a spreadsheet makes of a long number, with point or comma. */
const spreadsheetForm = /^\d(?:[.,]\d+)?[eE]\+\d{2,3}$/

/** Why a text is no identifier though it is one line: a spreadsheet has cut its digits, and what it cut alike would become one. */
export const roundedFault = (text: unknown): string | null =>
  typeof text === 'string' && spreadsheetForm.test(text) ? 'is a number that a spreadsheet has rounded, so that its last digits are lost: export the column as text' : null

/**
 * An identifier of a row, as text. A number has to be whole and one that is counted exactly: two identifiers that JSON has rounded to one would become one customer.
 * Why a value cannot be taken continues "the value ...".
 */
export const readId = (value: RowValue): Result<RowValue, string> => {
  const fault = idFault(typeof value === 'number' ? value : asText(value)) ?? roundedFault(asText(value))
  return fault === null ? ok(asText(value)) : fail(fault)
}
