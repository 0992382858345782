import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import { asText, type RowValue } from '../imports/cells.ts'
import { idFault } from './checks.ts'

/**
 * An identifier of a row, as text. A number has to be whole and one that is counted exactly: two identifiers that JSON has rounded to one would become one customer.
 * Why a value cannot be taken continues "the value ...".
 */
export const readId = (value: RowValue): Result<RowValue, string> => {
  const fault = idFault(typeof value === 'number' ? value : asText(value))
  return fault === null ? ok(asText(value)) : fail(fault)
}
